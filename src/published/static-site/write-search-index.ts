import { createHash } from 'node:crypto';
import { tokenize } from '../../search-engine/tokenize.ts';
import { LENGTH_PENALTY, SATURATION, WEIGHTS } from '../../search-engine/weights.ts';
import { createPause } from '../../threads/pause.ts';
import {
  type IndexedText,
  type IndexRoot,
  packPlace,
  type TermShard,
  type TextFile,
} from '../static-reader/index-format.ts';

/** A page as it is indexed, with everything that its visitor sees of it. */
export interface PageToIndex {
  title: string;
  linkTitle: string | undefined;
  /** The title in its document, if that is another one. */
  documentTitle: string | undefined;
  description: string;
  path: string;
  href: string;
  crumbs: string[];
  sections: readonly SectionToIndex[];
}

export interface SectionToIndex {
  title: string;
  fragment: string;
  line: string;
  /** For a part of a spec: further words by which it is found, which are not shown. */
  words?: string;
}

export interface WrittenIndex {
  /** Names the content of the index. */
  hash: string;
  files: { name: string; body: string }[];
}

/** Characters of JSON: small enough that a search loads little, large enough that it loads few. */
const SHARD_LENGTH = 7_000;
const TEXT_LENGTH = 2_500;
/** Excerpts are cut from the beginning of a longer section. */
const MAX_SECTION_LENGTH = 1_500;

interface Place {
  at: number;
  isMarked: boolean;
  worth: number;
}

interface Places {
  pages: Place[];
  sections: Place[];
}

/** Writes the index of a space. The same pages make the same bytes. */
export async function writeSearchIndex(pages: readonly PageToIndex[]): Promise<WrittenIndex> {
  const terms = await collectTerms(pages);
  const texts = cutTexts(pages);
  const shards = cutShards(terms);
  const root: IndexRoot = {
    sections: pages.map(({ sections }) => Math.max(1, sections.length)),
    titles: pages.map(({ title }) => countWords(title)),
    documentTitles: pages.map(({ documentTitle = '' }) => countWords(documentTitle)),
    terms: shards.map(([first]) => first?.[0] ?? ''),
    texts: texts.map(([first]) => first?.sections[0]?.[0] ?? 0),
  };
  const files = [
    { name: 'index.json', body: JSON.stringify(root) },
    ...shards.map((shard, at) => ({ name: `t${at}.json`, body: JSON.stringify(shard) })),
    ...texts.map((text, at) => ({ name: `s${at}.json`, body: JSON.stringify(text) })),
  ];
  const hash = createHash('sha256');
  for (const { body } of files) hash.update(`${body.length}\n${body}`);
  return { hash: hash.digest('hex').slice(0, 16), files };
}

const countWords = (text: string): number => tokenize(text, () => undefined);

