import { describe, expect, test } from 'vitest';
import { NO_SETTINGS, type RevisionSettings } from '../tree/entries.ts';
import { buildSnapshot, type Snapshot } from '../tree/snapshot.ts';
import { resolveTarget } from './resolve-target.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** A revision with a page for each path, and the path as its id. */
const snapshotOf = (paths: string[], settings: Partial<RevisionSettings> = {}): Snapshot =>
  buildSnapshot(
    {
      pages: paths.map((path) => ({
        entry: {
          id: path,
          type: 'document',
          title: path,
          slug: path,
          git: { oid: path, path },
          createdAt: AT,
          updatedAt: AT,
        },
        children: [],
      })),
      files: [
        {
          id: 'image',
          name: 'i.png',
          contentType: 'image/png',
          size: 1,
          blob: '',
          git: { oid: 'i', path: 'i.png' },
        },
      ],
      reusables: [],
      settings: { ...NO_SETTINGS, ...settings },
    },
    () => {},
  );

describe('a target without an extension', () => {
  test('is the README of a folder before a page of the same name', () => {
    const both = snapshotOf(['dir.md', 'dir/README.md', 'start.md']);
    for (const written of ['dir', 'dir/', './dir', '/dir'])
      expect(resolveTarget(both, 'start.md', written)).toEqual({ kind: 'page', page: 'dir/README.md' });
  });

  test('is the page of this name when the folder has no README', () => {
    const one = snapshotOf(['dir.md', 'dir/other.md', 'start.md']);
    expect(resolveTarget(one, 'start.md', 'dir')).toEqual({ kind: 'page', page: 'dir.md' });
  });

  test('is the README of a folder before a page of the same name, also when letter case differs', () => {
    const both = snapshotOf(['dir.md', 'dir/README.md', 'start.md']);
    expect(resolveTarget(both, 'start.md', 'DIR')).toEqual({ kind: 'page', page: 'dir/README.md' });
  });

  test('is a page of exactly this name before one whose letter case differs', () => {
    const both = snapshotOf(['dir/README.md', 'Dir.md', 'start.md']);
    expect(resolveTarget(both, 'start.md', 'Dir')).toEqual({ kind: 'page', page: 'Dir.md' });
  });
});

describe('a redirect', () => {
  const snapshot = snapshotOf(['new.md', 'start.md'], {
    redirects: [
      { from: 'old', to: 'new.md#configured' },
      { from: 'plain', to: 'new.md' },
      { from: 'picture', to: 'i.png' },
      { from: 'away', to: 'https://example.com/#top' },
      { from: 'start', to: 'new.md' },
      { from: 'lost', to: 'gone.md' },
    ],
  });
  const resolve = (written: string) => resolveTarget(snapshot, 'start.md', written);

  test('leads to the anchor that the link names, before the one that the settings name', () => {
    expect(resolve('old#written')).toEqual({ kind: 'anchor', page: 'new.md', anchor: 'written' });
    expect(resolve('plain#written')).toEqual({ kind: 'anchor', page: 'new.md', anchor: 'written' });
  });

  test('leads to the anchor that the settings name, when the link names none', () => {
    expect(resolve('old')).toEqual({ kind: 'anchor', page: 'new.md', anchor: 'configured' });
    expect(resolve('old.md')).toEqual({ kind: 'anchor', page: 'new.md', anchor: 'configured' });
    expect(resolve('plain')).toEqual({ kind: 'page', page: 'new.md' });
  });

  test('can lead to a file or to another site', () => {
    expect(resolve('picture')).toEqual({ kind: 'file', file: 'image' });
    expect(resolve('away')).toEqual({ kind: 'url', url: 'https://example.com/#top' });
  });

  test('does not hide a page at its path', () => {
    expect(resolve('start')).toEqual({ kind: 'page', page: 'start.md' });
  });

  test('to a missing page leads nowhere', () => {
    expect(resolve('lost')).toBeUndefined();
    expect(resolve('unknown')).toBeUndefined();
  });
});

describe('a path', () => {
  const snapshot = snapshotOf(['docs/a.md', 'docs/dir/b.md'], {
    repository: { root: 'docs', treeUrl: 'https://git.example/tree/main/' },
  });
  const resolve = (written: string) => resolveTarget(snapshot, 'docs/dir/b.md', written);

  test('starts at the file that contains it, or with a slash at the root of the space', () => {
    expect(resolve('../a.md')).toEqual({ kind: 'page', page: 'docs/a.md' });
    expect(resolve('/a.md')).toEqual({ kind: 'page', page: 'docs/a.md' });
    expect(resolve('a.md')).toBeUndefined();
  });

  test('outside the space leads to the repository', () => {
    expect(resolve('../../src/x.ts')).toEqual({ kind: 'url', url: 'https://git.example/tree/main/src/x.ts' });
    expect(resolve('../../docs-old/x.md')).toEqual({
      kind: 'url',
      url: 'https://git.example/tree/main/docs-old/x.md',
    });
  });

  test('outside the space keeps its anchor as it is written', () => {
    expect(resolve('../../src/x.ts#L10-L20')).toEqual({
      kind: 'url',
      url: 'https://git.example/tree/main/src/x.ts#L10-L20',
    });
    expect(resolve('../../README.md#a%20b')).toEqual({
      kind: 'url',
      url: 'https://git.example/tree/main/README.md#a%20b',
    });
  });

  test('outside the repository leads nowhere', () => {
    expect(resolve('../../../x.md')).toBeUndefined();
  });
});
