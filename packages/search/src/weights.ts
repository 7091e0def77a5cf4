import type { Segment } from './segment.ts';
import {
  FIELD_BITS,
  FREQUENCY_BITS,
  FREQUENCY_OF,
  IN_DESCRIPTION,
  IN_LINK_TITLE,
  IN_PATH,
  LENGTH_OF,
} from './segment-format.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The weight of a word by the field that contains it. */
export const WEIGHTS = { title: 5, linkTitle: 3, path: 1.5, description: 1.5, heading: 2.5, body: 1 };

/** BM25: how soon a word said again says no more, and how much a long text is held against it. */
export const SATURATION = 1.2;
export const LENGTH_PENALTY = { body: 0.6, heading: 0.4, title: 0.5 };

/** The weights of a word, by the encoding of its place in a segment. */
export interface Weights {
  /** By packed length. */
  title: Float32Array;
  heading: Float32Array;
  /** For the other fields of a page, by the bits of all fields. */
  fields: Float32Array;
  /** By packed length × code of the frequency. */
  body: Float32Array;
}

export const CODES = 1 << FREQUENCY_BITS;

/** From the last search: the next one often covers the same pages. */
let last: { usual: UsualLengths; weights: Weights } | undefined;

export function findWeights(vocabularies: readonly Vocabulary[]): Weights {
  const usual = usualLengths(vocabularies);
  if (
    last?.usual.body !== usual.body ||
    last.usual.heading !== usual.heading ||
    last.usual.title !== usual.title
  )
    last = { usual, weights: createWeights(usual) };
  return last.weights;
}

interface UsualLengths {
  body: number;
  heading: number;
  title: number;
}

function createWeights(usual: UsualLengths): Weights {
  const norm = (packed: number, average: number, penalty: number): number =>
    1 - penalty + penalty * ((LENGTH_OF[packed] as number) / average);
  const title = new Float32Array(256);
  const heading = new Float32Array(256);
  const body = new Float32Array(256 * CODES);
  for (let packed = 0; packed < 256; packed += 1) {
    title[packed] = WEIGHTS.title / norm(packed, usual.title, LENGTH_PENALTY.title);
    heading[packed] = WEIGHTS.heading / norm(packed, usual.heading, LENGTH_PENALTY.heading);
    const saturation = SATURATION * norm(packed, usual.body, LENGTH_PENALTY.body);
    for (let code = 0; code < CODES; code += 1) {
      const frequency = FREQUENCY_OF[code] as number;
      body[packed * CODES + code] = (WEIGHTS.body * (SATURATION + 1) * frequency) / (frequency + saturation);
    }
  }
  return { title, heading, fields: FIELD_WEIGHTS, body };
}

const FIELD_WEIGHTS = Float32Array.from(
  { length: 1 << FIELD_BITS },
  (_, fields) =>
    (fields & IN_LINK_TITLE ? WEIGHTS.linkTitle : 0) +
    (fields & IN_DESCRIPTION ? WEIGHTS.description : 0) +
    (fields & IN_PATH ? WEIGHTS.path : 0),
);

/** The usual lengths in all that is searched: where a page is stored does not change what it is worth. */
function usualLengths(vocabularies: readonly Vocabulary[]): UsualLengths {
  const sum = (read: (segment: Segment) => number): number =>
    vocabularies.reduce((total, { segment }) => total + read(segment), 0);
  const average = (words: number, texts: number): number => Math.max(1, words / Math.max(1, texts));
  const sections = sum(({ sectionCount }) => sectionCount);
  return {
    body: average(
      sum(({ bodyWords }) => bodyWords),
      sections,
    ),
    heading: average(
      sum(({ headingWords }) => headingWords),
      sections,
    ),
    title: average(
      sum(({ titleWords }) => titleWords),
      sum(({ pageCount }) => pageCount),
    ),
  };
}
