import type { NodeRange, NotUnderstood } from './assemble/context.ts';
import { type Piece, PieceRecorder, shiftRange, shiftTarget } from './assemble/pieces.ts';
import { RangeMap } from './assemble/range-map.ts';
import type { Block, Target } from './document.ts';
import type { FrontMatter } from './front-matter.ts';
import { DOCUMENT_LIMITS, type DocumentLimits, LimitExceeded, MAX_NOT_UNDERSTOOD } from './limits.ts';
import {
  buildPieces,
  documentOf,
  isDivided,
  maxCells,
  normalize,
  type ParsedDocument,
  parsePage,
  type Range,
  tokenize,
} from './parse-markdown.ts';
import { createAnchors } from './slug.ts';

/** The pieces of a source, and where each of them begins. */
interface Pieces {
  pieces: readonly Piece[];
  starts: readonly number[];
  counts: Counts;
}

/** A parsed source. If it is nothing but its pieces, an edited source can be read from it. */
export interface DividedSource {
  source: string;
  parsed: ParsedDocument;
  divided?: Pieces;
}

/**
 * Reads a source. Of one that differs from `before` in one place, only the pieces there are read, and those around them;
 * of any other one, the pieces that are the same are not built again.
 */
export function parseDivided(
  source: string,
  before?: DividedSource,
  limits: DocumentLimits = DOCUMENT_LIMITS,
): DividedSource {
  const edited = before && parseEdited(source, before, limits);
  if (edited) return edited;
  const recorder = new PieceRecorder(before?.divided?.pieces.slice(0, -1));
  const { parsed, isDivided } = parsePage(source, limits, recorder);
  const { pieces, starts } = recorder;
  if (!isDivided || !pieces.every(isBalanced)) return { source, parsed };
  return { source, parsed, divided: { pieces, starts, counts: countPieces(pieces) } };
}

