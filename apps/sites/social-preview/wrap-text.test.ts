import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Each character is one pixel wide. */
const measure = (text: string): number => [...text].length;
const wrap = (text: string, width: number, maxLines: number) => wrapText(text, measure, { width, maxLines });

test('a text is broken between words, and within a word that is too wide', () => {
  expect(wrap('one two three', 7, 3)).toEqual({ lines: ['one two', 'three'], isWhole: true });
  expect(wrap('abcdefghij kl', 4, 4)).toEqual({ lines: ['abcd', 'efgh', 'ij', 'kl'], isWhole: true });
  expect(wrap('  ', 4, 2)).toEqual({ lines: [], isWhole: true });
});

test('what does not fit is left out, and the last line says so', () => {
  expect(wrap('one two three', 7, 1)).toEqual({ lines: ['one tw…'], isWhole: false });
  expect(wrap('one two three four', 9, 2)).toEqual({
    lines: ['one two', 'three fo…'].slice(0, 1).concat('three…'),
    isWhole: false,
  });
});

test('no line is wider than asked, none is empty, and nothing is lost before the end', () => {
  const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 2, max: 15 }),
      fc.integer({ min: 1, max: 5 }),
      (parts, width, maxLines) => {
        const text = parts.join(' ');
        const { lines, isWhole } = wrap(text, width, maxLines);
        expect(lines.length).toBeLessThanOrEqual(maxLines);
        for (const line of lines) {
          expect(measure(line)).toBeLessThanOrEqual(width);
          expect(line).not.toBe('');
        }
        const flat = (some: string): string => some.replaceAll(/\s+/g, '');
        const shown = flat(lines.join(''));
        if (isWhole) expect(shown).toBe(flat(text));
        else expect(flat(text).startsWith(shown.replace(/…$/, ''))).toBe(true);
      },
    ),
  );
});
