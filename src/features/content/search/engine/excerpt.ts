import { isWithinEdits } from './edit-distance.ts';
import { parseQuery, type Query } from './parse-query.ts';
import { editsAllowed } from './similar-terms.ts';
import { findStemmer } from './stem.ts';
import { type TokenKind, tokenize } from './tokenize.ts';

/** Texts of sections are shorter; of anything longer the beginning is looked through. */
const MAXIMUM_TEXT = 20_000;

const USUAL_LENGTH = 200;

/** How far from where a cut should be it may be moved to where a word begins or ends. */
const WORD_REACH = 24;

interface Match {
  start: number;
  end: number;
  /** Which word of the query. */
  word: number;
  weight: number;
}

/**
 * The piece of a text that shows best why it was found: plain text in one line, cut between words, with an ellipsis
 * where it was cut. At most `length` characters. The beginning of the text when nothing of the query is in it.
 */
export function makeExcerpt(
  text: string,
  query: string,
  options: { language: string | null; length?: number },
): string {
  const line = text.slice(0, MAXIMUM_TEXT).replace(/\s+/g, ' ').trim();
  const length = Math.max(20, options.length ?? USUAL_LENGTH);
  if (line.length <= length && text.length <= MAXIMUM_TEXT) return line;
  const matches = findMatches(line, parseQuery(query), options.language);
  const { start, end } = chooseWindow(matches, Math.floor(length * 0.8));
  // What comes before is less telling than what comes after.
  const before = Math.floor((length - (end - start)) / 3);
  const from = start - before <= 0 ? 0 : beginOfWord(line, start - before, start);
  const isCutBefore = from > 0;
  const room = length - (isCutBefore ? 1 : 0);
  if (line.length - from <= room && text.length <= MAXIMUM_TEXT)
    return `${isCutBefore ? '…' : ''}${line.slice(from)}`;
  const to = endOfWord(line, from + room - 1, end);
  return `${isCutBefore ? '…' : ''}${line.slice(from, to).trimEnd()}…`;
}

function findMatches(line: string, { words, compounds }: Query, language: string | null): Match[] {
  const stemmer = findStemmer(language);
  const stems = words.map(({ term, kind }) => (kind === 'word' ? stemmer?.(term) : undefined));
  const isMatch = (term: string, kind: TokenKind, word: number): number => {
    const wanted = words[word] as Query['words'][number];
    if (term === wanted.term) return 1;
    if (wanted.kind === 'last') return term.startsWith(wanted.term) ? 1 : 0;
    if (wanted.kind !== 'word' || kind === 'pair' || kind === 'last') return 0;
    // Stems differ in their ends only: most words of a text need none.
    const mayShareStem = stems[word] !== undefined && term.charCodeAt(0) === wanted.term.charCodeAt(0);
    if (mayShareStem && stemmer?.(term) === stems[word]) return 0.7;
    return wanted.isOpen && term.startsWith(wanted.term) ? 0.6 : 0;
  };
  const matches: Match[] = [];
  const unmatched: { term: string; start: number; end: number }[] = [];
  tokenize(line, (term, kind, _from, _to, start, end) => {
    for (const word of words.keys()) {
      const weight = isMatch(term, kind, word);
      if (weight > 0) matches.push({ start, end, word, weight });
    }
    for (const compound of compounds)
      if (compound.term === term)
        for (let word = compound.from; word <= compound.to; word += 1)
          matches.push({ start, end, word, weight: 1 });
    if (kind === 'word' || kind === 'compound') unmatched.push({ term, start, end });
  });
  if (matches.length > 0) return matches;
  return unmatched.flatMap(({ term, start, end }) =>
    [...words.entries()]
      .filter(([, wanted]) => {
        const edits = wanted.kind === 'word' ? editsAllowed(wanted.term) : 0;
        return edits > 0 && isWithinEdits(term, wanted.term, edits);
      })
      .map(([word]) => ({ start, end, word, weight: 0.5 })),
  );
}

/** The stretch of a text, no longer than `length`, with most of the words of the query; the first of equal ones. */
function chooseWindow(matches: Match[], length: number): { start: number; end: number } {
  matches.sort((left, right) => left.start - right.start);
  let best = { start: 0, end: 0, worth: 0 };
  for (const [first, { start }] of matches.entries()) {
    const worths = new Map<number, number>();
    let end = start;
    for (let next = first; next < matches.length; next += 1) {
      const match = matches[next] as Match;
      if (match.end - start > length && next > first) break;
      end = Math.max(end, match.end);
      worths.set(match.word, Math.max(worths.get(match.word) ?? 0, match.weight));
    }
    const worth = [...worths.values()].reduce((sum, one) => sum + one, 0);
    if (worth > best.worth) best = { start, end: Math.min(end, start + length), worth };
  }
  return best;
}

/** The beginning of a word at or soon after a place, not behind `latest`. */
function beginOfWord(line: string, place: number, latest: number): number {
  const end = Math.min(latest, place + WORD_REACH);
  for (let at = place; at <= end; at += 1) if (line[at - 1] === ' ') return at;
  return wholeCharacter(line, place);
}

/** The end of a word at or shortly before a place, not before `earliest`. */
function endOfWord(line: string, place: number, earliest: number): number {
  const end = Math.max(earliest, place - WORD_REACH);
  for (let at = place; at >= end; at -= 1) if (line[at] === ' ') return at;
  return wholeCharacter(line, place);
}

/** No half of a character, and no mark without what it is on. */
function wholeCharacter(line: string, place: number): number {
  let at = place;
  while (at > 0 && /[\uDC00-\uDFFF\p{M}\u200d]/u.test(line[at] ?? '')) at -= 1;
  return at;
}
