import { createFollowPublishing } from '../domains/content/revisions/drawing/follow-publishing.ts';
import { createFollowForRenderers } from '../domains/publishing/site-settings/renderer/follow-changes.ts';
import type { FollowChanges } from '../platform/access/transaction.ts';
import type { Context } from '../platform/context.ts';

/** All that follows from changes in the transaction that makes them, one line each. */
export function createFollowChanges(context: Pick<Context, 'clock'>): FollowChanges {
  const followers = [createFollowForRenderers(context), createFollowPublishing(context)];
  return async (unit, changes) => {
    for (const follow of followers) await follow(unit, changes);
  };
}
