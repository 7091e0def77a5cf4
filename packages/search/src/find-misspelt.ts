import { editsAllowed, isWithinEdits } from './edit-distance.ts';
import type { Match } from './match.ts';
import type { Query } from './parse-query.ts';
import { tokenize } from './tokenize.ts';

const TYPO_WEIGHT = 0.5;

const BLANK = 0x20;

/** Finds the places in a line that a few edits turn into a word of the query. */
export function createMisspeltFinder({ words }: Query): (line: string) => Match[] {
  const misspelt = words.flatMap(({ term, kind }, word) => {
    const edits = kind === 'word' ? editsAllowed(term) : 0;
    return edits > 0 ? [{ word, term, edits, letters: lettersOf(term, 0) }] : [];
  });

  function mayBeOne(letters: number): boolean {
    for (const wanted of misspelt) if (mayBecome(wanted, letters)) return true;
    return false;
  }

  function addMatches(line: string, from: number, to: number, matches: Match[]): void {
    tokenize(line.slice(from, to), (term, kind, _from, _to, start, end) => {
      if (kind !== 'word' && kind !== 'compound') return;
      const letters = lettersOf(term, ANYTHING);
      for (const wanted of misspelt)
        if (mayBecome(wanted, letters) && isWithinEdits(term, wanted.term, wanted.edits))
          matches.push({ start: from + start, end: from + end, word: wanted.word, weight: TYPO_WEIGHT });
    });
  }

  return (line) => {
    const matches: Match[] = [];
    if (misspelt.length === 0) return matches;
    // No token reaches over a blank: the text between two blanks is compared as one, usually only by its letters.
    let start = 0;
    let letters = 0;
    for (let at = 0; at <= line.length; at += 1) {
      const code = at < line.length ? line.charCodeAt(at) : BLANK;
      if (code !== BLANK) {
        letters |= letterBit(code, ANYTHING);
        continue;
      }
      if (mayBeOne(letters)) addMatches(line, start, at, matches);
      start = at + 1;
      letters = 0;
    }
    return matches;
  };
}

/** A character outside ASCII may become any letter when folded. */
const ANYTHING = -1;

const letterBit = (code: number, other: number): number => (code < 0x80 ? 1 << (code & 0x1f) : other);

/** The letters of a word as bits, and `other` for each that is not ASCII. */
function lettersOf(word: string, other: number): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= letterBit(word.charCodeAt(at), other);
  return letters;
}

/** Whether so few edits may turn one word into another: each letter that only one of them has takes an edit. */
function mayBecome(wanted: { letters: number; edits: number }, letters: number): boolean {
  let missing = wanted.letters & ~letters;
  for (let edit = 0; edit < wanted.edits; edit += 1) missing &= missing - 1;
  return missing === 0;
}
