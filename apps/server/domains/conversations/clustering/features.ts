import type { Concept } from './concepts/concept-names.ts';
import type { Term } from './read-terms.ts';
import { normalized, type SparseVector, scaled } from './sparse-vector.ts';

/** The kinds of features. Each has its own dimensions, and a weight relative to other features of its part. */
const WEIGHTS = { word: 1, phrase: 0.6, piece: 0.3, concept: 1, conceptPair: 0.25 } as const;
type FeatureKind = keyof typeof WEIGHTS;
const SALTS: Record<FeatureKind, number> = {
  word: 0x1b56,
  phrase: 0x7a31,
  piece: 0x4c9d,
  concept: 0x2e87,
  conceptPair: 0x59b3,
};

/** The number of dimensions of words, phrases and pieces; concepts have as many above them. */
const DIMENSIONS = 2 ** 20;
const PIECE_LENGTH = 4;
/** Shorter words have too few pieces to be distinguished by them. */
const MIN_LENGTH_FOR_PIECES = 6;
/** With more concepts, a text would have more pairs of concepts than words. */
const MAX_CONCEPTS = 24;
/** The weight of all concepts of a text relative to all its words. */
const CONCEPTS_BESIDE_WORDS = 1.2;

/**
 * Returns the features by which a text is compared, as a vector of length 1 in hashed dimensions. One part consists of
 * its words, its phrases of two words, and pieces of long words, which match compounds, inflected forms and typos. The
 * other part consists of the concepts of its words, alone and in pairs, which match other words and other languages.
 */
export function readFeatures(terms: readonly Term[]): SparseVector {
  const concepts = scaled(conceptsOf(terms), () => CONCEPTS_BESIDE_WORDS);
  return normalized(new Map([...wordsOf(terms), ...concepts]));
}

function wordsOf(terms: readonly Term[]): SparseVector {
  const counter = new FeatureCounter();
  for (const [at, { stem, place }] of terms.entries()) {
    counter.add('word', stem);
    const before = terms[at - 1];
    if (before && before.place >= place - 2 && before.stem !== stem)
      counter.add('phrase', `${before.stem} ${stem}`);
    for (const piece of piecesOf(stem)) counter.add('piece', piece);
  }
  return counter.toVector();
}

function conceptsOf(terms: readonly Term[]): SparseVector {
  const counter = new FeatureCounter();
  const seen = new Set<Concept>();
  for (const { concepts } of terms)
    for (const concept of concepts)
      if (seen.size < MAX_CONCEPTS || seen.has(concept)) {
        counter.add('concept', concept);
        seen.add(concept);
      }
  const sorted = [...seen].sort();
  for (const [at, second] of sorted.entries())
    for (const first of sorted.slice(0, at)) counter.add('conceptPair', `${first} ${second}`);
  return counter.toVector();
}

/** Counts the features of one part of a text. */
class FeatureCounter {
  readonly #counts = new Map<number, { kind: FeatureKind; count: number }>();

  add(kind: FeatureKind, text: string): void {
    const dimension = dimensionOf(kind, text);
    const counted = this.#counts.get(dimension);
    if (counted) counted.count += 1;
    else this.#counts.set(dimension, { kind, count: 1 });
  }

  /** Returns a vector of length 1, so that a part with many features weighs no more than one with few. */
  toVector(): SparseVector {
    const vector: SparseVector = new Map();
    for (const [dimension, { kind, count }] of this.#counts)
      vector.set(dimension, WEIGHTS[kind] * (1 + Math.log(count)));
    return normalized(vector);
  }
}

function* piecesOf(stem: string): Generator<string> {
  if (stem.length < MIN_LENGTH_FOR_PIECES) return;
  const marked = `^${stem}$`;
  for (let at = 0; at + PIECE_LENGTH <= marked.length; at += 1) yield marked.slice(at, at + PIECE_LENGTH);
}

/** Maps a text to one of the dimensions of its kind, by FNV-1a over the code units. */
function dimensionOf(kind: FeatureKind, text: string): number {
  let hash = 0x811c9dc5 ^ SALTS[kind];
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const dimension = (hash >>> 0) % DIMENSIONS;
  return kind === 'concept' || kind === 'conceptPair' ? DIMENSIONS + dimension : dimension;
}

/** Whether the features of a text or a cluster contain a concept. */
export function hasConcepts(features: SparseVector): boolean {
  for (const dimension of features.keys()) if (dimension >= DIMENSIONS) return true;
  return false;
}

/** Returns the dimension of one word, by which its rarity is looked up. */
export const dimensionOfWord = (stem: string): number => dimensionOf('word', stem);
