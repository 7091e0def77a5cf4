import type { PageEntry } from '@lectern/content/tree/entries';
import { titleOf } from '@lectern/render/references';
import { limitTitlesAbove } from '@lectern/search/titles-above';
import { readWrittenSections } from '../../server/domains/content/search/computed-index.ts';
import type { DocumentEntry } from '../../server/domains/content/search/page-key.ts';
import { toShown } from '../../server/domains/content/search/shown-documents.ts';
import type { ComputedSection } from '../../server/domains/specs/pages/computed-parts.ts';
import { nameOf } from '../../server/pages/parts/name.ts';
import { listOwnResults } from '../computed/section-indexes.ts';
import type { Reading } from '../site-readings.ts';
import type { VisiblePage } from '../visible-page.ts';
import { listPages } from './list-pages.ts';
import type { PageToIndex } from './page-to-index.ts';
import type { StaticParts } from './static-parts.ts';

/** The pages of a space that its search finds, with the text that a visitor sees of them. */
export async function listIndexedPages(
  { visible, shownDocuments, facts }: Pick<StaticParts, 'visible' | 'shownDocuments' | 'facts'>,
  { open, audience, place }: Reading,
): Promise<PageToIndex[]> {
  const seen = await visible.find(open, audience);
  const found: { page: VisiblePage; entry: DocumentEntry }[] = [];
  for (const page of listPages(place.contents.top)) {
    const { entry, settings } = page;
    if (entry.type === 'document' && settings?.noIndex !== true) found.push({ page, entry });
  }
  const stored = found.flatMap(({ entry }) => (seen?.findShown(entry.id) ? [] : [entry]));
  const read = await shownDocuments(open.space.organizationId, stored);
  const documents = new Map(stored.map((entry, at) => [entry, read[at]]));
  const hashes = found.flatMap(({ entry }) => entry.document ?? []);
  const factsOf = await facts.load(open.space.organizationId, 'facts', hashes);
  return found.flatMap(({ page, entry }) => {
    const document = seen?.findShown(entry.id) ?? documents.get(entry);
    if (!document) return [];
    const written = entry.document === undefined ? undefined : factsOf(entry.document)?.title;
    const shared = {
      href: place.pageHref(entry.id).slice(place.homeHref.length),
      crumbs: listAbove(page).map((above) => nameOf(titleOf(above))),
    };
    const title = nameOf(entry.title);
    const parts = page.sections;
    if (page.computed)
      return [
        ...listOwnResults(parts, { title: entry.title, blocks: page.computed.blocks }).map(({ blocks }) => ({
          ...shared,
          ...NO_NAMES,
          title,
          sections: toShown({}, readWrittenSections(blocks)).sections,
          isComputed: true,
        })),
        ...parts.map((section) => ({ ...shared, ...toPart(section, title) })),
      ];
    return [
      {
        ...shared,
        title,
        linkTitle: entry.linkTitle,
        documentTitle: written === entry.title ? undefined : written,
        description: document.description,
        path: entry.slug,
        above: limitTitlesAbove(listAbove(page).map((above) => above.title)),
        sections: document.sections,
      },
      ...parts.map((section) => ({ ...shared, ...toPart(section, title) })),
    ];
  });
}

const NO_NAMES = { linkTitle: undefined, documentTitle: undefined, description: '', path: '', above: [] };

/** An operation, webhook or schema of a spec, as the service indexes it: its label is its second title. */
const toPart = ({ anchor, title, label, words }: ComputedSection, titleOfPage: string) => ({
  ...NO_NAMES,
  title,
  titleOfPage,
  isComputed: true,
  documentTitle: label === '' ? undefined : label,
  sections: [{ title: '', fragment: `#${encodeURIComponent(anchor)}`, line: words }],
});

function listAbove({ parent }: VisiblePage): PageEntry[] {
  const entries: PageEntry[] = [];
  for (let one = parent; one; one = one.parent) entries.unshift(one.entry);
  return entries;
}