/** How often each term stands in a text; those of parts of words included. */
function countTerms(text: string): { counts: Map<string, number>; words: number } {
  const counts = new Map<string, number>();
  const words = tokenize(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return { counts, words };
}

async function collectTerms(pages: readonly PageToIndex[]): Promise<Map<string, Places>> {
  const terms = new Map<string, Places>();
  const pause = createPause();
  const usual = measure(pages);
  const placesOf = (term: string): Places => {
    const known = terms.get(term) ?? { pages: [], sections: [] };
    terms.set(term, known);
    return known;
  };
  let section = 0;
  for (const [page, { title, linkTitle = '', documentTitle = '', ...names }] of pages.entries()) {
    const { description, path, sections } = names;
    const titled = new Map<string, number>();
    for (const text of [title, documentTitle]) {
      const { counts, words } = countTerms(text);
      const worth = WEIGHTS.title / norm(words, usual.title, LENGTH_PENALTY.title);
      // Two names of one thing are still one.
      for (const term of counts.keys()) titled.set(term, Math.max(titled.get(term) ?? 0, worth));
    }
    const worths = new Map(titled);
    const add = (text: string, worth: number): void => {
      for (const term of countTerms(text).counts.keys()) worths.set(term, (worths.get(term) ?? 0) + worth);
    };
    add(linkTitle, WEIGHTS.linkTitle);
    add(description, WEIGHTS.description);
    add(path, WEIGHTS.path);
    for (const [term, worth] of worths)
      placesOf(term).pages.push({ at: page, isMarked: titled.has(term), worth });
    for (const one of sections) {
      addSection(section, one.title, textOf(one));
      section += 1;
      await pause(16);
    }
    if (sections.length === 0) section += 1;
  }
  return terms;

  function addSection(at: number, heading: string, text: string): void {
    const inHeading = countTerms(heading);
    const inText = countTerms(text);
    const headingWorth = WEIGHTS.heading / norm(inHeading.words, usual.heading, LENGTH_PENALTY.heading);
    const saturation = SATURATION * norm(inText.words, usual.body, LENGTH_PENALTY.body);
    for (const term of new Set([...inHeading.counts.keys(), ...inText.counts.keys()])) {
      const count = inText.counts.get(term) ?? 0;
      const isInHeading = inHeading.counts.has(term);
      placesOf(term).sections.push({
        at,
        isMarked: isInHeading && inHeading.words === 1,
        worth:
          (isInHeading ? headingWorth : 0) + (WEIGHTS.body * (SATURATION + 1) * count) / (count + saturation),
      });
    }
  }
}

/** Everything but the heading that a section is found by. */
const textOf = ({ line, words }: SectionToIndex): string => (words === undefined ? line : `${line} ${words}`);

const norm = (words: number, average: number, penalty: number): number =>
  1 - penalty + penalty * (words / average);

/** The usual numbers of words. */
function measure(pages: readonly PageToIndex[]): { title: number; heading: number; body: number } {
  const average = (texts: string[]): number =>
    Math.max(1, texts.reduce((sum, text) => sum + countWords(text), 0) / Math.max(1, texts.length));
  const sections = pages.flatMap((page) => page.sections);
  return {
    title: average(pages.map(({ title }) => title)),
    heading: average(sections.map(({ title }) => title)),
    body: average(sections.map(textOf)),
  };
}

function cutShards(terms: ReadonlyMap<string, Places>): TermShard[] {
  const shards: TermShard[] = [];
  let length = SHARD_LENGTH;
  for (const [term, places] of [...terms].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const entry: TermShard[number] = [term, pack(places.pages), pack(places.sections)];
    if (length >= SHARD_LENGTH) {
      shards.push([]);
      length = 0;
    }
    shards.at(-1)?.push(entry);
    length += JSON.stringify(entry).length;
  }
  return shards;
}

function pack(places: readonly Place[]): number[] {
  let before = 0;
  return places.map(({ at, isMarked, worth }) => {
    const packed = packPlace(at - before, isMarked, worth);
    before = at;
    return packed;
  });
}

/** A page with many sections is in several files. */
function cutTexts(pages: readonly PageToIndex[]): TextFile[] {
  const files: TextFile[] = [];
  let length = TEXT_LENGTH;
  let section = 0;
  for (const { title, href, crumbs, description, sections } of pages) {
    let page: IndexedText | undefined;
    // A page without any text is found by its names, and shown by its first section.
    for (const { title: heading, fragment, line, words } of sections.length > 0 ? sections : [EMPTY]) {
      if (length >= TEXT_LENGTH) {
        files.push([]);
        length = 0;
        page = undefined;
      }
      if (!page) {
        page = { title, href, crumbs, description, sections: [] };
        files.at(-1)?.push(page);
        length += title.length + href.length + description.length + crumbs.join().length;
      }
      const text = line.slice(0, MAX_SECTION_LENGTH);
      page.sections.push([section, heading, fragment, text, ...ofSpec(words)]);
      length += heading.length + fragment.length + text.length;
      section += 1;
    }
  }
  return files;
}

const ofSpec = (words: string | undefined): [1?] => (words === undefined ? [] : [1]);

const EMPTY: SectionToIndex = { title: '', fragment: '', line: '' };
