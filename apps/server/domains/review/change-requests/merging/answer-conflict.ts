import { isDeepStrictEqual } from 'node:util';
import type { ConflictAnswer } from '@lectern/content/merge/conflicts';
import type { Context } from '../../../../platform/context.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import { changeRequestMerged, changeRequestNotFound } from '../change-request-errors.ts';
import { type ChangeRequestKey, lockChangeRequest } from '../change-requests.repository.ts';
import { type AnswerRow, deleteAnswer, findAnswers, storeAnswer } from './answers.repository.ts';
import { versionOf } from './conflicts.present.ts';

/** Somebody else has answered, or withdrawn an answer, since the caller read the conflict. `details` holds both. */
export const conflictAnswered = defineError(
  { status: 409, reason: 'conflict-answered' },
  ({ ours, theirs }: Record<'ours' | 'theirs', ConflictAnswer | undefined>) => ({
    message:
      'Nothing was changed, because the answer to this conflict has changed in the meantime. List the conflicts again, and send your answer with the new version if you still want it.',
    details: [
      {
        path: 'If-Match',
        message: 'is not the current version',
        ours: ours ?? null,
        theirs: theirs ?? null,
      },
    ],
  }),
);

export interface AnswerToStore {
  conflictId: string;
  /** Undefined withdraws the answer. */
  answer: ConflictAnswer | undefined;
  /** The version of the conflict that the author of the answer knows; undefined: any. */
  knownVersion: string | undefined;
  authorId: string;
}

/** Stores or withdraws an answer. Of several people who answer at once, one wins, and the others get a 409. */
export async function settleAnswer(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  key: ChangeRequestKey,
  { conflictId, answer, knownVersion, authorId }: AnswerToStore,
): Promise<AnswerRow | undefined> {
  const at = clock();
  return transact(async (unit) => {
    // Answers wait for each other here, and for a merge that uses them.
    const locked = await lockChangeRequest(unit, key);
    if (!locked) throw changeRequestNotFound();
    if (locked.status === 'merged') throw changeRequestMerged();
    const current = (await findAnswers(unit.trx, key)).get(conflictId);
    if (knownVersion !== undefined && knownVersion !== versionOf(current)) {
      // The same answer, sent again because the response was lost.
      const isRepeated = current?.answered_by === authorId && isDeepStrictEqual(current.answer, answer);
      if (isRepeated || (!current && !answer)) return current;
      throw conflictAnswered({ ours: answer, theirs: current?.answer });
    }
    if (answer === undefined) await deleteAnswer(unit.trx, key, conflictId);
    else await storeAnswer(unit.trx, key, { conflictId, answer, authorId, at });
    unit.record({ ...key, at, actorId: authorId, body: { type: 'checks' } });
    return (await findAnswers(unit.trx, key)).get(conflictId);
  });
}
