import { appendTo } from '@lectern/std/long-lists';
import { type Block, isText, type ListItem } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { writeBlocks, writeItem } from '../write/write-blocks.ts';
import { copyingWriter } from './copy-blocks.ts';
import { pairBlocks } from './pair-blocks.ts';
import { type Edit, inLines, linePrefix, outOfLines, type Site, sliceOf } from './site.ts';

/** Consecutive blocks. */
export interface Row {
  old: readonly Block[];
  next: readonly Block[];
  /** The list of which these are the items. */
  list?: Block;
  /** Where text goes if there is none yet, and what must precede it. */
  empty?: { at: number; before: string };
  /** The prefix of each further line. */
  prefix?: string;
  /** Whether these are parts of a block, which need no blank lines between them. */
  areParts?: boolean;
}

/** Changes what differs between two rows of blocks; undefined where only all of them can be written. */
export function spliceChildren(site: Site, row: Row): Edit[] | undefined {
  const next = isEmptyLine(row.next) ? [] : row.next;
  if (isEmptyLine(row.old) && !site.ranges.has(row.old[0]?.key ?? '')) {
    if (!row.empty || next.length === 0) return next.length === 0 ? [] : undefined;
    const { at, before } = row.empty;
    const prefix = row.prefix ?? linePrefix(site, at);
    return [
      { start: at, end: at, text: inLines(site, before + writeBlocks(next, copyingWriter(site)), prefix) },
    ];
  }
  if (next.length === 0 && row.next.length === 0) return undefined;
  const ranges = row.old.map(({ key = '' }) => site.ranges.get(key));
  if (!areInOrder(ranges)) return undefined;
  const from = pairBlocks(row.old, next, site.textOf);
  const prefix = row.prefix ?? linePrefix(site, ranges[ranges.length > 1 ? 1 : 0]!.start);
  const place: Place = { site, row, ranges, prefix };
  const edits: Edit[] = [];
  let last = -1;
  let added: Block[] = [];
  for (let i = 0; i <= next.length; i++) {
    const match = i < next.length ? from[i]! : row.old.length;
    if (match < 0) {
      added.push(next[i]!);
      continue;
    }
    const made = fillGap(place, last, match, added);
    if (!made) return undefined;
    appendTo(edits, made);
    if (i < next.length) appendTo(edits, spliceOne(place, match, next[i]!));
    last = match;
    added = [];
  }
  return edits;
}

interface Place {
  site: Site;
  row: Row;
  ranges: readonly Range[];
  prefix: string;
  /** The old blocks by what they say. */
  copies?: ReadonlyMap<string, number>;
}

function areInOrder(ranges: readonly (Range | undefined)[]): ranges is Range[] {
  let end = -1;
  for (const range of ranges) {
    if (!range || range.start < end || range.end < range.start) return false;
    end = Math.max(range.end, range.start + 1);
  }
  return true;
}

export const isEmptyLine = (nodes: readonly Block[]): boolean =>
  nodes.length === 1 &&
  nodes[0]!.type === 'paragraph' &&
  nodes[0]!.nodes.every(
    (node) => isText(node) && node.leaves.every(({ text, source }) => text === '' && source === undefined),
  );

function spliceOne({ site, row, ranges, prefix }: Place, index: number, next: Block): Edit[] {
  const old = row.old[index]!;
  const spliced = site.splice(old, next);
  if (spliced) return spliced;
  const range = ranges[index]!;
  const text = write({ site, row, ranges, prefix }, [next], index);
  return [{ ...range, text: inLines(site, text, prefix) }];
}

/** Old blocks between `last` and `before`, both excluded, give way to new ones. */
function fillGap(place: Place, last: number, before: number, added: readonly Block[]): Edit[] | undefined {
  const { site, row, ranges, prefix } = place;
  const removed = before - last - 1;
  if (removed === 0 && added.length === 0) return [];
  const previous = last >= 0 ? ranges[last]! : undefined;
  const following = before < ranges.length ? ranges[before]! : undefined;
  const gap = (index: number, node?: Block): string => {
    if (row.areParts || row.list) return isSpaced(place, index) ? '\n\n' : '\n';
    return node && isTight(place, index, node) ? '\n' : '\n\n';
  };
  const text =
    added.length === 0
      ? ''
      : write(place, added, last < 0 ? Math.min(before, ranges.length - 1) : last, last < 0);
  if (removed === 0) {
    if (previous) {
      const lines = inLines(site, gap(last, added[0]) + text, prefix);
      return [{ start: previous.end, end: previous.end, text: lines }];
    }
    const { start } = following!;
    return [{ start, end: start, text: inLines(site, text + gap(before), prefix) }];
  }
  const first = ranges[last + 1]!;
  const final = ranges[before - 1]!;
  if (added.length > 0) {
    for (let i = last + 1; i < before - 1; i++)
      if (!isBlankBetween(site, ranges[i]!, ranges[i + 1]!)) return undefined;
    return [{ start: first.start, end: final.end, text: inLines(site, text, prefix) }];
  }
  if (previous && isBlankBetween(site, previous, first))
    return [{ start: previous.end, end: final.end, text: '' }];
  if (following && isBlankBetween(site, final, following))
    return [{ start: first.start, end: following.start, text: '' }];
  return [{ start: first.start, end: final.end, text: '' }];
}

