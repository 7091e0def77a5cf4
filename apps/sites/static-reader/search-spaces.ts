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
import { addNearness, type RankedPage, rankPages } from './rank-pages.ts';
import { createTextNearness } from './text-nearness.ts';

/** Each page that is shown is a file more that is loaded. */
const MAX_PAGES = 8;
const MAX_SECTIONS = 2;
/** Results that are computed from specs: each operation, webhook and schema is one. */
const MAX_COMPUTED = 5;

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
  const found = await Promise.all(spaces.map((searched) => findPages(searched, query, spaces.length === 1)));
  const hits = found
    .flatMap(({ pages }, position) =>
      pages.map((page) => ({ page, searched: spaces[position] as SearchedSpace })),
    )
    .sort((one, other) => other.page.score - one.page.score);
  const shown = takeBest(hits, ({ page: { isComputed } }) => isComputed);
  const nearest = await Promise.all(
    spaces.map(async (searched, position) => {
      const pages = shown.filter((hit) => hit.searched === searched).map(({ page }) => page);
      const { clauses } = found[position] as FoundPages;
      return (await rankByNearness(searched, pages, clauses)).map((page) => ({ page, searched }));
    }),
  );
  const [ofFirst = [], ...ofOthers] = nearest;
  const inOrder = [...ofFirst, ...ofOthers.flat().sort((one, other) => other.page.score - one.page.score)];
  const results = await Promise.all(
    inOrder.map(({ page, searched }, position) =>
      presentPage(page, searched, {
        written,
        isAlone: spaces.length === 1,
        maxFiles: position === 0 ? MAX_SECTIONS : 1,
      }),
    ),
  );
  return { results: results.flat(), total: found.reduce((sum, { pages }) => sum + pages.length, 0) };
}

/** As many of each kind as are shown. */
function takeBest<Hit>(hits: readonly Hit[], isComputed: (hit: Hit) => boolean): Hit[] {
  const left = { pages: MAX_PAGES, computed: MAX_COMPUTED };
  return hits.filter((hit) => {
    const kind = isComputed(hit) ? 'computed' : 'pages';
    left[kind] -= 1;
    return left[kind] >= 0;
  });
}

/** Ranks pages by how near the words are to each other in their best sections, whose texts are shown anyway. */
async function rankByNearness(
  { index }: SearchedSpace,
  pages: readonly RankedPage[],
  clauses: readonly Clause<TermMatch>[],
): Promise<RankedPage[]> {
  if (clauses.length < 2) return [...pages];
  const nearness = createTextNearness(clauses);
  const found = new Map<number, number>();
  await Promise.all(
    pages.map(async ({ sections: [best] }) => {
      if (!best) return;
      const file = await index.loadText(best.section);
      const [heading = '', , text = '', isPart] = findSection([file], best.section)?.section ?? [];
      // Its words are in no file.
      if (!isPart) found.set(best.section, nearness(heading, text));
    }),
  );
  return addNearness(pages, (section) => found.get(section) ?? 0);
}

interface FoundPages {
  pages: RankedPage[];
  clauses: Clause<TermMatch>[];
}

async function findPages(
  { space: { language, title }, index }: SearchedSpace,
  query: Query,
  isAlone: boolean,
): Promise<FoundPages> {
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
  return {
    pages: rankPages(query, clauses, { root, language, above: isAlone ? undefined : title }),
    clauses,
  };
}

/** The page and the sections of it that match; of a part of a spec, only this part. */
async function presentPage(
  { page, sections }: RankedPage,
  { space, index }: SearchedSpace,
  { written, isAlone, maxFiles }: { written: string; isAlone: boolean; maxFiles: number },
): Promise<SearchResult[]> {
  const { language } = space;
  const mark = createMarker(written, language);
  const cut = createExcerpts(written, { language });
  const first = index.root.sections.slice(0, page).reduce((sum, count) => sum + count, 0);
  const wanted = sections.length > 0 ? sections.map(({ section }) => section) : [first];
  // A further section is shown if it comes along, or is on the first page: files more for each page would double what a
  // search loads.
  const files = await Promise.all(wanted.slice(0, maxFiles).map((section) => index.loadText(section)));
  const found = wanted.flatMap((section) => findSection(files, section) ?? []).slice(0, MAX_SECTIONS);
  const [any] = found;
  if (!any) return [];
  const [title, below, crumbs, description] = any.text;
  const href = space.home + below;
  const shared = {
    title: mark(title),
    href,
    crumbs: isAlone ? crumbs : [space.title, ...crumbs],
  };
  const [name, fragment, label, isPart] = any.section;
  if (isPart) {
    const operation = readOperation(label, mark);
    return [
      {
        ...shared,
        section: { title: mark(name), href: href + fragment },
        ...(operation ? { operation } : {}),
        excerpt: mark(label),
      },
    ];
  }
  const parts = sections.length > 0 ? found.map(({ section }) => section) : [];
  const beginning = parts.find(([, fragment]) => fragment === '');
  return [
    { ...shared, excerpt: mark(cut(beginning?.[2] ?? description)) },
    ...parts
      .filter(([, fragment]) => fragment !== '')
      .map(([name, fragment, text]) => ({
        ...shared,
        section: { title: mark(name), href: href + fragment },
        excerpt: mark(cut(text)),
      })),
  ];
}

interface FoundSection {
  text: IndexedText;
  section: IndexedSection;
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
