import { Readable } from 'node:stream';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { Context } from '../../context.ts';
import { contentNotFound, type ResolvedContent } from '../../features/published-content/resolve-url.ts';
import { siteUrl } from '../../http/site-url.ts';
import { nameOf } from '../../page-parts/name.ts';
import type { FindLook } from '../site-looks.ts';
import { isPublicSite, isSharedWithAll, type SiteReadings } from '../site-readings.ts';
import { joinPath } from '../site-request.ts';
import { writeJsonFeed, writeRss } from './feeds.ts';
import { writeLlms, writeLlmsFull } from './llms-files.ts';
import type { PageMarkdown } from './page-markdown.ts';
import { createListUpdates } from './site-updates.ts';
import { countIndexed, MAX_PAGES_IN_SITEMAP, writeSitemap, writeSitemapIndex } from './sitemap.ts';

/** A file at the root of a site that programs read. */
export interface SiteFile {
  body: string | Readable;
  contentType: string;
  /** Whether it is the same for everybody. */
  isShared: boolean;
  isIndexed: boolean;
}

const TYPES = {
  'llms.txt': 'text/plain; charset=utf-8',
  'llms-full.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
  'sitemap-pages.xml': 'application/xml; charset=utf-8',
  'feed.xml': 'application/rss+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
} as const;

export type SiteFileName = keyof typeof TYPES;

/** The file that an address names, at the root of the site alone. */
export function findSiteFile({ rest, base, siteBase }: ResolvedContent): SiteFileName | undefined {
  const [name = ''] = rest;
  const isAtRoot = rest.length === 1 && base.length === siteBase.length;
  return isAtRoot && name in TYPES ? (name as SiteFileName) : undefined;
}

export type ReadSiteFile = (
  resolved: ResolvedContent,
  name: SiteFileName,
  query: URLSearchParams,
) => Promise<SiteFile>;

interface SiteFileParts {
  readings: SiteReadings;
  markdown: PageMarkdown;
  lookOf: FindLook;
  /** Of one file of a sitemap. */
  maxPages?: number;
  /** The address of a file of a sitemap that is in several, below the site. */
  sitemapPart?: (part: number) => string;
}

const partByQuery = (part: number): string => `sitemap-pages.xml?part=${part}`;

/** Everything about a site that programs read as a whole, as its visitor sees it. */
export function createSiteFiles(
  context: Pick<Context, 'config' | 'keyRing' | 'threads'>,
  store: ContentStore,
  { readings, markdown, lookOf, maxPages = MAX_PAGES_IN_SITEMAP, sitemapPart = partByQuery }: SiteFileParts,
): ReadSiteFile {
  const { config } = context;
  const listUpdates = createListUpdates(context, store, readings);

  async function writeSitemapFile(
    resolved: ResolvedContent,
    name: SiteFileName,
    query: URLSearchParams,
  ): Promise<string | Readable> {
    // What is not for everybody is in no list of pages.
    if (!isPublicSite(resolved)) throw contentNotFound();
    const all = (): ReturnType<SiteReadings['readAll']> => readings.readAll(resolved);
    if (name === 'sitemap.xml') {
      const count = await countIndexed(all());
      if (count <= maxPages) return Readable.from(writeSitemap(config, all(), { from: 0, to: maxPages }));
      const base = new URL(joinPath(resolved.siteBase, true), siteUrl(config, resolved.open.site)).href;
      return writeSitemapIndex(Math.ceil(count / maxPages), (part) => base + sitemapPart(part));
    }
    const part = Number(query.get('part') ?? 1);
    if (!Number.isSafeInteger(part) || part < 1) throw contentNotFound();
    const from = (part - 1) * maxPages;
    return Readable.from(writeSitemap(config, all(), { from, to: from + maxPages }));
  }

  async function writeFeed(resolved: ResolvedContent, name: 'feed.xml' | 'feed.json'): Promise<string> {
    const { place } = await readings.read(resolved);
    const { title, language } = await describe(resolved);
    const base = new URL(place.siteHref, siteUrl(config, resolved.open.site)).href;
    const updates = await listUpdates(readings.readAll(resolved));
    const feed = { title, language, siteUrl: base, feedUrl: base + name, updates };
    return name === 'feed.xml' ? writeRss(feed) : writeJsonFeed(feed);
  }

  async function describe({
    open: { site },
    siteSpaceId,
  }: ResolvedContent): Promise<{ title: string; language: string }> {
    const { customization } = await lookOf(site, siteSpaceId);
    return {
      title: nameOf(customization.title ?? site.title),
      language: customization.internationalization.locale,
    };
  }

  async function write(
    resolved: ResolvedContent,
    name: SiteFileName,
    query: URLSearchParams,
  ): Promise<string | Readable> {
    if (name === 'feed.xml' || name === 'feed.json') return writeFeed(resolved, name);
    if (name === 'sitemap.xml' || name === 'sitemap-pages.xml')
      return writeSitemapFile(resolved, name, query);
    const parts = {
      config,
      title: (await describe(resolved)).title,
      readings: readings.readAll(resolved),
    };
    return Readable.from(name === 'llms.txt' ? writeLlms(parts) : writeLlmsFull(parts, markdown));
  }

  return async (resolved, name, query) => ({
    body: await write(resolved, name, query),
    contentType: TYPES[name],
    isShared: isSharedWithAll({ resolved }),
    isIndexed: isPublicSite(resolved),
  });
}
