import {
  countConflicts,
  type Level,
  type PieceMerge,
  piecesOf,
  type Resolution,
  type Run,
  textOf,
} from './chunks.ts';
import type { Sides } from './conflicts.ts';
import { type FindHunksOptions, findHunks, type Hunk } from './find-hunks.ts';
import { type BothHunks, findFollowers, findSectionsBehind, followMoves } from './follow-moves.ts';
import { keyOf, type Piece, type PieceList } from './pieces.ts';

/** Ways to find what a side changed. What merges by one of them merges. */
const STRICT_WAYS: readonly FindHunksOptions[] = [
  { slide: 'down' },
  { slide: 'up' },
  { slide: 'down', pairsMost: true },
  { slide: 'up', pairsMost: true },
];

export function mergePieces(lists: Sides<PieceList>, level: Level): PieceMerge {
  return level.isStrict ? mergeStrictly(lists, level) : mergeMoved(lists, level);
}

/** The first merge with the fewest conflicts. */
function mergeStrictly(lists: Sides<PieceList>, level: Level): PieceMerge {
  let best: { merge: PieceMerge; conflicts: number } | undefined;
  for (const way of STRICT_WAYS) {
    const hunks = findBothHunks(lists, { ...way, joinsNear: level.joinsNear });
    const merge = mergeHunks({ lists, level, apart: NONE, ...hunks });
    const conflicts = countConflicts(merge);
    if (!best || conflicts < best.conflicts) best = { merge, conflicts };
    if (conflicts === 0) break;
  }
  return (best as NonNullable<typeof best>).merge;
}

/** Merges so that what one side moved takes along what the other side did to it and added to it. */
function mergeMoved(lists: Sides<PieceList>, level: Level): PieceMerge {
  const hunks = findBothHunks(lists, {});
  const followers = findFollowers(lists, hunks);
  const apart = new Set([...followers.keys(), ...findSectionsBehind(lists, hunks, followers)]);
  const moved = followMoves(mergeHunks({ lists, level, apart, ...hunks }), { ...hunks, followers });
  if (moved) return moved;
  // Additions to a section cannot follow it: it is a conflict that the section is no longer in its place.
  const still = findBothHunks(lists, { removesMovedSections: true });
  const merge = mergeHunks({ lists, level, apart: NONE, ...still });
  return followMoves(merge, { ...still, followers: new Map() }) ?? merge;
}

const NONE: ReadonlySet<Hunk> = new Set();

function findBothHunks({ base, ours, theirs }: Sides<PieceList>, options: FindHunksOptions): BothHunks {
  return {
    ours: findHunks({ base: base.pieces, side: ours.pieces }, options),
    theirs: findHunks({ base: base.pieces, side: theirs.pieces }, options),
  };
}

interface MergeHunksInput extends BothHunks {
  lists: Sides<PieceList>;
  level: Level;
  /** Hunks that concern none of the other side; at one place, these come last. */
  apart: ReadonlySet<Hunk>;
}

function mergeHunks({ lists, level, ...hunks }: MergeHunksInput): PieceMerge {
  const merge: PieceMerge = { level, lists, chunks: [] };
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
  for (const cluster of clusterHunks(hunks, level)) {
    keepUntil(cluster.start);
    const base = cluster.end - cluster.start;
    const lengths = { base, ours: base + growth(cluster.ours), theirs: base + growth(cluster.theirs) };
    add(lengths, (runs) => {
      if (cluster.theirs.length === 0) return { kind: 'side', side: 'ours' };
      if (cluster.ours.length === 0) return { kind: 'side', side: 'theirs' };
      return resolveBoth(merge, runs);
    });
  }
  keepUntil(lists.base.pieces.length);
  return merge;
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

interface Cluster extends Run {
  ours: Hunk[];
  theirs: Hunk[];
}

const growth = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { baseStart, baseEnd, start, end }) => sum + (end - start) - (baseEnd - baseStart), 0);

