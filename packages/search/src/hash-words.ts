import { tokenize } from './tokenize.ts';

export interface HashedWords {
  /** Equal for texts with the same words in the same order. */
  hash: number;
  words: number;
}

/** Hands out the terms of a short text and names the text by its words. */
export function hashWords(text: string, onTerm: (term: string, from: number) => void): HashedWords {
  let hash = 0x811c9dc5;
  const words = tokenize(text, (term, kind, from) => {
    onTerm(term, from);
    if (kind === 'compound') return;
    for (let i = 0; i < term.length; i += 1) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ 0x20, 0x01000193);
  });
  return { hash: hash >>> 0, words };
}
