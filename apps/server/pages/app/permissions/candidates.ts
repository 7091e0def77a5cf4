import { html, type Insertion } from '@lectern/html/html';
import { listMemberRows } from '../../../domains/identity/members/member-list.queries.ts';
import { listTeams } from '../../../domains/identity/teams/teams.service.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import { createFilterFields, type FormContext } from '../../parts/form/form.ts';
import { nameOf } from '../../parts/name.ts';
import { type Given, renderRoleForm } from './role-form.ts';

const MAX_SHOWN = 10;

/** Teams and members, found by a search, that can be given access. */
export interface CandidatesData {
  search: string;
  /** Undefined without a search. */
  found: (Given & { what: string; note: string | undefined })[] | undefined;
}

export async function readCandidates(
  { db, fields }: Pick<Context, 'db' | 'fields'>,
  caller: Caller,
  search: string,
): Promise<CandidatesData> {
  if (search === '') return { search, found: undefined };
  const { organizationId } = caller;
  const list = { after: undefined, limit: MAX_SHOWN };
  const teams = await listTeams(
    { db, fields },
    { ...list, organizationId, managerId: undefined, title: search },
  );
  const members = await listMemberRows(db, caller, {
    ...list,
    sort: 'name',
    order: 'asc',
    role: undefined,
    search: foldName(search),
  });
  return {
    search,
    found: [
      ...teams.rows.map(({ team_id: teamId, title, members: count }) => ({
        path: `teams/${teamId}`,
        name: title,
        role: 'read' as const,
        what: 'team',
        note: `${count} ${count === 1 ? 'member' : 'members'}`,
      })),
      ...members.rows.map((member) => ({
        path: `users/${member.user_id}`,
        name: nameOf(member.display_name),
        role: 'read' as const,
        what: 'member',
        note: member.shows_email ? (member.email ?? undefined) : undefined,
      })),
    ],
  };
}

export const renderCandidates = (
  { search, found }: CandidatesData,
  here: string,
  context: FormContext,
): Insertion => html`<h2>Add access</h2>
<form class="filter" method="get" action="${here}" role="search">
${createFilterFields('candidates').text({
  name: 'search',
  label: 'Team or member',
  type: 'search',
  value: search,
  maxLength: 256,
})}
<button type="submit">Search</button>
</form>
${found && renderFound(found, here, context)}`;

const renderFound = (
  found: NonNullable<CandidatesData['found']>,
  here: string,
  context: FormContext,
): Insertion =>
  found.length === 0
    ? html`<p role="status">No matching teams or members.</p>`
    : html`<ul class="cards">${found.map(
        (one) =>
          html`<li><span>${one.name} <span class="tag">${one.what}</span>${one.note !== undefined && html` <small class="note">${one.note}</small>`}</span>${renderRoleForm(one, { here, submit: 'Add' }, context)}</li>`,
      )}</ul>`;
