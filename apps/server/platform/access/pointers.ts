import { createHash } from 'node:crypto';
import { isId } from '@lectern/std/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { type Actor, SCOPES, type Scope } from './actor.ts';
import { PointerCache } from './pointer-cache.ts';
import { isAbove, type Role, type RoleOrGuest } from './roles.ts';
import { MAX_IDLE_HOURS } from './session-lifetime.ts';
import { digestToken, isSessionSecret } from './token.ts';

/** The role of members and service accounts without a grant: a role, 'inherit', or null for none. */
export type DefaultLevel = Role | 'inherit' | null;

/** The row of a space that requests need before their own work: cached until the space changes. */
export interface SpacePointer {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  /** The collection that contains it; null at the top level. */
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

export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

/** The row of a site that reading and managing it need before their own work. Replaced by every change of the site. */
export interface SitePointer {
  organizationId: string;
  siteId: string;
  title: string;
  visibility: SiteVisibility;
  defaultLevel: DefaultLevel;
  isPublished: boolean;
  basename: string;
  /** The custom hostname, if its DNS record was found. */
  hostname: string | null;
  isAdaptive: boolean;
  allowsUnsignedClaims: boolean;
  /** Part of every visitor's cookie and token: those with another number are no longer valid. */
  visitorEpoch: number;
  /** Whether events of its readers are recorded. */
  isRecording: boolean;
  /** Whether its readers can send requests to the servers of the APIs that it shows. */
  allowsApiRequests: boolean;
  /** Whether its readers see the names of the members who wrote its pages. */
  showsContributors: boolean;
  /** The spaces on the site, in no order. */
  spaceIds: readonly string[];
}

/** A name under which a site is served. */
export interface SiteAddress {
  organizationId: string;
  siteId: string;
}

/** The last version of an OpenAPI spec. */
export interface SpecPointer {
  specId: string;
  slug: string;
  versionId: string;
  /** SHA-256 of the content, in hexadecimal. */
  contentHash: string;
  /** The URL that the spec is fetched from. */
  sourceUrl: string | null;
  /** Whether the changes in this version are known. */
  isTold: boolean;
}

/** The specs of an organization that have a version. Replaced by every new version. */
export interface OrganizationSpecs {
  organizationId: string;
  specs: readonly SpecPointer[];
  /** Identifies the versions: different after every change, and empty if there are none. */
  epoch: string;
}

/** `missing`: partly in the language of the source. `behind`: a translation of an earlier source. */
export type TranslationNotice = 'missing' | 'behind' | 'machine';

/** The notices for readers of a space that holds a translation. Replaced by every run of the translation. */
export interface TranslationPointer {
  organizationId: string;
  /** The space that it translates; null if it is not a translation, or if there are no notices for readers. */
  sourceId: string | null;
  /** The notices by page id; pages without a notice are absent. */
  notices: ReadonlyMap<string, TranslationNotice>;
}

/** The highest role that the member or one of their teams was granted, by the id of the space, collection or site. */
export type Grants = ReadonlyMap<string, Role>;

export type TeamRole = 'owner' | 'member';
/** The member's role in each team, by the id of the team. */
export type Teams = ReadonlyMap<string, TeamRole>;

export interface Membership {
  organizationId: string;
  userId: string;
  role: RoleOrGuest;
  /** The member's grants in the organization: cached and forgotten together with the role. */
  grants: Grants;
  teams: Teams;
  /**
   * Whether browser sessions, and tokens created in them, act for this member only after the organization's single
   * sign-on. Other tokens are not affected.
   */
  needsSso: boolean;
}

interface OrganizationPointer {
  organizationId: string;
}

/**
 * The data that decides about requests and can change: tokens, memberships, spaces, collections. Cached in memory; the
 * transaction that makes a change announces it (see `changes.ts`), and every process forgets the entry.
 */
export interface Pointers {
  readonly tokens: PointerCache<Actor>;
  /** Keys: ids of sessions and tokens. */
  readonly actors: PointerCache<Actor>;
  readonly organizations: PointerCache<OrganizationPointer>;
  /** Keys: `membershipKey`. */
  readonly memberships: PointerCache<Membership>;
  readonly spaces: PointerCache<SpacePointer>;
  readonly collections: PointerCache<CollectionPointer>;
  readonly sites: PointerCache<SitePointer>;
  /** Keys: `siteAddressKey`. */
  readonly siteAddresses: PointerCache<SiteAddress>;
  /** Keys: ids of organizations. */
  readonly specs: PointerCache<OrganizationSpecs>;
  /** Keys: ids of spaces. */
  readonly translations: PointerCache<TranslationPointer>;
}

/** The pointers as far as they are in memory. */
export type PointersInMemory = { readonly [Name in keyof Pointers]: Pick<Pointers[Name], 'peek'> };

export const NO_GRANTS: Grants = new Map();
export const NO_TEAMS: Teams = new Map();

export const membershipKey = (organizationId: string, userId: string): string =>
  `${organizationId}/${userId}`;

export type SiteAddressKind = 'basename' | 'hostname';

export const siteAddressKey = (kind: SiteAddressKind, name: string): string => `${kind}/${name}`;

export function createPointers(db: Kysely<DB>): Pointers {
  return {
    tokens: new PointerCache(20_000, (token) => loadActor(db, token)),
    actors: new PointerCache(2_000, (id) => loadActorById(db, id)),
    organizations: new PointerCache(10_000, (organizationId) => loadOrganization(db, organizationId)),
    memberships: new PointerCache(50_000, (key) => loadMembership(db, key)),
    spaces: new PointerCache(50_000, (spaceId) => loadSpace(db, spaceId)),
    collections: new PointerCache(50_000, (collectionId) => loadCollection(db, collectionId)),
    sites: new PointerCache(20_000, (siteId) => loadSite(db, siteId)),
    siteAddresses: new PointerCache(20_000, (key) => loadSiteAddress(db, key)),
    specs: new PointerCache(10_000, (organizationId) => loadSpecs(db, organizationId)),
    translations: new PointerCache(5_000, (spaceId) => loadTranslation(db, spaceId)),
  };
}

interface ActorRow {
  token_id: string;
  user_id: string | null;
  organization_id: string | null;
  role: RoleOrGuest;
  only_in: string | null;
  is_of_browser: boolean | null;
  scopes: Scope[];
  expires_at: Date | null;
}

const TOKEN_FACTS = sql`
  d.token_id, d.user_id, d.organization_id, o.role, u.organization_id as only_in, u.is_of_browser,
  coalesce(u.scopes, o.scopes) as scopes, coalesce(u.expires_at, o.expires_at) as expires_at`;
const TOKEN_TABLES = sql`
  left join user_token u on u.user_id = d.user_id and u.token_id = d.token_id
  left join organization_token o on o.organization_id = d.organization_id and o.token_id = d.token_id`;
/** An actor of one organization alone is invalid once that organization is deleted. */
const isOfDeleted = (...organizations: string[]) => sql`exists (
  select 1 from organization g
  where g.organization_id in (${sql.join(organizations.map((name) => sql.ref(name)))}) and g.deleted_at is not null)`;

/**
 * Finds the actor by its token or session secret, which is hashed once, when it is first seen. An expired actor is
 * returned as well.
 */
async function loadActor(db: Kysely<DB>, secret: string): Promise<Actor | undefined> {
  const isNamed = (table: string) => sql`${sql.ref(`${table}.digest`)} = ${digestToken(secret)}`;
  return isSessionSecret(secret) ? loadSessionActor(db, isNamed('s')) : loadTokenActor(db, isNamed('d'));
}

async function loadActorById(db: Kysely<DB>, id: string): Promise<Actor | undefined> {
  if (!isId(id)) return undefined;
  return (
    (await loadSessionActor(db, sql`s.session_id = ${id}`)) ??
    (await loadTokenActor(db, sql`d.token_id = ${id}`))
  );
}

async function loadTokenActor(db: Kysely<DB>, isNamed: RawBuilder<unknown>): Promise<Actor | undefined> {
  const { rows } = await sql<ActorRow>`
    select ${TOKEN_FACTS} from token_directory d ${TOKEN_TABLES}
    where ${isNamed} and coalesce(u.token_id, o.token_id) is not null
      and not ${isOfDeleted('d.organization_id', 'u.organization_id')}`.execute(db);
  return rows[0] && toActor(rows[0]);
}

/**
 * A session that a token opened has the rights of the token, for as long as the token is valid. It expires when it is
 * no longer used; the access hook reloads an expired one, since it may have been used after it was loaded.
 */
async function loadSessionActor(db: Kysely<DB>, isNamed: RawBuilder<unknown>): Promise<Actor | undefined> {
  const { rows } = await sql<{
    session_id: string;
    session_user: string | null;
    session_only_in: string | null;
    session_expires_at: Date;
  }>`
    select s.session_id, s.user_id as session_user, s.organization_id as session_only_in,
      least(s.expires_at, coalesce(s.last_used_at, s.created_at) + make_interval(hours => ${MAX_IDLE_HOURS}))
        as session_expires_at, ${TOKEN_FACTS}
    from user_session s
    left join token_directory d on d.token_id = s.token_id
    ${TOKEN_TABLES}
    where ${isNamed}
      and not ${isOfDeleted('s.organization_id', 'd.organization_id', 'u.organization_id')}`.execute(db);
  const row = rows[0] as ((typeof rows)[0] & ActorRow) | undefined;
  if (!row) return undefined;
  const { session_id: sessionId, session_expires_at: sessionEnd } = row;
  if (row.session_user === null) {
    const actor = toActor(row);
    const end = actor.expiresAt && actor.expiresAt < sessionEnd ? actor.expiresAt : sessionEnd;
    return { ...actor, sessionId, expiresAt: end };
  }
  return {
    kind: 'user',
    userId: row.session_user,
    tokenId: sessionId,
    sessionId,
    scopes: SCOPES,
    expiresAt: sessionEnd,
    ...(row.session_only_in ? { onlyIn: row.session_only_in } : {}),
  };
}

function toActor(row: ActorRow): Actor {
  const facts = { tokenId: row.token_id, scopes: row.scopes, expiresAt: row.expires_at };
  if (row.user_id) {
    const bounds = {
      ...(row.only_in ? { onlyIn: row.only_in } : {}),
      ...(row.is_of_browser ? { isOfBrowser: true as const } : {}),
    };
    return { kind: 'user', userId: row.user_id, ...facts, ...bounds };
  }
  return { kind: 'service', organizationId: row.organization_id as string, role: row.role, ...facts };
}

async function loadOrganization(
  db: Kysely<DB>,
  organizationId: string,
): Promise<OrganizationPointer | undefined> {
  if (!isId(organizationId)) return undefined;
  const { rows } = await sql`
    select 1 from organization where organization_id = ${organizationId} and deleted_at is null`.execute(db);
  return rows.length > 0 ? { organizationId } : undefined;
}

/** `json`, because for a member of many teams `jsonb` takes half again as long. */
async function loadMembership(db: Kysely<DB>, key: string): Promise<Membership | undefined> {
  const [organizationId, userId] = key.split('/') as [string, string];
  const { rows } = await sql<{
    role: RoleOrGuest;
    grants: [string, Role][] | null;
    teams: Record<string, TeamRole> | null;
    needs_sso: boolean;
  }>`
    select m.role, g.grants, t.teams, o.sso and m.role is distinct from 'admin' and exists (
      select 1 from saml_provider p
      where p.organization_id = m.organization_id and p.entity_id is not null and p.certificate is not null
        and p.sso_url is not null) as needs_sso
    from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    cross join lateral (
      select json_object_agg(team_id, role) as teams from team_member
      where organization_id = m.organization_id and user_id = m.user_id) t
    cross join lateral (
      select json_agg(json_build_array(id, role)) as grants from (
        select space_id as id, role from space_user_grant
        where organization_id = m.organization_id and user_id = m.user_id
        union all
        select collection_id, role from collection_user_grant
        where organization_id = m.organization_id and user_id = m.user_id
        union all
        select space_id, s.role from space_team_grant s
        join team_member i using (organization_id, team_id)
        where i.organization_id = m.organization_id and i.user_id = m.user_id
        union all
        select collection_id, c.role from collection_team_grant c
        join team_member i using (organization_id, team_id)
        where i.organization_id = m.organization_id and i.user_id = m.user_id
        union all
        select site_id, role from site_user_grant
        where organization_id = m.organization_id and user_id = m.user_id
        union all
        select site_id, t.role from site_team_grant t
        join team_member i using (organization_id, team_id)
        where i.organization_id = m.organization_id and i.user_id = m.user_id) given) g
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and not m.disabled`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return {
    organizationId,
    userId,
    role: row.role,
    grants: row.grants ? highestGrants(row.grants) : NO_GRANTS,
    teams: row.teams ? new Map(Object.entries(row.teams)) : NO_TEAMS,
    needsSso: row.needs_sso,
  };
}

/** Keeps the highest of several roles on the same place. */
export function highestGrants(given: [string, Role][]): Grants {
  const grants = new Map<string, Role>();
  for (const [id, role] of given) {
    const other = grants.get(id);
    if (!other || isAbove(role, other)) grants.set(id, role);
  }
  return grants;
}

async function loadSpace(db: Kysely<DB>, spaceId: string): Promise<SpacePointer | undefined> {
  if (!isId(spaceId)) return undefined;
  const { rows } = await sql<SpacePointer>`
    select s.organization_id as "organizationId", s.space_id as "spaceId", s.revision_id as "revisionId",
      s.parent_id as "parentId", s.default_level as "defaultLevel", s.edit_mode as "editMode",
      s.file_epoch as "fileEpoch", s.deleted_at as "deletedAt"
    from space_directory d
    join space s on s.organization_id = d.organization_id and s.space_id = d.space_id
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
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
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
    where d.collection_id = ${collectionId}`.execute(db);
  return rows[0];
}

async function loadSite(db: Kysely<DB>, siteId: string): Promise<SitePointer | undefined> {
  if (!isId(siteId)) return undefined;
  const { rows } = await sql<SitePointer>`
    select s.organization_id as "organizationId", s.site_id as "siteId", s.title, s.visibility,
      s.default_level as "defaultLevel", s.published_at is not null as "isPublished", s.basename,
      case when s.hostname_verified_at is not null then s.hostname end as hostname, s.adaptive as "isAdaptive",
      s.allows_unsigned_claims as "allowsUnsignedClaims", s.allows_api_requests as "allowsApiRequests", s.visitor_epoch as "visitorEpoch",
      coalesce((select n.is_recording from site_insights n
        where n.organization_id = s.organization_id and n.site_id = s.site_id), true) as "isRecording",
      coalesce(s.customization #>> '{contributors,enabled}', 'false') = 'true' as "showsContributors",
      array(select space_id from site_space i
        where i.organization_id = s.organization_id and i.site_id = s.site_id) as "spaceIds"
    from site_directory d
    join site s on s.organization_id = d.organization_id and s.site_id = d.site_id
    join organization o on o.organization_id = d.organization_id and o.deleted_at is null
    where d.site_id = ${siteId}`.execute(db);
  return rows[0];
}

async function loadSiteAddress(db: Kysely<DB>, key: string): Promise<SiteAddress | undefined> {
  const [kind, name] = key.split(/\/(.*)/s) as [string, string];
  const { rows } = await sql<SiteAddress>`
    select a.organization_id as "organizationId", a.site_id as "siteId" from site_address a
    join organization o on o.organization_id = a.organization_id and o.deleted_at is null
    where a.kind = ${kind} and a.name = ${name}`.execute(db);
  return rows[0];
}

async function loadSpecs(db: Kysely<DB>, organizationId: string): Promise<OrganizationSpecs> {
  const { rows } = await sql<SpecPointer>`
    select s.spec_id as "specId", s.slug, v.version_id as "versionId", encode(v.hash, 'hex') as "contentHash",
      s.source_url as "sourceUrl", v.news is not null as "isTold"
    from openapi_spec s
    join openapi_version v on v.organization_id = s.organization_id and v.spec_id = s.spec_id
      and v.version_id = s.last_version_id
    where s.organization_id = ${organizationId}
    order by s.slug`.execute(db);
  const versions = rows.map(({ slug, versionId, isTold }) => `${slug}/${versionId}/${isTold}`).join('\n');
  const epoch = versions === '' ? '' : createHash('sha256').update(versions).digest('base64url').slice(0, 16);
  return { organizationId, specs: rows, epoch };
}

/** Returns a pointer for spaces without a translation, too, so that they are not queried again. */
async function loadTranslation(db: Kysely<DB>, spaceId: string): Promise<TranslationPointer | undefined> {
  const { rows: spaces } = await sql<{ organization_id: string; source_space_id: string | null }>`
    select d.organization_id, s.source_space_id from space_directory d
    left join translation_target t on t.organization_id = d.organization_id and t.space_id = d.space_id
    left join translation_settings s on s.organization_id = t.organization_id and s.settings_id = t.settings_id
      and t.language = any(s.languages) and s.tells_readers
    where d.space_id = ${spaceId} order by s.settings_id nulls last limit 1`.execute(db);
  const [space] = spaces;
  if (!space) return undefined;
  const { organization_id: organizationId, source_space_id: sourceId } = space;
  if (sourceId === null) return { organizationId, sourceId, notices: new Map() };
  const { rows } = await sql<{ page_id: string; notice: TranslationNotice }>`
    select p.page_id, case when p.missing + p.failed > 0 then 'missing' when p.behind > 0 then 'behind'
      else 'machine' end as notice
    from translation_target t
    join translation_page p on p.organization_id = t.organization_id and p.settings_id = t.settings_id
      and p.language = t.language
    where t.organization_id = ${organizationId} and t.space_id = ${spaceId}
      and p.missing + p.failed + p.behind + p.machine > 0`.execute(db);
  return {
    organizationId,
    sourceId,
    notices: new Map(rows.map(({ page_id, notice }) => [page_id, notice])),
  };
}
