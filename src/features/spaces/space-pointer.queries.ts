import type { Transaction } from 'kysely';
import type { SpaceKey } from '../../access/space-key.ts';
import type { DB } from '../../db/schema.ts';
import { sendWithNext } from '../../db/statement-queue.ts';
import { isWatched } from '../webhooks/watched.queries.ts';

/**
 * Moves the space to `next` when it still is at `base`, not deleted and not locked. The statement is sent with the next
 * one of the transaction; the function that is returned then gives undefined if the space was not moved, and otherwise
 * tells whether webhooks may want to hear of it.
 */
export async function moveSpace(
  trx: Transaction<DB>,
  move: { organizationId: string; spaceId: string; base: string; next: string; at: Date },
): Promise<() => Promise<{ isWatched: boolean } | undefined>> {
  const statement = trx
    .updateTable('space')
    .set({ revision_id: move.next, updated_at: move.at })
    .where('organization_id', '=', move.organizationId)
    .where('space_id', '=', move.spaceId)
    .where('revision_id', '=', move.base)
    .where('deleted_at', 'is', null)
    .where('edit_mode', '<>', 'locked')
    .returning(isWatched(move.organizationId).as('isWatched'));
  const readMoved = await sendWithNext(trx, statement);
  return async () => (await readMoved())[0];
}

export async function findEditMode(
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<string | undefined> {
  const space = await trx
    .selectFrom('space')
    .select('edit_mode')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return space?.edit_mode;
}
