import { describe, expect, test } from 'vitest';
import type { PageEntry } from './entries.ts';
import type { Hash } from './hash.ts';
import { buildPageTree, type NestedPage } from './page-tree.ts';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const documentPage = (id: string, children: NestedPage[] = []): NestedPage => ({
  entry: { id, type: 'document', title: id, slug: id, git: { oid: 'o', path: `${id}.md` }, ...times },
  children,
});
const group = (id: string, children: NestedPage[]): NestedPage => ({
  entry: { id, type: 'group', title: id, slug: id, ...times },
  children,
});
const nothing = (): void => {};

const build = (pages: NestedPage[]) => buildPageTree(pages, nothing);

describe('a page tree', () => {
  const tree = build([
    documentPage('home'),
    group('guides', [documentPage('install', [documentPage('linux')]), documentPage('use')]),
  ]);

  test('finds pages by id, by path without case, and by the path of their source', () => {
    expect(tree.find('linux')?.entry.title).toBe('linux');
    expect(tree.pathOf('linux')).toBe('guides/install/linux');
    expect(tree.findByPath('Guides/INSTALL/linux')?.entry.id).toBe('linux');
    expect(build([documentPage('über')]).findByPath('U\u0308BER')?.entry.id).toBe('über');
    expect(tree.findByGitPath('use.md')?.entry.id).toBe('use');
    expect(tree.find('nothing')).toBeUndefined();
    expect([...tree.pages()].map((page) => page.entry.id)).toEqual([
      'home',
      'guides',
      'install',
      'linux',
      'use',
    ]);
  });

  test('is the same whether a page is replaced in it or it is built anew', () => {
    const entry: PageEntry = { ...(tree.find('linux')?.entry as PageEntry), title: 'Linux' };
    const replaced = tree.replace(entry, nothing);
    const anew = build([
      documentPage('home'),
      group('guides', [documentPage('install', [{ entry, children: [] }]), documentPage('use')]),
    ]);
    expect(replaced.top?.hash).toBe(anew.top?.hash);
    expect(replaced.find('linux')?.entry.title).toBe('Linux');
    expect(tree.find('linux')?.entry.title).toBe('linux');
  });

  test('moves the paths below a page whose slug changed', () => {
    const entry = { ...(tree.find('install')?.entry as PageEntry), slug: 'set-up' } as PageEntry;
    const replaced = tree.replace(entry, nothing);
    expect(replaced.findByPath('guides/set-up/linux')?.entry.id).toBe('linux');
    expect(replaced.findByPath('guides/install/linux')).toBeUndefined();
  });

  test('writes as many nodes for one edited page among 10,000 as the page is deep', () => {
    const pages = Array.from({ length: 10_000 }, (_, index) => documentPage(`page-${index}`));
    const large = build(pages);
    const written = new Map<Hash, string>();
    large.replace({ ...(large.find('page-7000')?.entry as PageEntry), title: 'Edited' }, (hash, node) =>
      written.set(hash, node),
    );
    expect(written.size).toBeLessThanOrEqual(5);
  });
});
