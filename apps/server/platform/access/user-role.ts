import { membershipKey, type Pointers, type SpacePointer } from './pointers.ts';
import type { RoleOrGuest } from './roles.ts';
import { findRole } from './space-role.ts';

/** Returns the role of any user on a space; null for none, as in a suspended organization. */
export async function findUserRole(
  pointers: Pointers,
  space: SpacePointer,
  userId: string,
): Promise<RoleOrGuest> {
  const membership = await pointers.memberships.find(membershipKey(space.organizationId, userId));
  return membership && membership.suspendedFor === undefined ? findRole(pointers, membership, space) : null;
}
