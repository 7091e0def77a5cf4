import type { Transaction } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { deleteUnlinkedRows } from '../../../../platform/db/unlinked-rows.queries.ts';

/** Everything that belongs to the space is deleted with its row, except what has no reference to it. */
export async function deleteSpaceRows(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  await deleteUnlinkedRows(trx, { organizationId, spaceId });
  await trx
    .deleteFrom('space')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute();
  for (const table of ['space_directory', 'upload'] as const)
    await trx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('space_id', '=', spaceId)
      .execute();
  for (const table of ['user_recent', 'user_favorite'] as const)
    await trx.deleteFrom(table).where('space_id', '=', spaceId).execute();
}
