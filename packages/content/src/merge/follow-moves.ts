import { appendTo } from '@lectern/std/long-lists';
import type { Chunk, PieceMerge, Resolution, Run } from './chunks.ts';
import type { Sides } from './conflicts.ts';
import type { Hunk } from './find-hunks.ts';
import type { Piece, PieceList } from './pieces.ts';

type Side = 'ours' | 'theirs';

export type BothHunks = Record<Side, readonly Hunk[]>;

/** Pieces that one side added after a piece that the other side moved, by where that piece was in the base. */
export type Followers = ReadonlyMap<Hunk, { movedAt: number; mover: Side }>;

const otherOf = (side: Side): Side => (side === 'ours' ? 'theirs' : 'ours');
const isInsertion = ({ baseStart, baseEnd }: Hunk): boolean => baseStart === baseEnd;

const placesOf = ({ start, end }: Run): number[] => Array.from({ length: end - start }, (_, i) => start + i);

/** The places to which a side moved pieces, by their place in the base. */
function movesOf(hunks: readonly Hunk[]): Map<number, number> {
  const moves = new Map<number, number>();
  for (const { baseStart, movedTo } of hunks) if (movedTo !== undefined) moves.set(baseStart, movedTo);
  return moves;
}

/** As `movesOf`, and also pieces that were moved out of a section that was removed. */
function allMovesOf(hunks: readonly Hunk[]): Map<number, number> {
  const moves = movesOf(hunks);
  for (const { movedOut } of hunks) for (const [from, to] of movedOut ?? []) moves.set(from, to);
  return moves;
}

/** Finds additions between pieces that the other side moved together, or to a section that the other side moved. */
export function findFollowers(lists: Sides<PieceList>, hunks: BothHunks): Followers {
  const followers = new Map<Hunk, { movedAt: number; mover: Side }>();
  for (const mover of ['ours', 'theirs'] as const) {
    const moves = movesOf(hunks[mover]);
    if (moves.size === 0) continue;
    const levels = sectionLevels(lists.base.pieces, moves);
    const writer = otherOf(mover);
    const removed = new Set(
      hunks[writer].flatMap((hunk) => (hunk.end === hunk.start ? [hunk.baseEnd - 1] : [])),
    );
    for (const hunk of hunks[writer]) {
      const movedAt = hunk.baseStart - 1;
      const movedTo = moves.get(movedAt);
      if (!isInsertion(hunk) || movedTo === undefined || removed.has(movedAt)) continue;
      const isBetween = moves.get(movedAt + 1) === movedTo + 1;
      const section = levels.get(movedAt);
      const heading = lists[writer].pieces[hunk.start]?.heading;
      const isInSection = section !== undefined && (heading?.level ?? Number.POSITIVE_INFINITY) > section;
      if (isBetween || isInSection) followers.set(hunk, { movedAt, mover });
    }
  }
  return followers;
}

/**
 * Finds the sections that one side moved to where the other side added to the end of the section before: these do not
 * concern each other, and the section comes second.
 */
export function findSectionsBehind(
  lists: Sides<PieceList>,
  hunks: BothHunks,
  followers: Followers,
): ReadonlySet<Hunk> {
  const behind = new Set<Hunk>();
  for (const mover of ['ours', 'theirs'] as const) {
    const arrived = new Set(movesOf(hunks[mover]).values());
    if (arrived.size === 0) continue;
    const writer = otherOf(mover);
    const additions = new Map<number, Hunk>();
    for (const hunk of hunks[writer])
      if (isInsertion(hunk) && !followers.has(hunk)) additions.set(hunk.baseStart, hunk);
    for (const hunk of hunks[mover]) {
      const level = lists[mover].pieces[hunk.start]?.heading?.level;
      const addition = additions.get(hunk.baseStart);
      if (!isInsertion(hunk) || level === undefined || !addition) continue;
      if (!placesOf(hunk).every((at) => arrived.has(at))) continue;
      const added = lists[writer].pieces.slice(addition.start, addition.end);
      if (added[0]?.heading === undefined && added.every(({ heading }) => (heading?.level ?? level) >= level))
        behind.add(hunk);
    }
  }
  return behind;
}

/** For each piece that was moved below a heading, in order: the level of the outermost such heading. */
function sectionLevels(base: readonly Piece[], moves: ReadonlyMap<number, number>): Map<number, number> {
  const levels = new Map<number, number>();
  for (const [at, movedTo] of moves) {
    const isTogether = moves.get(at - 1) === movedTo - 1;
    const level = Math.min(
      (isTogether ? levels.get(at - 1) : undefined) ?? Number.POSITIVE_INFINITY,
      base[at]?.heading?.level ?? Number.POSITIVE_INFINITY,
    );
    if (level !== Number.POSITIVE_INFINITY) levels.set(at, level);
  }
  return levels;
}

const NOTHING: Resolution = { kind: 'moved', pieces: [] };

/**
 * Combines the moves of one side with the changes of the other: edits and additions follow the moved piece, and pieces
 * that the other side deleted are removed. A piece that both sides moved to different places stays at the first.
 * Returns undefined if an addition to a piece has no place there.
 */
export function followMoves(
  merge: PieceMerge,
  { ours, theirs, followers }: BothHunks & { followers: Followers },
): PieceMerge | undefined {
  const moves = { ours: allMovesOf(ours), theirs: allMovesOf(theirs) };
  if (moves.ours.size === 0 && moves.theirs.size === 0) return merge;
  const chunks = separateMoved(merge, moves);
  const targets = {
    ours: findTargets(chunks, moves.ours, 'ours'),
    theirs: findTargets(chunks, moves.theirs, 'theirs'),
  };
  placeEdits({ ...merge, chunks }, targets);
  return placeFollowers({ ...merge, chunks }, targets, followers);
}

