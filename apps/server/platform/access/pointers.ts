import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { Actor } from './actor.ts';
import { PointerCache } from './pointer-cache.ts';
import { isAbove, type Role, type RoleOrGuest } from './roles.ts';

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
  /** Another one when revisions have got other parents. */
  historyEpoch: number;
  deletedAt: Date | null;
}

export interface CollectionPointer {
  organizationId: string;
  collectionId: string;
  parentId: string | null;
  defaultLevel: DefaultLevel;
}

/** How the public client names who can read a site. */
export const SHOWN_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type ShownVisibility = (typeof SHOWN_VISIBILITIES)[number];

/** Who can read a site, from everybody to the fewest. The last ones and `password` are ours: see `showVisibility`. */
export const SITE_VISIBILITIES = [
  'public',
  'unlisted',
  'share-link',
  'password',
  'visitor-auth',
  'members',
  'teams',
] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

/** The name that the public client knows and that promises no more: nobody reads the site without proving who they are. */
export const showVisibility = (visibility: SiteVisibility): ShownVisibility =>
  SHOWN_VISIBILITIES.find((shown) => shown === visibility) ?? 'visitor-auth';

/** The row of a site that reading and managing it need before their own work. Replaced by every change of the site. */
export interface SitePointer {
  organizationId: string;
  siteId: string;
  /** The only space of a site that is not stored: it draws previews of a space that is on no site. */
  plainSpaceId?: string;
  title: string;
  visibility: SiteVisibility;
  /** The teams whose members read it, if its visibility is `teams`. */
  readerTeamIds: readonly string[];
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
  /** Whether their browsers can send them to other servers, too. */
  allowsOwnServers: boolean;
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

/** The maintenance of the instance: until then nothing can be changed; null if there is none. */
export interface MaintenancePointer {
  until: Date | null;
  message: string | null;
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
  /** Why the organization is suspended; absent if it is not. */
  suspendedFor?: string;
}

export interface OrganizationPointer {
  organizationId: string;
  isSuspended: boolean;
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
  /** One entry: `INSTANCE`. */
  readonly maintenance: PointerCache<MaintenancePointer>;
}

/** The pointers as far as they are in memory. */
export type PointersInMemory = { readonly [Name in keyof Pointers]: Pick<Pointers[Name], 'peek'> };

export const NO_GRANTS: Grants = new Map();
export const NO_TEAMS: Teams = new Map();

export const membershipKey = (organizationId: string, userId: string): string =>
  `${organizationId}/${userId}`;

/** The key of what the whole instance has one of. */
export const INSTANCE = 'instance';

export type SiteAddressKind = 'basename' | 'hostname';

export const siteAddressKey = (kind: SiteAddressKind, name: string): string => `${kind}/${name}`;

type LoaderOf<Cache> =
  Cache extends PointerCache<infer Pointer>
    ? (db: Kysely<DB>, key: string) => Promise<Pointer | undefined>
    : never;

/** How each kind of pointer is loaded: the domains that own the rows know. */
export type PointerLoaders = { readonly [Name in keyof Pointers]: LoaderOf<Pointers[Name]> };

export function createPointers(db: Kysely<DB>, loaders: PointerLoaders): Pointers {
  return {
    tokens: new PointerCache(20_000, (token) => loaders.tokens(db, token), 'tokens'),
    actors: new PointerCache(20_000, (id) => loaders.actors(db, id), 'actors'),
    organizations: new PointerCache(
      10_000,
      (organizationId) => loaders.organizations(db, organizationId),
      'organizations',
    ),
    memberships: new PointerCache(50_000, (key) => loaders.memberships(db, key), 'memberships'),
    spaces: new PointerCache(50_000, (spaceId) => loaders.spaces(db, spaceId), 'spaces'),
    collections: new PointerCache(
      50_000,
      (collectionId) => loaders.collections(db, collectionId),
      'collections',
    ),
    sites: new PointerCache(20_000, (siteId) => loaders.sites(db, siteId), 'sites'),
    siteAddresses: new PointerCache(20_000, (key) => loaders.siteAddresses(db, key), 'site-addresses'),
    specs: new PointerCache(10_000, (organizationId) => loaders.specs(db, organizationId), 'specs'),
    translations: new PointerCache(5_000, (spaceId) => loaders.translations(db, spaceId), 'translations'),
    maintenance: new PointerCache(1, () => loaders.maintenance(db, INSTANCE), 'maintenance'),
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
