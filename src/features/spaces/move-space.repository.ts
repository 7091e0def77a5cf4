import { type Kysely, sql, type Transaction } from 'kysely';
import type { Role, RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { lastPosition } from '../collections/order.repository.ts';
import type { SpaceKey } from './spaces.repository.ts';

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

/** Somebody's role in the organization with what they were granted on some spaces and collections. */
export interface GrantedStanding {
  role: RoleOrGuest;
  grants: Map<string, Role>;
}

/** Of every member who was granted something on one of these spaces and collections. */
export async function listGrantedStandings(
  db: Kysely<DB> | Transaction<DB>,
  organizationId: string,
  ids: string[],
): Promise<GrantedStanding[]> {
  const { rows } = await sql<{ role: RoleOrGuest; grants: Record<string, Role> }>`
    select m.role, jsonb_object_agg(g.id, g.role) as grants
    from (
      select user_id, space_id as id, role from space_user_grant
      where organization_id = ${organizationId} and space_id = any(${ids}::uuid[])
      union all
      select user_id, collection_id, role from collection_user_grant
      where organization_id = ${organizationId} and collection_id = any(${ids}::uuid[])) g
    join member m on m.organization_id = ${organizationId} and m.user_id = g.user_id
    group by m.user_id, m.role`.execute(db);
  return rows.map(({ role, grants }) => ({ role, grants: new Map(Object.entries(grants)) }));
}
