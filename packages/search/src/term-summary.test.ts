import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPages } from '../test/random-pages.ts';
import { writeSegment } from '../test/write-segment.ts';
import { findLookups, type Lookup } from './find-lookups.ts';
import { parseQuery } from './parse-query.ts';
import { Segment } from './segment.ts';
import { findSimilarTerms } from './similar-terms.ts';
import { TermCursor } from './term-cursor.ts';
import { TermMerger, TermSummary } from './term-summary.ts';

const segments = fc
  .array(randomPages, { maxLength: 5 })
  .map((all) => all.map((pages) => Segment.open(writeSegment(pages, null))));

const segmentOf = (text: string): Segment =>
  Segment.open(
    writeSegment([{ pageId: 'a', key: Buffer.alloc(16), title: '', sections: [{ title: '', text }] }], null),
  );

function summarize(of: readonly Segment[]): TermSummary {
  const merger = new TermMerger(of);
  while (merger.addNext() > 0);
  // As after a start: what is stored says the same.
  return TermSummary.open(merger.finish().toBytes());
}

function termsOf(segment: Segment): string[] {
  const cursor = new TermCursor(segment);
  const terms: string[] = [];
  while (cursor.next()) terms.push(cursor.text());
  return terms;
}

const isFoundIn = (segment: Segment, { bytes, isPrefix }: Lookup): boolean => {
  const wanted = Buffer.from(bytes);
  return termsOf(segment).some((term) => {
    const found = Buffer.from(term);
    return isPrefix ? found.subarray(0, wanted.length).equals(wanted) : found.equals(wanted);
  });
};

const textOf = ({ bytes }: Lookup): string => Buffer.from(bytes).toString();

describe('a summary of segments', () => {
  it('tells for each segment which lookups find something in it', () => {
    const queries = fc.constantFrom(
      'deploy',
      'getUserName user ',
      'a',
      '数',
      '数据库 C++',
      'creme deploi',
      'abc',
    );
    fc.assert(
      fc.property(segments, queries, (of, query) => {
        const lookups = findLookups(parseQuery(query), 'en');
        expect(summarize(of).findPresent(lookups)).toEqual(
          of.map((segment) => lookups.filter((lookup) => isFoundIn(segment, lookup))),
        );
      }),
    );
  });

  it('tells for each segment the terms that resemble a word', () => {
    fc.assert(
      fc.property(
        segments,
        fc.constantFrom('deplo', 'deployss', 'abcd', 'usre'),
        fc.boolean(),
        (of, word, isPrefix) => {
          const search = { word, maximum: 1, isPrefix };
          const expected = of.map((segment) => {
            const found: string[] = [];
            findSimilarTerms(segment, search, (cursor) => found.push(cursor.text()));
            return found;
          });
          const similar = summarize(of).findSimilar(word, search);
          expect(similar.map((lookups) => lookups.map(textOf))).toEqual(expected);
        },
      ),
    );
  });

  it('holds a term once, however many segments have it', () => {
    const texts = Array.from({ length: 8 }, (_, n) => `shared words of all, and own${n}`);
    const one = summarize([segmentOf(texts[0] as string)]).byteLength;
    const all = summarize(texts.map(segmentOf)).byteLength;
    expect(all).toBeLessThan(3 * one);
  });
});
