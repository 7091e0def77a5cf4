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
  type PointersInMemory,
  type SpacePointer,
  type Teams,
} from './pointers.ts';
import { isAbove, type Role, type RoleOrGuest } from './roles.ts';

/** A caller's standing in an organization; undefined: does not belong to it. */
export interface Standing {
  role: RoleOrGuest;
  grants: Grants;
  teams: Teams;
}

/**
 * Returns the standing synchronously if its data is in memory; otherwise 'unknown', as in a suspended organization: the
 * refusal must say why.
 */
export function peekStanding(
  pointers: PointersInMemory,
  actor: Actor,
  organizationId: string,
): Standing | undefined | 'unknown' {
  if (actor.kind === 'service')
    return actor.suspendedFor === undefined ? serviceStanding(actor, organizationId) : 'unknown';
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

/**
 * The standing that the caller has in a suspended organization once it is resumed, with the reason; undefined if it is
 * not suspended or is none of theirs.
 */
export async function findSuspended(
  pointers: Pick<Pointers, 'memberships'>,
  actor: Actor,
  organizationId: string,
): Promise<{ standing: Standing; reason: string } | undefined> {
  if (actor.kind === 'service') {
    const { suspendedFor: reason, ...other } = actor;
    const standing = serviceStanding(other, organizationId);
    return standing && reason !== undefined ? { standing, reason } : undefined;
  }
  const membership = await pointers.memberships.find(membershipKey(organizationId, actor.userId));
  const standing = membership && standingOfSession(membership, actor);
  const reason = membership?.suspendedFor;
  return standing && reason !== undefined ? { standing, reason } : undefined;
}

/** Whether the caller is a member who may act in the organization, but must sign in by single sign-on to do so. */
export async function mustUseSso(pointers: Pointers, actor: Actor, organizationId: string): Promise<boolean> {
  if (actor.kind === 'service' || actor.onlyIn !== undefined) return false;
  const membership = await pointers.memberships.find(membershipKey(organizationId, actor.userId));
  return membership !== undefined && !standingOfSession(membership, actor);
}

/** Nobody has a role in a suspended organization. */
const standingOf = (membership: Membership, actor: UserActor): Standing | undefined =>
  membership.suspendedFor === undefined ? standingOfSession(membership, actor) : undefined;

/** A session from another organization's single sign-on has no role here. */
function standingOfSession(
  membership: Membership,
  { onlyIn, sessionId, isOfBrowser }: UserActor,
): Standing | undefined {
  if (onlyIn !== undefined) return onlyIn === membership.organizationId ? membership : undefined;
  return membership.needsSso && (sessionId !== undefined || isOfBrowser === true) ? undefined : membership;
}

/** Defaults apply to service accounts as to members; they cannot have grants. */
const serviceStanding = (
  actor: Extract<Actor, { kind: 'service' }>,
  organizationId: string,
): Standing | undefined =>
  actor.organizationId === organizationId && actor.suspendedFor === undefined
    ? { role: actor.role, grants: NO_GRANTS, teams: NO_TEAMS }
    : undefined;

/** The part of a standing that the rule uses. */
export type RoleAndGrants = Pick<Standing, 'role' | 'grants'>;

/** A space or a collection, with the data that the rule uses. */
export interface RoleTarget {
  id: string;
  defaultLevel: DefaultLevel;
  /** The collections that it is in, from its parent to the top. */
  above: readonly Pick<CollectionPointer, 'collectionId' | 'defaultLevel'>[];
}

/** The values that decide the role on a place. */
export interface Deciding {
  role: Role;
  by: 'organization' | 'default' | 'grant';
  /**
   * The height of the deciding place: 0 is the place itself, 1 the collection that contains it, and so on; the
   * organization is above all.
   */
  height: number;
}

/**
 * Returns the source that decides the role on a space or a collection; undefined if there is none. Administrators of
 * the organization are administrators of everything in it. For everyone else it is the highest of the grants on it or
 * on a collection above it, and of its default; among equals the most direct one, which is the nearest to the place,
 * and on one place a grant before the level. `role-sql.ts` states the same rule for lists.
 */
export function findDeciding(standing: RoleAndGrants, place: RoleTarget): Deciding | undefined {
  if (standing.role === 'admin') return { role: 'admin', by: 'organization', height: place.above.length + 1 };
  const byDefault = findDefault(standing.role, place);
  const byGrant = standing.grants.size === 0 ? undefined : findHighestGrant(standing.grants, place);
  if (!byDefault || !byGrant) return byDefault ?? byGrant;
  if (byDefault.role === byGrant.role) return byGrant.height <= byDefault.height ? byGrant : byDefault;
  return isAbove(byGrant.role, byDefault.role) ? byGrant : byDefault;
}

/** Returns the effective role on a space or a collection; null for none. */
export const effectiveRole = (standing: RoleAndGrants | undefined, place: RoleTarget): RoleOrGuest =>
  (standing && findDeciding(standing, place)?.role) ?? null;

/** Returns the role by default, which guests do not get. */
function findDefault(own: RoleOrGuest, place: RoleTarget): Deciding | undefined {
  if (own === null) return undefined;
  const { level, height } = findLevel(place);
  if (level === 'inherit') return { role: own, by: 'organization', height };
  return level === null ? undefined : { role: level, by: 'default', height };
}

/** Returns the highest grant, and the nearest of equal ones. */
function findHighestGrant(grants: Grants, { id, above }: RoleTarget): Deciding | undefined {
  let [role, height] = [grants.get(id), 0];
  for (const [n, { collectionId }] of above.entries()) {
    const granted = grants.get(collectionId);
    if (granted && isAbove(granted, role ?? null)) [role, height] = [granted, n + 1];
  }
  return role && { role, by: 'grant', height };
}

/**
 * The default level that applies, and where it is set: `inherit` refers to the parent; at the top it is the role in the
 * organization.
 */
function findLevel({ defaultLevel, above }: Omit<RoleTarget, 'id'>): { level: DefaultLevel; height: number } {
  if (defaultLevel !== 'inherit') return { level: defaultLevel, height: 0 };
  for (const [n, collection] of above.entries())
    if (collection.defaultLevel !== 'inherit') return { level: collection.defaultLevel, height: n + 1 };
  return { level: 'inherit', height: above.length + 1 };
}

/** Returns the level that applies; at the top, `inherit` means the role in the organization. */
export const effectiveLevel = (place: Omit<RoleTarget, 'id'>): DefaultLevel => findLevel(place).level;

type Named =
  | Pick<SpacePointer, 'spaceId' | 'parentId' | 'defaultLevel'>
  | Pick<CollectionPointer, 'collectionId' | 'parentId' | 'defaultLevel'>;

/** The role on a site, which is in no collection: `inherit` means the role in the organization. */
export const siteRole = (
  standing: RoleAndGrants | undefined,
  { siteId, defaultLevel }: { siteId: string; defaultLevel: DefaultLevel },
): RoleOrGuest => effectiveRole(standing, { id: siteId, defaultLevel, above: [] });

/** Returns the role on the resource of a URL synchronously; 'unknown' if a collection above it is not in memory. */
export function peekRole(
  pointers: PointersInMemory,
  standing: Standing | undefined,
  named: Named,
): RoleOrGuest | 'unknown' {
  const above = peekAbove(pointers, named.parentId);
  return above ? effectiveRole(standing, toTarget(named, above)) : 'unknown';
}

export async function findRole(
  pointers: Pointers,
  standing: Standing | undefined,
  named: Named,
): Promise<RoleOrGuest> {
  return effectiveRole(standing, toTarget(named, await findAbove(pointers, named.parentId)));
}

const toTarget = (named: Named, above: RoleTarget['above']): RoleTarget => ({
  id: 'spaceId' in named ? named.spaceId : named.collectionId,
  defaultLevel: named.defaultLevel,
  above,
});

/** The caller of a space or collection: their role on it, and in its organization. */
export interface TargetViewer {
  role: RoleOrGuest;
  inOrganization: RoleOrGuest;
}

export const ADMINISTRATOR: TargetViewer = { role: 'admin', inOrganization: 'admin' };

/** Finds the roles of the caller to whom a request was granted. */
export async function findViewer(
  pointers: Pointers,
  { actor, role }: { actor: Actor; role: RoleOrGuest },
  organizationId: string,
): Promise<TargetViewer> {
  const standing = await findStanding(pointers, actor, organizationId);
  return { role, inOrganization: standing?.role ?? null };
}

/** Finds the roles for a row that was just written, because the change may have moved the role too. */
export async function findViewerNow(
  pointers: Pointers,
  actor: Actor,
  row: { organization_id: string; parent_id: string | null; default_level: string | null } & (
    | { space_id: string }
    | { collection_id: string }
  ),
): Promise<TargetViewer> {
  const { parent_id: parentId } = row;
  const defaultLevel = row.default_level as DefaultLevel;
  const standing = await findStanding(pointers, actor, row.organization_id);
  const id = 'space_id' in row ? row.space_id : row.collection_id;
  const role = effectiveRole(standing, { id, defaultLevel, above: await findAbove(pointers, parentId) });
  return { role, inOrganization: standing?.role ?? null };
}
