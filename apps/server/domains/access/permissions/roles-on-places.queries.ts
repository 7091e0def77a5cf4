import { sql } from 'kysely';
import type { EndingRole, Followers } from '../../../platform/access/transaction.ts';

/** The roles of the member, which are deleted with the membership. */
export const listRolesOfMember: Followers['memberLeaves'] = ({ organizationId, userId }) => {
  const isTheirs = sql`organization_id = ${organizationId} and user_id = ${userId}`;
  return sql<EndingRole[]>`(
    select coalesce(jsonb_agg(role order by kind, id), '[]') from (
      select 1 as kind, space_id as id, jsonb_build_object('space', space_id, 'role', role) as role
      from space_user_grant where ${isTheirs}
      union all
      select 2, collection_id, jsonb_build_object('collection', collection_id, 'role', role)
      from collection_user_grant where ${isTheirs}
      union all
      select 3, site_id, jsonb_build_object('site', site_id, 'role', role)
      from site_user_grant where ${isTheirs}) given)`;
};

/** The roles of the team, which are deleted with it. */
export const listRolesOfTeam: Followers['teamDeleted'] = async ({ trx }, { organizationId, teamId }) => {
  const isTheirs = sql`organization_id = ${organizationId} and team_id = ${teamId}`;
  const { rows } = await sql<{ given: EndingRole }>`
    select jsonb_build_object('collection', collection_id, 'role', role) as given from collection_team_grant
    where ${isTheirs}
    union all
    select jsonb_build_object('space', space_id, 'role', role) from space_team_grant where ${isTheirs}
    union all
    select jsonb_build_object('site', site_id, 'role', role) from site_team_grant where ${isTheirs}`.execute(
    trx,
  );
  return rows.map(({ given }) => given);
};

/** Those of the collections on which a user or a team has a role. */
export const listCollectionsWithRoles: Followers['placeMoves'] = async (
  { trx },
  { organizationId, collectionIds },
) => {
  const { rows } = await sql<{ collection_id: string }>`
    select asked.collection_id from unnest(${collectionIds}::uuid[]) as asked(collection_id)
    where exists (select 1 from collection_user_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)
      or exists (select 1 from collection_team_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)`.execute(trx);
  return rows.map(({ collection_id }) => collection_id);
};