const isEmpty = ({ start, end }: Run): boolean => start === end;
const isSingle = ({ start, end }: Run): boolean => end - start === 1;

/** Makes each piece that one side inserted a chunk of its own, if some of these pieces were moved there. */
function separateMoved({ chunks }: PieceMerge, moves: Record<Side, ReadonlyMap<number, number>>): Chunk[] {
  const arrived = { ours: new Set(moves.ours.values()), theirs: new Set(moves.theirs.values()) };
  return chunks.flatMap((chunk) => {
    const { runs, resolution } = chunk;
    if (resolution.kind !== 'side' || !isEmpty(runs.base)) return [chunk];
    const { side } = resolution;
    const { start, end } = runs[side];
    if (!isEmpty(runs[otherOf(side)])) return [chunk];
    const positions = placesOf({ start, end });
    if (!positions.some((at) => arrived[side].has(at))) return [chunk];
    return positions.map((at) => ({ runs: { ...runs, [side]: { start: at, end: at + 1 } }, resolution }));
  });
}

/** The chunks that hold nothing but a piece that the side moved there, by its place in the base. */
function findTargets(
  chunks: readonly Chunk[],
  moves: ReadonlyMap<number, number>,
  side: Side,
): Map<number, number> {
  const inserted = new Map<number, number>();
  for (const [index, { runs, resolution }] of chunks.entries())
    if (resolution.kind === 'side' && isEmpty(runs.base) && isSingle(runs[side]))
      inserted.set(runs[side].start, index);
  const targets = new Map<number, number>();
  for (const [at, movedTo] of moves) {
    const index = inserted.get(movedTo);
    if (index !== undefined) targets.set(at, index);
  }
  return targets;
}

type Targets = Record<Side, ReadonlyMap<number, number>>;

function placeEdits({ lists, chunks }: PieceMerge, targets: Targets): void {
  for (const [index, { runs, resolution }] of chunks.entries()) {
    const { start } = runs.base;
    const [ours, theirs] = [targets.ours.get(start), targets.theirs.get(start)];
    const isGone = isEmpty(runs.ours) && isEmpty(runs.theirs);
    if (isGone || (isSingle(runs.base) && ours !== undefined && theirs !== undefined)) {
      for (const at of placesOf(runs.base)) placeGone(chunks, at, targets);
      continue;
    }
    const target = ours ?? theirs;
    if (!isSingle(runs.base) || target === undefined || resolution.kind !== 'conflict') continue;
    const editor = ours === undefined ? 'ours' : 'theirs';
    if (!isSingle(runs[editor])) continue;
    const edited = lists[editor].pieces[runs[editor].start] as Piece;
    setResolution(chunks, target, { kind: 'moved', pieces: [edited] });
    setResolution(chunks, index, NOTHING);
  }
}

/**
 * Places a piece that is on neither side where it was: if both sides moved it, it stays at the first place; if only one
 * side did, the other deleted it.
 */
function placeGone(chunks: Chunk[], at: number, targets: Targets): void {
  const [ours, theirs] = [targets.ours.get(at), targets.theirs.get(at)];
  if (ours === theirs) return;
  const isByBoth = ours !== undefined && theirs !== undefined;
  setResolution(chunks, isByBoth ? Math.max(ours, theirs) : ((ours ?? theirs) as number), NOTHING);
}

function setResolution(chunks: Chunk[], index: number, resolution: Resolution): void {
  chunks[index] = { ...(chunks[index] as Chunk), resolution };
}

function placeFollowers(merge: PieceMerge, targets: Targets, followers: Followers): PieceMerge | undefined {
  if (followers.size === 0) return merge;
  const { chunks } = merge;
  const inserted = { ours: findInserted(chunks, 'ours'), theirs: findInserted(chunks, 'theirs') };
  const following = new Map<number, number[]>();
  const moved = new Set<number>();
  for (const [{ start, end }, { movedAt, mover }] of followers) {
    const target = targets[mover].get(movedAt);
    if (target === undefined) return undefined;
    const positions = placesOf({ start, end }).flatMap((at) => inserted[otherOf(mover)].get(at) ?? []);
    following.set(target, positions);
    for (const index of positions) moved.add(index);
  }
  const placed: Chunk[] = [];
  let count = 0;
  for (const [first, chunk] of chunks.entries()) {
    if (moved.has(first)) {
      placed.push({ ...chunk, resolution: NOTHING });
      continue;
    }
    for (const open = [first]; open.length > 0; count++) {
      const index = open.pop() as number;
      placed.push(chunks[index] as Chunk);
      appendTo(open, (following.get(index) ?? []).toReversed());
    }
  }
  // Pieces that were moved after each other have no place.
  return count === chunks.length ? { ...merge, chunks: placed } : undefined;
}

/** The chunks that begin with pieces that only this side inserted there, by their place in the side. */
function findInserted(chunks: readonly Chunk[], side: Side): Map<number, number> {
  const inserted = new Map<number, number>();
  for (const [index, { runs }] of chunks.entries())
    if (isEmpty(runs.base) && isEmpty(runs[otherOf(side)]) && !isEmpty(runs[side]))
      inserted.set(runs[side].start, index);
  return inserted;
}
