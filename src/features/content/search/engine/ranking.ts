import type { Answer, Clause, Vocabulary } from './expand-query.ts';
import type { RankedPage, RankedSection } from './search.ts';
import type { Segment } from './segment.ts';
import {
  FIELD_BITS,
  FREQUENCY_BITS,
  FREQUENCY_OF,
  IN_DESCRIPTION,
  IN_DOCUMENT_TITLE,
  IN_HEADING,
  IN_LINK_TITLE,
  IN_PATH,
  IN_TITLE,
  LENGTH_OF,
} from './segment-format.ts';

/** What a word counts for by where it stands. */
const WEIGHTS = { title: 5, linkTitle: 3, path: 1.5, description: 1.5, heading: 2.5, body: 1 };

/** BM25: how soon a word said again says no more, and how much a long text is held against it. */
const SATURATION = 1.2;
const LENGTH_PENALTY = { body: 0.6, heading: 0.4, title: 0.5 };

/** All words in one place count more than all on the page, and much more than some. */
const COVERAGE = { exponent: 2.5, section: 0.75 };

/** A title or heading that is the query, no more and no less. */
const WHOLE_TITLE = 1.6;
const WHOLE_HEADING = 1.3;

/** What the second best section of a page still adds to it. */
const FURTHER_SECTIONS = 0.1;

/** How many sections of a page are told. */
const MAXIMUM_SECTIONS = 20;

/** Room for what is counted of each page and section while one segment is ranked; kept between queries. */
const room = {
  pageScores: new Float32Array(0),
  pageMasks: new Int32Array(0),
  pageLast: new Float32Array(0),
  sectionScores: new Float32Array(0),
  sectionMasks: new Int32Array(0),
  sectionLast: new Float32Array(0),
};

