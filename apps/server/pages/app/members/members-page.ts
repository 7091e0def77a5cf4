import { type Html, html } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import {
  listMemberRows,
  type MemberList,
  type MemberPosition,
} from '../../../domains/identity/members/member-list.queries.ts';
import type { MemberRow } from '../../../domains/identity/members/members.queries.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { ROLES } from '../../../platform/http/schemas.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { createFilterFields } from '../../parts/form/form.ts';
import { showRole } from '../../parts/form/role-options.ts';
import { nameOf } from '../../parts/name.ts';

const MEMBERS_PER_PAGE = 100;

/** The orders to choose from, by their name in the address. */
const ORDERS = {
  newest: { label: 'newest first', sort: 'joinedAt', order: 'desc' },
  oldest: { label: 'oldest first', sort: 'joinedAt', order: 'asc' },
  name: { label: 'name', sort: 'name', order: 'asc' },
  seen: { label: 'last seen', sort: 'lastSeenAt', order: 'desc' },
} as const satisfies Record<string, Pick<MemberList, 'sort' | 'order'> & { label: string }>;

export const ORDER_NAMES = Object.keys(ORDERS) as OrderName[];
export type OrderName = keyof typeof ORDERS;

export interface MemberFilter {
  search: string;
  /** '': of any role; a guest has none. */
  role: '' | 'guest' | Exclude<RoleOrGuest, null>;
  order: OrderName;
}

export interface MembersData {
  here: string;
  filter: MemberFilter;
  count: number;
  members: (MemberRow & { href: string })[];
  next: string | undefined;
  inviteAddress: string | undefined;
}

/** `page`: the cursor of a page of the list. */
export async function readMembers(
  { db, cursors }: Pick<Context, 'db' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  asked: { filter: MemberFilter; page: string | undefined },
): Promise<Omit<MembersData, 'inviteAddress'>> {
  const { organizationId } = caller;
  const { filter, page } = asked;
  const { search, role, order } = filter;
  const list = openList<MemberPosition>(
    cursors,
    `app-members:${JSON.stringify([organizationId, search, role, order])}`,
    { page, limit: MEMBERS_PER_PAGE },
  );
  const { rows, count, next } = await listMemberRows(db, caller, {
    sort: ORDERS[order].sort,
    order: ORDERS[order].order,
    role: role === '' ? undefined : role === 'guest' ? null : role,
    search: foldName(search),
    ...list.asked,
  });
  const here = addresses.inOrganization(organizationId, 'members');
  return {
    here,
    filter,
    count,
    members: rows.map((row) => ({ ...row, href: `${here}/${row.user_id}` })),
    next:
      next === undefined
        ? undefined
        : `${here}?${new URLSearchParams({ search, role, order, page: list.cursorOf(next) })}`,
  };
}

export const renderMembers = ({
  here,
  filter,
  count,
  members,
  next,
  inviteAddress,
}: MembersData): Html => html`<h1>Members <small class="note">${count}</small></h1>
${inviteAddress !== undefined && html`<p><a href="${inviteAddress}">Invite people</a></p>`}
${renderFilter(here, filter)}
${members.length === 0 ? html`<p>No matching members.</p>` : renderTable(members)}
${next !== undefined && html`<p><a href="${next}" rel="next">More members</a></p>`}`;

function renderFilter(here: string, { search, role, order }: MemberFilter): Html {
  const { text, select } = createFilterFields('filter');
  return html`<form class="filter" method="get" action="${here}" role="search">
${text({ name: 'search', label: 'Name or email', type: 'search', value: search })}
${select({
  name: 'role',
  label: 'Role',
  value: role,
  options: [['', 'any'], ...[...ROLES, 'guest'].map((one): [string, string] => [one, one])],
})}
${select({
  name: 'order',
  label: 'Order',
  value: order,
  options: ORDER_NAMES.map((name) => [name, ORDERS[name].label]),
})}
<button type="submit">Search</button>
</form>`;
}

const renderTable = (members: MembersData['members']): Html =>
  html`<div class="scroll" role="region" aria-label="Members" tabindex="0"><table class="list">
<thead><tr><th scope="col">Member</th><th scope="col">Role</th><th scope="col">Joined</th><th scope="col">Last seen</th><th scope="col" class="right">Teams</th><th scope="col" class="right">Spaces</th></tr></thead>
<tbody>${members.map(renderRow)}</tbody>
</table></div>`;

const renderRow = (member: MembersData['members'][number]): Html => html`<tr>
<th scope="row"><a href="${member.href}">${nameOf(member.display_name)}</a>${member.shows_email && member.email && html`<br><small class="note">${member.email}</small>`}</th>
<td>${showRole(member.role)}${member.disabled && html` <span class="tag">invited</span>`}${member.sso && html` <span class="tag">single sign-on</span>`}</td>
<td>${renderTime(member.joined_at)}</td>
<td>${member.last_seen_at === null ? 'never' : renderTime(member.last_seen_at)}</td>
<td class="right">${member.teams}</td>
<td class="right">${member.spaces}</td>
</tr>\n`;
