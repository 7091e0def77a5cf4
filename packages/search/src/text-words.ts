import { tokenize } from './tokenize.ts';

/** The words of a text. */
export interface TextWords {
  /** Each term of the text once. */
  terms: readonly string[];
  /** For each place of a term, its number in `terms` and its position in the text. Flat: number, position. */
  places: Uint32Array;
  words: number;
}

/** Reads the words of a text. */
export function readWords(text: string): TextWords {
  const numbers = new Map<string, number>();
  const places: number[] = [];
  const words = tokenize(text, (term, _kind, from) => {
    let number = numbers.get(term);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(term, number);
    }
    places.push(number, from);
  });
  return { terms: [...numbers.keys()], places: Uint32Array.from(places), words };
}
