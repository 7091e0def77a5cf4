import type { FollowChanges } from './access/transaction.ts';
import type { Context } from './context.ts';
import { createFollowPublishing } from './features/revisions/drawing/follow-publishing.ts';
import { createFollowForRenderers } from './features/site-settings/renderer/follow-changes.ts';

/** All that follows from changes in the transaction that makes them, one line each. */
export function createFollowChanges(context: Pick<Context, 'clock'>): FollowChanges {
  const followers = [createFollowForRenderers(context), createFollowPublishing(context)];
  return async (unit, changes) => {
    for (const follow of followers) await follow(unit, changes);
  };
}
