import { expect, it } from 'vitest';
import { cutText, hasMoreCharacters, shortenText } from './cut-text.ts';

it.each([
  ['ab', 3, 'ab'],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  ['😀', 1, ''],
  ['😀', 0, ''],
])('“%s” is cut to %i units', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});

it('a text that is cut ends with an ellipsis, after a whole character', () => {
  expect(shortenText('ab😀', 3)).toBe('ab…');
  expect(shortenText('abc', 3)).toBe('abc');
});

it.each([
  ['', 0, false],
  ['', -1, true],
  ['abc', 3, false],
  ['abcd', 3, true],
  ['😀😀😀', 3, false],
  ['😀😀😀', 2, true],
  ['a😀b', 2, true],
  ['\ud83d\ud83d', 1, true],
])('“%s” has more than %i characters: %s', (text, limit, expected) => {
  expect(hasMoreCharacters(text, limit)).toBe(expected);
});

it('no more characters of a text are read than its limit', () => {
  let read = 0;
  const text = (length: number) =>
    ({
      length,
      *[Symbol.iterator]() {
        for (; read < length; read += 1) yield 'a';
      },
    }) as unknown as string;
  expect(hasMoreCharacters(text(10_000_000), 1000)).toBe(true);
  expect(read).toBe(0);
  expect(hasMoreCharacters(text(2000), 1000)).toBe(true);
  expect(read).toBe(1000);
});
