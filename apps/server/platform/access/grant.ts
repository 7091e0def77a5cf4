import type { ApiError } from '../http/errors.ts';
import {
  collectionNotFound,
  expiredToken,
  instanceAdministratorRequired,
  insufficientRole,
  insufficientScope,
  organizationNotFound,
  organizationSuspended,
  sessionEnded,
  siteNotFound,
  spaceNotFound,
  ssoRequired,
  unknownToken,
  userRequired,
} from './access-errors.ts';
import { type Actor, hasScope, type Scope } from './actor.ts';
import type { CollectionPointer, Pointers, PointersInMemory, SitePointer, SpacePointer } from './pointers.ts';
import type { Rule } from './policy.ts';
import { isAtLeast, type RoleOrGuest } from './roles.ts';
import {
  findRole,
  findStanding,
  findSuspended,
  mustUseSso,
  peekRole,
  peekStanding,
  type Standing,
  siteRole,
} from './space-role.ts';
import { isSessionSecret } from './token.ts';
import type { Visitor } from './visitor.ts';

/** The result of the access hook for a request. */
export interface Granted {
  actor: Actor;
  /** The caller's role on the resource that the URL names: the organization, space, collection or site. */
  role: RoleOrGuest;
  organizationId?: string;
  space?: SpacePointer;
  collection?: CollectionPointer;
  site?: SitePointer;
  /** Set if the caller is a reader of a published site, who has no role: the route must show only what they may see. */
  visitor?: Visitor;
  /** Whether the same call may be decided otherwise later although nothing has changed. */
  isTimed?: boolean;
  /** The names by which a renderer can be notified that its response is out of date: see `cache-tags.ts`. */
  cacheTags?: string;
}

/** A call as it arrived: its rule, its token and the resources that it names. */
export interface Call {
  rule: Rule;
  token: string;
  named: {
    organizationId?: string;
    spaceId?: string;
    collectionId?: string;
    siteId?: string;
    teamId?: string;
    userId?: string;
  };
  now: Date;
  /** Whether it is served while the organization is suspended. */
  isForSuspended?: boolean;
}

/** The decision without waiting; undefined when something that it depends on is not in memory. */
export function grantFromMemory(pointers: PointersInMemory, call: Call): Granted | ApiError | undefined {
  const { rule, named } = call;
  const actor = pointers.tokens.peek(call.token);
  if (!actor || isOldSession(actor, call.now)) return undefined;
  const refused = refuseActor(call, actor);
  if (refused) return refused;
  if (isOnNoResource(rule)) return { actor, role: null };
  if (rule.on === 'organization') {
    const organization = pointers.organizations.peek(named.organizationId as string);
    const standing = organization && peekStanding(pointers, actor, organization.organizationId);
    if (!organization || standing === 'unknown') return undefined;
    return decideOrganization(call, actor, standing, organization.organizationId);
  }
  if (rule.on === 'space') {
    const space = pointers.spaces.peek(named.spaceId as string);
    const standing = space && peekStanding(pointers, actor, space.organizationId);
    if (!space || standing === 'unknown') return undefined;
    const role = peekRole(pointers, standing, space);
    return role === 'unknown' ? undefined : decideSpace(rule, actor, role, space);
  }
  if (rule.on === 'site') {
    const site = pointers.sites.peek(named.siteId as string);
    const standing = site && peekStanding(pointers, actor, site.organizationId);
    return site && standing !== 'unknown' ? decideSite(call, actor, standing, site) : undefined;
  }
  const collection = pointers.collections.peek(named.collectionId as string);
  const standing = collection && peekStanding(pointers, actor, collection.organizationId);
  if (!collection || standing === 'unknown') return undefined;
  const role = peekRole(pointers, standing, collection);
  return role === 'unknown' ? undefined : decideCollection(rule, actor, role, collection);
}

export async function grant(pointers: Pointers, call: Call): Promise<Granted> {
  const actor = await findActor(pointers, call);
  if (!actor) {
    throw isSessionSecret(call.token) ? sessionEnded() : unknownToken();
  }
  // A token or session that is not good learns nothing of an organization.
  const refused = refuseActor(call, actor);
  if (refused) throw refused;
  const decision = await decide(pointers, call, actor);
  if ('actor' in decision) return decision;
  const organizationId = await findNamedOrganization(pointers, call.named);
  if (organizationId && (await mustUseSso(pointers, actor, organizationId))) throw ssoRequired();
  const suspended = organizationId && (await findSuspended(pointers, actor, organizationId));
  if (suspended) throw organizationSuspended(suspended.reason);
  throw decision;
}

/** Finds a caller by the id of their session or token; undefined if it has ended. */
export async function findActorById(
  { actors }: Pick<Pointers, 'actors'>,
  id: string,
  now: Date,
): Promise<Actor | undefined> {
  const hasEnded = (actor: Actor | undefined): boolean => actor?.expiresAt != null && actor.expiresAt <= now;
  let actor = await actors.find(id);
  if (actor?.sessionId !== undefined && hasEnded(actor)) {
    actors.drop(id);
    actor = await actors.find(id);
  }
  return hasEnded(actor) ? undefined : actor;
}

/** The end of a session moves while the session is used, so the cached value may be out of date. */
async function findActor(pointers: Pointers, { token, now }: Call): Promise<Actor | undefined> {
  const actor = await pointers.tokens.find(token);
  if (!actor || !isOldSession(actor, now)) return actor;
  pointers.tokens.drop(token);
  return pointers.tokens.find(token);
}

const isOldSession = (actor: Actor, now: Date): boolean =>
  actor.sessionId !== undefined && actor.expiresAt !== null && actor.expiresAt <= now;

