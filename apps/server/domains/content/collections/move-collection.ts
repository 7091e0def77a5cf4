import { MAX_DEPTH } from '../../../platform/access/above.ts';
import { collectionNotFound, insufficientRole } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import { findStanding, type Standing } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError } from '../../../platform/http/errors.ts';
import type { CollectionRow } from './collections.queries.ts';
import {
  type CollectionKey,
  isAdminInside,
  measureDepth,
  moveCollectionRow,
} from './collections.repository.ts';
import { collectionsTooDeep, getCollectionRow } from './collections.service.ts';
import { findMoveTarget } from './find-move-target.ts';
import { recordMove } from './inherited-access.ts';
import type { Move } from './move.schemas.ts';
import { type CollectionAbove, listAbove, lockOrder } from './order.queries.ts';

export const collectionCycle = defineError(
  { status: 409, reason: 'collection-cycle' },
  'A collection cannot be moved into itself or into a collection that it contains.',
);
const holdsMoreThanYours = (): ApiError => insufficientRole('admin', 'on everything in the collection');

/**
 * Moves a collection with its whole content. Another parent changes who has access to all of it, including the caller,
 * so it requires `admin` on everything inside.
 */
export async function moveCollection(
  { transact, clock, pointers }: Pick<Context, 'transact' | 'clock' | 'pointers'>,
  { actor, cause }: { actor: Actor; cause: Cause },
  { organizationId, collectionId }: CollectionKey,
  move: Move,
): Promise<CollectionRow> {
  const key = { organizationId, collectionId };
  const standing = await findStanding(pointers, actor, organizationId);
  if (!standing) throw collectionNotFound();
  const at = clock();
  return transact(async (unit) => {
    const { trx, announce } = unit;
    await lockOrder(trx, organizationId);
    const moved = await getCollectionRow(trx, key);
    const target = await findMoveTarget(
      trx,
      standing,
      { organizationId, id: collectionId, parentId: moved.parent_id },
      move,
    );
    if (target.above.some((above) => above.collectionId === collectionId)) throw collectionCycle();
    if (target.parentId !== moved.parent_id) {
      if (target.above.length + (await measureDepth(trx, key)) > MAX_DEPTH) throw collectionsTooDeep();
      const itself = await listAbove(trx, { organizationId, parentId: collectionId });
      const caller = { organizationId, actor, role: standing.role };
      if (!isGrantedAdmin(standing, itself) && !(await isAdminInside(trx, caller, key))) {
        throw holdsMoreThanYours();
      }
      const [{ defaultLevel }, ...above] = itself as [CollectionAbove, ...CollectionAbove[]];
      await recordMove(unit, {
        place: { kind: 'collection', organizationId, id: collectionId, title: moved.title },
        cause,
        before: { parentId: moved.parent_id, defaultLevel, above },
        after: { ...target, defaultLevel },
        at,
      });
    }
    await moveCollectionRow(trx, key, { ...target, at });
    announce({ kind: 'collection', collectionId });
    return getCollectionRow(trx, key);
  });
}

/** A grant on a collection, or from the organization, applies to everything in it. */
const isGrantedAdmin = ({ role, grants }: Standing, itself: CollectionAbove[]): boolean =>
  role === 'admin' || itself.some(({ collectionId }) => grants.get(collectionId) === 'admin');
