import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeSegment } from '../test/write-segment.ts';
import { editsAllowed, isWithinEdits } from './edit-distance.ts';
import { Segment } from './segment.ts';
import { findSimilarTerms } from './similar-terms.ts';
import { tokenize } from './tokenize.ts';

const segmentOf = (text: string): Segment =>
  Segment.open(
    writeSegment([{ pageId: 'a', key: Buffer.alloc(16), title: '', sections: [{ title: '', text }] }], null),
  );

function similarTo(segment: Segment, word: string, maximum: number, isPrefix = false): string[] {
  const found: string[] = [];
  findSimilarTerms(segment, { word, maximum, isPrefix }, (cursor) => found.push(cursor.text()));
  return found;
}

const letters = fc.string({ unit: fc.constantFrom(...'abcdé한й'), minLength: 1, maxLength: 10 });

describe('similar terms', () => {
  it.each([
    ['one letter swapped', 'refernece', ['reference']],
    ['one letter missing', 'referece', ['reference']],
    ['one letter too many', 'referrence', ['reference']],
    ['another letter', 'refarence', ['reference']],
    ['the first letter', 'teference', ['reference']],
  ])('are one edit away: %s', (_, word, terms) => {
    expect(similarTo(segmentOf('reference referral preference other'), word, 1)).toEqual(terms);
  });

  it('are all those, and only those, that are near enough', () => {
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 60 }),
        letters,
        fc.integer({ min: 1, max: 2 }),
        (words, word, maximum) => {
          const text = words.join(' ');
          const terms = new Set<string>();
          tokenize(text, (term) => terms.add(term));
          const wanted = [...terms].filter((term) => isWithinEdits(term, word, maximum));
          expect(similarTo(segmentOf(text), word, maximum).toSorted()).toEqual(wanted.toSorted());
        },
      ),
    );
  });

  it('are also those of which a beginning is near enough', () => {
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), letters, (words, word) => {
        const text = words.join(' ');
        const terms = new Set<string>();
        tokenize(text, (term) => terms.add(term));
        const wanted = [...terms].filter((term) =>
          [...term, ''].some((_, length, all) => isWithinEdits(all.slice(0, length).join(''), word, 1)),
        );
        expect(similarTo(segmentOf(text), word, 1, true).toSorted()).toEqual(wanted.toSorted());
      }),
    );
  });

  it('are looked for with as many edits as a word can bear', () => {
    expect(['api', 'page', 'letters', 'language', '언어설정'].map(editsAllowed)).toEqual([0, 1, 1, 2, 1]);
  });
});
