import { membershipKey, type Pointers } from './pointers.ts';

/** The channel on which every process tells the others what it changed. */
export const CHANGES_CHANNEL = 'lectern_changes';

/** What changed, as it travels: small, without content. */
export type Change =
  | { kind: 'space'; spaceId: string }
  | { kind: 'collection'; collectionId: string }
  /** Also: what the member was granted. */
  | { kind: 'member'; organizationId: string; userId: string }
  | { kind: 'organization'; organizationId: string }
  | { kind: 'token'; tokenId: string };

/** Forgets what a change made stale. Called here right after a commit, and everywhere by the notification. */
export function applyChange(pointers: Pointers, change: Change): void {
  switch (change.kind) {
    case 'space':
      pointers.spaces.invalidate(change.spaceId);
      break;
    case 'collection':
      pointers.collections.invalidate(change.collectionId);
      break;
    case 'member':
      pointers.memberships.invalidate(membershipKey(change.organizationId, change.userId));
      break;
    case 'token':
      pointers.tokens.invalidateWhere((actor) => actor.tokenId === change.tokenId);
      break;
    case 'organization': {
      const { organizationId } = change;
      pointers.organizations.invalidate(organizationId);
      pointers.memberships.invalidateWhere((membership) => membership.organizationId === organizationId);
      pointers.spaces.invalidateWhere((space) => space.organizationId === organizationId);
      pointers.collections.invalidateWhere((collection) => collection.organizationId === organizationId);
      pointers.tokens.invalidateWhere(
        (actor) => actor.kind === 'service' && actor.organizationId === organizationId,
      );
      break;
    }
  }
}
