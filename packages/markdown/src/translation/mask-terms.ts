import { findWord, foldCase, type Term } from './glossary-terms.ts';
import {
  findMaskingFault,
  hasWords,
  type MaskedNode,
  MaskedTextError,
  readMasked,
  writeMasked,
} from './masked-text.ts';
import { findFault, type Unit } from './translate-block.ts';

/** A unit in which terms have become placeholders, for translators that know no glossary. */
export interface UnitWithoutTerms {
  unit: Unit;
  /** Whether there are words beside the terms. */
  hasWords: boolean;
  /** Puts the wanted terms in their places. An answer that has lost one becomes a text that is refused. */
  restore(response: string): string;
}

/** `language`: that of the translation, for the capitals in which sentences and titles begin. */
export function maskTerms(unit: Unit, terms: readonly Term[], language: string): UnitWithoutTerms {
  const nodes = readMasked(unit);
  const wanted = new Map<number, string>();
  const first = highestId(nodes) + 1;
  const add = (translation: string): number => {
    const id = first + wanted.size;
    wanted.set(id, translation);
    return id;
  };
  const folded = terms.map(([source, translation]) => ({ source, word: foldCase(source), translation }));
  const mask = (inner: readonly MaskedNode[]): MaskedNode[] =>
    inner.flatMap((node): MaskedNode[] => {
      if (typeof node !== 'string') return [{ ...node, nodes: mask(node.nodes) }];
      return cutTerms(node, folded).map((piece): MaskedNode => {
        if (!piece.term) return piece.text;
        return { kind: 'x', id: add(matchCapital(piece.text, piece.term, language)), nodes: [] };
      });
    });
  const masked = mask(nodes);
  return {
    unit: writeMasked(masked),
    hasWords: hasWords(masked),
    restore(response) {
      const restored = restore(response, masked, wanted);
      if (restored !== undefined) return restored;
      // An answer in which only terms are missing would pass for a translation.
      return findFault(unit, response) === undefined ? '' : response;
    },
  };
}

interface FoldedTerm {
  source: string;
  word: string;
  translation: string;
}

/** At each place the longest term counts. */
function cutTerms(text: string, terms: readonly FoldedTerm[]): { text: string; term?: FoldedTerm }[] {
  const folded = foldCase(text);
  const next = terms.map((term) => ({ term, at: findWord(folded, term.word, 0) }));
  const pieces: { text: string; term?: FoldedTerm }[] = [];
  for (let from = 0; ; ) {
    let found: (typeof next)[number] | undefined;
    for (const one of next) {
      if (one.at >= 0 && one.at < from) one.at = findWord(folded, one.term.word, from);
      if (one.at < 0) continue;
      const isFirst = !found || one.at < found.at;
      const isLonger = one.at === found?.at && one.term.word.length > found.term.word.length;
      if (isFirst || isLonger) found = one;
    }
    const end = found?.at ?? text.length;
    if (end > from) pieces.push({ text: text.slice(from, end) });
    if (!found) return pieces;
    from = end + found.term.word.length;
    pieces.push({ text: text.slice(end, from), term: found.term });
  }
}

/** “Space” at the begin of a sentence is translated by a term that begins with a capital, too. */
function matchCapital(text: string, { source, translation }: FoldedTerm, language: string): string {
  const [first = ''] = text;
  const [own = ''] = source;
  const isRaised = first !== own && first === own.toLocaleUpperCase();
  const [letter = ''] = translation;
  return isRaised ? letter.toLocaleUpperCase(language) + translation.slice(letter.length) : translation;
}

/** Undefined: a placeholder is missing, doubled or out of place. */
function restore(
  response: string,
  masked: readonly MaskedNode[],
  wanted: ReadonlyMap<number, string>,
): string | undefined {
  try {
    const nodes = readMasked(response);
    if (findMaskingFault(masked, nodes) !== undefined) return undefined;
    const put = (inner: readonly MaskedNode[]): MaskedNode[] =>
      inner.map((node) =>
        typeof node === 'string' ? node : (wanted.get(node.id) ?? { ...node, nodes: put(node.nodes) }),
      );
    return writeMasked(put(nodes));
  } catch (error) {
    if (error instanceof MaskedTextError) return undefined;
    throw error;
  }
}

const highestId = (nodes: readonly MaskedNode[]): number =>
  nodes.reduce((highest, node) => {
    if (typeof node === 'string') return highest;
    return Math.max(highest, node.id, highestId(node.nodes));
  }, 0);
