import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { PageOfRows } from '../../../platform/http/lists.ts';
import { findTeamRows, type TeamRow } from '../../identity/teams/teams.queries.ts';
import type { TargetKey } from './grant-target.ts';
import { findPersonRows, listGrantRows, type PersonRow } from './permissions.repository.ts';

interface List {
  after: string | undefined;
  limit: number;
}

export interface TeamGrant {
  team: TeamRow;
  role: Role;
}

/** The teams that were given something on the place itself, by their ids. */
export async function listTeamPermissions(
  { db, fields }: Pick<Context, 'db' | 'fields'>,
  target: TargetKey,
  list: List,
): Promise<PageOfRows<TeamGrant, string>> {
  const page = await listGrantRows(db, target, { grantee: 'team', ...list });
  const teamIds = page.rows.map(({ id }) => id);
  const teams = await findTeamRows({ db, fields }, { organizationId: target.organizationId, teamIds });
  const byId = new Map(teams.map((team) => [team.team_id, team]));
  return {
    ...page,
    // Skips those deleted between the two queries.
    rows: page.rows.flatMap(({ id, role }) => {
      const team = byId.get(id);
      return team ? [{ team, role }] : [];
    }),
  };
}

export interface UserGrant {
  person: PersonRow;
  role: Role;
}

/** The members who were given something on the place itself, by their ids. */
export async function listUserPermissions(
  db: Context['db'],
  caller: Caller,
  target: TargetKey,
  list: List,
): Promise<PageOfRows<UserGrant, string>> {
  const page = await listGrantRows(db, target, { grantee: 'user', ...list });
  const people = await findPersonRows(
    db,
    caller,
    page.rows.map(({ id }) => id),
  );
  return {
    ...page,
    rows: page.rows.flatMap(({ id, role }) => {
      const person = people.get(id);
      return person ? [{ person, role }] : [];
    }),
  };
}
