import type { ImportedContent, ImportedDocument, ImportedPage } from '@lectern/import/imported-content';
import { expect, test } from 'vitest';
import { checkContent } from './check-content.ts';

const document = (path: string, children: ImportedPage[] = []): ImportedDocument => ({
  kind: 'document',
  path,
  title: `Title of\n ${path}`,
  markdown: '',
  children,
});
const contentOf = (pages: ImportedPage[]): ImportedContent => ({
  pages,
  files: [],
  reusables: [],
  problems: [],
});

test('a source without pages, or with more than an import may have, is refused', () => {
  expect(() => checkContent(contentOf([]))).toThrow('has no pages');
  const pages = Array.from({ length: 10_000 }, (_, n) => document(String(n)));
  expect(checkContent(contentOf(pages)).pages).toHaveLength(10_000);
  expect(() => checkContent(contentOf([...pages, document('one more')]))).toThrow('more than 10000 pages');
});

test('titles are one line, and what stands below a link stands beside it, in a group', () => {
  const link: ImportedPage = {
    kind: 'link',
    path: 'l',
    title: 'Out',
    target: 'https://example.org/',
    children: [document('a')],
  };
  expect(checkContent(contentOf([link])).pages).toMatchObject([
    {
      kind: 'group',
      title: 'Out',
      children: [
        { kind: 'link', children: [] },
        { kind: 'document', title: 'Title of a' },
      ],
    },
  ]);
});

test('levels beyond the last one stand on it', () => {
  let page = document('24');
  for (let level = 23; level > 0; level -= 1) page = document(String(level), [page]);
  let [deepest] = checkContent(contentOf([page])).pages;
  let levels = 1;
  for (; deepest?.children[0]; levels += 1) deepest = deepest.children[0];
  expect(levels).toBe(20);
});
