import type { Kysely, Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/**
 * Returns when the space was deleted, and prevents its restoration until the transaction ends. Undefined if it does not
 * exist.
 */
export async function lockDeletedAt(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<{ deletedAt: Date | null } | undefined> {
  return trx
    .selectFrom('space')
    .select('deleted_at as deletedAt')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst();
}

export async function listSpacesDeletedUntil(
  db: Kysely<DB> | Transaction<DB>,
  time: Date,
): Promise<(SpaceKey & { deletedAt: Date })[]> {
  const rows = await db
    .selectFrom('space')
    .select(['organization_id as organizationId', 'space_id as spaceId', 'deleted_at as deletedAt'])
    .where('deleted_at', '<=', time)
    .execute();
  return rows.flatMap(({ deletedAt, ...key }) => (deletedAt ? [{ ...key, deletedAt }] : []));
}
