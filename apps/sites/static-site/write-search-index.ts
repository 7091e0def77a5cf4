import { createHash } from 'node:crypto';
import type {
  IndexedSection,
  IndexRoot,
  ShardKind,
  TermShard,
  TextFile,
} from '../static-reader/index-format.ts';
import { type CollectedTerm, collectTerms, countWords } from './collect-terms.ts';
import type { PageToIndex, SectionToIndex } from './page-to-index.ts';

export interface WrittenIndex {
  /** Names the content of the index. */
  hash: string;
  files: { name: string; body: string }[];
}

/** Characters of JSON: small enough that a search loads little, large enough that it loads few. */
const SHARD_LENGTH = 3_500;
const TEXT_LENGTH = 1_000;
/** Words with the same beginning are in one shard up to twice its length: most searches need all of them. */
const BEGINNING = 4;
/** Excerpts are cut from the beginning of a longer section. */
const MAX_SECTION_LENGTH = 1_500;

/** Writes the index of a space. The same pages make the same bytes. */
export async function writeSearchIndex(pages: readonly PageToIndex[]): Promise<WrittenIndex> {
  const terms = [...(await collectTerms(pages))].sort(([one], [other]) => (one < other ? -1 : 1));
  const isCompound = ([, term]: Entry): boolean => term.isCompound;
  const shards: Record<ShardKind, TermShard[]> = {
    t: cutShards(terms.filter((entry) => !isCompound(entry))),
    c: cutShards(terms.filter(isCompound)),
  };
  const texts = cutTexts(pages);
  const root: IndexRoot = {
    sections: pages.map(({ sections }) => Math.max(1, sections.length)),
    titles: pages.map(({ title }) => countWords(title)),
    documentTitles: pages.map(({ documentTitle = '' }) => countWords(documentTitle)),
    computed: listComputed(pages),
    terms: { t: listSeparators(shards.t), c: listSeparators(shards.c) },
    texts: texts.map((pagesOfFile) =>
      pagesOfFile.reduce((sum, [, , , , sections]) => sum + sections.length, 0),
    ),
  };
  const files = [
    { name: 'index.json', body: JSON.stringify(root) },
    ...Object.entries(shards).flatMap(([kind, list]) =>
      list.map((shard, at) => ({ name: `${kind}${at}.json`, body: JSON.stringify(shard) })),
    ),
    ...texts.map((text, at) => ({ name: `s${at}.json`, body: JSON.stringify(text) })),
  ];
  const hash = createHash('sha256');
  for (const { body } of files) hash.update(`${body.length}\n${body}`);
  return { hash: hash.digest('hex').slice(0, 16), files };
}

type Entry = [term: string, places: CollectedTerm];

function cutShards(terms: readonly Entry[]): TermShard[] {
  const shards: TermShard[] = [];
  let length = Number.POSITIVE_INFINITY;
  let beginning = '';
  for (const [term, { pages, sections, below }] of terms) {
    const entry: TermShard[number] = [term, pages.packed, sections.packed];
    if (below.packed.length > 0) entry.push(below.packed);
    const limit = term.startsWith(beginning) ? 2 * SHARD_LENGTH : SHARD_LENGTH;
    if (length >= limit) {
      shards.push([]);
      length = 0;
    }
    shards.at(-1)?.push(entry);
    length += JSON.stringify(entry).length;
    beginning = term.slice(0, BEGINNING);
  }
  return shards;
}

/** Returns for each shard the shortest text that is after all terms of the shard before, and not after its own. */
const listSeparators = (shards: readonly TermShard[]): string[] =>
  shards.map(([first], at) => {
    const [term = ''] = first ?? [];
    const [last = ''] = shards[at - 1]?.at(-1) ?? [];
    let length = 0;
    while (length < term.length && term[length] === last[length]) length += 1;
    return term.slice(0, length + 1);
  });

function listComputed(pages: readonly PageToIndex[]): IndexRoot['computed'] {
  const runs: IndexRoot['computed'] = [];
  for (const [at, { isComputed }] of pages.entries()) {
    if (!isComputed) continue;
    const run = runs.at(-1);
    if (run && run[0] + run[1] === at) run[1] += 1;
    else runs.push([at, 1]);
  }
  return runs;
}

/** A page with many sections is in several files. */
function cutTexts(pages: readonly PageToIndex[]): TextFile[] {
  const files: TextFile[] = [];
  let length = TEXT_LENGTH;
  for (const page of pages) {
    const { href, crumbs, description, titleOfPage } = page;
    const title = titleOfPage ?? page.title;
    let ofPage: IndexedSection[] | undefined;
    for (const section of listShown(page)) {
      if (length >= TEXT_LENGTH) {
        files.push([]);
        length = 0;
        ofPage = undefined;
      }
      if (!ofPage) {
        ofPage = [];
        files.at(-1)?.push([title, href, crumbs, description, ofPage]);
        length += title.length + href.length + description.length + crumbs.join().length;
      }
      ofPage.push(section);
      length += section.join().length;
    }
  }
  return files;
}

/** What is shown of the sections of a page; of a part of a spec, only its label. */
function listShown({ title, documentTitle = '', titleOfPage, sections }: PageToIndex): IndexedSection[] {
  // A page without any text is found by its names, and shown by its first section.
  const shown = sections.length > 0 ? sections : [EMPTY];
  return shown.map(({ title: heading, fragment, line }) =>
    titleOfPage === undefined
      ? [heading, fragment, line.slice(0, MAX_SECTION_LENGTH)]
      : [title, fragment, documentTitle, 1],
  );
}

const EMPTY: SectionToIndex = { title: '', fragment: '', line: '' };
