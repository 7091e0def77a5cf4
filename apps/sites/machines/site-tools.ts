import { titleOf } from '@lectern/render/references';
import { parseUrl } from '@lectern/std/parse-url';
import { readSegments } from '../../server/domains/publishing/published-content/find-site.ts';
import {
  contentNotFound,
  type ResolvedContent,
} from '../../server/domains/publishing/published-content/resolve-url.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import type { Context } from '../../server/platform/context.ts';
import { siteUrl } from '../../server/platform/http/site-url.ts';
import type { SearchPublished } from '../published-search.ts';
import type { ReadPublishedPage } from '../read-published-page.ts';
import type { MarkedText } from '../reader/search-response.ts';
import type { FindLook } from '../site-looks.ts';
import type { SiteReadings } from '../site-readings.ts';
import { titleOfSite } from '../site-title.ts';
import { joinPath } from '../visits/site-request.ts';
import { writePageLine } from './llms-files.ts';
import type { ListedPage, SiteTools } from './mcp-server.ts';

/** Enters another address of the site as the same visitor. */
type EnterAgain = (segments: readonly string[]) => Promise<ResolvedContent>;

export type CreateSiteTools = (resolved: ResolvedContent, enter: EnterAgain) => Promise<SiteTools>;

interface ToolParts {
  config: Context['config'];
  lookOf: FindLook;
  readings: SiteReadings;
  readPage: ReadPublishedPage;
  searchSite: SearchPublished;
}

const MAX_LISTED = 500;
const MAX_REDIRECTS = 3;

/** The tools with which a program reads a site as one of its visitors. */
export function createSiteToolsOf({
  config,
  lookOf,
  readings,
  readPage,
  searchSite,
}: ToolParts): CreateSiteTools {
  return async (resolved, enter) => {
    const { site } = resolved.open;
    const base = new URL(joinPath(resolved.siteBase, true), siteUrl(config, site));
    const { customization } = await lookOf(site, resolved.siteSpaceId);

    async function read(address: string, redirects: number): Promise<string | undefined> {
      const url = parseUrl(address, base.href);
      const isHere = url?.origin === base.origin && url.pathname.startsWith(base.pathname);
      const segments = isHere ? readSegments(url.pathname) : undefined;
      if (!segments) return undefined;
      const pathname = joinPath(segments, url?.pathname.endsWith('/') ?? false);
      const found = await readPage(await enter(segments), { pathname, prefersMarkdown: true });
      if ('markdown' in found) return found.markdown.body.toString();
      return 'location' in found && redirects > 0 ? read(found.location, redirects - 1) : undefined;
    }

    return {
      title: titleOfSite(site, customization, customization.internationalization.locale),
      address: base.href,
      async search(query) {
        const { results } = await searchSite(resolved, query);
        if (results.length === 0) return 'Nothing was found.';
        return results
          .map(({ title, href, section, excerpt }) => {
            const name = section ? `${plain(title)} › ${plain(section.title)}` : plain(title);
            return `- ${name}\n  ${new URL(section?.href ?? href, base).href}\n  ${plain(excerpt)}\n`;
          })
          .join('');
      },
      async readPage(address) {
        try {
          // A path that begins with a slash counts from the site, unless the whole address of the site is in it.
          const isOfHost = address.startsWith(base.pathname) || !address.startsWith('/');
          return await read(isOfHost ? address : address.replace(/^\/+/, './'), MAX_REDIRECTS);
        } catch (error) {
          if (contentNotFound.matches(error)) return undefined;
          throw error;
        }
      },
      async listPages(from) {
        let position = 0;
        const pages: ListedPage[] = [];
        for await (const { place } of readings.readAll(resolved))
          for (const page of place.contents.readingOrder) {
            position += 1;
            if (position <= from) continue;
            if (position > from + MAX_LISTED) return { pages, next: position - 1 };
            const address = new URL(place.pageHref(page.entry.id), base).href;
            pages.push({
              title: nameOf(titleOf(page.entry)),
              description: page.settings?.description,
              address,
              line: writePageLine(page, address),
            });
          }
        return { pages, next: undefined };
      },
    };
  };
}

const plain = (text: MarkedText): string =>
  text
    .map(([piece]) => piece)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
