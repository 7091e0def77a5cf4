import { createMatchFinder } from './find-matches.ts';
import type { Match } from './match.ts';
import { parseQuery } from './parse-query.ts';

/** Texts of sections are shorter. Only the beginning of a longer text is searched. */
const MAX_TEXT_LENGTH = 20_000;

const USUAL_LENGTH = 200;

/** How far a cut may be moved to the beginning or end of a word. */
const WORD_REACH = 24;

/** A text as excerpts are cut from it: in one line. */
export const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Cuts the piece out of a line (see `toLine`) that shows best why it was found: between words, with an ellipsis where
 * it was cut. At most `length` characters. The beginning of the line when nothing of the query is in it.
 */
export type MakeExcerpt = (line: string) => string;

/** Created once for all texts that one query found. */
export function createExcerpts(
  query: string,
  options: { language: string | null; length?: number },
): MakeExcerpt {
  const parsed = parseQuery(query);
  const findMatches = createMatchFinder(parsed, options.language);
  const length = Math.max(20, options.length ?? USUAL_LENGTH);
  return (whole) => {
    if (whole.length <= length) return whole;
    const line = whole.length > MAX_TEXT_LENGTH ? whole.slice(0, MAX_TEXT_LENGTH) : whole;
    const { start, end } = chooseWindow(findMatches(line), Math.floor(length * 0.8), parsed.words.length);
    // The text after a match is more informative than the text before it.
    const before = Math.floor((length - (end - start)) / 3);
    const from = start - before <= 0 ? 0 : beginOfWord(line, start - before, start);
    const isCutBefore = from > 0;
    const room = length - (isCutBefore ? 1 : 0);
    if (whole.length - from <= room) return `${isCutBefore ? '…' : ''}${whole.slice(from)}`;
    const to = endOfWord(whole, from + room - 1, end);
    return `${isCutBefore ? '…' : ''}${whole.slice(from, to).trimEnd()}…`;
  };
}

/** The first stretch of a text, no longer than `length`, with most of the words of the query. `words`: their number. */
function chooseWindow(matches: Match[], length: number, words: number): { start: number; end: number } {
  matches.sort((left, right) => left.start - right.start);
  const worths = new Float64Array(words);
  let best = { start: 0, end: 0, worth: 0 };
  for (const [first, { start }] of matches.entries()) {
    worths.fill(0);
    let worth = 0;
    let end = start;
    for (let next = first; next < matches.length; next += 1) {
      const match = matches[next] as Match;
      if (match.end - start > length && next > first) break;
      end = Math.max(end, match.end);
      const more = match.weight - (worths[match.word] as number);
      if (more <= 0) continue;
      worths[match.word] = match.weight;
      worth += more;
    }
    if (worth > best.worth + ROUNDING) best = { start, end: Math.min(end, start + length), worth };
    if (worth >= words) break;
  }
  return best;
}

/** Sums of the same numbers in another order. */
const ROUNDING = 1e-9;

/** The beginning of a word at or soon after a place, not after `latest`. */
function beginOfWord(line: string, position: number, latest: number): number {
  const end = Math.min(latest, position + WORD_REACH);
  for (let at = position; at <= end; at += 1) if (line[at - 1] === ' ') return at;
  return wholeCharacter(line, position);
}

/** The end of a word at or shortly before a place, not before `earliest`. */
function endOfWord(line: string, position: number, earliest: number): number {
  const end = Math.max(earliest, position - WORD_REACH);
  for (let at = position; at >= end; at -= 1) if (line[at] === ' ') return at;
  return wholeCharacter(line, position);
}

/** Moves a position so that it splits no character, and no mark from its letter. */
function wholeCharacter(line: string, position: number): number {
  let at = position;
  while (at > 0 && /[\uDC00-\uDFFF\p{M}\u200d]/u.test(line[at] ?? '')) at -= 1;
  return at;
}
