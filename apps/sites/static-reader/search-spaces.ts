import { createExcerpts } from '@lectern/search/excerpt';
import { type Clause, expandQuery } from '@lectern/search/expand-query';
import { createMarker } from '@lectern/search/mark-matches';
import { parseQuery, type Query, type QueryWord } from '@lectern/search/parse-query';
import { readOperation, type SearchResponse, type SearchResult } from '../reader/search-response.ts';
import type { IndexedSection, IndexedText, SpaceIndex, TermShard } from './index-format.ts';
import {
  beginningOfSimilar,
  createLoadedTerms,
  listBeginnings,
  listWritten,
  mayBeMisspelt,
  type TermMatch,
} from './match-words.ts';
import type { LoadedTexts, OpenIndex } from './open-index.ts';
import { type RankedPage, rankPages } from './rank-pages.ts';

/** Each page that is shown is a file more that is loaded. */
const MAX_PAGES = 8;
const MAX_SECTIONS = 2;
/** Operations, webhooks and schemas, of which a page may have many. */
const MAX_OF_SPECS = 5;

/** A space that is searched. */
export interface SearchedSpace {
  space: SpaceIndex;
  index: OpenIndex;
}

/** Searches the spaces of a place, of which the first is the one that is read. */
export async function searchSpaces(
  spaces: readonly SearchedSpace[],
  written: string,
): Promise<SearchResponse> {
  const query = parseQuery(written);
  if (query.words.length === 0) return { results: [], total: 0 };
  const found = await Promise.all(spaces.map((searched) => findPages(searched, query)));
  const hits = found
    .flatMap((pages, position) =>
      pages.map((page) => ({ page, searched: spaces[position] as SearchedSpace })),
    )
    .sort((one, other) => other.page.score - one.page.score)
    .slice(0, MAX_PAGES);
  const isFirst = ({ searched }: (typeof hits)[number]): boolean => searched === spaces[0];
  const inOrder = [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))];
  const results = await Promise.all(
    inOrder.map(({ page, searched }, position) =>
      presentPage(page, searched, {
        written,
        isAlone: spaces.length === 1,
        maxFiles: position === 0 ? MAX_SECTIONS : 1,
      }),
    ),
  );
  return { results: results.flat(), total: found.reduce((sum, { length }) => sum + length, 0) };
}

async function findPages({ space: { language }, index }: SearchedSpace, query: Query): Promise<RankedPage[]> {
  const loaded = await Promise.all([
    index.loadTerms('t', listBeginnings(query, language)),
    // The first shard contains the name itself.
    index.loadTerms('c', listWritten(query), 1),
  ]);
  const entries = loaded.flat();
  const { root } = index;
  const expand = (similar: TermShard = []): Clause<TermMatch>[] =>
    expandQuery(createLoadedTerms({ root, language }, entries, similar), query, { language });
  let clauses = expand();
  const listUnknown = (): QueryWord[] =>
    query.words.filter((_, position) => clauses[position]?.answers.length === 0);
  const unknown = listUnknown();
  if (unknown.length > 0) {
    entries.push(
      ...(await index.loadTerms(
        'c',
        unknown.map(({ term }) => term),
      )),
    );
    clauses = expand();
  }
  const misspelt = listUnknown().filter(mayBeMisspelt);
  if (misspelt.length > 0) {
    const beginnings = misspelt.map(({ term }) => beginningOfSimilar(term));
    const similar = await Promise.all([index.loadTerms('t', beginnings), index.loadTerms('c', beginnings)]);
    clauses = expand(similar.flat());
  }
  return rankPages(query, clauses, { root, language });
}

/** The page and the sections of it that match. */
async function presentPage(
  { page, sections }: RankedPage,
  { space, index }: SearchedSpace,
  { written, isAlone, maxFiles }: { written: string; isAlone: boolean; maxFiles: number },
): Promise<SearchResult[]> {
  const { language } = space;
  const mark = createMarker(written, language);
  const cut = createExcerpts(written, { language });
  const first = index.root.sections.slice(0, page).reduce((sum, count) => sum + count, 0);
  const wanted = sections.length > 0 ? sections : [first];
  // A further section is shown if it comes along, or is on the first page: files more for each page would double what a
  // search loads.
  const files = await Promise.all(wanted.slice(0, maxFiles).map((section) => index.loadText(section)));
  const found = takeBest(wanted.flatMap((section) => findSection(files, section) ?? []));
  const [any] = found;
  if (!any) return [];
  const [title, below, crumbs, description] = any.text;
  const href = space.home + below;
  const shared = {
    title: mark(title),
    href,
    crumbs: isAlone ? crumbs : [space.title, ...crumbs],
  };
  const parts = sections.length > 0 ? found.map(({ section }) => section) : [];
  const beginning = parts.find(([, fragment]) => fragment === '');
  return [
    { ...shared, excerpt: mark(cut(beginning?.[2] ?? description)) },
    ...parts
      .filter(([, fragment]) => fragment !== '')
      .map(([name, fragment, text, ofSpec]) => {
        const operation = ofSpec && readOperation(text, mark);
        return {
          ...shared,
          section: { title: mark(name), href: href + fragment },
          ...(operation ? { operation } : {}),
          excerpt: mark(cut(text)),
        };
      }),
  ];
}

interface FoundSection {
  text: IndexedText;
  section: IndexedSection;
}

/** The first of each kind. */
function takeBest(found: readonly FoundSection[]): FoundSection[] {
  const left = { text: MAX_SECTIONS, spec: MAX_OF_SPECS };
  return found.filter(({ section: [, , , ofSpec] }) => {
    const kind = ofSpec ? 'spec' : 'text';
    left[kind] -= 1;
    return left[kind] >= 0;
  });
}

function findSection(files: readonly LoadedTexts[], wanted: number): FoundSection | undefined {
  for (const { first, pages } of files) {
    let at = wanted - first;
    for (const text of pages) {
      const [, , , , sections] = text;
      const section = sections[at];
      if (section) return { text, section };
      at -= sections.length;
    }
  }
  return undefined;
}
