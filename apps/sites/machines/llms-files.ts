import { titleOf } from '@lectern/render/references';
import { titleOfSiteSpace } from '../../server/domains/publishing/sites/site-structure.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import { type SitesOrigin, siteUrl } from '../../server/platform/http/site-url.ts';
import { createPause } from '../../server/platform/threads/pause.ts';
import { findHome } from '../locating/find-page.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { canonicalUrlOf } from './canonical-url.ts';
import type { PageMarkdown } from './page-markdown.ts';

interface LlmsParts {
  config: SitesOrigin;
  title: string;
  readings: AsyncIterable<Reading> | Iterable<Reading>;
}

/** The site as a list of links in the form of llmstxt.org: a heading for each space, and a line for each page. */
export async function* writeLlms({ config, title, readings }: LlmsParts): AsyncGenerator<string> {
  yield `# ${toText(title)}\n`;
  const pause = createPause();
  let isFirst = true;
  for await (const reading of readings) {
    const { place, resolved } = reading;
    const base = siteUrl(config, resolved.open.site);
    const home = findHome(place.contents, place.siteSpace.pageId);
    if (isFirst && home?.settings?.description !== undefined)
      yield `\n> ${toText(home.settings.description)}\n`;
    isFirst = false;
    yield `\n## ${toText(headingOf(reading))}\n\n`;
    for (const page of place.contents.readingOrder) {
      yield writePageLine(page, new URL(place.markdownHref(page.entry.id), base).href);
      await pause(4);
    }
  }
}

/** All pages of the site as Markdown, one after the other; each is made when its reader takes it. */
export async function* writeLlmsFull(
  { config, title, readings }: LlmsParts,
  markdown: Pick<PageMarkdown, 'write'>,
): AsyncGenerator<string> {
  yield `# ${toText(title)}\n`;
  const pause = createPause();
  for await (const reading of readings)
    for (const page of reading.place.contents.readingOrder) {
      const text = await markdown.write(reading, page);
      yield `\n<!-- ${canonicalUrlOf(config, reading, page).replaceAll('--', '%2D%2D')} -->\n\n${text}`;
      await pause(64);
    }
}

/** A page in a list of links. */
export function writePageLine({ entry, settings }: VisiblePage, href: string): string {
  const description = settings?.description;
  const end = description === undefined ? '' : `: ${toText(description)}`;
  return `- [${toText(nameOf(titleOf(entry)))}](${href})${end}\n`;
}

function headingOf({ place }: Reading): string {
  const { section, siteSpace, shown } = place;
  const variants = section?.siteSpaces ?? shown.siteSpaces;
  if (!section) return titleOfSiteSpace(siteSpace);
  return variants.length > 1 ? `${section.title} – ${titleOfSiteSpace(siteSpace)}` : section.title;
}

/** One line, in which nothing is markup. */
const toText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]<>`*_]/g, '\\$&');
