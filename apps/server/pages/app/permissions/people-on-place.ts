import { html, type Insertion } from '@lectern/html/html';
import type { Source } from '../../../domains/access/permissions/deciding-source.ts';
import type { TargetKey } from '../../../domains/access/permissions/grant-target.ts';
import { listAggregate } from '../../../domains/access/permissions/list-aggregate.ts';
import { findTeamRows } from '../../../domains/identity/teams/teams.queries.ts';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { LADDER, type Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { createFilterFields } from '../../parts/form/form.ts';
import { nameOf } from '../../parts/name.ts';

const PEOPLE_PER_PAGE = 100;

/** The people with a role on a place, and the source of each role. */
export interface PeopleData {
  role: Role | undefined;
  count: number;
  people: { userId: string; name: string; email: string | undefined; role: Role; source: string }[];
  next: string | undefined;
}

interface Asked {
  place: TargetKey;
  here: string;
  role: Role | undefined;
  page: string | undefined;
}

export async function readPeople(
  { db, fields, cursors }: Pick<Context, 'db' | 'fields' | 'cursors'>,
  caller: Caller,
  titleOf: (collectionId: string) => string | undefined,
  { place, here, role, page }: Asked,
): Promise<PeopleData> {
  const list = openList<string>(cursors, `app-permissions:${place.id}:${role ?? ''}`, {
    page,
    limit: PEOPLE_PER_PAGE,
  });
  const { rows, count, next } = await listAggregate(db, caller, place, { role, ...list.asked });
  const teamIds = rows.flatMap(({ decided }) =>
    decided.source.type === 'team' ? [decided.source.team] : [],
  );
  const teams = await findTeamRows(
    { db, fields },
    {
      organizationId: place.organizationId,
      teamIds: [...new Set(teamIds)],
    },
  );
  const teamTitles = new Map(teams.map((team) => [team.team_id, team.title]));
  const explain = (source: Source): string => explainSource(source, { place, titleOf, teamTitles });
  const query = role === undefined ? '' : `role=${role}&`;
  return {
    role,
    count,
    people: rows.map(({ person, decided }) => ({
      userId: person.user_id,
      name: nameOf(person.display_name),
      email: person.shows_email ? (person.email ?? undefined) : undefined,
      role: decided.role,
      source: explain(decided.source),
    })),
    next: next === undefined ? undefined : `${here}?${query}page=${list.cursorOf(next)}`,
  };
}

function explainSource(
  source: Source,
  known: {
    place: TargetKey;
    titleOf: (collectionId: string) => string | undefined;
    teamTitles: ReadonlyMap<string, string>;
  },
): string {
  if (source.type === 'organization') return 'role in the organization';
  const { kind, id } = source.on;
  // No name is shown of a collection that the caller may not read.
  const title = kind === 'collection' && id !== known.place.id ? known.titleOf(id) : undefined;
  const where =
    id === known.place.id ? 'here' : title === undefined ? 'on a collection further up' : `on “${title}”`;
  if (source.type === 'team') {
    return `team “${known.teamTitles.get(source.team) ?? 'deleted team'}” ${where}`;
  }
  return source.type === 'default' ? `default level ${where}` : `direct role ${where}`;
}

export function renderPeople({ role, count, people, next }: PeopleData, here: string): Insertion {
  return html`<h2>Everyone with access <small class="note">${count}</small></h2>
<form class="filter" method="get" action="${here}" role="search">
${createFilterFields('people').select({
  name: 'role',
  label: 'Role',
  value: role ?? '',
  options: [['', 'any'], ...[...LADDER].reverse().map((one): [string, string] => [one, one])],
})}
<button type="submit">Show</button>
</form>
${
  people.length === 0
    ? html`<p>No matching members.</p>`
    : html`<div class="scroll" role="region" aria-label="Roles" tabindex="0"><table class="list">
<thead><tr><th scope="col">Member</th><th scope="col">Role</th><th scope="col">Source</th></tr></thead>
<tbody>${people.map(
        (one) =>
          html`<tr><th scope="row">${one.name}${one.email !== undefined && html`<br><small class="note">${one.email}</small>`}</th><td>${one.role}</td><td class="wide">${one.source}</td></tr>\n`,
      )}</tbody>
</table></div>`
}
${next !== undefined && html`<p><a href="${next}" rel="next">More people</a></p>`}`;
}
