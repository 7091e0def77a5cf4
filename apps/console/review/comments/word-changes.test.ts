import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySplices, compareWords, shorten, splicesBetween } from './word-changes.ts';

const texts = fc.array(fc.constantFrom('one', 'two', ' ', '  ', '.', 'é', '😄', '\n', 'three'), {
  maxLength: 30,
});
const pairs = fc.tuple(texts, texts).map(([a, b]) => [a.join(''), b.join('')] as const);

describe('the changes between two texts', () => {
  it('give the old text without what is added, and the new one without what is removed', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const segments = compareWords(before, after);
        const without = (left: string): string =>
          segments
            .filter(({ kind }) => kind !== left)
            .map(({ text }) => text)
            .join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
      }),
    );
  });

  it('make the new text of the old one when they are applied in order', () => {
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        expect(applySplices(before, splicesBetween(before, after))).toBe(after);
      }),
    );
  });

  it('are whole words', () => {
    expect(compareWords('The second word.', 'The third word.')).toEqual([
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'second' },
      { kind: 'added', text: 'third' },
      { kind: 'same', text: ' word.' },
    ]);
    expect(splicesBetween('The second word.', 'The third word.')).toEqual([
      { offset: 4, remove: 6, insert: 'third' },
    ]);
  });

  it('are not applied to a text that is too short for them', () => {
    expect(applySplices('short', [{ offset: 4, remove: 6, insert: '' }])).toBeUndefined();
  });

  it('are shown with the words around them alone', () => {
    const far = 'x'.repeat(500);
    const shown = shorten(compareWords(`${far} old ${far}`, `${far} new ${far}`));
    expect(shown.map(({ text }) => text.length)).toEqual([61, 3, 3, 61]);
  });
});
