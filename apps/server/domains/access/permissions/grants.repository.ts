import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Role } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { GranteeKind, GrantTarget, TargetKey } from './grant-target.ts';

/** The table of the grants to grantees of this kind on places of this kind. */
export const grantTable = (place: TargetKey['kind'], grantee: GranteeKind): RawBuilder<unknown> =>
  sql.table(`${place}_${grantee}_grant`);

/** The grants on the place itself. */
export const ofTarget = (
  { kind, organizationId, id }: TargetKey,
  grantee: GranteeKind,
): RawBuilder<unknown> => sql`(
  select ${sql.ref(`${grantee}_id`)}, role, ${sql.ref(`${kind}_id`)} as place_id from ${grantTable(kind, grantee)}
  where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id})`;

/** The grants on the place and on the collections above it. */
export function ofTargets(target: GrantTarget, grantee: GranteeKind): RawBuilder<unknown> {
  const above = target.above.map(({ collectionId }) => collectionId);
  return sql`(
    select * from ${ofTarget(target, grantee)} own
    union all
    select ${sql.ref(`${grantee}_id`)}, role, collection_id from ${grantTable('collection', grantee)}
    where organization_id = ${target.organizationId} and collection_id = any(${above}::uuid[]))`;
}

/** Everybody who was given a role on a place itself. */
export interface OwnGrants {
  users: { id: string; role: Role }[];
  teams: { id: string; role: Role }[];
}

export async function listOwnGrants(trx: Transaction<DB>, target: TargetKey): Promise<OwnGrants> {
  const listed = (grantee: 'user' | 'team') => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', ${sql.ref(`${grantee}_id`)}, 'role', role)), '[]')
    from ${ofTarget(target, grantee)} g)`;
  const { rows } = await sql<OwnGrants>`
    select ${listed('user')} as users, ${listed('team')} as teams`.execute(trx);
  return rows[0] ?? { users: [], teams: [] };
}
