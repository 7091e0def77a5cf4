import { type Block, type DocumentNode, type Fragment, type Leaf, plainText } from '../src/document.ts';
import { editSource, type NewContent } from '../src/page-source.ts';
import { type ParsedDocument, parseMarkdown, type Range } from '../src/parse-markdown.ts';
import type { SourcePage } from './corpora-pages.ts';

/** A place of a document in which a word can be changed. */
interface TextPlace {
  leaf: Leaf;
  /** The types of the blocks around it, from the outermost. */
  path: string[];
  /** The blocks and fragments with a key around it, from the outermost. */
  around: (Block | Fragment)[];
}

/** How an edit is sent: the whole document, a block around the word, or the word alone. */
export type EditWay = 'document' | 'blocks' | 'splice';

const WORD = /[\p{L}\p{N}]{2,}/gu;

/** The texts of a document that have words. */
function listTexts(nodes: readonly DocumentNode[]): TextPlace[] {
  const places: TextPlace[] = [];
  const visit = (node: DocumentNode | Fragment, path: string[], around: TextPlace['around']): void => {
    if (node.object === 'text') {
      for (const leaf of node.leaves)
        if (leaf.source === undefined && leaf.text.match(WORD)) places.push({ leaf, path, around });
      return;
    }
    if (node.object === 'block' && node.type === 'code' && node.data.verbatim) return;
    const name = node.object === 'fragment' ? (node.type ?? 'cell') : node.type;
    const inner = [...path, name];
    const within = node.key === undefined || node.object === 'inline' ? around : [...around, node];
    for (const child of node.nodes ?? []) visit(child, inner, within);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part, inner, within);
  };
  for (const node of nodes) visit(node, [], []);
  return places;
}

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** A word of a leaf, and what is written in its place. */
interface WordChange {
  word: string;
  index: number;
  other: string;
}

function drawChange({ leaf }: TextPlace, random: () => number): WordChange {
  const { 0: word, index } = pick([...leaf.text.matchAll(WORD)], random);
  return { word, index, other: random() < 0.3 ? `${word}${word.slice(-1)}` : random() < 0.5 ? 'zebra' : 'x' };
}

/** Changes a word of a text, in place, and returns what to send. */
function changeWord(
  { leaf, path, around }: TextPlace,
  { word, index, other }: WordChange,
  way: EditWay,
  random: () => number,
): NewContent['operations'] {
  const [before, after] = [leaf.text.slice(0, index), leaf.text.slice(index + word.length)];
  // The blocks in a note are part of the text that it annotates.
  const note = path.indexOf('annotation-body');
  const named =
    note < 0
      ? around
      : around.slice(
          0,
          around.findIndex(({ type }) => type === 'annotation-body'),
        );
  const block = named.findLast((node) => node.object === 'block') as Block;
  leaf.text = `${before}${PLACE}${word}${after}`;
  const offset = plainText(block.nodes as Parameters<typeof plainText>[0]).indexOf(PLACE);
  leaf.text = before + other + after;
  if (way === 'splice' && note < 0)
    return { text: [{ at: { key: block.key as string }, offset, remove: word.length, insert: other }] };
  const replaced = pick(
    named.filter(({ type }) => type !== 'code-line'),
    random,
  );
  const nodes = replaced.object === 'fragment' ? replaced.nodes : [replaced];
  return { blocks: [{ operation: 'replace', at: { key: replaced.key as string }, nodes }] };
}

/** A character that no page has. */
const PLACE = '\uE000';

/** The lines that differ between two texts, before and after. */
function changedLines(before: string, after: string): { before: string[]; after: string[] } {
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  return { before: left.slice(start, left.length - end), after: right.slice(start, right.length - end) };
}

