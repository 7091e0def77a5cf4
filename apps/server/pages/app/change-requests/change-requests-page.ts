import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { getSpaceRow } from '../../../domains/content/spaces/spaces.service.ts';
import { isOutdated } from '../../../domains/review/change-requests/change-requests.present.ts';
import {
  type ChangeRequestPosition,
  listChangeRequests,
} from '../../../domains/review/change-requests/list-change-requests.queries.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type Crumb, spaceCrumb, type Tab } from '../../parts/layout.ts';
import { nameOf } from '../../parts/name.ts';
import { findAuthorNames } from '../author-names.ts';
import { STATUS_LABELS, STATUSES, type Status } from './change-request-statuses.ts';

const CHANGE_REQUESTS_PER_PAGE = 50;

interface ListedChangeRequest {
  number: number;
  subject: string;
  href: string;
  status: Status;
  isOutdated: boolean;
  author: string;
  updatedAt: Date;
}

export interface ChangeRequestsData {
  crumbs: Crumb[];
  tabs: Tab[];
  count: number;
  changeRequests: ListedChangeRequest[];
  next: string | undefined;
}

/** `status`: only those with it; `page`: the cursor of a page of the list. */
export async function readChangeRequests(
  context: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  asked: { caller: Caller; space: SpacePointer; status: Status | undefined; page: string | undefined },
): Promise<ChangeRequestsData> {
  const { db, cursors } = context;
  const { caller, space, status, page } = asked;
  const { organizationId, spaceId } = space;
  const list = openList<ChangeRequestPosition>(cursors, `app-change-requests:${spaceId}:${status ?? 'all'}`, {
    page,
    limit: CHANGE_REQUESTS_PER_PAGE,
  });
  const statuses = status === undefined ? STATUSES : [status];
  const { rows, count, next } = await listChangeRequests(
    context,
    caller,
    { spaceId, statuses, orderBy: 'updatedAt' },
    {
      ...list.asked,
    },
  );
  const nameOfAuthor = await findAuthorNames(
    context,
    organizationId,
    rows.map((row) => row.author_id),
  );
  const here = addresses.changeRequests(spaceId);
  return {
    crumbs: [spaceCrumb(addresses, await getSpaceRow(db, space))],
    tabs: listTabs(here, status),
    count,
    changeRequests: rows.map((row) => ({
      number: row.number,
      subject: nameOf(row.subject),
      href: addresses.changeRequest(spaceId, row.number),
      status: row.status,
      isOutdated: isOutdated(row),
      author: nameOfAuthor(row.author_id),
      updatedAt: row.updated_at,
    })),
    next:
      next === undefined
        ? undefined
        : `${here}?${new URLSearchParams({ ...(status && { status }), page: list.cursorOf(next) })}`,
  };
}

const listTabs = (here: string, current: Status | undefined): Tab[] => [
  { title: 'All', href: here, isCurrent: current === undefined },
  ...STATUSES.map((status) => ({
    title: STATUS_LABELS[status],
    href: `${here}?status=${status}`,
    isCurrent: status === current,
  })),
];

export const renderChangeRequests = ({
  count,
  changeRequests,
  next,
}: ChangeRequestsData): Html => html`<h1>Change requests <small class="note">${count}</small></h1>
${
  changeRequests.length === 0
    ? html`<p>There are no change requests here that you can read.</p>`
    : html`<div class="scroll" role="region" aria-label="Change requests" tabindex="0"><table class="list">
<thead><tr><th scope="col">Number</th><th scope="col">Subject</th><th scope="col">Status</th><th scope="col">Author</th><th scope="col">Updated</th></tr></thead>
<tbody>${changeRequests.map(renderItem)}</tbody>
</table></div>`
}
${next !== undefined && html`<p><a href="${next}" rel="next">More change requests</a></p>`}`;

const renderItem = (item: ListedChangeRequest): Html => html`<tr>
<td>${item.number}</td>
<th scope="row"><a href="${item.href}">${item.subject}</a></th>
<td>${STATUS_LABELS[item.status]}${item.isOutdated && ', outdated'}</td>
<td>${item.author}</td>
<td>${renderTime(item.updatedAt)}</td>
</tr>\n`;
