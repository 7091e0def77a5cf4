import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { sendWithNext } from '../../../platform/db/statement-queue.ts';
import { isWatched } from '../../core/webhooks/watched.queries.ts';
import { isPublished } from './published-spaces.queries.ts';
import { isRendered } from './rendered-sites.queries.ts';

/**
 * Moves the space to `next` when it still is at `base`, not deleted and not locked. The statement is sent with the next
 * one of the transaction; the function that is returned then gives undefined if the space was not moved, and otherwise
 * tells whether there are webhooks to notify, whether it must be synced with a Git repository, whether a site with a
 * renderer shows it, and whether it is published.
 */
export async function moveSpace(
  trx: Transaction<DB>,
  move: { organizationId: string; spaceId: string; base: string; next: string; at: Date },
): Promise<() => Promise<MovedState | undefined>> {
  const statement = trx
    .updateTable('space')
    .set({ revision_id: move.next, updated_at: move.at })
    .where('organization_id', '=', move.organizationId)
    .where('space_id', '=', move.spaceId)
    .where('revision_id', '=', move.base)
    .where('deleted_at', 'is', null)
    .where('edit_mode', '<>', 'locked')
    .returning([
      isWatched(move.organizationId).as('isWatched'),
      isExported(move).as('isExported'),
      isRendered(move).as('isRendered'),
      isPublished(move).as('isPublished'),
    ]);
  const readMoved = await sendWithNext(trx, statement);
  return async () => (await readMoved())[0];
}

interface MovedState {
  isWatched: boolean;
  isExported: boolean;
  isRendered: boolean;
  isPublished: boolean;
}

const isExported = ({ organizationId, spaceId }: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from git_connection
  where organization_id = ${organizationId} and space_id = ${spaceId} and direction <> 'import' and paused_at is null)`;

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
