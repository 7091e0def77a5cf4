import { expect, it } from 'vitest';
import { bestOf, markMatches, matches, rankOf } from './match.ts';

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

it.each([
  ['Getting started', 'start', 0],
  ['Getting started', 'tart', 1],
  ['Getting started', 'gs', 2],
  ['Getting started', 'getsta', 2],
  ['Getting started', 'gettnig', 3],
  ['Getting started', 'geting', 3],
  ['Getting started', 'gettting', 3],
  ['Getting started', 'gezting', 3],
  ['Change requests', 'cr', 2],
  ['Getting started', 'sg', undefined],
  ['Getting started', 'install', undefined],
  ['Getting started', 'gexxing', undefined],
])('%s is matched by %s with the rank %s', (text, query, rank) => {
  expect(rankOf(text, query)).toBe(rank);
});

it('puts the best match first, and keeps the order of equal ones', () => {
  const titles = ['Restart', 'Get started', 'Start', 'Stop'];
  expect(bestOf(titles, 'start', (title) => title)).toEqual(['Get started', 'Start', 'Restart']);
});
