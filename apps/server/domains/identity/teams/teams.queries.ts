import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

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

/** The teams of the organization among these, in the order of the ids. */
export async function findTeamRows(
  db: Database,
  { organizationId, teamIds }: { organizationId: string; teamIds: readonly string[] },
): Promise<TeamRow[]> {
  const given = sql`unnest(${teamIds}::uuid[]) with ordinality as given(team_id, place)`;
  // The spaces that are right in a collection are counted once, however many teams reach the collection.
  const { rows } = await sql<TeamRow>`
    with recursive reached as (
      select team_id, collection_id from collection_team_grant
      where organization_id = ${organizationId} and team_id = any(${teamIds}::uuid[])
      union
      select r.team_id, c.collection_id from reached r
      join collection c on c.organization_id = ${organizationId} and c.parent_id = r.collection_id),
    held as (
      select parent_id, count(*) as spaces from space
      where organization_id = ${organizationId} and deleted_at is null
        and parent_id in (select collection_id from reached)
      group by parent_id),
    counted as (
      select r.team_id, h.spaces from reached r join held h on h.parent_id = r.collection_id
      union all
      select g.team_id, 1 from space_team_grant g
      join space s on s.organization_id = g.organization_id and s.space_id = g.space_id and s.deleted_at is null
      where g.organization_id = ${organizationId} and g.team_id = any(${teamIds}::uuid[])
        and not exists (select 1 from reached r where r.team_id = g.team_id and r.collection_id = s.parent_id)),
    spaces as (select team_id, sum(spaces)::int as spaces from counted group by team_id)
    select t.organization_id, t.team_id, t.title, t.created_at, coalesce(spaces, 0) as spaces,
      (select count(*)::int from team_member m
        where m.organization_id = t.organization_id and m.team_id = t.team_id) as members
    from ${given}
    join team t on t.organization_id = ${organizationId} and t.team_id = given.team_id
    left join spaces on spaces.team_id = t.team_id
    order by place`.execute(db);
  return rows;
}

export async function findTeamRow(
  db: Database,
  { organizationId, teamId }: TeamKey,
): Promise<TeamRow | undefined> {
  return (await findTeamRows(db, { organizationId, teamIds: [teamId] }))[0];
}

/** The position where a page ends: the folded title and the id. */
export type TeamPosition = [title: string, teamId: string];
