import { alignSimilar, type Comparable, wordsOf } from './align-similar.ts';
import { canonicalText } from './canonical.ts';
import { type Block, type InlineNode, plainText, type Table } from './document.ts';
import type { TreeNode } from './map-children.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { TableRecord } from './table-data.ts';

/** A place in a document: a block, a cell of a table, or a range of a block’s text. */
export interface BlockAnchor {
  /** The key of the block. */
  key: string;
  cell?: TableCellAnchor | undefined;
  range?: TextRange | undefined;
}

export interface TableCellAnchor {
  record: string;
  definition: string;
}

/** UTF-16 offsets in the text of a block, with the text between them. */
export interface TextRange {
  start: number;
  end: number;
  quote: string;
}

/** A place as it is in a document. */
export interface LocatedAnchor extends BlockAnchor {
  /** The text of the block or of the cell. */
  text: string;
}

/** The part of a place that a document does not have. */
export type MissingPart = 'block' | 'cell' | 'range';

/** Finds a place in a source. A quote may have moved within its block. */
export function locateAnchor(source: string, anchor: BlockAnchor): LocatedAnchor | { missing: MissingPart } {
  const block = pathTo(parseMarkdown(source).document.nodes, anchor.key)?.at(-1);
  if (block?.object !== 'block') return { missing: 'block' };
  const { key, cell, range } = anchor;
  const text = cell ? textOfCell(block, cell) : textOf(block);
  if (text === undefined) return { missing: 'cell' };
  if (!range) return { key, ...(cell ? { cell } : {}), text };
  const start = nearestOccurrence(text, range.quote, range.start);
  if (start === undefined) return { missing: 'range' };
  return {
    key,
    ...(cell ? { cell } : {}),
    range: { start, end: start + range.quote.length, quote: range.quote },
    text,
  };
}

/**
 * Finds places of an old source in the current one; undefined for those that are gone. Blocks are aligned level by
 * level: those that are equal, then those that moved, then those that are similar and in the same place.
 */
export function followAnchors(
  sources: { old: string; current: string },
  places: readonly BlockAnchor[],
): (BlockAnchor | undefined)[] {
  const old = parseMarkdown(sources.old).document.nodes;
  const current = parseMarkdown(sources.current).document.nodes;
  const follower = createFollower();
  const follow = (anchor: BlockAnchor): BlockAnchor | undefined => {
    const path = pathTo(old, anchor.key);
    if (!path) return undefined;
    let siblings: { old: readonly TreeNode[]; current: readonly TreeNode[] } = { old, current };
    let found: TreeNode | undefined;
    for (const node of path) {
      found = follower.counterpart(siblings, node);
      if (!found) return undefined;
      siblings = { old: childrenOf(node), current: childrenOf(found) };
    }
    const before = path.at(-1);
    if (before?.object !== 'block' || found?.object !== 'block' || found.key === undefined) return undefined;
    return followWithin(anchor, { before, after: found, key: found.key });
  };
  let texts: { old: PlacedText[]; current: PlacedText[] } | undefined;
  return places.map((anchor) => {
    const followed = follow(anchor);
    if (followed || !anchor.range || anchor.cell) return followed;
    texts ??= { old: listTexts(old), current: listTexts(current) };
    return followQuote(anchor.range, anchor.key, texts);
  });
}

/** A block with a line of text of its own. */
interface PlacedText {
  key: string;
  text: string;
}

function listTexts(nodes: readonly TreeNode[], texts: PlacedText[] = []): PlacedText[] {
  for (const node of nodes) {
    if (node.object === 'text') continue;
    const children: readonly TreeNode[] = node.nodes ?? [];
    const line = children.filter(isInline);
    if (line.length > 0 && node.object === 'block' && node.key !== undefined)
      texts.push({ key: node.key, text: plainText(line) });
    listTexts(childrenOf(node), texts);
  }
  return texts;
}

