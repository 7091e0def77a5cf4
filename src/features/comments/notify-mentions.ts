import type { Actor } from '../../access/actor.ts';
import { authorIdOf } from '../../access/author.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import type { Context } from '../../context.ts';
import { notify } from '../notifications/notify.ts';
import type { PlaceKey } from './comments.repository.ts';

/** Notifies the users whom a new comment or reply mentions. */
export async function notifyMentions(
  context: Pick<Context, 'config'>,
  unit: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: PlaceKey,
  mention: { userIds: readonly string[]; commentId: string; actor: Actor; at: Date },
): Promise<void> {
  const { userIds, commentId, actor, at } = mention;
  if (userIds.length === 0) return;
  await notify(context, unit, {
    organizationId,
    spaceId,
    kind: 'mentioned',
    userIds,
    actorId: authorIdOf(actor),
    commentId,
    at,
    ...(changeRequestId === null ? {} : { changeRequestId }),
  });
}
