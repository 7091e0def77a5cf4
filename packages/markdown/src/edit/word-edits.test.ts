import { expect, it } from 'vitest';
import { createRandom } from '../../../../test/random.ts';
import { readHandWrittenPages } from '../../test/corpora-pages.ts';
import { drawWordEdits } from '../../test/word-edits.ts';
import { replaceDocument } from '../edit-markdown.ts';
import { parseMarkdown } from '../parse-markdown.ts';

const pages = readHandWrittenPages();

it('a word that is changed in a page written by hand changes its line alone', () => {
  const { wide, outside } = drawWordEdits({ pages, draws: 400, random: createRandom(7) });
  expect(outside).toEqual([]);
  expect(wide).toEqual([]);
});

it('a page written by hand stays as it is when nothing is changed', () => {
  for (const { path, source } of pages)
    expect(replaceDocument(source, structuredClone(parseMarkdown(source).document)), path).toBe(source);
});
