import { html } from '@lectern/html/html';
import { type SitesOrigin, siteUrl } from '../../server/platform/http/site-url.ts';
import { createPause } from '../../server/platform/threads/pause.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { namedCanonicalUrl } from './canonical-url.ts';
import { listLanguageReadings, listLanguageVariants } from './language-variants.ts';

/** The limit of the format for one file. */
export const MAX_PAGES_IN_SITEMAP = 50_000;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Which pages of the site are in the file: `from` inclusive, `to` exclusive. */
interface Range {
  from: number;
  to: number;
}

/** Writes the pages of a public site that search engines may list, one space after the other. */
export async function* writeSitemap(
  config: SitesOrigin,
  readings: AsyncIterable<Reading>,
  { from, to }: Range,
): AsyncGenerator<string> {
  yield `${HEAD}<urlset ${SPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  const pause = createPause();
  let position = 0;
  for await (const section of bySection(readings)) {
    const others = listLanguageReadings(section);
    for (const reading of section) {
      const listed = listIndexed(reading);
      const first = Math.max(0, from - position);
      const last = Math.max(first, to - position);
      position += listed.length;
      for (const page of listed.slice(first, last)) {
        yield writePage(config, { reading, page, others });
        await pause(4);
      }
      if (position >= to) return yield '</urlset>\n';
    }
  }
  yield '</urlset>\n';
}

function writePage(
  config: SitesOrigin,
  { reading, page, others }: { reading: Reading; page: VisiblePage; others: readonly Reading[] },
): string {
  const { entry } = page;
  const base = siteUrl(config, reading.resolved.open.site);
  const toAbsolute = (href: string): string => new URL(href, base).href;
  const variants = listLanguageVariants(reading, page, others).map(
    ({ language, href }) =>
      html`<xhtml:link rel="alternate" hreflang="${language}" href="${toAbsolute(href)}"/>`,
  );
  const changedAt = entry.type === 'document' && html`<lastmod>${entry.updatedAt}</lastmod>`;
  return String(
    html`<url><loc>${toAbsolute(reading.place.pageHref(entry.id))}</loc>${changedAt}${variants}</url>\n`,
  );
}

/** How many pages the sitemap of a site has. */
export async function countIndexed(readings: AsyncIterable<Reading>): Promise<number> {
  let count = 0;
  for await (const reading of readings) count += listIndexed(reading).length;
  return count;
}

/** The list of sitemaps of a site with more pages than one file may have. */
export function writeSitemapIndex(count: number, addressOf: (part: number) => string): string {
  const files = Array.from(
    { length: count },
    (_, at) => html`<sitemap><loc>${addressOf(at + 1)}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex ${SPACE}>\n${html`${files}`}</sitemapindex>\n`;
}

/** Pages that are listed, are for search engines, and have their address here. */
const listIndexed = ({ place }: Reading): readonly VisiblePage[] =>
  place.contents.readingOrder.filter(
    (page) => page.settings?.noRobotsIndex !== true && namedCanonicalUrl(page) === undefined,
  );

/** The variants of a section together: they are next to each other in a site. */
async function* bySection(readings: AsyncIterable<Reading>): AsyncGenerator<Reading[]> {
  let section: Reading[] = [];
  for await (const reading of readings) {
    const isSame = section[0]?.place.siteSpace.sectionId === reading.place.siteSpace.sectionId;
    if (!isSame && section.length > 0) {
      yield section;
      section = [];
    }
    section.push(reading);
  }
  if (section.length > 0) yield section;
}
