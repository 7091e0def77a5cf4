import { BestOf } from './best-of.ts';
import { createCoverage } from './coverage.ts';
import type { Clause } from './expand-query.ts';
import { findNearness } from './nearness.ts';
import type { PlannedTerm } from './plan.ts';
import type { SegmentScores } from './score-segment.ts';
import type { RankedPage, RankedSection, SearchedSegment } from './search.ts';
import { type FoundSections, SectionList } from './section-list.ts';
import type { Segment } from './segment.ts';

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

/** How many sections of a page are told. */
const MAXIMUM_SECTIONS = 20;

/** In how many of the best sections it is looked how near the words are to each other. */
const MAXIMUM_COMPARED = 64;

/** Searches never interrupt each other. */
const list = new SectionList();

export interface Ranker {
  /** Adds the live pages of a segment that match. */
  add(searched: SearchedSegment, index: number, scores: SegmentScores): void;
  /** All pages, best first. */
  finish(): RankedPage[];
}

export function createRanker(
  clauses: readonly Clause[],
  plans: readonly PlannedTerm[][],
  hash: number,
): Ranker {
  const coverage = createCoverage(clauses);
  list.length = 0;
  const best = new BestOf(MAXIMUM_COMPARED);
  const pages: FoundPage[] = [];

  function addPage(segment: Segment, index: number, page: number, scores: SegmentScores): void {
    const { sectionScores, sectionMasks } = scores;
    const { continuations, headingHashes } = segment;
    const first = segment.firstSections[page] as number;
    const end = segment.firstSections[page + 1] as number;
    const ownMask = scores.pageMasks[page] as number;
    let all = ownMask;
    for (let section = first; section < end; section += 1) all |= sectionMasks[section] as number;
    if (all === 0) return;
    const isWhole = segment.titleHashes[page] === hash || segment.documentTitleHashes[page] === hash;
    // The words of a title are near each other, however they are ordered.
    const named = clauses.length < 2 ? 1 : 1 + ALL_IN_TITLE * coverage(scores.titleMasks[page] as number);
    const own = (scores.pageScores[page] as number) * named * (isWhole ? WHOLE_TITLE : 1);
    const wide = (1 - WITHIN_SECTION) * coverage(all);
    const from = list.length;
    let pieces = from;
    for (let section = first; section < end; section += 1) {
      if (continuations[section] === 0) pieces = list.length;
      const mask = sectionMasks[section] as number;
      if (mask === 0) continue;
      const cover = wide + WITHIN_SECTION * coverage(ownMask | mask);
      const isHeading = headingHashes[section] === hash;
      const text = (sectionScores[section] as number) * (isHeading ? WHOLE_HEADING : 1) * cover;
      const score = own * cover + text;
      // Of the pieces of a text that was cut, the best stands for all.
      const isFurther = pieces < list.length;
      if (isFurther && (list.scores[pieces] as number) >= score) continue;
      list.put(isFurther ? pieces : list.length, section - first, score, text, pages.length);
      best.offer(pieces, score);
    }
    const alone = own * (wide + WITHIN_SECTION * coverage(ownMask));
    pages.push(new FoundPage(segment, index, page, alone, from, list.length));
  }

  function addNearness(): void {
    const places = best.places();
    const pageAt = (place: number | undefined): FoundPage | undefined => pages[list.pages[place ?? -1] ?? -1];
    for (let start = 0; start < places.length; ) {
      const { source, segment } = pageAt(places[start]) as FoundPage;
      let end = start + 1;
      while (pageAt(places[end])?.segment === segment) end += 1;
      const within = places.slice(start, end);
      const sections = within.map(
        (place) =>
          (source.firstSections[(pageAt(place) as FoundPage).page] as number) +
          (list.ordinals[place] as number),
      );
      for (const [n, nearness] of findNearness(source, plans[segment] ?? [], clauses, sections).entries()) {
        const place = within[n] as number;
        list.scores[place] =
          (list.scores[place] as number) + IN_ORDER * nearness * (list.texts[place] as number);
      }
      start = end;
    }
  }

  return {
    add({ segment, live }, index, scores) {
      for (let page = 0; page < segment.pageCount; page += 1)
        if (live[page]) addPage(segment, index, page, scores);
    },
    finish() {
      if (clauses.length > 1) addNearness();
      const sections = list.take();
      for (const page of pages) page.finish(sections);
      return pages.sort(comparePages);
    },
  };
}

/** A page that was found. What is only asked of the few pages that are shown is computed when it is asked. */
class FoundPage implements RankedPage {
  readonly source: Segment;
  readonly segment: number;
  readonly page: number;
  score = 0;
  match: 'page' | 'section' = 'page';
  /** What its title and description are worth without any section. */
  readonly #own: number;
  readonly #from: number;
  readonly #to: number;
  #found: FoundSections | undefined;
  #pageId: string | undefined;

  constructor(source: Segment, segment: number, page: number, own: number, from: number, to: number) {
    this.source = source;
    this.segment = segment;
    this.page = page;
    this.#own = own;
    this.#from = from;
    this.#to = to;
  }

  get pageId(): string {
    this.#pageId ??= this.source.pageId(this.page);
    return this.#pageId;
  }

  get sections(): RankedSection[] {
    const { ordinals, scores } = this.#found as FoundSections;
    const sections: RankedSection[] = [];
    for (let place = this.#from; place < this.#to; place += 1)
      sections.push({
        ordinal: ordinals[place] as number,
        score: scores[place] as number,
        match: 'section',
      });
    if (sections.length > 0)
      return sections
        .sort((left, right) => right.score - left.score || left.ordinal - right.ordinal)
        .slice(0, MAXIMUM_SECTIONS);
    const { firstSections } = this.source;
    const hasSections = firstSections[this.page] !== firstSections[this.page + 1];
    return hasSections ? [{ ordinal: 0, score: this.score, match: 'page' }] : [];
  }

  /** Says what the page is worth, when its sections are what they are. */
  finish(found: FoundSections): void {
    this.#found = found;
    let best = 0;
    let second = this.#own;
    for (let place = this.#from; place < this.#to; place += 1) {
      const score = found.scores[place] as number;
      if (score > best) {
        second = Math.max(second, best);
        best = score;
      } else if (score > second) second = score;
    }
    this.score = Math.max(best, second) + FURTHER_SECTIONS * Math.min(best, second);
    this.match = this.#own > best / 2 ? 'page' : 'section';
  }
}

const comparePages = (left: RankedPage, right: RankedPage): number =>
  right.score - left.score ||
  (left.pageId < right.pageId ? -1 : left.pageId > right.pageId ? 1 : left.segment - right.segment);