/** For cases that only the body reveals: throws unless the token has this scope as well. */
export function assertScope({ actor }: Granted, scope: Scope): void {
  if (!hasScope(actor, scope)) throw insufficientScope(scope);
}

async function findNamedOrganization(
  pointers: Pointers,
  { organizationId, spaceId, collectionId }: Call['named'],
): Promise<string | undefined> {
  if (organizationId) return (await pointers.organizations.find(organizationId))?.organizationId;
  if (spaceId) return (await pointers.spaces.find(spaceId))?.organizationId;
  return collectionId ? (await pointers.collections.find(collectionId))?.organizationId : undefined;
}

async function decide(pointers: Pointers, call: Call, actor: Actor): Promise<Granted | ApiError> {
  const { rule, named } = call;
  if (isOnNoResource(rule)) return { actor, role: null };
  if (rule.on === 'organization') {
    const organization = await pointers.organizations.find(named.organizationId as string);
    if (!organization) return organizationNotFound();
    const { organizationId } = organization;
    const suspended = call.isForSuspended && (await findSuspended(pointers, actor, organizationId));
    const standing = suspended ? suspended.standing : await findStanding(pointers, actor, organizationId);
    return decideOrganization(call, actor, standing, organizationId);
  }
  if (rule.on === 'space') {
    const space = await pointers.spaces.find(named.spaceId as string);
    if (!space) return spaceNotFound();
    const standing = await findStanding(pointers, actor, space.organizationId);
    return decideSpace(rule, actor, await findRole(pointers, standing, space), space);
  }
  if (rule.on === 'site') {
    const site = await pointers.sites.find(named.siteId as string);
    if (!site) return siteNotFound();
    return decideSite(call, actor, await findStanding(pointers, actor, site.organizationId), site);
  }
  const collection = await pointers.collections.find(named.collectionId as string);
  if (!collection) return collectionNotFound();
  const standing = await findStanding(pointers, actor, collection.organizationId);
  return decideCollection(rule, actor, await findRole(pointers, standing, collection), collection);
}

/**
 * Checks a rule with `inParent` once the body is known: the role in the organization, or on the collection that the
 * body names.
 */
export async function refuseParent(
  pointers: Pointers,
  rule: Rule,
  { actor, role, organizationId }: Granted,
  parentId: string | null,
): Promise<ApiError | undefined> {
  if (parentId === null) return refuseRole(rule, role, 'in the organization');
  const parent = await pointers.collections.find(parentId);
  if (!parent || parent.organizationId !== organizationId) return collectionNotFound();
  const standing = await findStanding(pointers, actor, organizationId);
  const decision = decideCollection(rule, actor, await findRole(pointers, standing, parent), parent);
  return 'actor' in decision ? undefined : decision;
}

/** Whether the caller alone decides. */
const isOnNoResource = ({ on }: Rule): boolean => on === 'account' || on === 'person' || on === 'instance';

function refuseActor({ rule, now }: Call, actor: Actor): ApiError | undefined {
  if (actor.expiresAt && actor.expiresAt <= now) {
    return actor.sessionId ? sessionEnded() : expiredToken();
  }
  if (!hasScope(actor, rule.scope)) return insufficientScope(rule.scope);
  const isForUsers = rule.on === 'person' || rule.on === 'instance' || rule.personal;
  if (isForUsers && actor.kind !== 'user') return userRequired();
  if (rule.on === 'instance' && !(actor.kind === 'user' && actor.isInstanceAdministrator))
    return instanceAdministratorRequired();
  return undefined;
}

function decideOrganization(
  { rule, named }: Call,
  actor: Actor,
  standing: Standing | undefined,
  organizationId: string,
): Granted | ApiError {
  if (!standing) return organizationNotFound();
  const granted = { actor, role: standing.role, organizationId };
  if (rule.inParent || isExempt(rule, named, actor, standing)) return granted;
  return refuseRole(rule, standing.role, 'in the organization') ?? granted;
}

/** Whether a rule lets the caller pass regardless of their role. */
function isExempt(rule: Rule, named: Call['named'], actor: Actor, { teams }: Standing): boolean {
  if (rule.orTeamOwner && named.teamId && teams.get(named.teamId) === 'owner') return true;
  if (!rule.orSelf || actor.kind !== 'user') return false;
  return named.userId === 'me' || named.userId === actor.userId;
}

function decideSpace(rule: Rule, actor: Actor, role: RoleOrGuest, space: SpacePointer): Granted | ApiError {
  if (!isAtLeast(role, 'read')) return spaceNotFound();
  if (space.deletedAt && !(rule.deleted && isAtLeast(role, 'admin'))) return spaceNotFound();
  return (
    refuseRole(rule, role, 'on the space') ?? { actor, role, organizationId: space.organizationId, space }
  );
}

function decideCollection(
  rule: Rule,
  actor: Actor,
  role: RoleOrGuest,
  collection: CollectionPointer,
): Granted | ApiError {
  if (!isAtLeast(role, 'read')) return collectionNotFound();
  const { organizationId } = collection;
  return refuseRole(rule, role, 'on the collection') ?? { actor, role, organizationId, collection };
}

/** A site is named within its organization: below another one it does not exist. */
function decideSite(
  { rule, named }: Call,
  actor: Actor,
  standing: Standing | undefined,
  site: SitePointer,
): Granted | ApiError {
  const role = siteRole(standing, site);
  if (site.organizationId !== named.organizationId || !isAtLeast(role, 'read')) return siteNotFound();
  const { organizationId } = site;
  return refuseRole(rule, role, 'on the site') ?? { actor, role, organizationId, site };
}

function refuseRole(rule: Rule, role: RoleOrGuest, where: string): ApiError | undefined {
  if (rule.role === 'guest' || isAtLeast(role, rule.role)) return undefined;
  return insufficientRole(rule.role, where);
}
