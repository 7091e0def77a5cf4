import type { Actor } from '../../../platform/access/actor.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { emitEvent } from '../../core/webhooks/emit-event.ts';
import type { DiscussedChangeRequest } from '../change-requests/discussion.queries.ts';

/** Publishes a new comment to webhooks. Call it last in a transaction. */
export const emitCommentCreated = (
  unit: UnitOfWork,
  { organizationId, spaceId }: SpaceKey,
  {
    actor,
    at,
    commentId,
    changeRequest,
  }: { actor: Actor; at: Date; commentId: string; changeRequest: DiscussedChangeRequest | undefined },
): Promise<void> =>
  emitEvent(
    unit,
    { organizationId, spaceId },
    {
      type: 'comment.created',
      actor,
      at,
      payload: { comment: { id: commentId }, ...(changeRequest ? { changeRequest } : {}) },
    },
  );
