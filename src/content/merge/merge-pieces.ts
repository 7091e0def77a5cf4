import type { Sides } from './conflicts.ts';
import { findHunks, type Hunk, type Slide } from './find-hunks.ts';
import { joinPieces, type Piece, type PieceList } from './pieces.ts';

/** Pieces `start` to `end`, end excluded. */
export interface Run {
  start: number;
  end: number;
}

export type Resolution =
  /** The pieces of one side. */
  | { kind: 'side'; side: 'ours' | 'theirs' }
  /** A single piece whose parts were merged. */
  | { kind: 'parts'; merge: PieceMerge }
  /** A text that was merged as a whole. */
  | { kind: 'text'; text: string }
  | { kind: 'conflict' };

/** A stretch of all three versions, and what the merge made of it. Chunks divide every version without a rest. */
export interface Chunk {
  runs: Sides<Run>;
  resolution: Resolution;
}

/** How the pieces of one level are merged. */
export interface Level {
  name: string;
  /** Whether changes of pieces next to each other belong together, as they do for lines. */
  isStrict: boolean;
  /** Merges the parts of a piece, or returns undefined if it has none that can be merged separately. */
  mergeParts?: (pieces: Sides<Piece>) => Resolution | undefined;
  /** Merges pieces that cannot be told apart, or returns undefined if that leaves a conflict. */
  mergeTexts?: (texts: Sides<string>) => string | undefined;
}

export interface PieceMerge {
  level: Level;
  lists: Sides<PieceList>;
  chunks: Chunk[];
}

export function mergePieces(lists: Sides<PieceList>, level: Level): PieceMerge {
  if (!level.isStrict) return mergeHunks(lists, level, undefined);
  const merge = mergeHunks(lists, level, 'down');
  if (countConflicts(merge) === 0) return merge;
  const other = mergeHunks(lists, level, 'up');
  return countConflicts(other) < countConflicts(merge) ? other : merge;
}

function mergeHunks(lists: Sides<PieceList>, level: Level, slide: Slide | undefined): PieceMerge {
  const merge: PieceMerge = { level, lists, chunks: [] };
  const { base, ours, theirs } = lists;
  const hunks = {
    ours: findHunks(base.pieces, ours.pieces, slide),
    theirs: findHunks(base.pieces, theirs.pieces, slide),
  };
  const at = { base: 0, ours: 0, theirs: 0 };
  const add = (lengths: Sides<number>, resolve: (runs: Sides<Run>) => Resolution): void => {
    const runOf = (version: keyof Sides<number>): Run => {
      const start = at[version];
      at[version] += lengths[version];
      return { start, end: at[version] };
    };
    const runs = { base: runOf('base'), ours: runOf('ours'), theirs: runOf('theirs') };
    merge.chunks.push({ runs, resolution: resolve(runs) });
  };
  const keepUntil = (end: number): void => {
    while (at.base < end) {
      const length = countAlike(lists, at, end - at.base);
      add({ base: length, ours: length, theirs: length }, () => ({ kind: 'side', side: 'ours' }));
    }
  };
  for (const cluster of clusterHunks(hunks.ours, hunks.theirs, level.isStrict)) {
    keepUntil(cluster.start);
    const base = cluster.end - cluster.start;
    const lengths = { base, ours: base + growth(cluster.ours), theirs: base + growth(cluster.theirs) };
    add(lengths, (runs) => {
      if (cluster.theirs.length === 0) return { kind: 'side', side: 'ours' };
      if (cluster.ours.length === 0) return { kind: 'side', side: 'theirs' };
      return resolveBoth(merge, runs);
    });
  }
  keepUntil(base.pieces.length);
  return { ...merge, chunks: followMoves(merge) };
}

/** The number of unchanged pieces from a position on with the same blank text between them in all versions. */
function countAlike({ base, ours, theirs }: Sides<PieceList>, at: Sides<number>, maximum: number): number {
  let length = 1;
  while (length < maximum) {
    const lead = base.pieces[at.base + length]?.lead;
    if (ours.pieces[at.ours + length]?.lead !== lead || theirs.pieces[at.theirs + length]?.lead !== lead)
      break;
    length++;
  }
  return length;
}

export const piecesOf = (list: PieceList, { start, end }: Run): readonly Piece[] =>
  list.pieces.slice(start, end);

export const textOf = (list: PieceList, { start, end }: Run): string => joinPieces(list.pieces, start, end);

export function countConflicts({ chunks }: PieceMerge): number {
  let count = 0;
  for (const { resolution } of chunks) {
    if (resolution.kind === 'conflict') count++;
    else if (resolution.kind === 'parts') count += countConflicts(resolution.merge);
  }
  return count;
}

interface Cluster extends Run {
  ours: Hunk[];
  theirs: Hunk[];
}

const growth = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { baseStart, baseEnd, start, end }) => sum + (end - start) - (baseEnd - baseStart), 0);

