import type { Sides } from './conflicts.ts';
import type { Hunk } from './find-hunks.ts';
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
  /** Pieces that come here from elsewhere; empty where the former ones moved elsewhere. */
  | { kind: 'moved'; pieces: readonly Piece[] }
  | { kind: 'conflict' };

/** A stretch of all three versions, and what the merge made of it. Chunks divide every version without a rest. */
export interface Chunk {
  runs: Sides<Run>;
  resolution: Resolution;
}

/** How the pieces of one level are merged. */
export interface Level {
  name: string;
  /** Whether everything that a side changed between two unchanged pieces is one change, as it is for lines. */
  isStrict: boolean;
  /** Whether changes of two sides concern the same pieces or the same place; `first` does not start after `second`. */
  concern: (first: Hunk, second: Hunk) => boolean;
  /** Whether several changes with little between them are one. */
  joinsNear?: boolean;
  /** Merges the parts of a piece, or returns undefined if it has none that can be merged separately. */
  mergeParts?: (pieces: Sides<Piece>) => Resolution | undefined;
  /** Merges pieces that cannot be distinguished, or returns undefined if that leaves a conflict. */
  mergeTexts?: (texts: Sides<string>) => string | undefined;
  /** Merges what both sides insert at one place, or returns undefined if that leaves a conflict. */
  mergeInserted?: (ours: readonly Piece[], theirs: readonly Piece[]) => string | undefined;
}

export interface PieceMerge {
  level: Level;
  lists: Sides<PieceList>;
  chunks: Chunk[];
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