/** Whether the piece has both tags of each `<details>` in it: their partners are looked for in the whole source. */
function isBalanced({ text }: Piece): boolean {
  if (!/<\/?details/i.test(text)) return true;
  let open = 0;
  for (const [tag] of text.matchAll(/<details(?=[\s>])|<\/details\s*>/gi)) {
    open += tag[1] === '/' ? -1 : 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** Pieces on each side of those that changed that are read again: a block may end only where the next one begins. */
const AROUND = 2;

/** Reads an edited source from the one before; undefined where more than the changed pieces may be read otherwise. */
function parseEdited(
  source: string,
  { source: old, parsed: { frontMatter }, divided }: DividedSource,
  limits: DocumentLimits,
): DividedSource | undefined {
  if (!divided) return undefined;
  const { pieces, starts, counts } = divided;
  const base = frontMatter?.end ?? (old.startsWith('\uFEFF') ? 1 : 0);
  const start = countSame(old, source);
  if (start < base || !hasSameHead(source, base, frontMatter)) return undefined;
  const by = source.length - old.length;
  const end = old.length - countSameAtEnd(old, source, start);
  const first = Math.max(0, countUntil(starts, start) - 1 - AROUND);
  const last = Math.min(pieces.length, countUntil(starts, end - 1) + AROUND);
  const isToEnd = last === pieces.length;
  const from = first === 0 ? base : starts[first]!;
  const to = isToEnd ? source.length : starts[last]! + by;
  const kept = pieces.slice(0, first);
  // The last piece of a source may have the blank lines after it in it: one that is never closed.
  const olds = pieces.slice(first, isToEnd ? -1 : last);
  const rest = pieces.slice(last);
  const read = readPieces(copyOf(source.slice(from, to)), { kept, olds, frontMatter, limits });
  if (!read) return undefined;
  const newStarts = read.starts.map((at) => at + from);
  const news = keepSame(olds, read.pieces, isToEnd);
  const isFound = (n: number): boolean =>
    isSameText(olds.at(-n), news.at(-n)) && starts[last - n]! + by === newStarts.at(-n);
  if (!isToEnd && !(isFound(1) && isFound(AROUND))) return undefined;
  if (!isToEnd && !goesOnAlike({ kept, olds, news, rest })) return undefined;
  const next = {
    pieces: [...kept, ...news, ...rest],
    starts: [...starts.slice(0, first), ...newStarts, ...starts.slice(last).map((at) => at + by)],
    counts: addCounts(counts, pieces.slice(first, last), news),
  };
  if (mayExceed(next.counts, source.length - base, limits)) return undefined;
  return { source, parsed: assemble(source, next, frontMatter), divided: next };
}

/** A text that keeps no longer one in memory, of which it is a part. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/** Whether an edit after the head of a source leaves it the same front matter. */
const hasSameHead = (source: string, base: number, frontMatter: FrontMatter | undefined): boolean =>
  frontMatter
    ? /[\r\n]/.test(source[base - 1]!)
    : !/^\uFEFF?---/.test(source) && (base > 0 || source[0] !== '\uFEFF');

/** Reads a part of a source. `olds`: the pieces that were there; `kept`: those before. */
function readPieces(
  source: string,
  {
    kept,
    olds,
    frontMatter,
    limits,
  }: {
    kept: readonly Piece[];
    olds: readonly Piece[];
    frontMatter: FrontMatter | undefined;
    limits: DocumentLimits;
  },
): PieceRecorder | undefined {
  const recorder = new PieceRecorder(olds);
  const countBefore = (hash: string): number => {
    let count = 0;
    for (let at = 0; at < kept.length; at += 1) if (kept[at]!.hash === hash) count += 1;
    return count;
  };
  try {
    const { build, all } = tokenize({ source, base: 0, body: normalize(source) }, limits, countBefore);
    let anchors: ReturnType<typeof createAnchors> | undefined;
    build.anchors = {
      take(wanted) {
        anchors ??= anchorsAfter(kept);
        return anchors.take(wanted);
      },
    };
    buildPieces(build, all, { source, frontMatter, hasBegun: kept.some(isShown), recorder });
    return isDivided(build, all) && recorder.pieces.every(isBalanced) ? recorder : undefined;
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    return undefined;
  }
}

const isShown = ({ nodes, title }: Piece): boolean => nodes.length > 0 || title !== undefined;

function anchorsAfter(pieces: readonly Piece[]): ReturnType<typeof createAnchors> {
  const anchors = createAnchors();
  for (const piece of pieces) for (const { wanted } of piece.anchors) anchors.take(wanted);
  return anchors;
}

const isSameText = (one: Piece | undefined, other: Piece | undefined): boolean =>
  one !== undefined && one.text === other?.text && one.type === other.type && one.tokens === other.tokens;

/** The new pieces, with the old ones in place of those that are the same. */
function keepSame(olds: readonly Piece[], news: readonly Piece[], isToEnd: boolean): Piece[] {
  const kept = [...news];
  const isSame = (one: Piece, other: Piece): boolean =>
    isSameText(one, other) &&
    one.prefix === other.prefix &&
    one.title === undefined &&
    other.title === undefined &&
    one.anchors.every(({ id }, at) => id === other.anchors[at]?.id);
  const shorter = Math.min(olds.length, news.length);
  let start = 0;
  for (; start < shorter && isSame(olds[start]!, news[start]!); start += 1) kept[start] = olds[start]!;
  for (let n = 1; !isToEnd && n <= shorter - start && isSame(olds.at(-n)!, news.at(-n)!); n += 1)
    kept[kept.length - n] = olds.at(-n)!;
  return kept;
}

/** Whether the pieces after the changed ones keep their keys and their anchors. */
function goesOnAlike({
  kept,
  olds,
  news,
  rest,
}: Record<'kept' | 'olds' | 'news' | 'rest', readonly Piece[]>): boolean {
  if (kept.length === 0 && olds.some(isShown) !== news.some(isShown)) return false;
  const counts = new Map<string, number>();
  const count = ({ hash }: Piece, by: number): void => {
    counts.set(hash, (counts.get(hash) ?? 0) + by);
  };
  for (const piece of olds) count(piece, -1);
  for (const piece of news) count(piece, 1);
  const changed = new Set([...counts].flatMap(([hash, by]) => (by === 0 ? [] : [hash])));
  if (changed.size > 0)
    for (let at = 0; at < rest.length; at += 1) if (changed.has(rest[at]!.hash)) return false;
  const idsOf = (pieces: readonly Piece[]): string =>
    pieces.flatMap(({ anchors }) => anchors.map(({ id }) => id)).join('\n');
  if (idsOf(olds) === idsOf(news)) return true;
  const anchors = anchorsAfter([...kept, ...news]);
  return rest.every((piece) => piece.anchors.every(({ wanted, id }) => anchors.take(wanted) === id));
}

/** The counts that are limited for a page. */
interface Counts {
  nodes: number;
  tokens: number;
  cells: number;
  reports: number;
  /** Those of which something is computed when it is asked for. */
  targets: number;
  ranges: number;
}

function countPieces(pieces: readonly Piece[]): Counts {
  const counts = { nodes: 0, tokens: 0, cells: 0, reports: 0, targets: 0, ranges: 0 };
  for (const piece of pieces) {
    counts.nodes += piece.keys;
    counts.tokens += piece.tokens + piece.spentTokens;
    counts.cells += piece.tokenCells + piece.spentCells;
    counts.reports += piece.reports.length;
    counts.targets += piece.targets.length;
    counts.ranges += piece.ranges.length;
  }
  return counts;
}

function addCounts(counts: Counts, olds: readonly Piece[], news: readonly Piece[]): Counts {
  const [removed, added] = [countPieces(olds), countPieces(news)];
  const names = Object.keys(counts) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, counts[name] - removed[name] + added[name]])) as never;
}

