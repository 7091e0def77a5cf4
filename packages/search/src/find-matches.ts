import { classOf, LOWER, SEPARATOR, UPPER } from './character-class.ts';
import { createComparison, SYNONYM } from './compare-words.ts';
import { createMisspeltFinder } from './find-misspelt.ts';
import type { Match } from './match.ts';
import type { Query } from './parse-query.ts';
import { tokenize } from './tokenize.ts';

/** Finds the words of one query in a line; if none occurs, finds similar ones. */
export type FindMatches = (line: string) => Match[];

const BLANK = 0x20;

export function createMatchFinder(query: Query, language: string | null): FindMatches {
  const { words, compounds } = query;
  const { weightOf, beginnings } = createComparison(query, language);
  const secondOf = secondLetters([...beginnings, ...compounds.map(({ term }) => term)]);
  const findMisspelt = createMisspeltFinder(query);

  function findWords(line: string): Match[] {
    const matches: Match[] = [];
    let position = 0;
    const addToken: Parameters<typeof tokenize>[1] = (term, kind, _from, _to, first, last) => {
      const [start, end] = [position + first, position + last];
      for (let word = 0; word < words.length; word += 1) {
        const weight = weightOf(word, term, kind);
        if (weight > 0) matches.push({ start, end, word, weight });
      }
      for (const compound of compounds)
        if (compound.term === term)
          for (let word = compound.from; word <= compound.to; word += 1)
            matches.push({ start, end, word, weight: 1 });
    };
    for (let at = nextBeginning(line, 0, secondOf); at < line.length; ) {
      // No token reaches over a blank.
      position = startOfPiece(line, at);
      const end = endOfPiece(line, at);
      tokenize(line.slice(position, end), addToken);
      at = nextBeginning(line, end, secondOf);
    }
    return matches;
  }

  return (line) => {
    const matches = findWords(line);
    return matches.length > 0 ? withoutSynonyms(matches) : findMisspelt(line);
  };
}

/** Other words for a word are what matches only where the word itself does not occur. */
function withoutSynonyms(matches: Match[]): Match[] {
  const own = new Set(matches.flatMap(({ word, weight }) => (weight > SYNONYM ? [word] : [])));
  return matches.filter(({ word, weight }) => weight > SYNONYM || !own.has(word));
}

function startOfPiece(line: string, at: number): number {
  let start = at;
  while (start > 0 && line.charCodeAt(start - 1) !== BLANK) start -= 1;
  return start;
}

function endOfPiece(line: string, at: number): number {
  const blank = line.indexOf(' ', at);
  return blank < 0 ? line.length : blank;
}

/**
 * For each ASCII character that starts one of the beginnings, in either case, the bits of the possible next characters.
 */
function secondLetters(beginnings: readonly string[]): Int32Array {
  const found = new Int32Array(0x80);
  for (const beginning of beginnings) {
    const [first = '', second] = beginning;
    const bits = second === undefined ? ANYTHING : bitOf(second.charCodeAt(0));
    for (const character of [first, first.toUpperCase()]) {
      const code = character.charCodeAt(0);
      if (code < 0x80) found[code] = (found[code] as number) | bits;
    }
  }
  return found;
}

/** The next place at which a token may begin like a word of the query. Any character outside ASCII may. */
function nextBeginning(line: string, from: number, secondOf: Int32Array): number {
  for (let at = from; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code >= 0x80) return at;
    const seconds = secondOf[code] as number;
    if (seconds === 0 || (at > 0 && !mayPart(line.charCodeAt(at - 1), code))) continue;
    if ((seconds & bitOf(line.charCodeAt(at + 1))) !== 0) return at;
  }
  return line.length;
}

const ANYTHING = -1;

/** The bit of a letter or digit, which several share; all bits for signs that may be within a token or end it. */
const bitOf = (code: number): number =>
  code < 0x80 && classOf(code) !== SEPARATOR ? 1 << (code & 0x1f) : ANYTHING;

/** Whether a token may start between two ASCII characters. */
function mayPart(before: number, after: number): boolean {
  const found = classOf(after);
  const last = classOf(before);
  return found === UPPER || (found !== last && (found !== LOWER || last !== UPPER));
}
