import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { siteNotFound } from '../../../platform/access/access-errors.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type SitesOrigin, siteUrl } from '../../../platform/http/site-url.ts';
import { digestShareKey, isShareKey } from '../../publishing/site-visitors/share-keys.ts';
import type { KeptUrl } from './read-url.ts';
import { createKnownHashes, createSiteHash, type KnownHashes, type SiteHash } from './visitor-hash.ts';

/** The facts of a site that are needed for recording its events. */
export interface TrackedSite {
  site: SitePointer;
  hash: SiteHash;
  /** The ids that events may name. Others are not stored: they may have been deleted while a page was open. */
  sectionIds: ReadonlySet<string>;
  siteSpaceIds: ReadonlySet<string>;
  spaceIds: ReadonlySet<string>;
  /** Whether an address is one of the site, or below the URL of its renderer. */
  hasAddress(url: Pick<KeptUrl, 'host' | 'path'>): boolean;
  /** Finds the id of a share link by its id or its key. */
  findShareLink(text: string): string | undefined;
}

export type FindTrackedSite = (site: SitePointer) => Promise<TrackedSite>;

const SALT_BYTES = 32;

interface SiteRow {
  salt: Buffer;
  sections: string[];
  site_spaces: string[];
  links: { id: string; digest: string }[];
  renderer: string | null;
}

/** Keeps the facts with the pointer, which is replaced in all processes when the site changes. */
export function createFindTrackedSite(db: Kysely<DB>, origin: SitesOrigin): FindTrackedSite {
  const known = new WeakMap<SitePointer, Promise<TrackedSite>>();
  const hashes = createKnownHashes();
  return (site) => {
    let tracked = known.get(site);
    if (!tracked) {
      tracked = loadTrackedSite(db, origin, site, hashes);
      known.set(site, tracked);
      tracked.catch(() => known.delete(site));
    }
    return tracked;
  };
}

async function loadTrackedSite(
  db: Kysely<DB>,
  origin: SitesOrigin,
  site: SitePointer,
  hashes: KnownHashes,
): Promise<TrackedSite> {
  const { organizationId, siteId } = site;
  await sql`
    insert into site_insights (organization_id, site_id, salt)
    select organization_id, site_id, ${randomBytes(SALT_BYTES)} from site
    where organization_id = ${organizationId} and site_id = ${siteId}
    on conflict do nothing`.execute(db);
  const { rows } = await sql<SiteRow>`
    select i.salt,
      array(select site_section_id from site_section s
        where s.organization_id = ${organizationId} and s.site_id = i.site_id) as sections,
      array(select site_space_id from site_space x
        where x.organization_id = ${organizationId} and x.site_id = i.site_id) as site_spaces,
      (select coalesce(json_agg(json_build_object('id', share_link_id, 'digest', encode(digest, 'hex'))), '[]')
        from site_share_link l where l.organization_id = ${organizationId} and l.site_id = i.site_id) as links,
      (select renderer_url from site s where s.organization_id = ${organizationId} and s.site_id = i.site_id)
        as renderer
    from site_insights i where i.organization_id = ${organizationId} and i.site_id = ${siteId}`.execute(db);
  const [row] = rows;
  if (!row) throw siteNotFound();
  const linkIds = new Set(row.links.map(({ id }) => id));
  const byDigest = new Map(row.links.map(({ id, digest }) => [digest, id]));
  return {
    site,
    hash: createSiteHash(row.salt, hashes),
    sectionIds: new Set(row.sections),
    siteSpaceIds: new Set(row.site_spaces),
    spaceIds: new Set(site.spaceIds),
    hasAddress: createHasAddress([
      siteUrl(origin, site),
      siteUrl(origin, { ...site, hostname: null }),
      ...(row.renderer === null ? [] : [row.renderer]),
    ]),
    findShareLink: (text) => {
      if (linkIds.has(text)) return text;
      return isShareKey(text) ? byDigest.get(digestShareKey(text).toString('hex')) : undefined;
    },
  };
}

/** Paths are compared without case, as they are when an address is resolved. */
function createHasAddress(addresses: readonly string[]): TrackedSite['hasAddress'] {
  const places = addresses.map((address) => {
    const { host, pathname } = new URL(address);
    return { host, path: withSlash(pathname) };
  });
  return (url) => places.some(({ host, path }) => host === url.host && withSlash(url.path).startsWith(path));
}

const withSlash = (path: string): string => `${path.replace(/\/$/, '')}/`.toLowerCase();
