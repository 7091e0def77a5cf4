import type { Clause } from './expand-query.ts';
import type { Answer } from './find-answers.ts';
import type { PlannedTerm } from './plan.ts';
import { PostingsReader } from './postings-reader.ts';
import type { Segment } from './segment.ts';
import { countOf, FREQUENCY_BITS } from './segment-format.ts';
import { CODES } from './weights.ts';

/** Of the many answers that a word may have, as many are looked at: the word itself comes first. */
const MAXIMUM_TERMS = 12;

/** So many words apart two words still belong together somewhat. */
const NEAR = 4;
const NEAR_VALUE = 0.4;

/**
 * How much of a query stands in each of some sections as it is asked, between 0 and 1: neighbours that are neighbours
 * there count whole, those that are near each other in part. The sections come in ascending order.
 */
export function findNearness(
  segment: Segment,
  plan: readonly PlannedTerm[],
  clauses: readonly Clause[],
  sections: readonly number[],
): number[] {
  const positions = clauses.map((_, word) => {
    const found: number[][] = sections.map(() => []);
    const terms = plan.filter(({ place }) => place === word).slice(0, MAXIMUM_TERMS);
    for (const { answer } of terms) readPositions(segment, answer, sections, found);
    if (terms.length > 1) for (const list of found) list.sort((left, right) => left - right);
    return found;
  });
  let all = 0;
  const sums = sections.map(() => 0);
  for (let place = 0; place + 1 < clauses.length; place += 1) {
    const worth = Math.min((clauses[place] as Clause).importance, (clauses[place + 1] as Clause).importance);
    all += worth;
    for (let n = 0; n < sections.length; n += 1)
      sums[n] =
        (sums[n] as number) +
        worth * nearnessOf(positions[place]?.[n] as number[], positions[place + 1]?.[n] as number[]);
  }
  return all === 0 ? sums : sums.map((sum) => sum / all);
}

/** For each section of the term at hand its code and, one or more, the place of a section that is looked at. */
let codes = new Int32Array(1024);

/** Adds the positions of a term in each of the sections. */
function readPositions(
  segment: Segment,
  { at, pages, sections: count }: Answer,
  sections: readonly number[],
  found: number[][],
): void {
  if (codes.length < count) codes = new Int32Array(2 * count);
  const reader = new PostingsReader(segment, at);
  reader.skip(pages);
  let section = 0;
  let next = 0;
  let end = 0;
  for (let n = 0; n < count; n += 1) {
    const packed = reader.next();
    section += packed >>> FREQUENCY_BITS;
    while (next < sections.length && (sections[next] as number) < section) next += 1;
    const isLookedAt = sections[next] === section;
    if (isLookedAt) end = n + 1;
    codes[n] = (packed & (CODES - 1)) | (isLookedAt ? (next + 1) << FREQUENCY_BITS : 0);
  }
  for (let n = 0; n < end; n += 1) {
    const code = codes[n] as number;
    const times = countOf(code & (CODES - 1)) ?? reader.next();
    const place = (code >>> FREQUENCY_BITS) - 1;
    if (place < 0) {
      reader.skip(times);
      continue;
    }
    const positions = found[place] as number[];
    let position = 0;
    for (let i = 0; i < times; i += 1) {
      position += reader.next();
      positions.push(position);
    }
  }
}

function nearnessOf(left: readonly number[], right: readonly number[]): number {
  let value = 0;
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    const distance = (right[j] as number) - (left[i] as number);
    // In one compound, or one after the other.
    if (distance === 0 || distance === 1) return 1;
    if (Math.abs(distance) <= NEAR) value = NEAR_VALUE;
    if (distance <= 0) j += 1;
    else i += 1;
  }
  return value;
}
