import { expect, test } from 'vitest';
import { toJsonText } from './json-text.ts';

test.each([
  ['a\0b', 'a\ufffdb'],
  ['half \ud83d of a pair', 'half \ufffd of a pair'],
  ['other half \ude00', 'other half \ufffd'],
  ['a whole pair 😀', 'a whole pair 😀'],
  ['a text about \\u0000 and \\\\ud83d', 'a text about \\u0000 and \\\\ud83d'],
  ['line\nand "quote" and \u0001', 'line\nand "quote" and \u0001'],
])('%j is kept as %j', (text, kept) => {
  expect(JSON.parse(toJsonText(text))).toBe(kept);
  expect(JSON.parse(toJsonText({ [text]: [text] }))).toEqual({ [kept]: [kept] });
});
