import { expect, it } from 'vitest';
import { markMatches, matches } from './match.ts';

const marked = (text: string, query: string): string =>
  markMatches(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('');

it.each([
  ['Getting started', 'get', '[Get]ting started'],
  ['Getting started', 'start get', '[Get]ting [start]ed'],
  ['Café', 'cafe', '[Café]'],
  ['CAFÉ', 'café', '[CAFÉ]'],
  ['the theme', 'theme', 'the [theme]'],
  ['日本語の文書', '文書', '日本語の[文書]'],
  ['😀 smile', 'smile', '😀 [smile]'],
  ['İstanbul', 'istanbul', '[İstanbul]'],
])('%s is marked by %s', (text, query, expected) => {
  expect(matches(text, query)).toBe(true);
  expect(marked(text, query)).toBe(expected);
});

it.each([
  ['Getting started', 'tart'],
  ['Getting started', 'get stop'],
])('%s does not match %s', (text, query) => {
  expect(matches(text, query)).toBe(false);
});
