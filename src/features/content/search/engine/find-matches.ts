import { classOf, LOWER, UPPER } from './character-class.ts';
import { createComparison } from './compare-words.ts';
import { isWithinEdits } from './edit-distance.ts';
import type { Query } from './parse-query.ts';
import { editsAllowed } from './similar-terms.ts';
import { tokenize } from './tokenize.ts';

/** A place in a text where something of the query stands. */
export interface Match {
  start: number;
  end: number;
  /** Which word of the query. */
  word: number;
  /** How much of that word it is. */
  weight: number;
}

/** Where the words of one query stand in a line; where something like them stands when none of them does. */
export type FindMatches = (line: string) => Match[];

const TYPO_WEIGHT = 0.5;

export function createMatchFinder(query: Query, language: string | null): FindMatches {
  const { words, compounds } = query;
  const weightOf = createComparison(query, language);
  const beginnings = beginningsOf(query);
  const misspelt = words.flatMap(({ term, kind }, word) => {
    const edits = kind === 'word' ? editsAllowed(term) : 0;
    return edits > 0 ? [{ word, term, edits, letters: lettersOf(term, 0, term.length) }] : [];
  });

  function findWords(line: string): Match[] {
    const matches: Match[] = [];
    let place = 0;
    const addToken: Parameters<typeof tokenize>[1] = (term, kind, _from, _to, first, last) => {
      const [start, end] = [place + first, place + last];
      for (let word = 0; word < words.length; word += 1) {
        const weight = weightOf(word, term, kind);
        if (weight > 0) matches.push({ start, end, word, weight });
      }
      for (const compound of compounds)
        if (compound.term === term)
          for (let word = compound.from; word <= compound.to; word += 1)
            matches.push({ start, end, word, weight: 1 });
    };
    for (let at = nextBeginning(line, 0, beginnings); at < line.length; ) {
      // No token reaches over a blank.
      place = line.lastIndexOf(' ', at) + 1;
      const end = endOfPiece(line, at);
      tokenize(line.slice(place, end), addToken);
      at = nextBeginning(line, end, beginnings);
    }
    return matches;
  }

  function findMisspelt(line: string): Match[] {
    const matches: Match[] = [];
    let end: number;
    for (let start = 0; start < line.length; start = end + 1) {
      end = endOfPiece(line, start);
      const letters = lettersOf(line, start, end);
      if (!misspelt.some((wanted) => mayBecome(wanted, letters))) continue;
      tokenize(line.slice(start, end), (term, kind, _from, _to, first, last) => {
        if (kind !== 'word' && kind !== 'compound') return;
        const own = lettersOf(term, 0, term.length);
        for (const wanted of misspelt)
          if (mayBecome(wanted, own) && isWithinEdits(term, wanted.term, wanted.edits))
            matches.push({ start: start + first, end: start + last, word: wanted.word, weight: TYPO_WEIGHT });
      });
    }
    return matches;
  }

  return (line) => {
    const matches = findWords(line);
    return matches.length > 0 || misspelt.length === 0 ? matches : findMisspelt(line);
  };
}

function endOfPiece(line: string, at: number): number {
  const blank = line.indexOf(' ', at);
  return blank < 0 ? line.length : blank;
}

/** One for each character of ASCII that something of the query begins with, in either case. */
function beginningsOf({ words, compounds }: Query): Uint8Array {
  const found = new Uint8Array(0x80);
  for (const { term } of [...words, ...compounds])
    for (const character of [term[0] as string, (term[0] as string).toUpperCase()])
      if (character.charCodeAt(0) < 0x80) found[character.charCodeAt(0)] = 1;
  return found;
}

/** The next place at which a token may begin like something of the query. Of what is not ASCII nobody knows. */
function nextBeginning(line: string, from: number, beginnings: Uint8Array): number {
  for (let at = from; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code >= 0x80 || (beginnings[code] === 1 && (at === 0 || mayPart(line.charCodeAt(at - 1), code))))
      return at;
  }
  return line.length;
}

/** Whether a token may begin between two characters of ASCII. */
function mayPart(before: number, after: number): boolean {
  const found = classOf(after);
  const last = classOf(before);
  return found === UPPER || (found !== last && (found !== LOWER || last !== UPPER));
}

/** The letters of a piece as bits; all of them when it is not ASCII. */
function lettersOf(text: string, start: number, end: number): number {
  let letters = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return -1;
    letters |= 1 << (code & 0x1f);
  }
  return letters;
}

/** Whether so few edits may make one word of another: each letter that the other has not takes one. */
function mayBecome(wanted: { letters: number; edits: number }, letters: number): boolean {
  let missing = wanted.letters & ~letters;
  let count = 0;
  for (; missing !== 0; missing &= missing - 1) count += 1;
  return count <= wanted.edits;
}
