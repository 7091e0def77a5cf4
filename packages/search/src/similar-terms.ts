import type { SearchedTerms } from './segment.ts';
import { TermCursor } from './term-cursor.ts';

/**
 * Visits the terms of a segment that are at most `maximum` edits away from a word: a letter too many, one too few,
 * another one, or two neighbors swapped. With `isPrefix` what follows such a beginning does not count. One walk through
 * all terms, in which what a term shares with the one before is not compared again.
 */
export function findSimilarTerms(
  segment: SearchedTerms,
  { word, maximum, isPrefix }: { word: string; maximum: number; isPrefix: boolean },
  visit: (cursor: TermCursor, distance: number) => void,
): void {
  const letters = Uint32Array.from(word, (letter) => letter.codePointAt(0) as number);
  const table = createTable(letters, maximum);
  const cursor = new TermCursor(segment);
  // All terms that begin with so many bytes of the last one are too far away.
  let deadFrom = Number.POSITIVE_INFINITY;
  while (cursor.next(deadFrom)) {
    deadFrom = table.read(cursor);
    if (deadFrom <= cursor.length) {
      if (!isPrefix || table.nearestBeginning() > maximum) continue;
      visit(cursor, table.nearestBeginning());
      // Terms with the same beginning are visited too.
      deadFrom = Number.POSITIVE_INFINITY;
      continue;
    }
    const distance = isPrefix ? Math.min(table.distance(), table.nearestBeginning()) : table.distance();
    if (distance <= maximum) visit(cursor, distance);
  }
}

/** The rows of the edit distance between a word and the beginnings of the term at hand. */
function createTable(letters: Uint32Array, maximum: number) {
  const width = letters.length + 1;
  const far = maximum + 1;
  const depths = letters.length + maximum + 2;
  const rows = new Uint8Array(depths * width).fill(far);
  const read = new Uint32Array(depths);
  const ends = new Uint32Array(depths);
  /** The least distance between the word and any beginning of the term up to a depth. */
  const nearest = new Uint8Array(depths).fill(far);
  for (let i = 0; i <= maximum && i < width; i += 1) rows[i] = i;
  nearest[0] = Math.min(far, letters.length);
  let depth = 0;

  /** Fills the row of `depth`; returns its least value. */
  function fill(): number {
    const row = depth * width;
    const above = row - width;
    const letter = read[depth] as number;
    const first = Math.max(1, depth - maximum);
    const last = Math.min(width - 1, depth + maximum);
    rows[row] = Math.min(far, depth);
    if (first > 1) rows[row + first - 1] = far;
    let left = rows[row + first - 1] as number;
    let diagonal = rows[above + first - 1] as number;
    let least = first === 1 ? left : far;
    for (let i = first; i <= last; i += 1) {
      const up = rows[above + i] as number;
      let value = letters[i - 1] === letter ? diagonal : diagonal + 1;
      if (left + 1 < value) value = left + 1;
      if (up + 1 < value && i < depth + maximum) value = up + 1;
      if (i > 1 && depth > 1 && letters[i - 2] === letter && letters[i - 1] === read[depth - 1])
        value = Math.min(value, (rows[above - width + i - 2] as number) + 1);
      left = Math.min(value, far);
      rows[row + i] = left;
      if (left < least) least = left;
      diagonal = up;
    }
    nearest[depth] = Math.min(
      nearest[depth - 1] as number,
      last === width - 1 ? (rows[row + width - 1] as number) : far,
    );
    return least;
  }

  return {
    /** Reads the term; returns how many of its bytes are enough to know that it is too far, or more than it has. */
    read({ term, length, shared }: TermCursor): number {
      while (depth > 0 && (ends[depth] as number) > shared) depth -= 1;
      let position = depth === 0 ? 0 : (ends[depth] as number);
      while (position < length) {
        if (depth + 1 >= depths) return position;
        depth += 1;
        const lead = term[position] as number;
        const bytes = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        read[depth] = bytes === 1 ? lead : readCodePoint(term, position, bytes);
        position += bytes;
        ends[depth] = position;
        if (fill() > maximum) return position;
      }
      return Number.POSITIVE_INFINITY;
    },
    distance: () => rows[depth * width + width - 1] as number,
    nearestBeginning: () => nearest[depth] as number,
  };
}

function readCodePoint(bytes: Uint8Array, position: number, length: number): number {
  let value = (bytes[position] as number) & (0xff >> (length + 1));
  for (let i = 1; i < length; i += 1) value = value * 64 + ((bytes[position + i] as number) & 0x3f);
  return value;
}