const typeOf = (path: readonly string[]): string => {
  const types = path.map((name) => name.replace(/^list-(?!item).*/, 'list'));
  for (const name of [
    'annotation',
    'code',
    'table',
    'image',
    'expandable',
    'list',
    'tabs',
    'hint',
    'stepper',
    'columns',
    'blockquote',
    'updates',
  ])
    if (types.includes(name)) return name;
  return types.at(-1)!.replace(/-\d$/, '').replace('link', 'paragraph');
};

/** How many draws of each type of block changed exactly one line. */
interface WordTally {
  draws: number;
  oneLine: number;
}

interface WordEdits {
  pages: readonly SourcePage[];
  draws: number;
  random: () => number;
  way: EditWay;
}

/** Changes random words of random texts of pages; returns what was seen by type of block. */
export function drawWordEdits({ pages, draws, random, way }: WordEdits): {
  tallies: Map<string, WordTally>;
  /** Edits that changed more than a line, and edits that reached further than the block around the word. */
  wide: string[];
  outside: string[];
} {
  const tallies = new Map<string, WordTally>();
  const wide: string[] = [];
  const outside: string[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const { path, source } = pick(pages, random);
    const parsed = parseMarkdown(source);
    const document = structuredClone(parsed.document);
    const places = listTexts(document.nodes);
    // Each type of block is drawn as often as others.
    const types = [...new Set(places.map((place) => typeOf(place.path)))];
    if (types.length === 0) continue;
    const type = pick(types, random);
    const place = pick(
      places.filter(({ path: own }) => typeOf(own) === type),
      random,
    );
    const before = place.leaf.text;
    const operations = changeWord(place, drawChange(place, random), way, random);
    const content = way === 'document' ? { document } : { operations };
    const edited = editSource({ source, content }).source;
    const lines = changedLines(source, edited);
    const tally = tallies.get(type) ?? { draws: 0, oneLine: 0 };
    tallies.set(type, tally);
    tally.draws += 1;
    const name = `${path}: ${place.path.join(' > ')}: ${JSON.stringify(before)} → ${JSON.stringify(place.leaf.text)}`;
    if (lines.before.length === 1 && lines.after.length === 1) tally.oneLine += 1;
    else wide.push(name);
    const range = innermostRange(parsed, place);
    const start = commonLength(source, edited);
    const end = source.length - commonLength(reverse(source), reverse(edited));
    // The blanks behind a cell belong to it: they give way, so that the pipe stays where it is.
    const blanks = range && type === 'table' ? (/^ */.exec(source.slice(range.end))?.[0].length ?? 0) : 0;
    if (range && (start < range.start || Math.max(start, end) > range.end + blanks)) outside.push(name);
  }
  return { tallies, wide, outside };
}

/** A word of a page: the position of its text among those that have words, and its position in the text. */
export interface WordPlace {
  text: number;
  index: number;
  word: string;
}

export const listWords = (source: string): WordPlace[] =>
  listTexts(parseMarkdown(source).document.nodes).flatMap(({ leaf }, text) =>
    [...leaf.text.matchAll(WORD)].map(({ 0: word, index }) => ({ text, index, word })),
  );

/** Writes another word in the place of one. */
export function editWord(
  source: string,
  { text, ...change }: WordPlace & { other: string },
  way: EditWay,
  random: () => number,
): string {
  const document = structuredClone(parseMarkdown(source).document);
  const operations = changeWord(listTexts(document.nodes)[text] as TextPlace, change, way, random);
  return editSource({ source, content: way === 'document' ? { document } : { operations } }).source;
}

function innermostRange({ blockRanges }: ParsedDocument, { around }: TextPlace): Range | undefined {
  const key = around.map((node) => node.key as string).findLast((one) => blockRanges.has(one));
  return key === undefined ? undefined : blockRanges.get(key);
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}

const reverse = (text: string): string => text.split('').reverse().join('');

export const describeTallies = (tallies: ReadonlyMap<string, WordTally>): string =>
  [...tallies]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([type, { draws, oneLine }]) => `${type} ${oneLine}/${draws}`)
    .join(', ');
