import type { QueryWord } from './parse-query.ts';
import { completionWeight, type RelatedWeights, TYPO_WEIGHTS } from './ranking.ts';
import type { Segment } from './segment.ts';
import { findSimilarTerms } from './similar-terms.ts';
import { findStemmer, type Stemmer } from './stem.ts';
import { findTerm, TermCursor, type TermPostings } from './term-cursor.ts';

/** A term of one segment that answers to a word of the query. */
export interface TermMatch extends TermPostings {
  /** The index of the searched segment. */
  segment: number;
  /** How closely the term matches the word: 1 for the word itself. */
  weight: number;
}

/** In bytes. */
const MAX_ENDING_BYTES = 8;

/** The number of terms of a segment, the most frequent ones, to which a word may be completed. */
const MAX_COMPLETIONS = 200;

/**
 * The number of terms with which one query may be compared: over very many spaces, only the first are searched for
 * typos.
 */
export const MAX_COMPARED_TERMS = 2_000_000;

export function findExact(segments: readonly Segment[], term: string): TermMatch[] {
  const bytes = Buffer.from(term);
  return segments.flatMap((segment, index) => {
    const found = findTerm(segment, bytes);
    return found ? [matchAt(found, index, 1)] : [];
  });
}

/** Other forms of a word, and words of its family. All of them begin with most of its root. */
export function findForms(
  segments: readonly Segment[],
  term: string,
  { language, weights }: { language: string | null; weights: RelatedWeights },
): TermMatch[] {
  return segments.flatMap((segment, index) => {
    const stemmer = findStemmer(language ?? segment.language);
    if (!stemmer) return [];
    return listForms(segment, term, stemmer).map(([form, relation]) =>
      matchAt(form, index, weights[relation]),
    );
  });
}

/** The beginning of all words of a family; undefined if its root is too short to have others. */
export const beginningOfForms = (root: string): Buffer | undefined =>
  root.length < 3 ? undefined : Buffer.from(root.slice(0, Math.max(3, root.length - 1)));

function listForms(
  segment: Segment,
  term: string,
  stemmer: Stemmer,
): [form: TermPostings, relation: 'form' | 'family'][] {
  const stem = stemmer(term);
  const root = stemmer.root(term);
  const beginning = beginningOfForms(root);
  if (!beginning) return [];
  const rootLength = Buffer.byteLength(root);
  const longest = Buffer.byteLength(stem) + MAX_ENDING_BYTES;
  const forms: [form: TermPostings, relation: 'form' | 'family'][] = [];
  const cursor = new TermCursor(segment);
  for (let more = cursor.seek(beginning); more && cursor.startsWith(beginning); more = cursor.next()) {
    if (cursor.length > longest) continue;
    // Either the root itself, or something that can have one.
    const last = cursor.term[cursor.length - 1] as number;
    if (cursor.length !== rootLength && !stemmer.lastBytes.has(last)) continue;
    const found = cursor.text();
    if (found === term || stemmer.root(found) !== root) continue;
    forms.push([cursor.postings(), stemmer(found) === stem ? 'form' : 'family']);
  }
  return forms;
}

/** Words that begin with a word. */
export function findCompletions(segments: readonly Segment[], term: string, weight: number): TermMatch[] {
  const bytes = Buffer.from(term);
  return segments.flatMap((segment, index) => {
    const found: TermMatch[] = [];
    visitBeginningWith(segment, bytes, (cursor) => {
      if (cursor.length === bytes.length) return;
      found.push(matchAt(cursor, index, weight * completionWeight(bytes.length, cursor.length)));
    });
    return found
      .sort((left, right) => right.pages + right.sections - left.pages - left.sections)
      .slice(0, MAX_COMPLETIONS);
  });
}

/** Every term that has a character of a script without blanks: it begins a pair, or is the last one of a run. */
export function findCharacter(segments: readonly Segment[], character: string): TermMatch[] {
  const bytes = Buffer.from(character);
  return segments.flatMap((segment, index) => {
    const found: TermMatch[] = [];
    visitBeginningWith(segment, bytes, (cursor) => found.push(matchAt(cursor, index, 1)));
    return found;
  });
}

function visitBeginningWith(segment: Segment, bytes: Buffer, visit: (cursor: TermCursor) => void): void {
  const cursor = new TermCursor(segment);
  for (let more = cursor.seek(bytes); more && cursor.startsWith(bytes); more = cursor.next()) visit(cursor);
}

const matchAt = (
  { pages, sections, below, at }: TermPostings,
  segment: number,
  weight: number,
): TermMatch => ({
  pages,
  sections,
  below,
  at,
  segment,
  weight,
});

/**
 * The terms that are at most so many edits away from a word, of which none is nearer; if none is, beginnings of terms.
 */
export function findTypos(
  segments: readonly Segment[],
  { term, isOpen }: QueryWord,
  search: { edits: number; budget: { terms: number }; isWanted: (match: TermMatch) => boolean },
): TermMatch[] {
  let best = search.edits;
  const found: (TermMatch & { distance: number })[] = [];
  const collect = (isPrefix: boolean): void => {
    for (const [index, segment] of segments.entries()) {
      search.budget.terms -= segment.termCount;
      if (search.budget.terms < 0) return;
      findSimilarTerms(segment, { word: term, maximum: best, isPrefix }, (cursor, distance) => {
        if (distance === 0 || distance > best) return;
        const completion = isPrefix ? completionWeight(term.length, cursor.length) : 1;
        const weight = (TYPO_WEIGHTS[distance] as number) * completion;
        const response = { ...cursor.postings(), segment: index, weight };
        if (!search.isWanted(response)) return;
        best = distance;
        found.push({ ...response, distance });
      });
    }
  };
  collect(false);
  if (found.length === 0 && isOpen) collect(true);
  return found.filter(({ distance }) => distance === best);
}
