import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { RevisionBranch, Step } from '../../content/revisions/revision-branch.ts';
import { contentChanged } from '../../content/revisions/space-branch.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from './change-request-errors.ts';
import { emitChangeRequestEvent } from './change-request-events.ts';
import {
  type ChangeRequestKey,
  countContribution,
  findChangeRequest,
  moveChangeRequest,
  readChanging,
} from './change-requests.repository.ts';
import { outdateReviews } from './reviews/reviews.repository.ts';

/**
 * The content of a change request, as a line that `actor` moves, or if that is undefined, the author of the revision.
 * Reviews of the earlier content become outdated in the same transaction. `ancestorId` is the revision of the space
 * that the change request now contains.
 */
export const changeRequestLine = (
  key: ChangeRequestKey,
  actor: Actor | undefined,
  ancestorId?: string,
): RevisionBranch => ({
  changeRequestId: key.changeRequestId,
  async advance(unit: UnitOfWork, { base, revision }: Step): Promise<void> {
    const { trx } = unit;
    const { revisionId: next, createdAt: at } = revision;
    const move = { base, next, at, ...(ancestorId === undefined ? {} : { ancestorId }) };
    if (!(await moveChangeRequest(trx, key, move))) throw await reasonOf(trx, key);
    await outdateReviews(trx, key, { at });
    const authorId = actor ? authorIdOf(actor) : revision.authorId;
    if (revision.type !== 'update' && authorId !== null)
      await countContribution(trx, key, { authorId, action: 'edit', at });
    if (revision.coAuthorId && revision.authorId !== null)
      await countContribution(trx, key, { authorId: revision.authorId, action: 'edit', at });
    const row = await readChanging(unit, key);
    const details = { revision: { id: next, type: revision.type } };
    if (!row) return;
    const author = authorId === null ? undefined : { kind: 'user' as const, userId: authorId };
    const event = { type: 'change_request.updated' as const, actor: actor ?? author, at, details };
    await emitChangeRequestEvent(unit, row, event);
  },
});

async function reasonOf(trx: UnitOfWork['trx'], key: ChangeRequestKey): Promise<Error> {
  const row = await findChangeRequest(trx, key, key.changeRequestId);
  if (!row) return changeRequestNotFound();
  if (row.status === 'merged') return changeRequestMerged();
  return row.status === 'archived' ? changeRequestArchived() : contentChanged();
}
