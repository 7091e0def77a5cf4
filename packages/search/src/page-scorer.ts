import type { Coverage } from './coverage.ts';
import type { PlannedSegment } from './plan.ts';
import { coverOf, IN_ORDER, worthOfNames, worthOfPage, worthOfText } from './ranking.ts';
import type { Scores } from './scores.ts';
import { worthOfWords } from './words-above.ts';

/** How close the words are to each other in a section. */
export interface Near {
  section: number;
  nearness: number;
}

/** Scores one page after the other, and holds the matching sections of the current page. */
export class PageScorer {
  /** The number of matching sections; for each, its ordinal in the segment and its score. */
  count = 0;
  sections = new Int32Array(64);
  scores = new Float32Array(64);
  /** The score of its title and description without any section. */
  own = 0;
  /** The score of its best section, and of the whole page. */
  best = 0;
  worth = 0;
  /** The part of each score that comes from the section's own text. */
  #texts = new Float32Array(64);
  /** The number of all its sections. */
  #sections = 0;

  /** Reads a page with what its sections are worth by their words; false when it has none of the words. */
  read(
    { segment, firstPage, firstSection, above }: PlannedSegment,
    page: number,
    { pageScores, pageMasks, titleMasks, aboveScores, aboveMasks, sectionScores, sectionMasks }: Scores,
    { words, coverage, hash }: { words: number; coverage: Coverage; hash: number },
  ): boolean {
    const { continuations, firstSections, headingHashes } = segment;
    const first = firstSections[page] as number;
    const end = firstSections[page + 1] as number;
    const at = firstPage + page;
    if (end - first > this.sections.length) this.#grow(end - first);
    const { sections, scores } = this;
    const texts = this.#texts;
    let all = pageMasks[at] as number;
    let matching = 0;
    for (let section = first; section < end; section += 1) {
      const mask = sectionMasks[firstSection + section] as number;
      all |= mask;
      sections[matching] = section;
      // One for a nonzero mask, without an unpredictable branch.
      matching += (mask | -mask) >>> 31;
    }
    this.count = 0;
    this.#sections = end - first;
    // What is only above a page says where it is, not what it is about.
    if (all === 0) return false;
    let aboveMask = aboveMasks[at] as number;
    let aboveScore = aboveScores[at] as number;
    if (above) {
      const further = above.mask & ~(pageMasks[at] as number) & ~aboveMask;
      aboveMask |= further;
      aboveScore += worthOfWords(above, further);
    }
    const ownMask = (pageMasks[at] as number) | aboveMask;
    all |= aboveMask;
    const isWhole = segment.titleHashes[page] === hash || segment.documentTitleHashes[page] === hash;
    const titleMask = titleMasks[at] as number;
    // A title and those above it are read as one: “Uploads” and “Limits” below it.
    const inTitle = coverage.of(titleMask === 0 ? 0 : titleMask | aboveMask);
    const own = worthOfNames((pageScores[at] as number) + aboveScore, { words, inTitle, isWhole });
    const onPage = coverage.of(all);
    this.own = own * coverOf(onPage, coverage.of(ownMask));
    let count = 0;
    // Neighboring sections often have the same words.
    let lastMask = 0;
    let cover = 0;
    for (let n = 0; n < matching; n += 1) {
      const section = sections[n] as number;
      const mask = sectionMasks[firstSection + section] as number;
      if (mask !== lastMask) {
        cover = coverOf(onPage, coverage.of(ownMask | mask));
        lastMask = mask;
      }
      const isWholeHeading = headingHashes[section] === hash;
      const text = worthOfText(sectionScores[firstSection + section] as number, cover, isWholeHeading);
      const score = own * cover + text;
      // For a text that was cut into pieces, only the best piece counts.
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

  /** Adds a bonus between 0 and 1 for words that a found section has in the order of the query. */
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
    this.worth = worthOfPage(Math.max(best, second), Math.min(best, second), this.#sections);
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
