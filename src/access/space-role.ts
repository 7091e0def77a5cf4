import { findAbove, peekAbove } from './above.ts';
import type { Actor, UserActor } from './actor.ts';
import {
  type CollectionPointer,
  type DefaultLevel,
  type Grants,
  type Membership,
  membershipKey,
  NO_GRANTS,
  NO_TEAMS,
  type Pointers,
  type SpacePointer,
  type Teams,
} from './pointers.ts';
import { highestRole, type RoleOrGuest } from './roles.ts';

/** A caller's standing in an organization; undefined: does not belong to it. */
export interface Standing {
  role: RoleOrGuest;
  grants: Grants;
  teams: Teams;
}

/** The standing without waiting, when what it depends on is in memory; 'unknown' otherwise. */
export function peekStanding(
  pointers: Pointers,
  actor: Actor,
  organizationId: string,
): Standing | undefined | 'unknown' {
  if (actor.kind === 'service') return serviceStanding(actor, organizationId);
  const membership = pointers.memberships.peek(membershipKey(organizationId, actor.userId));
  return (membership && standingOf(membership, actor)) ?? 'unknown';
}

export async function findStanding(
  pointers: Pointers,
  actor: Actor,
  organizationId: string,
): Promise<Standing | undefined> {
  if (actor.kind === 'service') return serviceStanding(actor, organizationId);
  const membership = await pointers.memberships.find(membershipKey(organizationId, actor.userId));
  return membership && standingOf(membership, actor);
}

/** Whether a member calls who may act in the organization, but not in the way that they signed in. */
export async function mustUseSso(pointers: Pointers, actor: Actor, organizationId: string): Promise<boolean> {
  if (actor.kind === 'service' || actor.onlyIn !== undefined) return false;
  const membership = await pointers.memberships.find(membershipKey(organizationId, actor.userId));
  return membership !== undefined && !standingOf(membership, actor);
}

/** A session that another organization's sign-on opened stands nowhere here. */
function standingOf(
  membership: Membership,
  { onlyIn, sessionId, isOfBrowser }: UserActor,
): Standing | undefined {
  if (onlyIn !== undefined) return onlyIn === membership.organizationId ? membership : undefined;
  return membership.needsSso && (sessionId !== undefined || isOfBrowser === true) ? undefined : membership;
}

/** Defaults apply to service accounts as to members; nobody can grant them anything. */
const serviceStanding = (
  actor: Extract<Actor, { kind: 'service' }>,
  organizationId: string,
): Standing | undefined =>
  actor.organizationId === organizationId
    ? { role: actor.role, grants: NO_GRANTS, teams: NO_TEAMS }
    : undefined;

/** What the rule asks of a standing. */
export type RoleAndGrants = Pick<Standing, 'role' | 'grants'>;

/** A space or a collection, with what the rule asks about it. */
export interface Place {
  id: string;
  defaultLevel: DefaultLevel;
  /** The collections that it is in, from its parent to the top. */
  above: readonly Pick<CollectionPointer, 'collectionId' | 'defaultLevel'>[];
}

/**
 * The effective role on a space or a collection; null when there is none. Administrators of the organization are
 * administrators of everything in it. Everybody else has the highest of what they were granted on it or on a
 * collection above it, and its default. `role-sql.ts` has the same rule for lists.
 */
export function effectiveRole(standing: RoleAndGrants | undefined, place: Place): RoleOrGuest {
  if (!standing) return null;
  if (standing.role === 'admin') return 'admin';
  const { grants } = standing;
  let role = defaultRole(standing.role, place);
  if (grants.size === 0) return role;
  role = highestRole(role, grants.get(place.id) ?? null);
  for (const { collectionId } of place.above) role = highestRole(role, grants.get(collectionId) ?? null);
  return role;
}

/** What the default gives; it does not count for guests. */
function defaultRole(standing: RoleOrGuest, place: Place): RoleOrGuest {
  if (standing === null) return null;
  const level = effectiveLevel(place);
  return level === 'inherit' ? standing : level;
}

/** The level that counts: `inherit` asks the parent; at the top it is the role in the organization. */
export function effectiveLevel({ defaultLevel, above }: Omit<Place, 'id'>): DefaultLevel {
  if (defaultLevel !== 'inherit') return defaultLevel;
  for (const collection of above) if (collection.defaultLevel !== 'inherit') return collection.defaultLevel;
  return 'inherit';
}

type Named =
  | Pick<SpacePointer, 'spaceId' | 'parentId' | 'defaultLevel'>
  | Pick<CollectionPointer, 'collectionId' | 'parentId' | 'defaultLevel'>;

/** The role on what a URL names, without waiting; 'unknown' when a collection above it is not in memory. */
export function peekRole(
  pointers: Pointers,
  standing: Standing | undefined,
  named: Named,
): RoleOrGuest | 'unknown' {
  const above = peekAbove(pointers, named.parentId);
  return above ? effectiveRole(standing, toPlace(named, above)) : 'unknown';
}

export async function findRole(
  pointers: Pointers,
  standing: Standing | undefined,
  named: Named,
): Promise<RoleOrGuest> {
  return effectiveRole(standing, toPlace(named, await findAbove(pointers, named.parentId)));
}

const toPlace = (named: Named, above: Place['above']): Place => ({
  id: 'spaceId' in named ? named.spaceId : named.collectionId,
  defaultLevel: named.defaultLevel,
  above,
});

/** What somebody may do with a space or a collection: by the role on it, and by the one in its organization. */
export interface PlaceViewer {
  role: RoleOrGuest;
  inOrganization: RoleOrGuest;
}

export const ADMINISTRATOR: PlaceViewer = { role: 'admin', inOrganization: 'admin' };

/** Of whom a request was granted. */
export async function findViewer(
  pointers: Pointers,
  { actor, role }: { actor: Actor; role: RoleOrGuest },
  organizationId: string,
): Promise<PlaceViewer> {
  const standing = await findStanding(pointers, actor, organizationId);
  return { role, inOrganization: standing?.role ?? null };
}

/** Of a row that was just written: the change may have moved the role too. */
export async function findViewerNow(
  pointers: Pointers,
  actor: Actor,
  row: { organization_id: string; parent_id: string | null; default_level: string | null } & (
    | { space_id: string }
    | { collection_id: string }
  ),
): Promise<PlaceViewer> {
  const { parent_id: parentId } = row;
  const defaultLevel = row.default_level as DefaultLevel;
  const standing = await findStanding(pointers, actor, row.organization_id);
  const id = 'space_id' in row ? row.space_id : row.collection_id;
  const role = effectiveRole(standing, { id, defaultLevel, above: await findAbove(pointers, parentId) });
  return { role, inOrganization: standing?.role ?? null };
}
