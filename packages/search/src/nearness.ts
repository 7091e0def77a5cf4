import type { Clause } from './expand-query.ts';
import type { PlannedSegment, PlannedTerm } from './plan.ts';
import { PostingsReader } from './postings-reader.ts';
import type { Segment } from './segment.ts';
import { countOf, FREQUENCY_BITS } from './segment-format.ts';
import { CODES } from './weights.ts';

/** The number of matching terms of a word that are examined: the word itself comes first. */
export const MAX_TERMS = 12;

/** Up to this distance, two words still belong together to some degree. */
const NEAR = 4;
const NEAR_VALUE = 0.4;

/** A section and a position in it are one number, so that neighboring words have neighboring numbers. */
const SPAN = 2 ** 20;

/** The positions of two words: kept between searches, which never interrupt each other. */
let before = new Float64Array(4096);
let at = new Float64Array(4096);

/**
 * Computes how closely each of some sections repeats the order of the query, between 0 and 1: words adjacent in both
 * count fully, words close to each other count in part. The sections are in ascending order.
 */
export function findNearness(
  { segment, terms: planned }: PlannedSegment,
  postings: Uint32Array,
  clauses: readonly Clause[],
  sections: readonly number[],
): Float64Array {
  const sums = new Float64Array(sections.length);
  const values = new Float64Array(sections.length);
  let all = 0;
  let countBefore = 0;
  for (const [place, { importance }] of clauses.entries()) {
    const terms = planned.filter((term) => term.place === place).slice(0, MAX_TERMS);
    let count = 0;
    for (const term of terms) count = readPositions(segment, postings, term, sections, count);
    if (terms.length > 1) at.subarray(0, count).sort();
    if (place > 0) {
      const worth = Math.min((clauses[place - 1] as Clause).importance, importance);
      all += worth;
      compare(countBefore, count, values.fill(0));
      for (let n = 0; n < sums.length; n += 1) sums[n] = (sums[n] as number) + worth * (values[n] as number);
    }
    [before, at] = [at, before];
    countBefore = count;
  }
  return all === 0 ? sums : sums.map((sum) => sum / all);
}

/** The same for one text, by the positions of what answers to each word, in ascending order. */
export function nearnessOf(
  positions: readonly (readonly number[])[],
  importances: readonly number[],
): number {
  let sum = 0;
  let all = 0;
  const value = new Float64Array(1);
  for (let place = 1; place < positions.length; place += 1) {
    const worth = Math.min(importances[place - 1] as number, importances[place] as number);
    all += worth;
    before = Float64Array.from(positions[place - 1] as readonly number[]);
    at = Float64Array.from(positions[place] as readonly number[]);
    compare(before.length, at.length, value.fill(0));
    sum += worth * (value[0] as number);
  }
  return all === 0 ? 0 : sum / all;
}

/** Adds the positions of a term in each of the sections; returns how many there are now. */
function readPositions(
  segment: Segment,
  postings: Uint32Array,
  { answer: match, sectionsFrom, positionsAt }: PlannedTerm,
  sections: readonly number[],
  from: number,
): number {
  const reader = new PostingsReader(segment, positionsAt);
  const end = sectionsFrom + match.sections;
  let count = from;
  let next = 0;
  let wanted = sections[0] as number;
  /** The number of positions to skip before the next one that is read. */
  let passed = 0;
  for (let n = sectionsFrom; n < end; n += 1) {
    const packed = postings[n] as number;
    const section = packed >>> FREQUENCY_BITS;
    while (wanted < section) {
      next += 1;
      if (next === sections.length) return count;
      wanted = sections[next] as number;
    }
    let times = countOf(packed & (CODES - 1));
    if (times === undefined) {
      reader.skip(passed);
      passed = 0;
      times = reader.next();
    }
    if (wanted !== section) {
      passed += times;
      continue;
    }
    reader.skip(passed);
    passed = 0;
    if (at.length < count + times) at = enlarge(at, count + times);
    let position = next * SPAN;
    for (let i = 0; i < times; i += 1) {
      position += reader.next();
      at[count] = position;
      count += 1;
    }
  }
  return count;
}

function enlarge(positions: typeof at, length: number): typeof at {
  const larger = new Float64Array(2 * length);
  larger.set(positions);
  return larger;
}

/** Computes how close the two current words are in each section. */
function compare(countBefore: number, count: number, values: Float64Array): void {
  let i = 0;
  let j = 0;
  while (i < countBefore && j < count) {
    const left = before[i] as number;
    const distance = (at[j] as number) - left;
    if (distance >= -NEAR && distance <= NEAR) {
      const section = Math.floor(left / SPAN);
      // In one compound, or adjacent.
      const isNeighbour = distance === 0 || distance === 1;
      values[section] = Math.max(values[section] as number, isNeighbour ? 1 : NEAR_VALUE);
    }
    if (distance <= 0) j += 1;
    else i += 1;
  }
}
