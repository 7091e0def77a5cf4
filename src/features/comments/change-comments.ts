import type { UnitOfWork } from '../../access/transaction.ts';
import type { Context } from '../../context.ts';
import { countDiscussion, lockDiscussion } from '../change-requests/discussion.queries.ts';
import { countSpaceComments, holdSpace, lockForCounting } from '../spaces/space-counts.queries.ts';
import { type CommentPlace, placeNotFound } from './comment-place.ts';

/**
 * Changes comments, and counts the open ones again, in one transaction. Others who do so in the same place wait, so that
 * the last of them counts right.
 */
export async function changeComments<Result>(
  { transact }: Pick<Context, 'transact'>,
  place: CommentPlace,
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  const { space, changeRequestId } = place;
  const changeRequest = changeRequestId === null ? undefined : { ...keyOfSpace(space), changeRequestId };
  return transact(async (unit) => {
    const { trx } = unit;
    const isThere = changeRequest
      ? (await holdSpace(trx, space)) && (await lockDiscussion(trx, changeRequest))
      : await lockForCounting(trx, space);
    if (!isThere) throw placeNotFound(place)();
    const result = await work(unit);
    if (changeRequest) await countDiscussion(trx, changeRequest);
    else await countSpaceComments(trx, space);
    return result;
  });
}

const keyOfSpace = ({ organizationId, spaceId }: CommentPlace['space']) => ({ organizationId, spaceId });