/** Whether a source may exceed a limit, or have more reports than are listed. */
function mayExceed(
  { nodes, tokens, cells, reports }: Counts,
  length: number,
  limits: DocumentLimits,
): boolean {
  // A line break may be two characters in the source, and one in the body.
  const shortest = length / 2;
  return (
    length >= limits.lines ||
    nodes > limits.nodes ||
    tokens > limits.tokens ||
    cells > maxCells(shortest, limits) ||
    reports > MAX_NOT_UNDERSTOOD
  );
}

/**
 * The document that consists of pieces. Rarely needed parts are computed on demand. Written with plain loops, because
 * each edit of a page visits all of its pieces, usually before V8 has optimized this code.
 */
function assemble(
  source: string,
  { pieces, starts, counts }: Pieces,
  frontMatter: FrontMatter | undefined,
): ParsedDocument {
  let title: ParsedDocument['title'];
  const nodes: Block[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]!;
    if (piece.title) title = { ...piece.title, ...rangeOf(piece, starts[at]!) };
    for (let n = 0; n < piece.nodes.length; n += 1) nodes.push(piece.nodes[n]!);
  }
  const blockRanges = new RangeMap();
  blockRanges.replayAll({ pieces, starts });
  const parsed = {
    frontMatter,
    title,
    document: documentOf(nodes),
    unlistedCount: 0,
    footnotes: [],
    definitions: [],
    blockRanges,
  };
  const each = <Item>(count: number, add: (items: Item[], piece: Piece, start: number) => void): Item[] => {
    const items: Item[] = [];
    if (count > 0) for (let at = 0; at < pieces.length; at += 1) add(items, pieces[at]!, starts[at]!);
    return items;
  };
  return withLazy(parsed, {
    blocks: () =>
      each<Range>(nodes.length, (blocks, piece, start) => {
        const range = { start, end: start + piece.text.length };
        for (let n = 0; n < piece.nodes.length; n += 1) blocks.push(range);
      }),
    targets: () =>
      each<Target>(counts.targets, (targets, piece, start) => {
        for (const target of piece.targets) targets.push(shiftTarget(target, start));
      }).sort((left, right) => left.start - right.start),
    notUnderstood: () => (counts.reports > 0 ? listReports(source, { pieces, starts }) : []),
    ranges: () =>
      new Map(
        each<[string, NodeRange]>(counts.ranges, (ranges, piece, start) => {
          for (const [key, range] of piece.ranges) ranges.push([key, shiftRange(range, start)]);
        }),
      ),
  });
}

const rangeOf = ({ text }: Piece, start: number): Range => ({ start, end: start + text.length });

function listReports(source: string, { pieces, starts }: Omit<Pieces, 'counts'>): NotUnderstood[] {
  let line = 1;
  let position = 0;
  const reports: NotUnderstood[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.reports.length === 0) continue;
    const start = starts[at]!;
    line += source.slice(position, start).match(/\r\n?|\n/g)?.length ?? 0;
    position = start;
    for (const report of piece.reports) reports.push({ ...report, line: report.line + line });
  }
  return reports.sort((left, right) => left.line - right.line);
}

/** Adds fields that are computed when they are asked for first. */
function withLazy<Own extends object, Lazy extends Record<string, () => unknown>>(
  own: Own,
  lazy: Lazy,
): Own & { [Name in keyof Lazy]: ReturnType<Lazy[Name]> } {
  for (const [name, compute] of Object.entries(lazy)) {
    const define = (descriptor: PropertyDescriptor): unknown =>
      Object.defineProperty(own, name, { enumerable: true, configurable: true, ...descriptor });
    define({
      get() {
        const value = compute();
        define({ value });
        return value;
      },
    });
  }
  return own as never;
}

/** How many numbers of a sorted list are not above a maximum. */
function countUntil(sorted: readonly number[], maximum: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= maximum) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Characters that are compared at once, which is quicker than one by one. */
const STRIDE = 256;

function countSame(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at + STRIDE <= shorter && one.slice(at, at + STRIDE) === other.slice(at, at + STRIDE)) at += STRIDE;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

/** Not of what is the same at the start: a text may be repeated. */
function countSameAtEnd(one: string, other: string, start: number): number {
  const shorter = Math.min(one.length, other.length) - start;
  let count = 0;
  const part = (text: string): string => text.slice(text.length - count - STRIDE, text.length - count);
  while (count + STRIDE <= shorter && part(one) === part(other)) count += STRIDE;
  while (
    count < shorter &&
    one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)
  )
    count += 1;
  return count;
}
