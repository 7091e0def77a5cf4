import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { type HistoryPosition, listHistory } from '../../domains/content/history/history.queries.ts';
import { getSpaceRow } from '../../domains/content/spaces/spaces.service.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import { openList } from '../../platform/http/open-list.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../parts/layout.ts';
import { findAuthorNames } from './author-names.ts';

const REVISIONS_PER_PAGE = 50;

interface ListedRevision {
  href: string;
  createdAt: Date;
  type: string;
  author: string | undefined;
  message: string | undefined;
  isCurrent: boolean;
}

export interface HistoryData {
  crumbs: Crumb[];
  revisions: ListedRevision[];
  next: string | undefined;
}

/** `page`: the cursor of a page of the list. */
export async function readHistory(
  context: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  { space, page }: { space: SpacePointer; page: string | undefined },
): Promise<HistoryData> {
  const { db, cursors } = context;
  const { organizationId, spaceId } = space;
  const list = openList<HistoryPosition>(cursors, `app-revisions:${spaceId}`, {
    page,
    limit: REVISIONS_PER_PAGE,
  });
  const { after: [from] = [space.revisionId], limit } = list.asked;
  const { rows, next } = await listHistory(db, space, { from, limit });
  const nameOfAuthor = await findAuthorNames(
    context,
    organizationId,
    rows.flatMap((row) => row.author_id ?? []),
  );
  return {
    crumbs: [spaceCrumb(addresses, await getSpaceRow(db, space))],
    revisions: rows.map((row) => ({
      href: addresses.revision(spaceId, row.revision_id),
      createdAt: row.created_at,
      type: row.type,
      author: row.author_id === null ? undefined : nameOfAuthor(row.author_id),
      message: row.message ?? undefined,
      isCurrent: row.revision_id === space.revisionId,
    })),
    next: next === undefined ? undefined : `${addresses.revisions(spaceId)}?page=${list.cursorOf(next)}`,
  };
}

const TYPES: Record<string, string> = {
  edits: 'Edits',
  merge: 'Merge',
  rollback: 'Rollback',
  import: 'Import',
};

export const renderHistory = ({ revisions, next }: HistoryData): Html => html`<h1>History</h1>
<p>The revisions of this space, newest first. The merge of a change request is one revision.</p>
<div class="scroll" role="region" aria-label="Revisions" tabindex="0"><table class="list">
<thead><tr><th scope="col">Revision</th><th scope="col">Type</th><th scope="col">Author</th><th scope="col">Message</th></tr></thead>
<tbody>${revisions.map(renderRevision)}</tbody>
</table></div>
${next !== undefined && html`<p><a href="${next}" rel="next">Older revisions</a></p>`}`;

const renderRevision = ({
  href,
  createdAt,
  type,
  author,
  message,
  isCurrent,
}: ListedRevision): Html => html`<tr>
<th scope="row"><a href="${href}">${renderTime(createdAt)}</a>${isCurrent && ' (current)'}</th>
<td>${TYPES[type] ?? type}</td>
<td>${author}</td>
<td>${message}</td>
</tr>\n`;
