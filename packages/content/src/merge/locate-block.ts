import type { Block, DocumentNode, Fragment, JSONDocument, Table } from '@lectern/markdown/document';
import type { ParsedDocument, Range } from '@lectern/markdown/parse-markdown';
import type { BlockLocation, Sides } from './conflicts.ts';
import { splitCells } from './split-block.ts';

export type LocateBlock = (range: Range) => BlockLocation | undefined;

/** A block, a fragment, or a row or cell of a table. */
interface Place extends Range {
  path: number[];
  type: string;
  record?: string;
  definition?: string;
  children: () => Place[];
}

/**
 * Finds the innermost block that holds all of a range, also if the range reaches into the blank text around it.
 * `readKeys` returns the document whose keys are given, if it is another reading of the same text.
 */
export function createBlockLocator(
  parsed: ParsedDocument,
  readKeys: () => JSONDocument = () => parsed.document,
): LocateBlock {
  const { document, blocks } = parsed;
  let top: Place[] | undefined;
  const children = new Map<Place, Place[]>();
  return (range) => {
    top ??= sortPlaces(document.nodes.map((node, at) => placeOf(parsed, node, [at], blocks[at])));
    let place: Place | undefined;
    let inner = top;
    for (let next = findOnly(inner, range); next; next = findOnly(inner, range)) {
      place = next;
      inner = children.get(next) ?? sortPlaces(next.children());
      children.set(next, inner);
    }
    if (!place) return undefined;
    const { path, type, record, definition } = place;
    const key = keyAt(readKeys(), path);
    if (key === undefined) return undefined;
    return { key, path, type, ...(record ? { record } : {}), ...(definition ? { definition } : {}) };
  };
}

function sortPlaces(places: readonly (Place | undefined)[]): Place[] {
  return places
    .filter((place) => place !== undefined)
    .sort((left, right) => left.start - right.start || left.end - right.end);
}

/** The only place that a range touches; undefined if there are several. */
function findOnly(places: readonly Place[], { start, end }: Range): Place | undefined {
  const last = Math.max(end - 1, start);
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as Place).end < start) low = middle + 1;
    else high = middle;
  }
  // An empty range may be at the end of one place and at the start of the next one.
  while (end > start && places[low]?.end === start) low++;
  const found = places[low];
  const next = places[low + 1];
  if (!found || found.start > last) return undefined;
  return next && next.start <= last && end > start ? undefined : found;
}

function placeOf(
  parsed: ParsedDocument,
  node: Block | Fragment,
  path: number[],
  range = parsed.blockRanges.get(node.key ?? ''),
): Place | undefined {
  if (!range) return undefined;
  const type = node.type ?? 'cell';
  const children = (): Place[] =>
    node.object === 'block' && node.type === 'table'
      ? placesOfTable(parsed, node, path)
      : sortPlaces(
          childrenOf(node).map((child, at) =>
            isPlaced(child) ? placeOf(parsed, child, [...path, at]) : undefined,
          ),
        );
  return { start: range.start, end: range.end, path, type, children };
}

const childrenOf = (node: DocumentNode | Fragment): readonly (DocumentNode | Fragment)[] =>
  node.object === 'text' ? [] : (node.nodes ?? node.fragments ?? []);

const isPlaced = (node: DocumentNode | Fragment): node is Block | Fragment =>
  node.object === 'block' || node.object === 'fragment';

/** The titles of the columns, and the rows with their cells. */
function placesOfTable({ blockRanges }: ParsedDocument, table: Table, path: number[]): Place[] {
  const { key = '', data, fragments = [] } = table;
  const keys = new Map(fragments.map(({ fragment, key: cell }) => [fragment, cell ?? '']));
  const columns = Object.keys(data.definition);
  const place = (range: Range | undefined, rest: Omit<Place, keyof Range | 'type' | 'children'>): Place[] =>
    range ? [{ type: 'table', children: () => [], ...rest, start: range.start, end: range.end }] : [];
  const heads = columns.flatMap((definition) =>
    place(blockRanges.get(`${key}/${definition}`), { path, definition }),
  );
  const rows = Object.entries(data.records).flatMap(([record, { values }], row) =>
    place(blockRanges.get(`${key}/${record}`), { path: [...path, row], record }).map((found) => ({
      ...found,
      children: () =>
        sortPlaces(
          columns.flatMap((definition, column) => {
            const value = values[definition];
            const cell = typeof value === 'string' ? keys.get(value) : undefined;
            return place(blockRanges.get(cell ?? `${key}/${record}-${definition}`), {
              path: [...path, row, column],
              record,
              definition,
            });
          }),
        ),
    })),
  );
  return [...heads, ...rows];
}

function keyAt(document: JSONDocument, path: readonly number[]): string | undefined {
  let node: DocumentNode | Fragment | undefined;
  for (const [depth, at] of path.entries()) {
    if (node?.object === 'block' && node.type === 'table') break;
    node = depth === 0 ? document.nodes[at] : node && childrenOf(node)[at];
  }
  return node?.key;
}

/** Which part of each text both sides changed, as far as the changes of a side can be separated. */
export function findContested(texts: Sides<string>, level: string): Sides<Range> {
  return (level.endsWith('row') ? findContestedCell(texts) : undefined) ?? findContestedPart(texts);
}

/** The first cell that both sides changed. */
function findContestedCell({ base, ours, theirs }: Sides<string>): Sides<Range> | undefined {
  const rows = { base: splitCells(base), ours: splitCells(ours), theirs: splitCells(theirs) };
  if (rows.ours.length !== rows.base.length || rows.theirs.length !== rows.base.length) return undefined;
  const cell = rows.base.findIndex((old, at) => {
    const [left, right] = [rows.ours[at]?.trim(), rows.theirs[at]?.trim()];
    return left !== right && left !== old.trim() && right !== old.trim();
  });
  if (cell < 0) return undefined;
  const rangeOf = (cells: readonly string[]): Range => {
    const text = (cells[cell] as string).replace(/\|$/, '');
    const start = cells.slice(0, cell).join('').length + text.length - text.trimStart().length;
    return { start, end: start + text.trim().length };
  };
  return { base: rangeOf(rows.base), ours: rangeOf(rows.ours), theirs: rangeOf(rows.theirs) };
}

function findContestedPart({ base, ours, theirs }: Sides<string>): Sides<Range> {
  const [left, right] = [compareEnds(base, ours), compareEnds(base, theirs)];
  const start = Math.max(left.old.start, right.old.start);
  const end = Math.min(left.old.end, right.old.end);
  return {
    base: { start: Math.min(start, end), end: Math.max(start, end) },
    ours: left.now,
    theirs: right.now,
  };
}

/** The differing middle of two texts with a common beginning and end. */
function compareEnds(old: string, now: string): { old: Range; now: Range } {
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) start++;
  let after = 0;
  while (after < shortest - start && old[old.length - 1 - after] === now[now.length - 1 - after]) after++;
  return { old: { start, end: old.length - after }, now: { start, end: now.length - after } };
}
