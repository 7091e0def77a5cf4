import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../notifications/notify.ts';
import type { PlaceKey } from './comments.repository.ts';

/** Notifies the members whom a comment or reply mentions, and did not before. */
export async function notifyMentions(
  context: Pick<Context, 'config'>,
  unit: UnitOfWork,
  { organizationId, spaceId, changeRequestId }: PlaceKey,
  mention: { userIds: readonly string[]; commentId: string; pageId: string | null; actor: Actor; at: Date },
): Promise<void> {
  const { userIds, commentId, pageId, actor, at } = mention;
  if (userIds.length === 0) return;
  await notify(context, unit, {
    organizationId,
    spaceId,
    kind: 'mentioned',
    userIds,
    actorId: authorIdOf(actor),
    commentId,
    at,
    ...(pageId === null ? {} : { pageId }),
    ...(changeRequestId === null ? {} : { changeRequestId }),
  });
}
