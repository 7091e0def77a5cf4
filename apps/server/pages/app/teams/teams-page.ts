import { type Html, html } from '@lectern/html/html';
import type { TeamPosition, TeamRow } from '../../../domains/identity/teams/teams.queries.ts';
import { listTeams } from '../../../domains/identity/teams/teams.service.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { createFilterFields, type FormContext, renderForm } from '../../parts/form/form.ts';
import { nameOf } from '../../parts/name.ts';

const TEAMS_PER_PAGE = 100;

export interface TeamsData {
  here: string;
  title: string;
  count: number;
  teams: (Pick<TeamRow, 'title' | 'members' | 'spaces'> & { href: string })[];
  next: string | undefined;
  /** Whether the caller may create a team. */
  isEditable: boolean;
}

/** `title`: a part of the titles to look for; `page`: the cursor of a page of them. */
export async function readTeams(
  { db, fields, cursors }: Pick<Context, 'db' | 'fields' | 'cursors'>,
  addresses: Addresses,
  { organizationId }: Pick<Caller, 'organizationId'>,
  asked: { title: string; page: string | undefined },
): Promise<Omit<TeamsData, 'isEditable'>> {
  const { title, page } = asked;
  const here = addresses.inOrganization(organizationId, 'teams');
  const list = openList<TeamPosition>(cursors, `app-teams:${JSON.stringify([organizationId, title])}`, {
    page,
    limit: TEAMS_PER_PAGE,
  });
  const { rows, count, next } = await listTeams(
    { db, fields },
    {
      organizationId,
      managerId: undefined,
      title: title === '' ? undefined : title,
      ...list.asked,
    },
  );
  const query = title === '' ? '' : `title=${encodeURIComponent(title)}&`;
  return {
    here,
    title,
    count,
    teams: rows.map((row) => ({
      ...row,
      href: addresses.inOrganization(organizationId, 'teams', row.team_id),
    })),
    next: next === undefined ? undefined : `${here}?${query}page=${list.cursorOf(next)}`,
  };
}

export function renderTeams(data: TeamsData, context: FormContext): Html {
  const { here, title, count, teams, next, isEditable } = data;
  return html`<h1>Teams <small class="note">${count}</small></h1>
<form class="filter" method="get" action="${here}" role="search">
${createFilterFields('filter').text({ name: 'title', label: 'Title', type: 'search', value: title, maxLength: 64 })}
<button type="submit">Search</button>
</form>
${teams.length === 0 ? html`<p>${title === '' ? 'There are no teams yet.' : 'No matching teams.'}</p>` : renderTable(teams)}
${next !== undefined && html`<p><a href="${next}" rel="next">More teams</a></p>`}
${
  isEditable &&
  html`<h2>Create team</h2>
${renderForm(context, { name: 'create', action: here, submit: 'Create' }, ({ text }) =>
  text({ name: 'title', label: 'Title', isRequired: true, maxLength: 64 }),
)}`
}`;
}

const renderTable = (teams: TeamsData['teams']): Html =>
  html`<div class="scroll" role="region" aria-label="Teams" tabindex="0"><table class="list">
<thead><tr><th scope="col">Team</th><th scope="col" class="right">Members</th><th scope="col" class="right">Spaces</th></tr></thead>
<tbody>${teams.map(
    ({ title, href, members, spaces }) => html`<tr>
<th scope="row"><a href="${href}">${nameOf(title)}</a></th><td class="right">${members}</td><td class="right">${spaces}</td>
</tr>\n`,
  )}</tbody>
</table></div>`;
