import type { Answer } from './find-answers.ts';
import type { PlannedTerm } from './plan.ts';
import { PostingsReader } from './postings-reader.ts';
import type { Segment } from './segment.ts';
import { FIELD_BITS, FREQUENCY_BITS, IN_DOCUMENT_TITLE, IN_HEADING, IN_TITLE } from './segment-format.ts';
import { CODES, type Weights } from './weights.ts';

/** What a query is worth to each page (its own fields) and to each section of a segment, and which words it has. */
export interface SegmentScores {
  pageScores: Float32Array;
  pageMasks: Int32Array;
  /** The words that its title has, or its document's own. */
  titleMasks: Int32Array;
  sectionScores: Float32Array;
  sectionMasks: Int32Array;
}

/** Of the word at hand: what counts is the best of its answers. */
interface LastScores {
  pages: Float32Array;
  sections: Float32Array;
}

/** Kept between queries, which never interrupt each other. */
let scores: SegmentScores & LastScores = createScores(0, 0);

function createScores(pages: number, sections: number): SegmentScores & LastScores {
  return {
    pageScores: new Float32Array(pages),
    pageMasks: new Int32Array(pages),
    titleMasks: new Int32Array(pages),
    sectionScores: new Float32Array(sections),
    sectionMasks: new Int32Array(sections),
    pages: new Float32Array(pages),
    sections: new Float32Array(sections),
  };
}

/** The scores of a segment, valid until those of another are asked for. The words of the plan come one after the other. */
export function scoreSegment(
  segment: Segment,
  plan: readonly PlannedTerm[],
  weights: Weights,
): SegmentScores {
  const { pageCount, sectionCount } = segment;
  if (scores.pages.length < pageCount || scores.sections.length < sectionCount)
    scores = createScores(
      Math.max(scores.pages.length, 2 * pageCount),
      Math.max(scores.sections.length, 2 * sectionCount),
    );
  scores.pageScores.fill(0, 0, pageCount);
  scores.pageMasks.fill(0, 0, pageCount);
  scores.titleMasks.fill(0, 0, pageCount);
  scores.sectionScores.fill(0, 0, sectionCount);
  scores.sectionMasks.fill(0, 0, sectionCount);
  for (const { answer, weight, place } of plan) addTerm(segment, answer, weight, 1 << place, weights);
  return scores;
}

function addTerm(
  segment: Segment,
  { at, pages, sections }: Answer,
  weight: number,
  bit: number,
  weights: Weights,
): void {
  const { titleLengths, documentTitleLengths, headingLengths, bodyLengths } = segment;
  const reader = new PostingsReader(segment, at);
  let page = 0;
  for (let n = 0; n < pages; n += 1) {
    const packed = reader.next();
    page += packed >>> FIELD_BITS;
    const fields = packed & ((1 << FIELD_BITS) - 1);
    const title = fields & IN_TITLE ? (weights.title[titleLengths[page] as number] as number) : 0;
    const documentTitle =
      fields & IN_DOCUMENT_TITLE ? (weights.title[documentTitleLengths[page] as number] as number) : 0;
    // Two names of one thing are still one.
    const score = weight * (Math.max(title, documentTitle) + (weights.fields[fields] as number));
    if (fields & (IN_TITLE | IN_DOCUMENT_TITLE))
      scores.titleMasks[page] = (scores.titleMasks[page] as number) | bit;
    addScore(scores.pageScores, scores.pageMasks, scores.pages, page, score, bit);
  }
  let section = 0;
  for (let n = 0; n < sections; n += 1) {
    const packed = reader.next();
    section += packed >>> FREQUENCY_BITS;
    const code = packed & (CODES - 1);
    let score = weights.body[(bodyLengths[section] as number) * CODES + code] as number;
    if (code & IN_HEADING) score += weights.heading[headingLengths[section] as number] as number;
    addScore(scores.sectionScores, scores.sectionMasks, scores.sections, section, score * weight, bit);
  }
}

function addScore(
  sums: Float32Array,
  masks: Int32Array,
  last: Float32Array,
  place: number,
  score: number,
  bit: number,
): void {
  const mask = masks[place] as number;
  if ((mask & bit) === 0) {
    masks[place] = mask | bit;
    sums[place] = (sums[place] as number) + score;
    last[place] = score;
  } else if (score > (last[place] as number)) {
    sums[place] = (sums[place] as number) + score - (last[place] as number);
    last[place] = score;
  }
}
