import type { PlannedSegment, PlannedTerm } from './plan.ts';
import { PostingsReader } from './postings-reader.ts';
import { IN_TITLE_ABOVE } from './ranking.ts';
import type { Scores } from './scores.ts';
import { FIELD_BITS, FREQUENCY_BITS, IN_DOCUMENT_TITLE, IN_HEADING, IN_TITLE } from './segment-format.ts';
import { CODES, type Weights } from './weights.ts';

/** Adds the score of a term at its places. The terms of a word follow each other; the best one counts. */
export function addTerm(
  scores: Scores,
  { segment, firstPage, firstSection }: PlannedSegment,
  term: PlannedTerm,
  weights: Weights,
): void {
  const { answer: match, weight, place, sectionsFrom } = term;
  const bit = 1 << place;
  const reader = new PostingsReader(segment, match.at);
  const { titleLengths, documentTitleLengths, headingLengths, bodyLengths } = segment;
  const { pageScores, pageMasks, titleMasks, lastOfPages } = scores;
  let page = 0;
  for (let n = 0; n < match.pages; n += 1) {
    const packed = reader.next();
    page += packed >>> FIELD_BITS;
    const fields = packed & ((1 << FIELD_BITS) - 1);
    const title = fields & IN_TITLE ? (weights.title[titleLengths[page] as number] as number) : 0;
    const documentTitle =
      fields & IN_DOCUMENT_TITLE ? (weights.title[documentTitleLengths[page] as number] as number) : 0;
    // Two names of one thing are still one.
    const score = weight * (Math.max(title, documentTitle) + (weights.fields[fields] as number));
    const at = firstPage + page;
    if (fields & (IN_TITLE | IN_DOCUMENT_TITLE)) titleMasks[at] = (titleMasks[at] as number) | bit;
    addScore(pageScores, pageMasks, lastOfPages, at, score, bit);
  }
  const { sectionScores, sectionMasks, lastOfSections, postings } = scores;
  let section = 0;
  for (let n = 0; n < match.sections; n += 1) {
    const packed = reader.next();
    section += packed >>> FREQUENCY_BITS;
    const code = packed & (CODES - 1);
    postings[sectionsFrom + n] = (section << FREQUENCY_BITS) | code;
    let score = weights.body[(bodyLengths[section] as number) * CODES + code] as number;
    if (code & IN_HEADING) score += weights.heading[headingLengths[section] as number] as number;
    addScore(sectionScores, sectionMasks, lastOfSections, firstSection + section, score * weight, bit);
  }
  addBelow(scores, { firstPage, count: match.below, bit, score: weight * IN_TITLE_ABOVE }, reader);
  term.positionsAt = reader.position;
}

/** Adds the score of a term to the pages below a title that has it. */
function addBelow(
  { pageMasks, aboveScores, aboveMasks, lastOfAbove }: Scores,
  { firstPage, count, bit, score }: { firstPage: number; count: number; bit: number; score: number },
  reader: PostingsReader,
): void {
  let at = firstPage;
  for (let n = 0; n < count; n += 1) {
    at += reader.next();
    // A page that has the word in its own names is about it, wherever it is.
    if (((pageMasks[at] as number) & bit) === 0)
      addScore(aboveScores, aboveMasks, lastOfAbove, at, score, bit);
  }
}

function addScore(
  sums: Float32Array,
  masks: Int32Array,
  last: Float32Array,
  at: number,
  score: number,
  bit: number,
): void {
  const mask = masks[at] as number;
  if ((mask & bit) === 0) {
    masks[at] = mask | bit;
    sums[at] = (sums[at] as number) + score;
    last[at] = score;
  } else if (score > (last[at] as number)) {
    sums[at] = (sums[at] as number) + score - (last[at] as number);
    last[at] = score;
  }
}