/** The last word of a text with the blanks after it; empty if the text does not end with a blank. */
function lastWordOf(text: string): string {
  const words = text.trimEnd();
  if (words.length === text.length) return '';
  let from = words.length;
  while (from > 0 && words.charAt(from - 1).trim() !== '') from--;
  return from === words.length ? '' : text.slice(from);
}

/**
 * Words whose block is not the same any more after many edits: they are found where they occur once in both documents, by
 * themselves or with the words beside them.
 */
function followQuote(
  { quote, start, end }: TextRange,
  key: string,
  texts: { old: readonly PlacedText[]; current: readonly PlacedText[] },
): BlockAnchor | undefined {
  const text = texts.old.find((one) => one.key === key)?.text;
  if (text === undefined || text.slice(start, end) !== quote) return undefined;
  const before = lastWordOf(text.slice(0, start));
  const [after = ''] = /^\s+\S+/.exec(text.slice(end)) ?? [];
  const phrases = [
    { lead: before, tail: after },
    { lead: before, tail: '' },
    { lead: '', tail: after },
    { lead: '', tail: '' },
  ].filter(({ lead, tail }) => lead + tail !== '' || quote.length >= MIN_LONE_QUOTE);
  for (const { lead, tail } of phrases) {
    const phrase = lead + quote + tail;
    const found = findOnce(texts.current, phrase);
    if (!found || !findOnce(texts.old, phrase)) continue;
    const from = found.at + lead.length;
    return { key: found.key, range: { start: from, end: from + quote.length, quote } };
  }
  return undefined;
}

/** Shorter words say nothing by themselves. */
const MIN_LONE_QUOTE = 4;

/** The only place where a phrase occurs. Undefined if there are several, or none. */
function findOnce(texts: readonly PlacedText[], phrase: string): { key: string; at: number } | undefined {
  let found: { key: string; at: number } | undefined;
  for (const { key, text } of texts)
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
      if (found) return undefined;
      found = { key, at };
    }
  return found;
}

/** A cell and a range, in the block that a place’s block has become. */
function followWithin(
  { cell, range }: BlockAnchor,
  { before, after, key }: { before: Block; after: Block; key: string },
): BlockAnchor | undefined {
  let followed: TableCellAnchor | undefined;
  if (cell) {
    followed =
      before.type === 'table' && after.type === 'table' ? followCell(before, after, cell) : undefined;
    if (!followed) return undefined;
  }
  const anchor: BlockAnchor = { key, ...(followed ? { cell: followed } : {}) };
  if (!range) return anchor;
  const texts = {
    before: cell ? textOfCell(before, cell) : textOf(before),
    after: followed ? textOfCell(after, followed) : textOf(after),
  };
  if (texts.before === undefined || texts.after === undefined) return undefined;
  const expected = expectedStart(texts.before, texts.after, range);
  const start = nearestOccurrence(texts.after, range.quote, expected);
  if (start === undefined) return undefined;
  return { ...anchor, range: { start, end: start + range.quote.length, quote: range.quote } };
}

/** Aligns siblings once, whatever the number of places below them. */
function createFollower() {
  const aligned = new Map<TreeNode, Int32Array>();
  return {
    counterpart(
      { old, current }: { old: readonly TreeNode[]; current: readonly TreeNode[] },
      node: TreeNode,
    ): TreeNode | undefined {
      const [first] = old;
      if (!first) return undefined;
      let alignment = aligned.get(first);
      if (!alignment) {
        alignment = alignSimilar(old.map(comparableOf), current.map(comparableOf));
        aligned.set(first, alignment);
      }
      return current[alignment[old.indexOf(node)] ?? -1];
    },
  };
}

/** What identifies a node when its level is aligned. */
export function comparableOf(node: TreeNode): Comparable {
  if (node.object === 'fragment')
    return {
      kind: node.fragment,
      identity: `${node.fragment} ${canonicalText(node.nodes)}`,
      words: wordsOf(textOf(node)),
    };
  return {
    kind: node.object === 'text' ? 'text' : node.type,
    identity: canonicalText([node]),
    words: wordsOf(textOf(node)),
  };
}

