import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReferenceText } from './read-text.ts';
import { blocksOfText } from './text-blocks.ts';

const blocksOf = (text: string): unknown => {
  const read = readReferenceText(text);
  return read && withoutKeys(blocksOfText(read));
};

const withoutKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner) => (name === 'key' ? undefined : inner)));

const likeAnyOther = (text: string): unknown =>
  withoutKeys(parseMarkdown(`<!-- -->\n\n${text}`).document.nodes.slice(1));

test.for([
  'The name of the pet.',
  'Plain - with a dash, “quotes” and (brackets)?',
  'a  b',
  '# Heading\n\nText with *emphasis*.',
  '1. One\n2. Two',
  'See www.example.com for more',
  'user@example.com',
  '---\na: b\n---\ntext',
])('%j is read as Markdown', (text) => {
  expect(blocksOf(text)).toEqual(likeAnyOther(text));
});

test('a line without markup is read like any other', () => {
  const characters = fc.constantFrom(...'abzÄßж中0 ,.;()?%\'"’“”–—-w');
  const line = fc.array(characters, { maxLength: 40 }).map((list) => list.join(''));
  fc.assert(
    fc.property(line, (text) => {
      if (text.trim() !== '') expect(blocksOf(text)).toEqual(likeAnyOther(text.trim()));
    }),
  );
});

test.for([undefined, 7, '', ' \n '])('%j is no text', (value) => {
  expect(readReferenceText(value)).toBeUndefined();
});
