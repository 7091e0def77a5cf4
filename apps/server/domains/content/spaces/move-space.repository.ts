import { type Kysely, sql, type Transaction } from 'kysely';
import { type Grants, highestGrants } from '../../../platform/access/pointers.ts';
import { isAbove, LADDER, type Role, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { lastPosition } from '../collections/order.queries.ts';

/** `position` undefined: to the end. Tells whether the space was there and not deleted. */
export async function moveSpaceRow(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
  to: { parentId: string | null; position: string | undefined; at: Date },
): Promise<boolean> {
  const { parentId, position, at } = to;
  const result = await trx
    .updateTable('space')
    .set({
      parent_id: parentId,
      position: position ?? lastPosition({ organizationId, parentId }),
      updated_at: at,
    })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A member's role in the organization with their grants on some spaces and collections. */
export interface GrantedStanding {
  role: RoleOrGuest;
  grants: Grants;
}

/**
 * Lists the members with a grant above this role on some of these spaces and collections, personal or through a team:
 * each combination once, however many members have it.
 */
export async function listGrantedStandings(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, ids, above }: { organizationId: string; ids: string[]; above: RoleOrGuest },
): Promise<GrantedStanding[]> {
  const roles = LADDER.filter((role) => isAbove(role, above));
  const given = (place: 'space' | 'collection', grantee: 'user' | 'team') => sql`
    select ${sql.ref(`${grantee}_id`)}, ${sql.ref(`${place}_id`)} as id, role from ${sql.table(`${place}_${grantee}_grant`)}
    where organization_id = ${organizationId} and ${sql.ref(`${place}_id`)} = any(${ids}::uuid[])
      and role = any(${roles}::text[])`;
  const { rows } = await sql<{ role: RoleOrGuest; grants: [string, Role][] }>`
    select distinct m.role, g.grants
    from (
      select user_id, jsonb_agg(distinct jsonb_build_array(id, role)) as grants
      from (
        ${given('space', 'user')}
        union all
        ${given('collection', 'user')}
        union all
        select i.user_id, t.id, t.role
        from (${given('space', 'team')} union all ${given('collection', 'team')}) t
        join team_member i on i.organization_id = ${organizationId} and i.team_id = t.team_id) reached
      group by user_id) g
    join member m on m.organization_id = ${organizationId} and m.user_id = g.user_id
    where m.role is distinct from 'admin'`.execute(db);
  return rows.map(({ role, grants }) => ({ role, grants: highestGrants(grants) }));
}
