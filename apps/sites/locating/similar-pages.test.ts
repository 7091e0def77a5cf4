import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VisibleContents } from '../visible-contents.ts';
import type { VisiblePage } from '../visible-page.ts';
import { findSimilarPages } from './similar-pages.ts';

const contentsOf = (paths: readonly string[]): VisibleContents =>
  ({
    readingOrder: paths.map((path) => ({ entry: { id: path, type: 'document' } }) as VisiblePage),
    pathOf: (id: string) => id,
  }) as unknown as VisibleContents;

const find = (paths: readonly string[], asked: string): string[] =>
  findSimilarPages(contentsOf(paths), asked).map(({ entry }) => entry.id);

const segment = fc.stringMatching(/^[a-z]{5,9}(-[a-z]{5,9})?$/);
const paths = fc.uniqueArray(
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
  { minLength: 1, maxLength: 20, selector: (path) => path.split('/').at(-1) },
);

test('a page is found by its name in another folder, with a letter left out, and with two swapped', () => {
  fc.assert(
    fc.property(paths, fc.nat(), fc.nat(), (all, which, where) => {
      const path = all[which % all.length] as string;
      const name = path.split('/').at(-1) as string;
      expect(find(all, `other/${name}`)).toContain(path);
      const at = where % (name.length - 1);
      const shorter = name.slice(0, at) + name.slice(at + 1);
      const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
      for (const misspelled of [shorter, swapped]) {
        const found = find([path], `other/${misspelled}`);
        expect(found, misspelled).toEqual([path]);
      }
    }),
  );
});

test('any address has a result of at most five pages, each once', () => {
  fc.assert(
    fc.property(paths, fc.string({ unit: 'grapheme', maxLength: 300 }), (all, asked) => {
      const found = find(all, asked);
      expect(found.length).toBeLessThanOrEqual(5);
      expect(new Set(found).size).toBe(found.length);
    }),
  );
});

test('a name says more than a folder', () => {
  const all = ['guides/install', 'guides/start', 'guides/upgrade', 'reference/install-options'];
  expect(find(all, 'guides/instal')[0]).toBe('guides/install');
  expect(find(all, 'v2/upgrade')).toEqual(['guides/upgrade']);
  expect(find(all, 'wp-login.php')).toEqual([]);
});
