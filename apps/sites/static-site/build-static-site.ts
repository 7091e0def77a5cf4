import { Readable } from 'node:stream';
import { html } from '@lectern/html/html';
import { awaitAll } from '@lectern/std/await-all';
import type { ResolvedContent } from '../../server/domains/publishing/published-content/resolve-url.ts';
import type { SitePointer } from '../../server/platform/access/pointers.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import type { Assets } from '../assets.ts';
import type { PageContent, PageFrame } from '../build-page-data.ts';
import type { SiteFile, SiteFileName } from '../machines/site-files.ts';
import { countIndexed, MAX_PAGES_IN_SITEMAP } from '../machines/sitemap.ts';
import { messagesOf } from '../messages/messages.ts';
import { plainContent } from '../missing-page.ts';
import type { Reading } from '../site-readings.ts';
import type { SpaceIndex } from '../static-reader/index-format.ts';
import type { VisiblePage } from '../visible-page.ts';
import { type BaseUrl, fileOf, readBaseUrl } from './base-url.ts';
import { type BrokenLink, createLinkCheck, type LinkCheck } from './check-links.ts';
import { drawAhead } from './draw-ahead.ts';
import { listHostFiles } from './host-files.ts';
import { forEachAtOnce, listPages, readPlaces } from './list-pages.ts';
import { listRedirects } from './list-redirects.ts';
import { openPublicSite } from './open-public-site.ts';
import { OutputFolder } from './output-folder.ts';
import { listAssets, STATIC } from './static-delivery.ts';
import { createStaticParts, type StaticParts } from './static-parts.ts';
import { writeRedirectPage, writeRedirectsFile } from './static-redirects.ts';
import { createUserFiles, type UserFiles } from './user-files.ts';
import { listPlaceIndex, writeSpaceIndex } from './write-search.ts';

/** Where the form of the search leads. The script of the page opens the search with what the address asks for. */
function staticSearchPage({ language }: Pick<PageFrame, 'language'>): {
  content: PageContent;
  text: string;
} {
  const messages = messagesOf(language);
  return {
    content: plainContent(messages.search),
    text: String(
      html`<div data-search-page><noscript><p>${messages.searchNeedsScript}</p></noscript></div>\n`,
    ),
  };
}

export interface BuildOptions {
  site: SitePointer;
  /** Where the files are written. */
  folder: string;
  /** The address at which the files will be served; undefined: the address of the site. */
  baseUrl?: string | undefined;
  assets: Assets;
  /** Whether the folder stays unchanged if there are broken links. */
  failsOnBrokenLinks?: boolean;
}

export interface StaticSite {
  baseUrl: string;
  pages: number;
  files: number;
  bytes: number;
  brokenLinks: BrokenLink[];
  /** The sources of wildcard redirects, which cannot be files. */
  wildcards: string[];
  /** Whether the folder was replaced; false if it was left unchanged because of broken links. */
  isWritten: boolean;
}

/** The number of pages that are made at once, so that the threads that render long ones never wait. */
const PAGES_AT_ONCE = 8;
const SITE_FILES: readonly SiteFileName[] = [
  'llms.txt',
  'llms-full.txt',
  'sitemap.xml',
  'feed.xml',
  'feed.json',
];

/** The state of a build. */
interface Build {
  context: Context;
  parts: StaticParts;
  resolved: ResolvedContent;
  base: BaseUrl;
  now: Date;
  output: OutputFolder;
  files: UserFiles;
  links: LinkCheck;
}

/**
 * Writes a public site as static files, as a visitor without claims sees it. The same revisions make the same bytes.
 * Throws a `StaticSiteError` for a site or a folder that it refuses, and leaves the folder as it was when it fails.
 */
export async function buildStaticSite(context: Context, options: BuildOptions): Promise<StaticSite> {
  const { site, assets } = options;
  // The thread loads its code while the site is opened.
  context.threads.start('request');
  const base = readBaseUrl(options.baseUrl ?? siteUrl(context.config, site));
  const now = context.clock();
  const placeFile = async (url: string): Promise<string | undefined> => {
    const placed = await files.place(url, 'path');
    return placed === url ? undefined : placed;
  };
  const parts = createStaticParts({ ...context, clock: () => now }, { base, assets, placeFile });
  const resolved = await openPublicSite(parts, site, { base, now });
  const output = await OutputFolder.open(options.folder);
  let files: UserFiles;
  try {
    files = await openUserFiles(context, { parts, resolved, base, now, output });
    const build = { context, parts, resolved, base, now, output, files, links: createLinkCheck(base) };
    // The indexes are written while other threads draw the pages.
    const [{ pages, hasDiagrams }, indexes] = await awaitAll([writePages(build), writeIndexes(build)]);
    await writeSearchPages(build, indexes);
    await writeSiteFiles(build);
    await writeMissingPage(build);
    for (const { path, body } of listHostFiles(base)) await output.write(path, body);
    const wildcards = await writeRedirects(build);
    for (const { path, body } of listAssets(assets, { hasDiagrams, fonts: parts.usedFonts }))
      await output.write(path, body);
    const brokenLinks = build.links.list((file) => output.has(file));
    const isWritten = brokenLinks.length === 0 || options.failsOnBrokenLinks !== true;
    const { fileCount, byteCount } = output;
    await (isWritten ? output.finish() : output.discard());
    return {
      baseUrl: base.href,
      pages,
      files: fileCount,
      bytes: byteCount,
      brokenLinks,
      wildcards,
      isWritten,
    };
  } catch (error) {
    await output.discard();
    throw error;
  }
}

