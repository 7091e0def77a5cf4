import type { Coverage } from './coverage.ts';
import type { PlannedSegment } from './plan.ts';
import type { Scores } from './scores.ts';

/** All words in one section count more than all on the page, and much more than some. */
const WITHIN_SECTION = 0.75;

/** A title or heading that is the query, no more and no less. */
const WHOLE_TITLE = 1.6;
const WHOLE_HEADING = 2;

/** What it adds that all words stand in the title, and that they stand in a text as they were asked for. */
const ALL_IN_TITLE = 1.5;
const IN_ORDER = 2;

/** What the second best section of a page still adds to it. */
const FURTHER_SECTIONS = 0.1;

/** How near to each other the words stand in a section. */
export interface Near {
  section: number;
  nearness: number;
}

/** What one page after the other is worth, and the sections of the page at hand that were found. */
export class PageScorer {
  /** How many sections were found; of each its ordinal in the segment and its score. */
  count = 0;
  sections = new Int32Array(64);
  scores = new Float32Array(64);
  /** What its title and description are worth without any section. */
  own = 0;
  /** What the best of its sections is worth, and what the whole page. */
  best = 0;
  worth = 0;
  /** What of each score is the section's own text. */
  #texts = new Float32Array(64);

  /** Reads a page with what its sections are worth by their words; false when it has none of the words. */
  read(
    { segment, firstPage, firstSection }: PlannedSegment,
    page: number,
    { pageScores, pageMasks, titleMasks, sectionScores, sectionMasks }: Scores,
    { words, coverage, hash }: { words: number; coverage: Coverage; hash: number },
  ): boolean {
    const { continuations, firstSections, headingHashes } = segment;
    const first = firstSections[page] as number;
    const end = firstSections[page + 1] as number;
    const at = firstPage + page;
    if (end - first > this.sections.length) this.#grow(end - first);
    const { sections, scores } = this;
    const texts = this.#texts;
    const ownMask = pageMasks[at] as number;
    let all = ownMask;
    let matching = 0;
    for (let section = first; section < end; section += 1) {
      const mask = sectionMasks[firstSection + section] as number;
      all |= mask;
      sections[matching] = section;
      // One when there is a bit in it, without a branch that nobody can foresee.
      matching += (mask | -mask) >>> 31;
    }
    this.count = 0;
    if (all === 0) return false;
    const isWhole = segment.titleHashes[page] === hash || segment.documentTitleHashes[page] === hash;
    // The words of a title are near each other, however they are ordered.
    const named = words < 2 ? 1 : 1 + ALL_IN_TITLE * coverage.of(titleMasks[at] as number);
    const own = (pageScores[at] as number) * named * (isWhole ? WHOLE_TITLE : 1);
    const wide = (1 - WITHIN_SECTION) * coverage.of(all);
    this.own = own * (wide + WITHIN_SECTION * coverage.of(ownMask));
    let count = 0;
    for (let n = 0; n < matching; n += 1) {
      const section = sections[n] as number;
      const mask = sectionMasks[firstSection + section] as number;
      const cover = wide + WITHIN_SECTION * coverage.of(ownMask | mask);
      const heading = headingHashes[section] === hash ? WHOLE_HEADING : 1;
      const text = (sectionScores[firstSection + section] as number) * heading * cover;
      const score = own * cover + text;
      // Of the pieces of a text that was cut, the best stands for all.
      const isFurther =
        count > 0 &&
        continuations[section] !== 0 &&
        (sections[count - 1] as number) >= beginOfText(continuations, section);
      if (!isFurther) count += 1;
      else if ((scores[count - 1] as number) >= score) continue;
      sections[count - 1] = section;
      scores[count - 1] = score;
      texts[count - 1] = text;
    }
    this.count = count;
    this.#sum();
    return true;
  }

  /** Adds what it is worth that the words stand in a found section as they were asked for, between 0 and 1. */
  addNearness(found: readonly Near[]): void {
    for (const { section, nearness } of found) {
      const n = this.sections.indexOf(section);
      this.scores[n] = (this.scores[n] as number) + IN_ORDER * nearness * (this.#texts[n] as number);
    }
    this.#sum();
  }

  #sum(): void {
    const { count, scores } = this;
    let best = 0;
    let second = this.own;
    for (let n = 0; n < count; n += 1) {
      const score = scores[n] as number;
      second = Math.max(second, Math.min(best, score));
      best = Math.max(best, score);
    }
    this.best = best;
    this.worth = Math.max(best, second) + FURTHER_SECTIONS * Math.min(best, second);
  }

  #grow(length: number): void {
    this.sections = new Int32Array(2 * length);
    this.scores = new Float32Array(2 * length);
    this.#texts = new Float32Array(2 * length);
  }
}

/** The first of the pieces of a text that was cut. */
function beginOfText(continuations: Uint8Array, section: number): number {
  let first = section;
  while (continuations[first] !== 0) first -= 1;
  return first;
}
