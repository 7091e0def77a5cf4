import type { DocumentNode, Fragment, Leaf } from '../src/document.ts';
import { replaceDocument } from '../src/edit-markdown.ts';
import { type ParsedDocument, parseMarkdown, type Range } from '../src/parse-markdown.ts';
import type { SourcePage } from './corpora-pages.ts';

/** A place of a document in which a word can be changed. */
interface TextPlace {
  leaf: Leaf;
  /** The types of the blocks around it, from the outermost. */
  path: string[];
  /** The keys of the blocks and fragments around it, from the outermost. */
  keys: string[];
}

const WORD = /[\p{L}\p{N}]{2,}/gu;

/** The texts of a document that have words. */
function listTexts(nodes: readonly DocumentNode[]): TextPlace[] {
  const places: TextPlace[] = [];
  const visit = (node: DocumentNode | Fragment, path: string[], keys: string[]): void => {
    if (node.object === 'text') {
      for (const leaf of node.leaves)
        if (leaf.source === undefined && leaf.text.match(WORD)) places.push({ leaf, path, keys });
      return;
    }
    if (node.object === 'block' && node.type === 'code' && node.data.verbatim) return;
    const name = node.object === 'fragment' ? (node.type ?? 'cell') : node.type;
    const inner = [...path, name];
    const within = node.key === undefined ? keys : [...keys, node.key];
    for (const child of node.nodes ?? []) visit(child, inner, within);
    if (node.object !== 'fragment') for (const part of node.fragments ?? []) visit(part, inner, within);
  };
  for (const node of nodes) visit(node, [], []);
  return places;
}

/** Changes a word of a text, in place. */
function changeWord({ leaf }: TextPlace, random: () => number): void {
  const words = [...leaf.text.matchAll(WORD)];
  const { 0: word, index } = words[Math.floor(random() * words.length)]!;
  const other = random() < 0.3 ? `${word}${word.slice(-1)}` : random() < 0.5 ? 'zebra' : 'x';
  leaf.text = leaf.text.slice(0, index) + other + leaf.text.slice(index + word.length);
}

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
}

/** Changes random words of random texts of pages through documents; returns what was seen by type of block. */
export function drawWordEdits({ pages, draws, random }: WordEdits): {
  tallies: Map<string, WordTally>;
  /** Edits that changed more than a line, and edits that reached further than the block around the word. */
  wide: string[];
  outside: string[];
} {
  const tallies = new Map<string, WordTally>();
  const wide: string[] = [];
  const outside: string[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const { path, source } = pages[Math.floor(random() * pages.length)]!;
    const parsed = parseMarkdown(source);
    const document = structuredClone(parsed.document);
    const places = listTexts(document.nodes);
    // Each type of block is drawn as often as others.
    const types = [...new Set(places.map((place) => typeOf(place.path)))];
    const type = types[Math.floor(random() * types.length)];
    const pool = places.filter((place) => typeOf(place.path) === type);
    const place = pool[Math.floor(random() * pool.length)];
    if (!place || type === undefined) continue;
    const before = place.leaf.text;
    changeWord(place, random);
    const edited = replaceDocument(source, document);
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

function innermostRange({ blockRanges }: ParsedDocument, { keys }: TextPlace): Range | undefined {
  const key = keys.findLast((one) => blockRanges.has(one));
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
