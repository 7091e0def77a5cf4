import type { Actor } from './actor.ts';
import { membershipKey, type Pointers, type SpacePointer } from './pointers.ts';
import { highestRole, type RoleOrGuest } from './roles.ts';

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

/**
 * The effective role on a space: administrators of the organization are administrators of it; otherwise the
 * default, which applies to members and service accounts but not to guests.
 */
export function spaceRole(standing: Standing | undefined, space: SpacePointer): RoleOrGuest {
  if (!standing) return null;
  if (standing.role === 'admin') return 'admin';
  if (standing.role === null) return null;
  return highestRole(space.defaultLevel === 'inherit' ? standing.role : space.defaultLevel);
}
