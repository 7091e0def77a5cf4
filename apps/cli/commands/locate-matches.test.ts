import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { placeBlocks } from '@lectern/markdown/place-blocks';
import { expect, test } from 'vitest';
import { listTexts, MASK } from './list-texts.ts';
import { changesOnly, locateMatches } from './locate-matches.ts';

function replaceWord(source: string): string | undefined {
  const { nodes } = placeBlocks(source, parseMarkdown(source));
  const expected = new Map<string, string>();
  const edits: { start: number; end: number }[] = [];
  let count = 0;
  for (const block of listTexts(nodes, new Set(['text']))) {
    const matches = [...block.masked.matchAll(/Acme/g)]
      .map(({ index }) => ({ start: index, end: index + 4, replacement: 'Umbrella' }))
      .filter(({ start, end }) => !block.masked.slice(start, end).includes(MASK));
    if (matches.length === 0) continue;
    const located = locateMatches(source, block, matches);
    if (!located) return undefined;
    edits.push(...located);
    let text = block.text;
    for (const { start, end } of matches.toReversed())
      text = `${text.slice(0, start)}Umbrella${text.slice(end)}`;
    expected.set(block.text, text);
    count++;
  }
  let after = source;
  for (const { start, end } of edits.toSorted((one, other) => other.start - one.start))
    after = `${after.slice(0, start)}Umbrella${after.slice(end)}`;
  return changesOnly(source, after, expected, count) ? after : undefined;
}

test.each([
  ['a list with its own marker', '-   Acme\n    + Acme\n', '-   Umbrella\n    + Umbrella\n'],
  ['emphasis of any style', '*Acme* and __Acme__', '*Umbrella* and __Umbrella__'],
  ['an underlined heading', 'Acme\n----\n', 'Umbrella\n----\n'],
  ['a hard wrap', 'One Acme\nand Acme  \nend', 'One Umbrella\nand Umbrella  \nend'],
  ['a quote with wraps', '> Acme and\n> Acme\n', '> Umbrella and\n> Umbrella\n'],
  [
    'a link to an address with the word',
    '[Acme](https://a.example/Acme "Acme") Acme',
    '[Umbrella](https://a.example/Acme "Acme") Umbrella',
  ],
  ['a word in code before', '`Acme` and Acme', '`Acme` and Umbrella'],
  ['a picture before', '![Acme](a.png) Acme', '![Acme](a.png) Umbrella'],
  [
    'a table that is not aligned',
    '| Acme | b |\n|--|:-:|\n| Acme |   `Acme` |\n',
    '| Umbrella | b |\n|--|:-:|\n| Umbrella |   `Acme` |\n',
  ],
  ['carriage returns', '* Acme\r\n* b\r\n', '* Umbrella\r\n* b\r\n'],
])('only the words of text change: %s', (_name, source, after) => {
  expect(replaceWord(`# Title\n\n${source}`)).toBe(`# Title\n\n${after}`);
});

test('text that is not written as it is read is left to its block', () => {
  expect(replaceWord('# Title\n\n&#65;cme\n')).toBeUndefined();
});
