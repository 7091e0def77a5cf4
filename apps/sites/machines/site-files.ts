import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ContentStore } from '../../server/content/revisions/content-store.ts';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { createTurns } from '../../server/platform/access/turns.ts';
import type { Context } from '../../server/platform/context.ts';
import { defineError } from '../../server/platform/http/errors.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import { createPause } from '../../server/platform/threads/pause.ts';
import type { FindLook } from '../site-looks.ts';
import { isPublicSite, isSharedWithAll, type Reading, type SiteReadings } from '../site-readings.ts';
import { titleOfSite } from '../site-title.ts';
import type { VisiblePage } from '../visible-page.ts';
import { joinPath } from '../visits/site-request.ts';
import { writeJsonFeed, writeRss } from './feeds.ts';
import { writeLlms, writeLlmsFull } from './llms-files.ts';
import type { PageMarkdown } from './page-markdown.ts';
import { createSharedTexts } from './shared-texts.ts';
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

const tooBusyToWrite = defineError({ status: 503, reason: 'too-busy-to-write' }, () => ({
  message: 'The server is sending this file to too many clients. Try again later.',
  headers: { 'retry-after': '30' },
}));

/** Memory for files that take long to make, in characters, and the longest of them that is kept. */
const KEPT_LENGTH = 16_000_000;
const KEPT_TEXT_LENGTH = 4_000_000;
/** Files that are made for one reader alone: of one site at once, of all, and who may wait for that. */
const ALONE = { ofOne: 2, ofAll: 8, waiting: 20, refuse: () => tooBusyToWrite() };
const MAX_WAIT_MS = 10_000;

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
  /** The maximum for one file of a sitemap. */
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
  const texts = createSharedTexts({ maxLength: KEPT_LENGTH, maxTextLength: KEPT_TEXT_LENGTH });
  const turns = createTurns(ALONE);

  /**
   * The site as the visitor sees it now, for a file that shows some of the pages. `key`: names everything that the file
   * depends on; undefined: it is hardly ever right again.
   */
  async function readWhole(
    resolved: ResolvedContent,
    shown: { about: readonly unknown[]; isShown: (page: VisiblePage) => boolean },
  ): Promise<{ key: string | undefined; all: readonly Reading[] }> {
    const hash = createHash('sha256').update(JSON.stringify(shown.about));
    const pause = createPause();
    const all: Reading[] = [];
    let isKept = true;
    for await (const reading of readings.readAll(resolved)) {
      all.push(reading);
      hash.update(JSON.stringify(readings.keyOf(reading)));
      for (const page of reading.place.contents.readingOrder.filter(shown.isShown)) {
        const { key, isFleeting } = await readings.evaluate(reading, page);
        isKept &&= !isFleeting;
        hash.update(JSON.stringify([page.entry.id, key]));
        await pause(4);
      }
    }
    return { key: isKept ? hash.digest('base64url') : undefined, all };
  }

  /** A text that takes long: made once for all who get the same, or else only for a few at once. */
  async function share(
    { open: { site } }: ResolvedContent,
    key: string | undefined,
    write: () => AsyncGenerator<string>,
  ): Promise<string | Readable> {
    const shared = key === undefined ? undefined : texts.read(key, write);
    if (shared !== undefined) return typeof shared === 'string' ? shared : Readable.from(shared);
    const end = await turns.take(site.siteId, MAX_WAIT_MS);
    return Readable.from(write()).once('close', end);
  }

  async function writeSitemapFile(
    resolved: ResolvedContent,
    name: SiteFileName,
    query: URLSearchParams,
  ): Promise<string | Readable> {
    // Content that is not for everybody is in no list of pages.
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

  async function readFeed(
    resolved: ResolvedContent,
    name: 'feed.xml' | 'feed.json',
  ): Promise<string | Readable> {
    const { place } = await readings.read(resolved);
    const about = await describe(resolved);
    const base = new URL(place.siteHref, siteUrl(config, resolved.open.site)).href;
    const { key, all } = await readWhole(resolved, {
      about: [name, base, about],
      isShown: ({ settings }) => settings?.hasUpdates === true,
    });
    return share(resolved, key, async function* write() {
      const updates = await listUpdates(all);
      const feed = { ...about, siteUrl: base, feedUrl: base + name, updates };
      yield name === 'feed.xml' ? writeRss(feed) : writeJsonFeed(feed);
    });
  }

  async function readLlmsFull(resolved: ResolvedContent): Promise<string | Readable> {
    const { title } = await describe(resolved);
    const about = ['llms-full.txt', title, siteUrl(config, resolved.open.site)];
    const { key, all } = await readWhole(resolved, { about, isShown: () => true });
    return share(resolved, key, () => writeLlmsFull({ config, title, readings: all }, markdown));
  }

  async function describe({
    open: { site },
    siteSpaceId,
  }: ResolvedContent): Promise<{ title: string; language: string }> {
    const { customization } = await lookOf(site, siteSpaceId);
    const language = customization.internationalization.locale;
    return { title: titleOfSite(site, customization, language), language };
  }

  async function write(
    resolved: ResolvedContent,
    name: SiteFileName,
    query: URLSearchParams,
  ): Promise<string | Readable> {
    if (name === 'feed.xml' || name === 'feed.json') return readFeed(resolved, name);
    if (name === 'sitemap.xml' || name === 'sitemap-pages.xml')
      return writeSitemapFile(resolved, name, query);
    if (name === 'llms-full.txt') return readLlmsFull(resolved);
    const { title } = await describe(resolved);
    return Readable.from(writeLlms({ config, title, readings: readings.readAll(resolved) }));
  }

  return async (resolved, name, query) => ({
    body: await write(resolved, name, query),
    contentType: TYPES[name],
    isShared: isSharedWithAll({ resolved }),
    isIndexed: isPublicSite(resolved),
  });
}
