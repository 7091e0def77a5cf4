import type { Actor } from './actor.ts';
import { INSTANCE, membershipKey, type Pointers, type SiteAddressKind, siteAddressKey } from './pointers.ts';

/** The channel on which every process announces its changes to the others. */
export const CHANGES_CHANNEL = 'lectern_changes';

/** A change as it is announced: small, without content. */
export type Change =
  /** `moved`: the space went from one revision to another, and nothing else of it changed. */
  | { kind: 'space'; spaceId: string; moved?: { from: string; to: string } }
  | { kind: 'collection'; collectionId: string }
  /** Anything about the site: its settings, its structure, or the people who can read it. */
  | { kind: 'site'; siteId: string }
  /** The site at an address: a basename or hostname was assigned or removed. */
  | { kind: 'site-address'; address: SiteAddressKind; name: string }
  /** The OpenAPI specs of the organization: one has a new version, or was deleted. */
  | { kind: 'specs'; organizationId: string; slug: string }
  /** The translation notices for readers of the space. */
  | { kind: 'translation'; spaceId: string }
  /** Includes the member's grants. */
  | { kind: 'member'; organizationId: string; userId: string }
  /** All members of the organization: for changes of many at once. */
  | { kind: 'members'; organizationId: string }
  /** The grants of the team, for its members. */
  | { kind: 'team'; organizationId: string; teamId: string }
  | { kind: 'organization'; organizationId: string }
  | { kind: 'token'; tokenId: string }
  | { kind: 'session'; sessionId: string }
  /** Every token and session of the user, and every membership. */
  | { kind: 'user'; userId: string }
  /** The maintenance of the instance began, changed or ended. */
  | { kind: 'maintenance' }
  /** Events in the space were stored, up to this number. Nothing that is cached depends on them. */
  | { kind: 'events'; spaceId: string; number: number }
  /** The same for the events of one user. */
  | { kind: 'user-events'; userId: string; number: number }
  /** The people in the space, with their places. */
  | { kind: 'presence'; spaceId: string };

/**
 * Keeps the cached row of a space that moved, so that the next request need not read it again. News of one space
 * arrives in the order of the commits, and no space has the same revision twice: a row at `from` is the one before the
 * move.
 */
function followSpace(pointers: Pointers, spaceId: string, { from, to }: { from: string; to: string }): void {
  pointers.spaces.replace(spaceId, (space) => {
    if (space.revisionId === to) return space;
    return space.revisionId === from ? { ...space, revisionId: to } : undefined;
  });
}

/** The actors are kept by their secrets and by their ids. */
function forgetActors({ tokens, actors }: Pointers, matches: (actor: Actor) => boolean): void {
  tokens.invalidateWhere(matches);
  actors.invalidateWhere(matches);
}

/**
 * Forgets cached values that the change made stale. Called locally right after a commit, and in every process by the
 * notification.
 */
export function applyChange(pointers: Pointers, change: Change): void {
  switch (change.kind) {
    case 'space':
      if (change.moved) followSpace(pointers, change.spaceId, change.moved);
      else {
        pointers.spaces.invalidate(change.spaceId);
        // A space that goes to another organization is no longer a translation.
        pointers.translations.invalidate(change.spaceId);
        // Sites show the titles of their spaces, and leave out deleted ones.
        pointers.sites.invalidateWhere(({ spaceIds }) => spaceIds.includes(change.spaceId));
      }
      break;
    case 'site':
      pointers.sites.invalidate(change.siteId);
      break;
    case 'site-address':
      pointers.siteAddresses.invalidate(siteAddressKey(change.address, change.name));
      break;
    case 'specs':
      pointers.specs.invalidate(change.organizationId);
      break;
    case 'translation':
      pointers.translations.invalidate(change.spaceId);
      break;
    case 'collection':
      pointers.collections.invalidate(change.collectionId);
      break;
    case 'maintenance':
      pointers.maintenance.invalidate(INSTANCE);
      break;
    case 'member':
      pointers.memberships.invalidate(membershipKey(change.organizationId, change.userId));
      break;
    case 'members':
      pointers.memberships.invalidateWhere(({ organizationId }) => organizationId === change.organizationId);
      break;
    case 'team':
      pointers.memberships.invalidateWhere(
        ({ organizationId, teams }) => organizationId === change.organizationId && teams.has(change.teamId),
      );
      break;
    case 'session':
      forgetActors(pointers, (actor) => actor.sessionId === change.sessionId);
      break;
    case 'user':
      forgetActors(pointers, (actor) => actor.kind === 'user' && actor.userId === change.userId);
      pointers.memberships.invalidateWhere(({ userId }) => userId === change.userId);
      break;
    case 'token':
      forgetActors(pointers, (actor) => actor.tokenId === change.tokenId);
      break;
    case 'organization': {
      const { organizationId } = change;
      pointers.organizations.invalidate(organizationId);
      pointers.specs.invalidate(organizationId);
      pointers.translations.invalidateWhere((one) => one.organizationId === organizationId);
      pointers.memberships.invalidateWhere((membership) => membership.organizationId === organizationId);
      pointers.spaces.invalidateWhere((space) => space.organizationId === organizationId);
      pointers.collections.invalidateWhere((collection) => collection.organizationId === organizationId);
      pointers.sites.invalidateWhere((site) => site.organizationId === organizationId);
      pointers.siteAddresses.invalidateWhere((site) => site.organizationId === organizationId);
      forgetActors(pointers, (actor) =>
        actor.kind === 'service' ? actor.organizationId === organizationId : actor.onlyIn === organizationId,
      );
      break;
    }
  }
}
