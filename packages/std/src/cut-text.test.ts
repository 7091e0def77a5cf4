import { expect, it } from 'vitest';
import { cutText, shortenText } from './cut-text.ts';

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
