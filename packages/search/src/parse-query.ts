import { type TokenKind, tokenize } from './tokenize.ts';

/** A word of a query, or a pair of characters: one of the things that a page should have. */
export interface QueryWord {
  term: string;
  kind: Exclude<TokenKind, 'compound'>;
  /** Whether the user may still be typing the word. */
  isOpen: boolean;
}

/** A term that combines several words of a query. */
interface QueryCompound {
  term: string;
  from: number;
  to: number;
  /** Written with a blank between; it may be one word elsewhere. */
  isGlued: boolean;
}

export interface Query {
  words: QueryWord[];
  compounds: QueryCompound[];
}

/** A longer query is cut: the results of so many words are of no use. */
export const MAX_QUERY_LENGTH = 512;

/** The ranking uses one bit for each word. */
export const MAX_WORDS = 24;

export function parseQuery(written: string): Query {
  const text = written.slice(0, MAX_QUERY_LENGTH);
  const all: (QueryWord & { start: number; end: number })[] = [];
  const compounds: QueryCompound[] = [];
  tokenize(text, (term, kind, from, to, start, end) => {
    if (kind === 'compound') compounds.push({ term, from, to, isGlued: false });
    else all.push({ term, kind, isOpen: false, start, end });
  });
  const last = all.at(-1);
  if (last && last.kind === 'word' && last.end === text.trimEnd().length && !/\s$/.test(written))
    last.isOpen = true;
  // The last character of a run is in its last pair.
  const places = new Map<number, number>();
  const words: QueryWord[] = [];
  const seen = new Map<string, number>();
  for (const [index, { term, kind, isOpen }] of all.entries()) {
    if (kind === 'last' && all[index - 1]?.kind === 'pair' && all[index - 1]?.end === all[index]?.end)
      continue;
    const position = seen.get(term);
    if (position !== undefined) {
      places.set(index, position);
      if (isOpen) (words[position] as QueryWord).isOpen = true;
    } else if (words.length < MAX_WORDS) {
      places.set(index, words.length);
      seen.set(term, words.length);
      words.push({ term, kind, isOpen });
    }
  }
  return {
    words,
    compounds: withoutRepeats([...placeCompounds(compounds, places), ...glue(words)]),
  };
}

function placeCompounds(compounds: QueryCompound[], places: ReadonlyMap<number, number>): QueryCompound[] {
  return compounds.flatMap(({ term, from, to, isGlued }) => {
    const [first, last] = [places.get(from), places.get(to)];
    return first === undefined || last === undefined || last < first
      ? []
      : [{ term, from: first, to: last, isGlued }];
  });
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

/** Neighbors as one word: who asks for “data base” may mean a database. */
function glue(words: readonly QueryWord[]): QueryCompound[] {
  return words.flatMap(({ term, kind }, index) => {
    const next = words[index + 1];
    return next?.kind === 'word' && kind === 'word' && term.length + next.term.length > 4
      ? [{ term: term + next.term, from: index, to: index + 1, isGlued: true }]
      : [];
  });
}