/** Groups the hunks of both sides that concern each other. */
function clusterHunks(ours: readonly Hunk[], theirs: readonly Hunk[], isStrict: boolean): Cluster[] {
  const tagged = [
    ...ours.map((hunk) => ({ hunk, side: 'ours' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort(
    (left, right) => left.hunk.baseStart - right.hunk.baseStart || left.hunk.baseEnd - right.hunk.baseEnd,
  );
  const clusters: Cluster[] = [];
  for (const { hunk, side } of tagged) {
    const cluster = clusters.at(-1);
    // Hunks of one side do not overlap: only the last one of the other side can reach this far.
    const other = cluster?.[side === 'ours' ? 'theirs' : 'ours'].at(-1);
    if (cluster && other && concern(other, hunk, isStrict)) {
      cluster[side].push(hunk);
      cluster.end = Math.max(cluster.end, hunk.baseEnd);
      continue;
    }
    const fresh: Cluster = { start: hunk.baseStart, end: hunk.baseEnd, ours: [], theirs: [] };
    fresh[side].push(hunk);
    clusters.push(fresh);
  }
  return clusters;
}

/** Whether hunks of two sides concern the same piece or the same place; `first` does not start after `second`. */
function concern(first: Hunk, second: Hunk, isStrict: boolean): boolean {
  if (isStrict) return second.baseStart <= first.baseEnd;
  const isInsertion = (hunk: Hunk): boolean => hunk.baseStart === hunk.baseEnd;
  if (isInsertion(first)) return isInsertion(second) && first.baseStart === second.baseStart;
  if (second.baseStart < first.baseEnd) return true;
  return second.baseStart === first.baseEnd && first.removesSection && isInsertion(second);
}

function resolveBoth({ lists, level }: PieceMerge, runs: Sides<Run>): Resolution {
  const texts = {
    base: textOf(lists.base, runs.base),
    ours: textOf(lists.ours, runs.ours),
    theirs: textOf(lists.theirs, runs.theirs),
  };
  const isSingle = (run: Run): boolean => run.end - run.start === 1;
  const isEmpty = (run: Run): boolean => run.end === run.start;
  if (texts.ours === texts.theirs && isEmpty(runs.ours) === isEmpty(runs.theirs))
    return { kind: 'side', side: 'ours' };
  if (isEmpty(runs.ours) || isEmpty(runs.theirs)) return { kind: 'conflict' };
  if (isSingle(runs.base) && isSingle(runs.ours) && isSingle(runs.theirs)) {
    const pieces = {
      base: lists.base.pieces[runs.base.start] as Piece,
      ours: lists.ours.pieces[runs.ours.start] as Piece,
      theirs: lists.theirs.pieces[runs.theirs.start] as Piece,
    };
    return level.mergeParts?.(pieces) ?? { kind: 'conflict' };
  }
  const added = addDefinitions({ lists, runs });
  if (added !== undefined) return { kind: 'text', text: added };
  const text = isEmpty(runs.base) ? undefined : level.mergeTexts?.(texts);
  return text === undefined ? { kind: 'conflict' } : { kind: 'text', text };
}

/** Definitions that both sides add at one place do not depend on their order. */
function addDefinitions({ lists, runs }: { lists: Sides<PieceList>; runs: Sides<Run> }): string | undefined {
  if (runs.base.end > runs.base.start) return undefined;
  const added = [...piecesOf(lists.ours, runs.ours), ...piecesOf(lists.theirs, runs.theirs)];
  if (added.some(({ kind, identity }) => kind !== 'definition' || identity === undefined)) return undefined;
  const texts = new Map<string, string>();
  for (const { identity, text } of added) {
    const known = texts.get(identity as string);
    if (known !== undefined && known !== text) return undefined;
    texts.set(identity as string, text);
  }
  const lead = added.map((piece) => piece.lead).find((blank) => blank !== '') ?? '\n';
  return [...texts]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, text]) => text)
    .join(lead);
}

/**
 * Lets what one side moved and the other side edited be both: the edit goes where the piece was moved. What both sides
 * moved to different places stays at the first.
 */
function followMoves(merge: PieceMerge): Chunk[] {
  if (merge.level.isStrict) return merge.chunks;
  const moves = { ours: findMoves(merge, 'ours'), theirs: findMoves(merge, 'theirs') };
  if (moves.ours.size === 0 && moves.theirs.size === 0) return merge.chunks;
  const chunks = [...merge.chunks];
  for (const [index, { runs, resolution }] of merge.chunks.entries()) {
    if (runs.base.end - runs.base.start !== 1) continue;
    const text = textOf(merge.lists.base, runs.base);
    const [ours, theirs] = [moves.ours.get(text), moves.theirs.get(text)];
    if (ours !== undefined && theirs !== undefined && ours !== theirs) {
      chunks[Math.max(ours, theirs)] = { ...(chunks[Math.max(ours, theirs)] as Chunk), resolution: NOTHING };
      continue;
    }
    const target = ours ?? theirs;
    if (target === undefined || resolution.kind !== 'conflict') continue;
    const editor = ours === undefined ? 'ours' : 'theirs';
    if (runs[editor].end - runs[editor].start !== 1) continue;
    const edited = textOf(merge.lists[editor], runs[editor]);
    chunks[target] = { ...(chunks[target] as Chunk), resolution: { kind: 'text', text: edited } };
    chunks[index] = { runs, resolution: NOTHING };
  }
  return chunks;
}

const NOTHING: Resolution = { kind: 'text', text: '' };

/** By text: the chunk that holds nothing but a piece of the base that the side moved there. */
function findMoves({ lists, chunks }: PieceMerge, side: 'ours' | 'theirs'): Map<string, number> {
  const removed = new Set<string>();
  for (const { runs } of chunks)
    if (runs.base.end - runs.base.start === 1 && runs[side].end === runs[side].start)
      removed.add(textOf(lists.base, runs.base));
  const moves = new Map<string, number>();
  if (removed.size === 0) return moves;
  const baseCounts = countTexts(lists.base);
  const sideCounts = countTexts(lists[side]);
  for (const [index, { runs, resolution }] of chunks.entries()) {
    const isInsertion = runs.base.end === runs.base.start && runs[side].end - runs[side].start === 1;
    if (!isInsertion || resolution.kind !== 'side' || resolution.side !== side) continue;
    const text = textOf(lists[side], runs[side]);
    if (removed.has(text) && baseCounts.get(text) === 1 && sideCounts.get(text) === 1) moves.set(text, index);
  }
  return moves;
}

function countTexts({ pieces }: PieceList): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of pieces) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
