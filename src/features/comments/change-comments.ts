import type { Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import type { DB } from '../../db/schema.ts';
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
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  const { space, changeRequestId } = place;
  const changeRequest = changeRequestId === null ? undefined : { ...keyOfSpace(space), changeRequestId };
  return transact(async ({ trx }) => {
    const isThere = changeRequest
      ? (await holdSpace(trx, space)) && (await lockDiscussion(trx, changeRequest))
      : await lockForCounting(trx, space);
    if (!isThere) throw placeNotFound(place)();
    const result = await work(trx);
    if (changeRequest) await countDiscussion(trx, changeRequest);
    else await countSpaceComments(trx, space);
    return result;
  });
}

const keyOfSpace = ({ organizationId, spaceId }: CommentPlace['space']) => ({ organizationId, spaceId });
