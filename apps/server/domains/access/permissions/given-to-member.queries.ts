import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import type { Given } from './deciding-source.ts';

/** Lists all grants of a member on spaces and collections, personal and through teams. */
export async function listGivenToMember(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<Given[]> {
  const isTheirs = sql`organization_id = ${organizationId} and user_id = ${userId}`;
  const { rows } = await sql<Given>`
    with theirs as materialized (select team_id from team_member where ${isTheirs})
    select space_id as "placeId", role, null::uuid as "teamId" from space_user_grant where ${isTheirs}
    union all
    select collection_id, role, null from collection_user_grant where ${isTheirs}
    union all
    select g.space_id, g.role, g.team_id from theirs
    join space_team_grant g on g.organization_id = ${organizationId} and g.team_id = theirs.team_id
    union all
    select g.collection_id, g.role, g.team_id from theirs
    join collection_team_grant g on g.organization_id = ${organizationId} and g.team_id = theirs.team_id`.execute(
    db,
  );
  return rows;
}
