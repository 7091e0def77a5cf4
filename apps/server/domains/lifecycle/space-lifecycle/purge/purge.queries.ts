import type { Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/** Everything that belongs to the space is deleted with its row, except the directory entry. */
export async function deleteSpaceRows(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await trx
    .deleteFrom('space')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
  await trx
    .deleteFrom('space_directory')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
}
