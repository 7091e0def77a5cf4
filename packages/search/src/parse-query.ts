import { weighUnspaced } from './question-words.ts';
import { isFlag, type TokenKind, tokenize } from './tokenize.ts';

/** A word of a query, or a pair of characters: one of the things that a page should have. */
export interface QueryWord {
  term: string;
  kind: Exclude<TokenKind, 'compound'>;
  /** Whether the user may still be typing the word. */
  isOpen: boolean;
  /** How much it says beside others, between 0 and 1: two characters that are no word say little. */
  weight: number;
}

/** A term that combines several words of a query. */
interface QueryCompound {
  term: string;
  from: number;
  to: number;
  /** Written with a blank between; it may be one word elsewhere. */
  isGlued: boolean;
  /**
   * Whether it is a flag or another name with its signs. Where it is found, its words alone count little: `--title` is
   * not a title.
   */
  isExact: boolean;
}

export interface Query {
  words: QueryWord[];
  compounds: QueryCompound[];
  /** Whether a word of a script without blanks makes it a question. */
  asks: boolean;
}

/** A longer query is cut. Nobody needs the results for so many words. */
export const MAX_QUERY_LENGTH = 512;

/** The ranking uses one bit for each word. */
export const MAX_WORDS = 24;

export function parseQuery(written: string): Query {
  const text = written.slice(0, MAX_QUERY_LENGTH);
  const all: (QueryWord & { start: number; end: number })[] = [];
  const compounds: QueryCompound[] = [];
  tokenize(text, (term, kind, from, to, start, end) => {
    if (kind === 'compound') compounds.push({ term, from, to, isGlued: false, isExact: isExact(term) });
    else all.push({ term, kind, isOpen: false, weight: 1, start, end });
  });
  compounds.push(...abbreviateVersions(all));
  const asks = weighUnspaced(text, all);
  const last = all.at(-1);
  if (last && last.kind === 'word' && last.end === text.trimEnd().length && !/\s$/.test(written))
    last.isOpen = true;
  // The last character of a run is in its last pair.
  const places = new Map<number, number>();
  const words: QueryWord[] = [];
  const seen = new Map<string, number>();
  for (const [index, { term, kind, isOpen, weight }] of all.entries()) {
    if (kind === 'last' && all[index - 1]?.kind === 'pair' && all[index - 1]?.end === all[index]?.end)
      continue;
    const position = seen.get(term);
    if (position !== undefined) {
      places.set(index, position);
      if (isOpen) (words[position] as QueryWord).isOpen = true;
    } else if (words.length < MAX_WORDS) {
      places.set(index, words.length);
      seen.set(term, words.length);
      words.push({ term, kind, isOpen, weight });
    }
  }
  const placed = placeCompounds(compounds, places);
  return {
    words,
    compounds: withoutRepeats([
      ...placed,
      ...placed.flatMap((one) => toSnakeCase(one, words)),
      ...glue(words),
    ]),
    asks,
  };
}

const isExact = (term: string): boolean => isFlag(term) || term.includes('_');

function placeCompounds(compounds: QueryCompound[], places: ReadonlyMap<number, number>): QueryCompound[] {
  return compounds.flatMap(({ from, to, ...compound }) => {
    const [first, last] = [places.get(from), places.get(to)];
    return first === undefined || last === undefined || last < first
      ? []
      : [{ ...compound, from: first, to: last }];
  });
}

/** “Version 5” is v5 in many titles. The number may have been asked for before, beside another word. */
const abbreviateVersions = (words: readonly { term: string }[]): QueryCompound[] =>
  words.flatMap(({ term }, index) =>
    words[index - 1]?.term === 'version' && /^\d+$/.test(term)
      ? [{ term: `v${term}`, from: index, to: index, isGlued: false, isExact: false }]
      : [],
  );

/** A query for `getUser` may mean `get_user`. */
function toSnakeCase({ term, from, to }: QueryCompound, words: readonly QueryWord[]): QueryCompound[] {
  const parts = words.slice(from, to + 1).map((word) => word.term);
  if (parts.length < 2 || parts.join('') !== term) return [];
  return [{ term: parts.join('_'), from, to, isGlued: true, isExact: false }];
}

/** A query may say the same identifier many times. */
function withoutRepeats(compounds: readonly QueryCompound[]): QueryCompound[] {
  const different = new Map<string, QueryCompound>();
  for (const compound of compounds) {
    const key = `${compound.from} ${compound.to} ${compound.term}`;
    if (!different.has(key)) different.set(key, compound);
  }
  return [...different.values()];
}

/** Joins neighbors to one word: a query for “data base” may mean a database. */
function glue(words: readonly QueryWord[]): QueryCompound[] {
  return words.flatMap(({ term, kind }, index) => {
    const next = words[index + 1];
    return next?.kind === 'word' && kind === 'word' && term.length + next.term.length > 4
      ? [{ term: term + next.term, from: index, to: index + 1, isGlued: true, isExact: false }]
      : [];
  });
}
