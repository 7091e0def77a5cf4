import type { Term } from './read-terms.ts';
import { normalized, type SparseVector } from './sparse-vector.ts';

/** The kinds of features. Each has its own dimensions, and a weight relative to the others. */
const WEIGHTS = { word: 1, phrase: 0.6, piece: 0.3 } as const;
type FeatureKind = keyof typeof WEIGHTS;
const SALTS: Record<FeatureKind, number> = { word: 0x1b56, phrase: 0x7a31, piece: 0x4c9d };

const DIMENSIONS = 2 ** 20;
const PIECE_LENGTH = 4;
/** Shorter words have too few pieces to be distinguished by them. */
const MIN_LENGTH_FOR_PIECES = 6;

/**
 * Returns the features by which a text is compared, as a vector of length 1 in hashed dimensions: its words, its phrases
 * of two words, and pieces of long words, which match compounds, inflected forms and typos.
 */
export function readFeatures(terms: readonly Term[]): SparseVector {
  const counts = new Map<number, { kind: FeatureKind; count: number }>();
  const add = (kind: FeatureKind, text: string): void => {
    const dimension = dimensionOf(kind, text);
    const counted = counts.get(dimension);
    if (counted) counted.count += 1;
    else counts.set(dimension, { kind, count: 1 });
  };
  for (const [at, { stem, place }] of terms.entries()) {
    add('word', stem);
    const before = terms[at - 1];
    if (before && before.place >= place - 2 && before.stem !== stem) add('phrase', `${before.stem} ${stem}`);
    for (const piece of piecesOf(stem)) add('piece', piece);
  }
  const vector: SparseVector = new Map();
  for (const [dimension, { kind, count }] of counts)
    vector.set(dimension, WEIGHTS[kind] * (1 + Math.log(count)));
  return normalized(vector);
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
  return (hash >>> 0) % DIMENSIONS;
}

/** Returns the dimension of one word, by which its rarity is looked up. */
export const dimensionOfWord = (stem: string): number => dimensionOf('word', stem);
