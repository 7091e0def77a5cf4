import type { Transaction } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { SpaceEventBody } from '../../../platform/access/space-event.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { holdSpace, lockForCounting } from '../../content/spaces/space-counts.queries.ts';
import {
  countDiscussion,
  type DiscussedChangeRequest,
  lockDiscussion,
} from '../change-requests/discussion.queries.ts';
import { type CommentTarget, targetNotFound } from './comment-target.ts';
import { countSpaceComments, type PlaceKey } from './comments.repository.ts';

/** The event that streams send for a change. */
export interface CommentChange {
  change: Extract<SpaceEventBody, { type: 'comment' }>['change'];
  commentId: string;
  replyId?: string;
  pageId: string | null;
  actor: Actor;
  at: Date;
}

/** Publishes an event of a comment or reply to streams. */
export function recordComment(
  unit: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: PlaceKey,
  { change, commentId, replyId, pageId, actor, at }: CommentChange,
): void {
  unit.record({
    organizationId,
    spaceId,
    changeRequestId: changeRequestId ?? undefined,
    at,
    actorId: authorIdOf(actor),
    body: {
      type: 'comment',
      change,
      comment: commentId,
      ...(replyId === undefined ? {} : { reply: replyId }),
      ...(pageId === null ? {} : { page: pageId }),
    },
  });
}

/**
 * Changes comments, counts the open ones again, and notifies streams and webhooks, in one transaction. Simultaneous changes in the
 * same place wait for each other, so that the last count is right.
 */
export async function changeComments<Result>(
  { transact }: Pick<Context, 'transact'>,
  target: CommentTarget,
  work: (trx: Transaction<DB>, unit: UnitOfWork) => Promise<Result>,
  emit?: (unit: UnitOfWork, changeRequest: DiscussedChangeRequest | undefined) => Promise<void>,
): Promise<Result> {
  const { space, changeRequestId } = target;
  const changeRequest = changeRequestId === null ? undefined : { ...keyOfSpace(space), changeRequestId };
  return transact(async (unit) => {
    const { trx } = unit;
    const isThere = changeRequest ? await holdSpace(trx, space) : await lockForCounting(trx, space);
    const discussed = changeRequest && isThere ? await lockDiscussion(unit, changeRequest) : undefined;
    if (!isThere || (changeRequest && !discussed)) throw targetNotFound(target)();
    const result = await work(trx, unit);
    await countComments(trx, { ...keyOfSpace(space), changeRequestId });
    await emit?.(unit, discussed);
    return result;
  });
}

/**
 * Changes comments and counts the open ones again, in a transaction that has moved the content that they are about, or
 * has locked nothing yet.
 */
export async function changeCommentsOnCommit(
  unit: UnitOfWork,
  place: PlaceKey,
  work: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  const { changeRequestId } = place;
  if (changeRequestId === null) await lockForCounting(unit.trx, place);
  else await lockDiscussion(unit, { ...place, changeRequestId });
  await work(unit.trx);
  await countComments(unit.trx, place);
}

async function countComments(trx: Transaction<DB>, place: PlaceKey): Promise<void> {
  const { changeRequestId } = place;
  if (changeRequestId === null) await countSpaceComments(trx, place);
  else await countDiscussion(trx, { ...place, changeRequestId });
}

const keyOfSpace = ({ organizationId, spaceId }: CommentTarget['space']) => ({ organizationId, spaceId });
