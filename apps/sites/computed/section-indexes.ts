/**
 * The index of the operations, webhooks and schemas that the pages of a place show, and of the computed pages
 * themselves: each is a result of its own, ranked among the pages. It is made from what the visitor sees, so it has nothing that is hidden from them.
 */
import type { Section } from '@lectern/content/facts/sections';
import type { Block } from '@lectern/markdown/document';
import { COMPUTED_WEIGHT } from '@lectern/search/ranking';
import type { SearchedSegment } from '@lectern/search/search';
import { LRUCache } from 'lru-cache';
import {
  type ComputedIndex,
  NO_KEY,
  readWrittenSections,
  writeComputedSegment,
} from '../../server/domains/content/search/computed-index.ts';
import { toShown } from '../../server/domains/content/search/shown-documents.ts';
import type { PageToIndex } from '../../server/domains/content/search/write-segment.ts';
import type { ComputedSection } from '../../server/domains/specs/pages/computed-parts.ts';
import type { Context } from '../../server/platform/context.ts';

/** A page with parts of specs. */
interface SearchedPage {
  settings?: { noIndex?: boolean } | undefined;
  sections: readonly ComputedSection[];
}

/** A page that is computed from a spec. */
export interface ComputedPage {
  title: string;
  blocks: readonly Block[];
}

/** The pages of a place. */
interface SearchedContents<Page> {
  readingOrder: readonly Page[];
}

/** An operation, webhook or schema that a search found, and its page; or a page that is computed from a spec itself. */
interface FoundSection<Page> {
  page: Page;
  section: ComputedSection | undefined;
}

export interface SectionIndex<Page> extends Pick<ComputedIndex, 'find'> {
  segment: SearchedSegment;
  /** `id`: of a found page of the segment. */
  findSection(id: string): FoundSection<Page> | undefined;
}

/** How many characters of text are indexed for one place. Further parts are found only by their names and paths. */
const MAX_TEXT = 8_000_000;

/** `computedOf`: a page that is computed from a spec; undefined for others. */
export function createSectionIndexes<Page extends SearchedPage>(
  threads: Context['threads'],
  maxBytes: number,
  computedOf: (page: Page) => ComputedPage | undefined,
) {
  const kept = new LRUCache<SearchedContents<Page>, SectionIndex<Page> & { bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  const writing = new WeakMap<SearchedContents<Page>, Promise<SectionIndex<Page>>>();

  async function write(contents: SearchedContents<Page>): Promise<SectionIndex<Page>> {
    const found = listSearched(contents).flatMap((page) => [
      ...listOwnResults(page.sections, computedOf(page)).map((computed) => ({
        page,
        computed,
        section: undefined,
      })),
      ...page.sections.map((section) => ({ page, computed: undefined, section })),
    ]);
    const written = found.map(({ computed }) => (computed ? readWrittenSections(computed.blocks) : []));
    let left = MAX_TEXT;
    const pages = found.map(({ computed, section }, n) => {
      if (!section) return toWrittenPage(computed.title, idOf(n), written[n] ?? []);
      left -= section.words.length;
      return toPage(section, idOf(n), left > 0 ? section.words : '');
    });
    const segment = await writeComputedSegment(threads, pages);
    const byId = new Map(found.map((one, n) => [idOf(n), { ...one, shown: toShown({}, written[n] ?? []) }]));
    const index = {
      segment: { segment, live: new Uint8Array(segment.pageCount).fill(1), weight: COMPUTED_WEIGHT },
      bytes: 1000 + segment.byteLength + 100 * found.length,
      findSection: (id: string) => byId.get(id),
      find(id: string) {
        const one = byId.get(id);
        if (!one) return undefined;
        const title = one.section?.title ?? one.computed?.title ?? '';
        const place = { id, title, path: '', ancestors: [], hasView: false };
        return { place, document: one.shown };
      },
    };
    kept.set(contents, index);
    return index;
  }

  const known = new WeakMap<SearchedContents<Page>, boolean>();

  return {
    has(contents: SearchedContents<Page>): boolean {
      const has =
        known.get(contents) ??
        listSearched(contents).some((page) => page.sections.length > 0 || computedOf(page) !== undefined);
      known.set(contents, has);
      return has;
    },
    async find(contents: SearchedContents<Page>): Promise<SectionIndex<Page>> {
      const found = kept.get(contents) ?? writing.get(contents);
      if (found) return found;
      const written = write(contents).finally(() => writing.delete(contents));
      writing.set(contents, written);
      return written;
    },
  };
}

const listSearched = <Page extends SearchedPage>({ readingOrder }: SearchedContents<Page>): Page[] =>
  readingOrder.filter(({ settings }) => settings?.noIndex !== true);

/** In the order of the pages: of equal results, the first one is on the first page. */
const idOf = (number: number): string => String(number).padStart(9, '0');

/** The computed page itself, unless it is the page of one operation, which is a result already. */
export const listOwnResults = (
  sections: readonly ComputedSection[],
  computed: ComputedPage | undefined,
): ComputedPage[] =>
  computed && !(sections.length === 1 && sections[0]?.title === computed.title) ? [computed] : [];

/** A computed page by its title and by what the spec says on it beside its operations. */
const toWrittenPage = (title: string, pageId: string, sections: readonly Section[]): PageToIndex => ({
  pageId,
  key: NO_KEY,
  title,
  linkTitle: undefined,
  slug: '',
  above: [],
  texts: { facts: '{}', sections: JSON.stringify(sections) },
});

/** A part of a spec as a page of its own, which has the label as its second title: `GET /pets`. */
export const toPage = (
  { title, label }: Pick<ComputedSection, 'title' | 'label'>,
  pageId: string,
  words: string,
): PageToIndex => ({
  pageId,
  key: NO_KEY,
  title,
  linkTitle: undefined,
  slug: '',
  above: [],
  texts: {
    facts: JSON.stringify(label === '' ? {} : { title: label }),
    sections: JSON.stringify(words === '' ? [] : [{ title: '', text: words }]),
  },
});
