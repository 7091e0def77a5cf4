import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPages } from '../test/random-pages.ts';
import { writeSegment } from '../test/write-segment.ts';
import { findLookups } from './find-lookups.ts';
import type { IndexedPage } from './indexed-page.ts';
import { parseQuery } from './parse-query.ts';
import { search } from './search.ts';
import { Segment } from './segment.ts';
import { outlineLength, SegmentError } from './segment-layout.ts';
import { type SegmentCut, SegmentOutline } from './segment-outline.ts';

const RUNS = process.env.LECTERN_SOAK ? 3000 : 100;

const openOutline = (bytes: Buffer): SegmentOutline =>
  SegmentOutline.open(bytes.subarray(0, outlineLength(bytes)));

const cutFor = (bytes: Buffer, query: string, language: string | null = 'en'): SegmentCut =>
  openOutline(bytes).cutFor(findLookups(parseQuery(query), language));

const bytesIn = ({ ranges }: SegmentCut): number => ranges.reduce((sum, { length }) => sum + length, 0);

function openCut(bytes: Buffer, query: string, language: string | null): Segment {
  const cut = cutFor(bytes, query, language);
  const read = cut.ranges.map(({ start, length }) => bytes.subarray(start, start + length));
  return openOutline(bytes).open(cut, Buffer.concat(read));
}

/** Everything that a search returns, and the words that match something. */
function searchIn(segment: Segment, query: string, language: string | null) {
  const live = new Uint8Array(segment.pageCount).fill(1);
  const answered: string[] = [];
  const found = search([{ segment, live }], query, {
    language,
    mayBeMisspelt: () => false,
    onAnswered: (term) => answered.push(term),
  });
  const pages = [...found].map(({ pageId, score, match, sections }) => ({ pageId, score, match, sections }));
  return { answered, pages };
}

const words = fc.constantFrom(
  ...'deploy deploys deploying getUserName get-user user a C++ v1.2.3 creme naïve 数据库 数 設定 한국어 🚀 unknown ab b'.split(
    ' ',
  ),
);
const queries = fc
  .tuple(
    fc.array(fc.oneof(words, fc.string({ unit: fc.constantFrom(...'abcdeé'), minLength: 1, maxLength: 5 })), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', ' '),
  )
  .map(([list, end]) => list.join(' ') + end);

/** Pages of which each has words of its own: many blocks of terms. */
const distinctPages = (count: number): IndexedPage[] =>
  Array.from({ length: count }, (_, n) => ({
    pageId: `page-${n}`,
    key: Buffer.alloc(16, n),
    title: `Title ${n}`,
    sections: [{ title: '', text: `word${n.toString(36)}x lantern` }],
  }));

describe('a segment of what the outline says that a query needs', () => {
  it('gives the same results as the whole segment', () => {
    fc.assert(
      fc.property(randomPages, queries, fc.constantFrom(null, 'en', 'de', 'ja'), (pages, query, language) => {
        const bytes = writeSegment(pages, null);
        expect(searchIn(openCut(bytes, query, language), query, language)).toEqual(
          searchIn(Segment.open(bytes), query, language),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('finds each of many terms, and each of their beginnings', () => {
    const bytes = writeSegment(distinctPages(300), null);
    const whole = Segment.open(bytes);
    const words = Array.from({ length: 300 }, (_, n) => `word${n.toString(36)}x`);
    for (const query of [...words, ...words.map((word) => `${word} `), 'wor', 'lantern '])
      expect(searchIn(openCut(bytes, query, null), query, null), query).toEqual(searchIn(whole, query, null));
  });

  it('is as small in a large segment as in a small one', () => {
    const cutOf = (count: number): number =>
      bytesIn(cutFor(writeSegment(distinctPages(count), null), 'word1x ', 'ja'));
    expect(cutOf(1600)).toBeLessThan(1.5 * cutOf(400));
  });

  it('is nothing in a segment without pages', () => {
    const bytes = writeSegment([], null);
    expect(cutFor(bytes, 'deploy').ranges).toEqual([]);
    expect(searchIn(openCut(bytes, 'deploy', null), 'deploy', null)).toEqual({ answered: [], pages: [] });
  });
});

it('no other bytes are an outline', () => {
  const bytes = writeSegment(distinctPages(20), null);
  const length = outlineLength(bytes);
  for (const wrong of [0, length - 4, length + 4, bytes.length])
    expect(() => SegmentOutline.open(Buffer.from(bytes.subarray(0, wrong)))).toThrow(SegmentError);
});