export function createRanking(vocabularies: readonly Vocabulary[], clauses: readonly Clause[], hash: number) {
  const usual = usualLengths(vocabularies);
  const norm = (length: number, average: number, penalty: number): number =>
    1 - penalty + penalty * (length / average);
  const bodyNorms = LENGTH_OF.map((length) => SATURATION * norm(length, usual.body, LENGTH_PENALTY.body));
  const headingWeights = LENGTH_OF.map(
    (length) => WEIGHTS.heading / norm(length, usual.heading, LENGTH_PENALTY.heading),
  );
  const titleWeights = LENGTH_OF.map(
    (length) => WEIGHTS.title / norm(length, usual.title, LENGTH_PENALTY.title),
  );
  const fieldWeights = Float32Array.from(
    { length: 1 << FIELD_BITS },
    (_, fields) =>
      (fields & IN_LINK_TITLE ? WEIGHTS.linkTitle : 0) +
      (fields & IN_DESCRIPTION ? WEIGHTS.description : 0) +
      (fields & IN_PATH ? WEIGHTS.path : 0),
  );
  const importance = clauses.map((clause) => clause.importance);
  const allImportance = importance.reduce((sum, one) => sum + one, 0) || 1;

  /** How much of the query some words are, between 0 and 1. */
  function coverageOf(mask: number): number {
    let sum = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1)
      sum += importance[31 - Math.clz32(rest & -rest)] as number;
    return (sum / allImportance) ** COVERAGE.exponent;
  }
  const coverages = new Map<number, number>();
  function coverage(mask: number): number {
    let found = coverages.get(mask);
    if (found === undefined) {
      found = coverageOf(mask);
      coverages.set(mask, found);
    }
    return found;
  }

  function addAnswer(segment: Segment, { at, pages, sections }: Answer, weight: number, bit: number): void {
    const { postings, titleLengths, documentTitleLengths, headingLengths, bodyLengths } = segment;
    let position = at;
    const readNumber = (): number => {
      let byte = postings[position++] as number;
      if (byte < 0x80) return byte;
      let value = byte & 0x7f;
      for (let shift = 7; shift < 35; shift += 7) {
        byte = postings[position++] as number;
        value += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) break;
      }
      return value;
    };
    const { pageScores, pageMasks, pageLast, sectionScores, sectionMasks, sectionLast } = room;
    let page = 0;
    for (let n = 0; n < pages; n += 1) {
      const packed = readNumber();
      page += packed >>> FIELD_BITS;
      const fields = packed & ((1 << FIELD_BITS) - 1);
      const title = fields & IN_TITLE ? (titleWeights[titleLengths[page] as number] as number) : 0;
      const documentTitle =
        fields & IN_DOCUMENT_TITLE ? (titleWeights[documentTitleLengths[page] as number] as number) : 0;
      // Two names for one thing are still one.
      const score = weight * (Math.max(title, documentTitle) + (fieldWeights[fields] as number));
      if ((pageMasks[page] as number) & bit) {
        const more = score - (pageLast[page] as number);
        if (more <= 0) continue;
        pageScores[page] = (pageScores[page] as number) + more;
      } else {
        pageMasks[page] = (pageMasks[page] as number) | bit;
        pageScores[page] = (pageScores[page] as number) + score;
      }
      pageLast[page] = score;
    }
    let section = 0;
    for (let n = 0; n < sections; n += 1) {
      const packed = readNumber();
      section += packed >>> FREQUENCY_BITS;
      const code = packed & ((1 << FREQUENCY_BITS) - 1);
      const frequency = FREQUENCY_OF[code] as number;
      let score =
        (WEIGHTS.body * (SATURATION + 1) * frequency) /
        (frequency + (bodyNorms[bodyLengths[section] as number] as number));
      if (code & IN_HEADING) score += headingWeights[headingLengths[section] as number] as number;
      score *= weight;
      if ((sectionMasks[section] as number) & bit) {
        const more = score - (sectionLast[section] as number);
        if (more <= 0) continue;
        sectionScores[section] = (sectionScores[section] as number) + more;
      } else {
        sectionMasks[section] = (sectionMasks[section] as number) | bit;
        sectionScores[section] = (sectionScores[section] as number) + score;
      }
      sectionLast[section] = score;
    }
  }

  /** The page with its sections, or undefined when nothing of it matches. */
  function rankPage(segment: Segment, page: number, index: number): RankedPage | undefined {
    const { pageScores, pageMasks, sectionScores, sectionMasks } = room;
    const first = segment.firstSections[page] as number;
    const end = segment.firstSections[page + 1] as number;
    const ownMask = pageMasks[page] as number;
    const isWhole = segment.titleHashes[page] === hash || segment.documentTitleHashes[page] === hash;
    const own = (pageScores[page] as number) * (isWhole ? WHOLE_TITLE : 1);
    let all = ownMask;
    for (let section = first; section < end; section += 1) all |= sectionMasks[section] as number;
    if (all === 0) return undefined;
    const wide = (1 - COVERAGE.section) * coverage(all);
    let best = own * (wide + COVERAGE.section * coverage(ownMask));
    let bestSection = 0;
    let further = 0;
    const sections: RankedSection[] = [];
    // Of the pieces of a text that was cut, the best stands for all.
    let piecesFrom = 0;
    for (let section = first; section < end; section += 1) {
      if (segment.continuations[section] === 0) piecesFrom = sections.length;
      const mask = sectionMasks[section] as number;
      if (mask === 0) continue;
      const isHeading = segment.headingHashes[section] === hash;
      const text = (sectionScores[section] as number) * (isHeading ? WHOLE_HEADING : 1);
      const score = (own + text) * (wide + COVERAGE.section * coverage(ownMask | mask));
      const ordinal = section - first;
      const piece = sections[piecesFrom];
      if (!piece) sections.push({ ordinal, score, match: 'section' });
      else if (score > piece.score) sections[piecesFrom] = { ordinal, score, match: 'section' };
      if (score > best) {
        further = best;
        best = score;
        bestSection = text;
      } else if (score > further) further = score;
    }
    if (sections.length === 0) {
      if (end > first) sections.push({ ordinal: 0, score: best, match: 'page' });
    } else {
      sections.sort((left, right) => right.score - left.score || left.ordinal - right.ordinal);
      sections.length = Math.min(sections.length, MAXIMUM_SECTIONS);
    }
    return {
      pageId: segment.pageId(page),
      segment: index,
      page,
      score: best + FURTHER_SECTIONS * further,
      match: own >= bestSection ? 'page' : 'section',
      sections,
    };
  }

  return {
    /** Adds the live pages of a segment that match. */
    rank(segment: Segment, live: Uint8Array, index: number, ranked: RankedPage[]): void {
      clearRoom(segment);
      for (const [n, { answers }] of clauses.entries())
        for (const { terms, idf } of answers)
          for (const term of terms)
            if (term.segment === index) addAnswer(segment, term, term.weight * idf, 1 << n);
      for (let page = 0; page < segment.pageCount; page += 1) {
        if (!live[page]) continue;
        const found = rankPage(segment, page, index);
        if (found) ranked.push(found);
      }
    },
  };
}

function usualLengths(vocabularies: readonly Vocabulary[]) {
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

function clearRoom({ pageCount, sectionCount }: Segment): void {
  if (room.pageScores.length < pageCount) {
    const size = 2 * pageCount;
    room.pageScores = new Float32Array(size);
    room.pageMasks = new Int32Array(size);
    room.pageLast = new Float32Array(size);
  }
  if (room.sectionScores.length < sectionCount) {
    const size = 2 * sectionCount;
    room.sectionScores = new Float32Array(size);
    room.sectionMasks = new Int32Array(size);
    room.sectionLast = new Float32Array(size);
  }
  room.pageScores.fill(0, 0, pageCount);
  room.pageMasks.fill(0, 0, pageCount);
  room.sectionScores.fill(0, 0, sectionCount);
  room.sectionMasks.fill(0, 0, sectionCount);
}
