import type { Actor } from './actor.ts';
import { membershipKey, type Pointers, type SpacePointer } from './pointers.ts';
import type { RoleOrGuest } from './roles.ts';

/** A caller's standing in an organization; undefined: does not belong to it. */
export interface Standing {
  role: RoleOrGuest;
}

/** The standing without waiting, when what it depends on is in memory; 'unknown' otherwise. */
export function peekStanding(
  pointers: Pointers,
  actor: Actor,
  organizationId: string,
): Standing | undefined | 'unknown' {
  if (actor.kind === 'service')
    return actor.organizationId === organizationId ? { role: actor.role } : undefined;
  return pointers.memberships.peek(membershipKey(organizationId, actor.userId)) ?? 'unknown';
}

export async function findStanding(
  pointers: Pointers,
  actor: Actor,
  organizationId: string,
): Promise<Standing | undefined> {
  if (actor.kind === 'service')
    return actor.organizationId === organizationId ? { role: actor.role } : undefined;
  return pointers.memberships.find(membershipKey(organizationId, actor.userId));
}

export type DefaultLevel = SpacePointer['defaultLevel'];

/**
 * The role on a space without a grant: administrators of the organization are administrators of it; otherwise
 * the default, which applies to members and service accounts but not to guests.
 */
export function defaultSpaceRole(standing: RoleOrGuest, defaultLevel: DefaultLevel): RoleOrGuest {
  if (standing === 'admin' || standing === null) return standing;
  return defaultLevel === 'inherit' ? standing : defaultLevel;
}

/** The effective role of a caller on a space; null when the caller has none. */
export const spaceRole = (standing: Standing | undefined, space: SpacePointer): RoleOrGuest =>
  standing ? defaultSpaceRole(standing.role, space.defaultLevel) : null;
