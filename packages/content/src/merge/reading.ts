import { type Block, type DocumentNode, type Fragment, isText, type Table } from '@lectern/markdown/document';
import { alignSequences } from './align-sequences.ts';
import { mapSides, type Sides } from './conflicts.ts';
import { mergeWords } from './merge-texts.ts';
import type { Reading, ReadWord } from './pieces.ts';
import { isWord, splitWords } from './split-words.ts';

export function readWords(text: string, block: string): Reading {
  return { words: splitWords(text).map((word) => ({ text: word, block, marks: '' })), structure: [] };
}

export function readNodes(nodes: readonly Block[]): Reading {
  const reading: Reading = { words: [], structure: [] };
  for (const node of nodes) addNode(reading, node, { block: '', marks: '', depth: 0 });
  return reading;
}

export function joinReadings(readings: readonly Reading[]): Reading {
  return {
    words: readings.flatMap(({ words }) => words),
    structure: readings.flatMap(({ structure }) => structure),
  };
}

interface Place {
  block: string;
  marks: string;
  depth: number;
}

function addNode(reading: Reading, node: DocumentNode, place: Place): void {
  const { block, depth } = place;
  if (isText(node)) {
    for (const { text, marks: own, source } of node.leaves) {
      const marks = own.length === 0 ? place.marks : place.marks + JSON.stringify(own);
      for (const word of splitWords(source ?? text)) reading.words.push({ text: word, block, marks });
    }
    return;
  }
  const { type, data, attributes, meta } = node;
  reading.structure.push(`${depth} ${type}`);
  if (type === 'table') {
    addTable(reading, node, depth);
    return;
  }
  addValues(reading, type, data);
  if (attributes) addValues(reading, `${type} attribute`, attributes);
  if (meta?.isExplicit) addValues(reading, type, { id: meta.id });
  const inner = {
    block: node.object === 'inline' ? block : type,
    marks: node.object === 'inline' ? `${place.marks} ${type}` : '',
    depth: depth + 1,
  };
  for (const child of node.nodes ?? []) addNode(reading, child, inner);
  for (const fragment of node.fragments ?? []) addFragment(reading, fragment, inner);
}

function addFragment(reading: Reading, fragment: Fragment, place: Place): void {
  // Definitions elsewhere in the source decide what a footnote holds.
  if (fragment.fragment === 'annotation-body') return;
  reading.structure.push(`${place.depth} ${fragment.type ?? 'cell'}`);
  for (const child of fragment.nodes) addNode(reading, child, { ...place, depth: place.depth + 1 });
}

/** Columns, rows and cells are named by ids, which follow from the text of the table. */
function addTable(reading: Reading, { data, attributes, fragments = [] }: Table, depth: number): void {
  const { definition, records, view, ...rest } = data;
  const { columns: _, ...look } = view;
  addValues(reading, 'table', { ...rest, look, attributes });
  const cells = new Map(fragments.map((fragment) => [fragment.fragment, fragment]));
  for (const { id: _, title, ...column } of Object.values(definition)) {
    reading.structure.push('column');
    for (const text of splitWords(title)) reading.words.push({ text, block: 'column', marks: '' });
    addValues(reading, 'column', column);
  }
  for (const { values } of Object.values(records)) {
    reading.structure.push('row');
    for (const [id, value] of Object.entries(values)) {
      const block = `cell ${definition[id]?.title ?? ''}`;
      const cell = typeof value === 'string' ? cells.get(value) : undefined;
      if (!cell) addValues(reading, block, { value });
      for (const node of cell?.nodes ?? []) {
        const place = { block, marks: '', depth: depth + 1 };
        if (node.type !== 'paragraph') addNode(reading, node, place);
        else for (const child of node.nodes) addNode(reading, child, place);
      }
    }
  }
}

/** Targets are compared as a whole, other texts by word. */
const TARGETS = new Set(['url', 'file', 'page', 'formula', 'id']);

function addValues(reading: Reading, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') {
    const text = String(value);
    const isWhole = TARGETS.has(name.slice(name.lastIndexOf('.') + 1));
    for (const word of isWhole ? [text] : splitWords(text)) reading.structure.push(`${name}=${word}`);
    return;
  }
  for (const [key, inner] of Object.entries(value))
    addValues(reading, Array.isArray(value) ? name : `${name}.${key}`, inner);
}

/**
 * Whether a merged text means what the changes of both sides meant: each word, sign and block is there as often as the
 * two changes together make it, and each word is what at least one side made of it.
 */
export function isMeant(sides: Sides<Reading>, merged: Reading): boolean {
  const structure = mapSides(sides, (reading) => reading.structure);
  if (!isSum(structure, merged.structure) || !isSum(mapSides(sides, textsOf), textsOf(merged))) return false;
  return isSum(mapSides(sides, inContext), inContext(merged)) || hasMeantContexts(sides, merged);
}

