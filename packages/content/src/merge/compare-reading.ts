import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import type { Chunk } from './chunks.ts';
import { mapSides, type Sides } from './conflicts.ts';
import { mergeLinesCleanly } from './merge-texts.ts';
import { joinPieces, type Piece, type Reading } from './pieces.ts';
import { hasAllWords, isMeant, joinReadings, readWords } from './reading.ts';
import { type SplitSource, splitSource } from './split-source.ts';
import type { WrittenPiece } from './write-merge.ts';

interface ReadingComparison {
  /** Whether the parser finds the pieces where they were written, and reads from them what it should. */
  isAsMeant: boolean;
  /** Parts whose merge has a meaning that neither side intended. */
  unmeant: Chunk[];
}

export function compareReading(
  source: string,
  offset: number,
  written: readonly WrittenPiece[],
): ReadingComparison {
  const parsed = parseMarkdown(source);
  if (parsed.exceeded) return { isAsMeant: false, unmeant: [] };
  const split = splitSource(source, parsed);
  const found = new Map<number, number>();
  const ends = new Map<number, number>();
  let position = offset;
  for (const [at, piece] of split.pieces.entries()) {
    position += piece.lead.length;
    found.set(position, at);
    position += piece.text.length;
    ends.set(position, at);
  }
  const comparison: ReadingComparison = { isAsMeant: split.head.length === offset, unmeant: [] };
  for (const { start, end, piece, twin, merged } of written) {
    const first = found.get(offset + start);
    if (merged) {
      const last = ends.get(offset + end);
      const now = first === undefined || last === undefined ? undefined : split.pieces.slice(first, last + 1);
      if (merged.hasConflicts) comparison.isAsMeant &&= now !== undefined || !hasParts(merged.sources.ours);
      else if (!now || !isMergedAsMeant(merged.sources, now, source.slice(offset + start, offset + end)))
        comparison.unmeant.push(merged.chunk);
      continue;
    }
    const now = first === undefined ? undefined : split.pieces[first];
    if (!piece || !now) comparison.isAsMeant &&= !piece;
    else if (now.text.length !== end - start) comparison.isAsMeant = false;
    else if (!isReadAs(now, piece) && !(twin && isReadAs(now, twin))) comparison.isAsMeant = false;
  }
  if (comparison.unmeant.length > 0) comparison.isAsMeant = false;
  return comparison;
}

function isMergedAsMeant(sources: Sides<readonly Piece[]>, now: readonly Piece[], text: string): boolean {
  const readings = mapSides(sources, readPieces);
  const reading = readPieces(now);
  if (isMeant(readings, reading)) return true;
  const texts = mapSides(sources, (pieces) => joinPieces(pieces, 0, pieces.length));
  return hasAllWords(readings, reading, texts) && mergeLinesCleanly(texts) === text;
}

/** Lines of other blocks may form blocks of their own. */
const hasParts = (pieces: readonly Piece[]): boolean =>
  pieces.every(({ kind }) => kind === 'table' || kind.startsWith('list-'));

const readPieces = (pieces: readonly Piece[]): Reading =>
  joinReadings(pieces.map(({ text, reading }) => reading?.() ?? readWords(text, 'definition')));

/** Whether no word of a merge by line got lost, or got marks from neither side. */
export function hasWordsOfBoth(split: Sides<SplitSource>, source: string): boolean {
  const parsed = parseMarkdown(source);
  if (parsed.exceeded) return false;
  const read = ({ pieces }: SplitSource): Reading => readPieces(pieces);
  const sources = mapSides(split, ({ pieces }) => joinPieces(pieces, 0, pieces.length));
  return hasAllWords(mapSides(split, read), read(splitSource(source, parsed)), sources);
}

/** Compares what is read from one text; whether it begins the page decides if a heading is the title. */
function isReadAs(now: Piece, before: Piece): boolean {
  if (now.kind === 'title' || before.kind === 'title')
    return [now.kind, before.kind].every((kind) => kind === 'title' || kind.startsWith('heading'));
  return before.shape === undefined || now.shape === undefined || now.shape() === before.shape();
}