const isBlankBetween = (site: Site, before: Range, after: Range): boolean =>
  /^[\s>]*$/.test(site.source.slice(before.end, after.start));

/** Whether a blank line is next to a part. */
function isSpaced({ site, ranges }: Place, index: number): boolean {
  const [before, after] = index + 1 < ranges.length ? [index, index + 1] : [index - 1, index];
  if (before < 0) return false;
  const between = site.source.slice(ranges[before]!.end, ranges[after]!.start);
  return /\n[ \t>]*\r?\n|\r[ \t>]*\r/.test(between);
}

/** A list may follow the text of an item at once, if the lists beside it do. */
function isTight({ site, row, ranges }: Place, index: number, node: Block): boolean {
  const before = row.old[index];
  if (row.empty === undefined || before?.type !== 'paragraph' || !node.type.startsWith('list-')) return false;
  if (node.type === 'list-ordered' && (node.data.start ?? 1) !== 1) return false;
  const next = ranges[index + 1];
  return !next || !/\n[ \t>]*\r?\n/.test(site.source.slice(ranges[index]!.end, next.start));
}

/** Blocks as they are written beside one of the row. */
function write(place: Place, nodes: readonly Block[], beside: number, isFirst = false): string {
  const { site, row, ranges, prefix } = place;
  place.copies ??= new Map(row.old.map((node, i) => [site.textOf(node), i]));
  const { copies } = place;
  const texts = nodes.map((node) => {
    const copy = copies.get(site.textOf(node));
    return copy === undefined || site.coarse.has(node)
      ? undefined
      : outOfLines(sliceOf(site, ranges[copy]!), prefix);
  });
  const gap = row.list || row.areParts ? (isSpaced(place, beside) ? '\n\n' : '\n') : '\n\n';
  if (row.list) {
    const marker = markerOf(site, ranges[beside]!);
    let number = marker.number;
    const isCounted = number !== undefined && countsUp(site, ranges);
    if (number !== undefined && isCounted && isFirst) number -= 1;
    return nodes
      .map((node, i) => {
        if (number !== undefined && isCounted) number += 1;
        return texts[i] ?? writeInList(site, row.list!, node as ListItem, { ...marker, number });
      })
      .join(gap);
  }
  if (texts.every((text) => text === undefined))
    return writeBlocks(nodes, copyingWriter(site), besideLists(place, beside));
  return nodes.map((node, i) => texts[i] ?? writeBlocks([node], copyingWriter(site))).join(gap);
}

function besideLists({ site, row, ranges }: Place, beside: number) {
  const markerAt = (index: number): string | undefined =>
    row.old[index]?.type.startsWith('list-') ? markerOf(site, ranges[index]!).mark : undefined;
  return { before: markerAt(beside), after: markerAt(beside + 1) };
}

export interface Marker {
  /** The bullet, or what follows the number. */
  mark: string;
  number?: number | undefined;
  /** The blanks after it. */
  blanks: string;
}

/** The marker with which an item begins. */
export function markerOf({ source }: Site, { start }: Range): Marker {
  const match = /^(?:(\d{1,9})([.)])|([-+*]))([ \t]*)/.exec(source.slice(start, start + 40));
  if (!match) return { mark: '*', blanks: ' ' };
  const [, number, delimiter, bullet, blanks = ''] = match;
  return {
    mark: delimiter ?? bullet ?? '*',
    number: number === undefined ? undefined : Number(number),
    blanks: blanks.length > 4 || blanks === '' ? ' ' : blanks,
  };
}

/** Lists of one number for all items go on with it. */
function countsUp(site: Site, ranges: readonly Range[]): boolean {
  const [first, second] = ranges;
  return !second || markerOf(site, first!).number !== markerOf(site, second).number;
}

function writeInList(site: Site, list: Block, item: ListItem, { mark, number, blanks }: Marker): string {
  const checkbox = list.type === 'list-tasks' ? (item.data.checked ? '[x] ' : '[ ] ') : '';
  const bullet = `${number ?? ''}${mark}`;
  if (blanks.includes('\t')) {
    const text = writeItem(item, bullet.padEnd(3), checkbox, copyingWriter(site));
    return text.replace(/^(\S+) +/, `$1${blanks}`);
  }
  return writeItem(item, bullet + blanks.slice(1), checkbox, copyingWriter(site));
}