/** Groups the hunks of both sides that concern each other. */
function clusterHunks(
  { ours, theirs, apart }: Omit<MergeHunksInput, 'lists' | 'level'>,
  { concern }: Level,
): Cluster[] {
  const rankOf = (hunk: Hunk): number => (apart.has(hunk) ? 1 : 0);
  const tagged = [
    ...ours.map((hunk) => ({ hunk, side: 'ours' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort(
    ({ hunk: left }, { hunk: right }) =>
      left.baseStart - right.baseStart || left.baseEnd - right.baseEnd || rankOf(left) - rankOf(right),
  );
  const clusters: Cluster[] = [];
  for (const { hunk, side } of tagged) {
    const cluster = clusters.at(-1);
    // Hunks of one side do not overlap: only the last one of the other side can reach this far.
    const other = cluster?.[side === 'ours' ? 'theirs' : 'ours'].at(-1);
    const isApart = apart.has(hunk) || (other !== undefined && apart.has(other));
    if (cluster && other && !isApart && concern(other, hunk)) {
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

const isInsertion = ({ baseStart, baseEnd }: Hunk): boolean => baseStart === baseEnd;
const isDeletion = ({ start, end }: Hunk): boolean => start === end;

/** As Git does with lines: changes next to each other concern each other. */
export const concernNext = (first: Hunk, second: Hunk): boolean => second.baseStart <= first.baseEnd;

/** Changes of different pieces do not concern each other, but additions to a section concern its removal. */
export function concernSame(first: Hunk, second: Hunk): boolean {
  if (isInsertion(first)) return isInsertion(second) && first.baseStart === second.baseStart;
  if (second.baseStart < first.baseEnd) return true;
  return second.baseStart === first.baseEnd && first.removesSection && isInsertion(second);
}

/** As `concernSame`; what is inserted next to words that the other side deletes or rewrites has lost its place. */
export function concernWords(first: Hunk, second: Hunk): boolean {
  if (second.baseStart !== first.baseEnd) return second.baseStart < first.baseEnd;
  if (isInsertion(first)) return isInsertion(second) || losesPlaces(second);
  return isInsertion(second) && losesPlaces(first);
}

/** Whether a change deletes its words or rewrites several, so that there is no place left to insert beside them. */
const losesPlaces = (hunk: Hunk): boolean => isDeletion(hunk) || hunk.baseEnd - hunk.baseStart > 1;

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
  if (isEmpty(runs.ours) || isEmpty(runs.theirs)) {
    // What one side deletes is gone if the other side changed nothing of it that matters.
    const side = isEmpty(runs.ours) ? 'ours' : 'theirs';
    const other = side === 'ours' ? 'theirs' : 'ours';
    return isAlike(lists, runs, other) ? { kind: 'side', side } : { kind: 'conflict' };
  }
  if (level.mergeParts && isSingle(runs.base) && isSingle(runs.ours) && isSingle(runs.theirs)) {
    const pieces = {
      base: lists.base.pieces[runs.base.start] as Piece,
      ours: lists.ours.pieces[runs.ours.start] as Piece,
      theirs: lists.theirs.pieces[runs.theirs.start] as Piece,
    };
    return level.mergeParts(pieces) ?? { kind: 'conflict' };
  }
  const added = addDefinitions({ lists, runs });
  if (added !== undefined) return { kind: 'text', text: added };
  const text = isEmpty(runs.base)
    ? level.mergeInserted?.(piecesOf(lists.ours, runs.ours), piecesOf(lists.theirs, runs.theirs))
    : level.mergeTexts?.(texts);
  return text === undefined ? { kind: 'conflict' } : { kind: 'text', text };
}

/** Whether a side has the pieces of the base, apart from what does not distinguish them. */
function isAlike(lists: Sides<PieceList>, runs: Sides<Run>, side: 'ours' | 'theirs'): boolean {
  const old = piecesOf(lists.base, runs.base).map(keyOf);
  const now = piecesOf(lists[side], runs[side]).map(keyOf);
  return old.length === now.length && old.every((key, i) => key === now[i]);
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
