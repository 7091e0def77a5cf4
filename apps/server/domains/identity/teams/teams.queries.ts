import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';

/** A team with how many are in it, and how many spaces it was given a role on or above. */
export interface TeamRow {
  organization_id: string;
  team_id: string;
  title: string;
  created_at: Date;
  members: number;
  spaces: number;
}

export interface TeamKey {
  organizationId: string;
  teamId: string;
}

/** Parameters of statements that show teams: the database or a transaction, and the fields of the domains above. */
export type TeamReads = Pick<Context, 'db' | 'fields'>;

/** The teams of the organization among these, in the order of the ids. */
export async function findTeamRows(
  { db, fields }: TeamReads,
  { organizationId, teamIds }: { organizationId: string; teamIds: readonly string[] },
): Promise<TeamRow[]> {
  const given = sql`unnest(${teamIds}::uuid[]) with ordinality as given(team_id, place)`;
  const { rows } = await sql<TeamRow>`
    select t.organization_id, t.team_id, t.title, t.created_at, coalesce(reached.spaces, 0) as spaces,
      (select count(*)::int from team_member m
        where m.organization_id = ${organizationId} and m.team_id = t.team_id) as members
    from ${given}
    join team t on t.organization_id = ${organizationId} and t.team_id = given.team_id
    left join ${fields.spacesOfTeams({ organizationId, teamIds })} reached on reached.team_id = t.team_id
    order by place`.execute(db);
  return rows;
}

export async function findTeamRow(
  reads: TeamReads,
  { organizationId, teamId }: TeamKey,
): Promise<TeamRow | undefined> {
  return (await findTeamRows(reads, { organizationId, teamIds: [teamId] }))[0];
}

/** The position where a page ends: the folded title and the id. */
export type TeamPosition = [title: string, teamId: string];
