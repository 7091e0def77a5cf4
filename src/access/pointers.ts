import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { isId } from '../http/ids.ts';
import type { Actor, Scope } from './actor.ts';
import { PointerCache } from './pointer-cache.ts';
import type { Role, RoleOrGuest } from './roles.ts';
import { digestToken } from './token.ts';

/** What members and service accounts may without a grant: a role, 'inherit', or null: nobody by default. */
export type DefaultLevel = Role | 'inherit' | null;

/** The row of a space that requests need before their own work: cached until something moves it. */
export interface SpacePointer {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  /** The collection that holds it; null: it stands at the top. */
  parentId: string | null;
  defaultLevel: DefaultLevel;
  editMode: 'live' | 'locked';
  fileEpoch: number;
  deletedAt: Date | null;
}

export interface CollectionPointer {
  organizationId: string;
  collectionId: string;
  parentId: string | null;
  defaultLevel: DefaultLevel;
}

/** By the id of the space or collection. */
export type Grants = ReadonlyMap<string, Role>;

export interface Membership {
  organizationId: string;
  userId: string;
  role: RoleOrGuest;
  /** What this member was given in the organization: loaded and forgotten with the role. */
  grants: Grants;
}

interface OrganizationPointer {
  organizationId: string;
}

/**
 * What decides about a request and can change: tokens, memberships, spaces, collections. Kept in memory; every change is
 * announced by the transaction that makes it (see `changes.ts`) and forgets the entry in all processes.
 */
export interface Pointers {
  readonly tokens: PointerCache<Actor>;
  readonly organizations: PointerCache<OrganizationPointer>;
  /** Keys: `membershipKey`. */
  readonly memberships: PointerCache<Membership>;
  readonly spaces: PointerCache<SpacePointer>;
  readonly collections: PointerCache<CollectionPointer>;
}

export const NO_GRANTS: Grants = new Map();

export const membershipKey = (organizationId: string, userId: string): string =>
  `${organizationId}/${userId}`;

export function createPointers(db: Kysely<DB>): Pointers {
  return {
    tokens: new PointerCache(20_000, (token) => loadActor(db, token)),
    organizations: new PointerCache(10_000, (organizationId) => loadOrganization(db, organizationId)),
    memberships: new PointerCache(50_000, (key) => loadMembership(db, key)),
    spaces: new PointerCache(50_000, (spaceId) => loadSpace(db, spaceId)),
    collections: new PointerCache(50_000, (collectionId) => loadCollection(db, collectionId)),
  };
}

/**
 * Another number after every change of anything that decides about requests. What was decided under an epoch holds for as
 * long as the epoch does. Undefined while news of changes cannot arrive.
 */
export function epochOf(pointers: Pointers): number | undefined {
  let sum = 0;
  for (const name in pointers) {
    const { epoch } = pointers[name as keyof Pointers];
    if (epoch === undefined) return undefined;
    sum += epoch;
  }
  return sum;
}

/** By the token itself: it is hashed once, when it is first seen. An expired one is still an actor here. */
async function loadActor(db: Kysely<DB>, token: string): Promise<Actor | undefined> {
  const { rows } = await sql<{
    token_id: string;
    user_id: string | null;
    organization_id: string | null;
    role: RoleOrGuest;
    scopes: Scope[];
    expires_at: Date | null;
  }>`
    select d.token_id, d.user_id, d.organization_id, o.role,
      coalesce(u.scopes, o.scopes) as scopes, coalesce(u.expires_at, o.expires_at) as expires_at
    from token_directory d
    left join user_token u on u.user_id = d.user_id and u.token_id = d.token_id
    left join organization_token o on o.organization_id = d.organization_id and o.token_id = d.token_id
    where d.digest = ${digestToken(token)}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const facts = { tokenId: row.token_id, scopes: row.scopes, expiresAt: row.expires_at };
  if (row.user_id) return { kind: 'user', userId: row.user_id, ...facts };
  return { kind: 'service', organizationId: row.organization_id as string, role: row.role, ...facts };
}

async function loadOrganization(
  db: Kysely<DB>,
  organizationId: string,
): Promise<OrganizationPointer | undefined> {
  if (!isId(organizationId)) return undefined;
  const { rows } = await sql`select 1 from organization where organization_id = ${organizationId}`.execute(
    db,
  );
  return rows.length > 0 ? { organizationId } : undefined;
}

async function loadMembership(db: Kysely<DB>, key: string): Promise<Membership | undefined> {
  const [organizationId, userId] = key.split('/') as [string, string];
  const { rows } = await sql<{ role: RoleOrGuest; grants: Record<string, Role> | null }>`
    select role, (
      select jsonb_object_agg(g.id, g.role) from (
        select space_id as id, role from space_user_grant
        where organization_id = ${organizationId} and user_id = ${userId}
        union all
        select collection_id, role from collection_user_grant
        where organization_id = ${organizationId} and user_id = ${userId}) g
    ) as grants
    from member
    where organization_id = ${organizationId} and user_id = ${userId} and not disabled`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const grants = row.grants ? new Map(Object.entries(row.grants)) : NO_GRANTS;
  return { organizationId, userId, role: row.role, grants };
}

async function loadSpace(db: Kysely<DB>, spaceId: string): Promise<SpacePointer | undefined> {
  if (!isId(spaceId)) return undefined;
  const { rows } = await sql<SpacePointer>`
    select s.organization_id as "organizationId", s.space_id as "spaceId", s.revision_id as "revisionId",
      s.parent_id as "parentId", s.default_level as "defaultLevel", s.edit_mode as "editMode",
      s.file_epoch as "fileEpoch", s.deleted_at as "deletedAt"
    from space_directory d
    join space s on s.organization_id = d.organization_id and s.space_id = d.space_id
    where d.space_id = ${spaceId}`.execute(db);
  return rows[0];
}

async function loadCollection(db: Kysely<DB>, collectionId: string): Promise<CollectionPointer | undefined> {
  if (!isId(collectionId)) return undefined;
  const { rows } = await sql<CollectionPointer>`
    select c.organization_id as "organizationId", c.collection_id as "collectionId",
      c.parent_id as "parentId", c.default_level as "defaultLevel"
    from collection_directory d
    join collection c on c.organization_id = d.organization_id and c.collection_id = d.collection_id
    where d.collection_id = ${collectionId}`.execute(db);
  return rows[0];
}
