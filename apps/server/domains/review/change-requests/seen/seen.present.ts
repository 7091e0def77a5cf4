import type { SeenState } from './seen.queries.ts';

/** What the caller has seen, as fields of a change request. */
export const presentSeen = ({ lastSeen, isUnread }: SeenState) => ({
  lastSeen: lastSeen && { revision: lastSeen.revisionId, at: lastSeen.at.toISOString() },
  unread: isUnread,
});
