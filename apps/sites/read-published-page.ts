import type { ResolvedContent } from '../server/domains/publishing/published-content/resolve-url.ts';
import type { LocatePage } from './locating/locate-page.ts';
import type { FindNearPages } from './locating/near-pages.ts';
import type { MarkdownPage, PageMarkdown } from './machines/page-markdown.ts';
import type { PublishedPages, RenderedPage } from './published-pages.ts';
import { isSharedWithAll, type Reading, type SiteReadings } from './site-readings.ts';
import type { SiteRequest } from './visits/site-request.ts';

export type PublishedResponse =
  | { page: RenderedPage; isFound: boolean; isShared: boolean; pageId?: string }
  | { markdown: MarkdownPage; isShared: boolean; pageId: string }
  /** `isPermanent`: for another spelling of the same place, and for redirects that say so. */
  | { location: string; isPermanent: boolean };

/** `prefersMarkdown`: at the address of the page itself. */
export type ReadPublishedPage = (
  place: ResolvedContent,
  request: Pick<SiteRequest, 'pathname'> & { prefersMarkdown: boolean },
) => Promise<PublishedResponse>;

interface ReadParts {
  readings: SiteReadings;
  locate: LocatePage;
  findNear: FindNearPages;
  pages: PublishedPages;
  markdown: Pick<PageMarkdown, 'read'>;
}

const MARKDOWN = /\.md\/?$/i;

/** Answers for the address of a page: with HTML, or with Markdown on request. */
export function createReadPublishedPage({
  readings,
  locate,
  findNear,
  pages,
  markdown,
}: ReadParts): ReadPublishedPage {
  /** Undefined: there is no page without the ending either. */
  async function readMarkdown(
    reading: Reading,
    asked: { path: string; pathname: string },
  ): Promise<PublishedResponse | undefined> {
    const { place } = reading;
    const isShared = isSharedWithAll(reading);
    const path = asked.path.replace(MARKDOWN, '');
    const found = await locate(reading, { path, pathname: asked.pathname.replace(MARKDOWN, '') });
    if (!found) return undefined;
    if ('location' in found)
      return { location: toMarkdown(found.location), isPermanent: isShared && found.isPermanent };
    if ('moved' in found) return { location: place.markdownHref(found.moved.entry.id), isPermanent: false };
    const href = place.markdownHref(found.page.entry.id);
    if (href !== asked.pathname) return { location: href, isPermanent: isSame(href, asked, isShared) };
    return { markdown: await markdown.read(reading, found.page), isShared, pageId: found.page.entry.id };
  }

  return async (resolved, { pathname, prefersMarkdown }) => {
    const reading = await readings.read(resolved);
    const { place } = reading;
    const isShared = isSharedWithAll(reading);
    const asked = { path: resolved.rest.join('/'), pathname };
    const found = await locate(reading, asked);
    // A redirect of a space counts for an address with the ending of a file as well.
    const isPage = found !== undefined && 'page' in found;
    const asMarkdown = !isPage && MARKDOWN.test(asked.path) ? await readMarkdown(reading, asked) : undefined;
    if (asMarkdown) return asMarkdown;
    if (!found) {
      const page = await pages.renderMissing(reading, await findNear(reading, asked.path));
      return { page, isFound: false, isShared };
    }
    // Browsers keep a permanent redirect: they would follow it for the next visitor, too, and after the visitor has
    // left.
    if ('location' in found) return { ...found, isPermanent: isShared && found.isPermanent };
    if ('moved' in found) {
      const anchor = found.anchor === undefined ? '' : `#${encodeURIComponent(found.anchor)}`;
      return { location: place.pageHref(found.moved.entry.id) + anchor, isPermanent: false };
    }
    const { page } = found;
    const href = place.pageHref(page.entry.id);
    if (href !== pathname) return { location: href, isPermanent: isSame(href, asked, isShared) };
    const pageId = page.entry.id;
    if (prefersMarkdown) return { markdown: await markdown.read(reading, page), isShared, pageId };
    return { page: await pages.renderPage(reading, page), isFound: true, isShared, pageId };
  };
}

/** Whether only the spelling differs, for everybody. */
const isSame = (href: string, { pathname }: { pathname: string }, isShared: boolean): boolean =>
  isShared && foldPath(href) === foldPath(pathname);

const foldPath = (path: string): string => path.toLowerCase().replace(/\/$/, '');

/** Where a redirect leads as Markdown, if it leads to a page of the site by its path. */
const toMarkdown = (location: string): string =>
  /^\/[^?#]*[^/?#]$/.test(location) ? `${location}.md` : location;