const contextOf = ({ block, marks }: ReadWord): string => `${block}${marks}`;
const inContext = ({ words }: Reading): string[] => words.map((word) => `${contextOf(word)} ${word.text}`);
const textsOf = ({ words }: Reading): string[] => words.map(({ text }) => text);

/**
 * Whether each word of a text that was merged by line is there as often as the changes of both sides together make it,
 * with the marks that a side gave it. Blocks may have become others: one side may have put what the other edits into a
 * code block. What both sides moved may be there twice, as in Git. `sources` are the texts that the sides were read
 * from: what was markup, such as the number of an item, and is a word in a code block of one side, may be markup again,
 * or be gone with what the other side deletes.
 */
export function hasAllWords(sides: Sides<Reading>, merged: Reading, sources: Sides<string>): boolean {
  const inMarks = ({ words }: Reading): string[] =>
    words.filter(({ text }) => isWord(text)).map(({ text, marks }) => `${text} ${marks}`);
  const written = mapSides(sources, (source) => countEach(splitWords(source)));
  const isMarkup = (word: string): boolean => {
    const text = word.slice(0, word.indexOf(' '));
    const old = written.base.get(text) ?? 0;
    return old > 0 && [written.ours, written.theirs].every((side) => (side.get(text) ?? 0) <= old);
  };
  return isSum(mapSides(sides, inMarks), inMarks(merged), { mayRepeat: true, isMarkup });
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function isSum(
  { base, ours, theirs }: Sides<readonly string[]>,
  merged: readonly string[],
  { mayRepeat, isMarkup }: { mayRepeat?: boolean; isMarkup?: (text: string) => boolean } = {},
): boolean {
  const counts = new Map<string, [number, number, number, number]>();
  for (const [version, texts] of [base, ours, theirs, merged].entries())
    for (const text of texts) {
      const count = counts.get(text);
      if (count) count[version as 0]++;
      else counts.set(text, [0, 0, 0, 0].with(version, 1) as [number, number, number, number]);
    }
  for (const [text, [old, left, right, now]] of counts) {
    const sum = left + right - old;
    // Both sides may have made the same change, which is one change.
    const [low, high] =
      left > old && right > old
        ? [Math.max(left, right), sum]
        : left < old && right < old
          ? [sum, Math.min(left, right)]
          : [sum, sum];
    if (now < low && now >= Math.min(old, left, right) && Math.max(left, right) > old && isMarkup?.(text))
      continue;
    if (now < low || now > (mayRepeat ? Math.max(high, left + right) : high)) return false;
  }
  return true;
}

function hasMeantContexts(sides: Sides<Reading>, merged: Reading): boolean {
  const { base, ours, theirs } = sides;
  const contexts = mapSides(sides, ({ words }) => words.map(contextOf));
  const inOurs = alignWords(ours, merged);
  const inTheirs = alignWords(theirs, merged);
  const baseInOurs = alignWords(base, ours);
  const baseInTheirs = alignWords(base, theirs);
  /** The new contexts of words that stayed. */
  const changes = new Set<string>();
  for (const [now, pairs] of [
    [contexts.ours, baseInOurs],
    [contexts.theirs, baseInTheirs],
  ] as const)
    for (const [at, pair] of pairs.entries()) changes.add(changeOf(contexts.base[pair], now[at]));
  const added: { own: string | undefined; context: string }[] = [];
  for (const [at, word] of merged.words.entries()) {
    const context = contextOf(word);
    const left = contexts.ours[inOurs[at] as number];
    const right = contexts.theirs[inTheirs[at] as number];
    if (left === undefined || right === undefined) {
      added.push({ own: left ?? right, context });
      continue;
    }
    const old =
      contexts.base[baseInOurs[inOurs[at] as number] as number] ??
      contexts.base[baseInTheirs[inTheirs[at] as number] as number];
    // A word that both sides wrote may be in what either of them wrote around it.
    const isKept =
      old === undefined ? context === left || context === right : context === mergeContexts(old, left, right);
    if (!isKept) return false;
    changes.add(changeOf(left, context)).add(changeOf(right, context));
  }
  // A word that one side wrote takes on what the other side made of the words around it.
  return added.every(({ own, context }) => context === own || changes.has(changeOf(own, context)));
}

/** Both sides may have changed different words of the title of a column. */
function mergeContexts(base: string, ours: string, theirs: string): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : mergeWords({ base, ours, theirs });
}

const changeOf = (before: string | undefined, after: string | undefined): string =>
  JSON.stringify([before, after]);

const alignWords = (left: Reading, right: Reading): Int32Array =>
  alignSequences(textsOf(left), textsOf(right));
