import { revisionNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import { changeRequestNotFound } from '../change-request-errors.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { findWhetherMoved } from '../revisions-of-change-request.queries.ts';
import { findSeen, type SeenState, storeSeen } from './seen.queries.ts';

/** Notes that a user has seen a change request up to a revision. Nothing becomes unread by it. */
export async function noteSeen(
  { db, transact, clock }: Pick<Context, 'db' | 'transact' | 'clock'>,
  store: ContentStore,
  {
    space,
    row,
    userId,
    revisionId,
  }: { space: SpacePointer; row: ChangeRequestRow; userId: string; revisionId: string },
): Promise<SeenState> {
  const key = keyOf(row);
  const headId = row.revision_id;
  await store.keepForGood(space, revisionId);
  const isBehind = await findWhetherMoved(db, key, { headId, revisionId, userId });
  if (isBehind === undefined) throw revisionNotFound();
  const at = clock();
  return transact(async (unit) => {
    if (await storeSeen(unit.trx, key, { userId, revisionId, headId, isBehind, at }))
      unit.record({ ...key, userId, actorId: userId, at, body: { type: 'seen', revision: revisionId } });
    const seen = (await findSeen(unit.trx, { ...key, userId }, [key.changeRequestId])).get(
      key.changeRequestId,
    );
    if (!seen) throw changeRequestNotFound();
    return seen;
  });
}