/** Opens the files of the site, and of the spaces that the visitor sees. */
async function openUserFiles(
  { config, blobs }: Context,
  { parts, resolved, base, now, output }: Pick<Build, 'parts' | 'resolved' | 'base' | 'now' | 'output'>,
): Promise<UserFiles> {
  const ownerIds = new Set([resolved.open.site.siteId]);
  for await (const { place } of readPlaces(parts, resolved, now)) ownerIds.add(place.spaceId);
  return createUserFiles({
    base,
    output,
    blobs,
    origins: [base.origin, config.sitesUrl],
    findServedFile: parts.findServedFile,
    isOnSite: (ownerId) => ownerIds.has(ownerId),
  });
}

async function writePages(build: Build): Promise<{ pages: number; hasDiagrams: boolean }> {
  const { context, parts, resolved, now } = build;
  let pages = 0;
  let hasDiagrams = false;
  for await (const reading of readPlaces(parts, resolved, now)) {
    // From the last: the service may be drawing the same pages from the first.
    const fromTheLast = [...listPages(reading.place.contents.top)].reverse();
    const drawing = drawAhead(context, parts, { open: reading.open, pages: fromTheLast });
    try {
      await forEachAtOnce(fromTheLast, PAGES_AT_ONCE, async (page) => {
        if (page.entry.type !== 'document') return;
        await drawing.waitFor(page.entry.document);
        const html = await writePage(build, reading, page);
        pages += 1;
        hasDiagrams ||= html.includes(' data-diagram');
      });
    } finally {
      await drawing.end();
    }
  }
  return { pages, hasDiagrams };
}

/** Writes a page as HTML and as Markdown. */
async function writePage(build: Build, reading: Reading, page: VisiblePage): Promise<string> {
  const { parts, base, output, files } = build;
  const { place } = reading;
  const { body } = await parts.pages.renderPage(reading, page);
  const html = await writeHtml(build, place.pageHref(page.entry.id), String(body));
  const markdown = await files.place(await parts.markdown.write(reading, page), 'url');
  await output.write(fileOf(base, place.markdownHref(page.entry.id)), markdown);
  return html;
}

async function writeHtml({ base, output, files, links }: Build, href: string, text: string): Promise<string> {
  const file = fileOf(base, href);
  const html = await files.place(text, 'path');
  links.read(file, href, html);
  await output.write(file, html);
  return html;
}

/** Writes the indexes of all spaces, and returns them by site space. */
async function writeIndexes(build: Build): Promise<Map<string, SpaceIndex>> {
  const { parts, resolved, base, now, output } = build;
  const indexes = new Map<string, SpaceIndex>();
  for await (const reading of readPlaces(parts, resolved, now))
    indexes.set(reading.place.siteSpace.siteSpaceId, await writeSpaceIndex({ parts, base, output }, reading));
  return indexes;
}

/** Writes the page of the search and the list of searched indexes for each place. */
async function writeSearchPages(build: Build, indexes: ReadonlyMap<string, SpaceIndex>): Promise<void> {
  const { parts, resolved, base, now, output } = build;
  for await (const reading of readPlaces(parts, resolved, now)) {
    const { href, answersHref } = STATIC.searchOf(reading.place.homeHref);
    const { body } = await parts.pages.renderOwn(reading, staticSearchPage);
    await writeHtml(build, href, String(body));
    await output.write(fileOf(base, answersHref), JSON.stringify(listPlaceIndex(reading, indexes)));
  }
}

async function writeMissingPage(build: Build): Promise<void> {
  const { parts, resolved, base } = build;
  const { body } = await parts.pages.renderPage(await parts.readings.read(resolved), undefined);
  await writeHtml(build, `${base.path}404.html`, String(body));
}

/** Writes the files for programs about the whole site. The pages as Markdown have already been written. */
async function writeSiteFiles({ parts, resolved, base, output, files }: Build): Promise<void> {
  const readSiteFile = parts.readSiteFilesFrom({
    read: parts.markdown.read,
    write: async ({ place }, { entry }) =>
      String(await output.read(fileOf(base, place.markdownHref(entry.id)))),
  });
  async function* placed(body: SiteFile['body']): AsyncGenerator<string> {
    if (typeof body === 'string') yield files.place(body, 'url');
    else for await (const piece of body) yield files.place(String(piece), 'url');
  }
  const write = async (path: string, name: SiteFileName, query = new URLSearchParams()): Promise<void> => {
    const { body } = await readSiteFile(resolved, name, query);
    await output.write(path, Readable.from(placed(body)));
  };
  for (const name of SITE_FILES) await write(name, name);
  const indexed = await countIndexed(parts.readings.readAll(resolved));
  const partCount = indexed > MAX_PAGES_IN_SITEMAP ? Math.ceil(indexed / MAX_PAGES_IN_SITEMAP) : 0;
  for (let part = 1; part <= partCount; part += 1)
    await write(
      `sitemap-pages-${part}.xml`,
      'sitemap-pages.xml',
      new URLSearchParams({ part: String(part) }),
    );
}

/** Writes the redirects, and returns the sources of those that cannot be files. */
async function writeRedirects({ context, parts, resolved, base, output, now }: Build): Promise<string[]> {
  const { redirects, wildcards } = await listRedirects(
    { context, parts, resolved, base, output },
    readPlaces(parts, resolved, now),
  );
  for (const redirect of redirects) {
    const file = fileOf(base, redirect.from);
    const canonical = new URL(redirect.to, base.href).href;
    // Another redirect can have taken the name: /a and /a/index.html.
    if (output.isFree(file)) await output.write(file, writeRedirectPage(redirect, canonical));
  }
  // Hosts read the file only at their root.
  if (base.path === '/') await output.write('_redirects', writeRedirectsFile(redirects));
  return wildcards;
}
