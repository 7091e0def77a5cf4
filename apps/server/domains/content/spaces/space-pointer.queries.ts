import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { SpaceFollower } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { sendWithNext } from '../../../platform/db/statement-queue.ts';
import { isWatched } from '../../core/webhooks/watched.queries.ts';

/**
 * Moves the space to `next` when it still is at `base`, not deleted and not locked. The statement is sent with the next
 * one of the transaction; the function that is returned then gives undefined if the space was not moved, and otherwise
 * shows whether there are webhooks to notify, which of the followers the move concerns, and whether `hasReferences`
 * holds, a condition on the space.
 */
export async function moveSpace(
  trx: Transaction<DB>,
  move: { organizationId: string; spaceId: string; base: string; next: string; at: Date },
  { followers, hasReferences }: { followers: readonly SpaceFollower[]; hasReferences: RawBuilder<boolean> },
): Promise<() => Promise<MovedState | undefined>> {
  const { organizationId, spaceId } = move;
  const concerned = followers.map((follower) => follower.isConcerned({ organizationId, spaceId }));
  const statement = trx
    .updateTable('space')
    .set({ revision_id: move.next, updated_at: move.at })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('revision_id', '=', move.base)
    .where('deleted_at', 'is', null)
    .where('edit_mode', '<>', 'locked')
    .returning([
      isWatched(organizationId).as('isWatched'),
      sql<boolean[]>`array[${sql.join(concerned)}]::boolean[]`.as('concerned'),
      hasReferences.as('hasReferences'),
    ]);
  const readMoved = await sendWithNext(trx, statement);
  return async () => {
    const [moved] = await readMoved();
    if (!moved) return undefined;
    const { concerned: isConcerned, ...state } = moved;
    return { ...state, followers: followers.filter((_, index) => isConcerned[index]) };
  };
}

interface MovedState {
  isWatched: boolean;
  hasReferences: boolean;
  /** Those that the move concerns. */
  followers: SpaceFollower[];
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

/** Notes that the documents of a revision were drawn. */
export async function noteDrawn(
  db: Kysely<DB> | Transaction<DB>,
  { organizationId, spaceId, revisionId, version }: SpaceKey & { revisionId: string; version: string },
): Promise<void> {
  await sql`
    update space set drawn_revision_id = ${revisionId}, drawn_version = ${version}
    where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
}
