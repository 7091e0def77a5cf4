import { hashText } from './block-hash.ts';
import { type MaskedNode, readMasked } from './masked-text.ts';

/** A term in the language of the source, and in that of the translation. */
export type Term = readonly [source: string, translation: string];

/** Finds the terms of a glossary that occur in a unit as words, whatever their case. */
export function findTerms(unit: string, terms: readonly Term[]): Term[] {
  if (terms.length === 0) return [];
  const text = foldCase(plainTextOf(readMasked(unit)));
  return terms.filter(([source]) => findWord(text, foldCase(source), 0) >= 0);
}

/** Names what a translation of a unit depends on beside the unit. */
export const keyOfTerms = (terms: readonly Term[], tone: string): string =>
  terms.length === 0 && tone === 'default' ? '' : hashText(JSON.stringify([terms, tone]));

/** Where a text has a word, both with folded case, from a position on; -1: nowhere. */
export function findWord(text: string, word: string, from: number): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return at;
  return -1;
}

/** In lower case, each character where it was: a few have more characters in lower case, and stay as they are. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (character) => {
    const folded = character.toLowerCase();
    return folded.length === character.length ? folded : character;
  }).join('');
}

/** Languages without blanks between words are not cut at words. */
const isWordAt = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text.charAt(at)) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text.charAt(at));

const plainTextOf = (nodes: readonly MaskedNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : ` ${plainTextOf(node.nodes)} `)).join('');