/** Blocks and fragments directly within a node; lines of text have no places of their own. */
function childrenOf(node: TreeNode): TreeNode[] {
  if (isInline(node)) return [];
  const fragments = node.object === 'block' ? (node.fragments ?? []) : [];
  return [...(node.nodes ?? []), ...fragments].filter(
    (child) => child.object === 'block' || child.object === 'fragment',
  );
}

/** The nodes from the top of a document to the block with a key. */
function pathTo(nodes: readonly TreeNode[], key: string): TreeNode[] | undefined {
  for (const node of nodes) {
    if (node.object === 'block' && node.key === key) return [node];
    const below = pathTo(childrenOf(node), key);
    if (below) return [node, ...below];
  }
  return undefined;
}

/** The text of a block with what is inside it: a line for each block of text. */
function textOf(node: TreeNode): string {
  const lines: string[] = [];
  collectLines(node, lines);
  return lines.join('\n');
}

function collectLines(node: TreeNode, lines: string[]): void {
  if (isInline(node)) return;
  const nodes: readonly TreeNode[] = node.nodes ?? [];
  const line = nodes.filter(isInline);
  if (line.length > 0) lines.push(plainText(line));
  for (const child of childrenOf(node)) collectLines(child, lines);
}

const isInline = (node: TreeNode): node is InlineNode => node.object === 'text' || node.object === 'inline';

const rowsOf = ({ data }: Table): [id: string, record: TableRecord][] =>
  Object.entries(data.records).sort(([, left], [, right]) => (left.orderIndex < right.orderIndex ? -1 : 1));

function textOfCell(block: Block, { record, definition }: TableCellAnchor): string | undefined {
  if (block.type !== 'table') return undefined;
  const { records, definition: columns } = block.data;
  if (!Object.hasOwn(records, record) || !Object.hasOwn(columns, definition)) return undefined;
  return cellText(block, records[record] as TableRecord, definition);
}

function cellText(table: Table, { values }: TableRecord, definition: string): string {
  const value = values[definition];
  const fragment = table.fragments?.find((one) => one.fragment === value);
  if (fragment) return textOf(fragment);
  return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows are aligned like blocks; columns keep their title, or else their number. */
function followCell(before: Table, after: Table, cell: TableCellAnchor): TableCellAnchor | undefined {
  const definition = followColumn(before, after, cell.definition);
  const old = rowsOf(before);
  const current = rowsOf(after);
  const alignment = alignSimilar(
    old.map(([, record]) => comparableRow(before, record)),
    current.map(([, record]) => comparableRow(after, record)),
  );
  const row = current[alignment[old.findIndex(([id]) => id === cell.record)] ?? -1];
  return row && definition !== undefined ? { record: row[0], definition } : undefined;
}

function comparableRow(table: Table, record: TableRecord): Comparable {
  const text = Object.keys(table.data.definition)
    .map((definition) => cellText(table, record, definition))
    .join('\n');
  return { kind: 'row', identity: text, words: wordsOf(text) };
}

function followColumn(before: Table, after: Table, definition: string): string | undefined {
  const old = Object.values(before.data.definition);
  const current = Object.values(after.data.definition);
  const column = before.data.definition[definition];
  if (!column) return undefined;
  const namesakes = old.filter(({ title }) => title === column.title);
  const named = current.filter(({ title }) => title === column.title)[namesakes.indexOf(column)];
  if (named) return named.id;
  return old.length === current.length ? current[old.indexOf(column)]?.id : undefined;
}

/** Where a range would begin if only the text before it or after it had changed. */
function expectedStart(before: string, after: string, { start, end }: TextRange): number {
  if (after.startsWith(before.slice(0, start))) return start;
  return after.endsWith(before.slice(end)) ? start + after.length - before.length : start;
}

function nearestOccurrence(text: string, quote: string, expected: number): number | undefined {
  let nearest: number | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (nearest !== undefined && Math.abs(at - expected) >= Math.abs(nearest - expected)) break;
    nearest = at;
  }
  return nearest;
}
