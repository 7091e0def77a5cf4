import { describe, expect, test } from 'vitest';
import {
  type AnswerAny,
  mergeAll,
  outlineOf,
  type PageSpec,
  type SnapshotSpec,
  snapshotOf,
  textOf,
} from '../../../../test/fixtures/content/merge/merge-snapshots.ts';
import type { FileEntry } from '../tree/entries.ts';
import { itemsOf } from '../tree/merkle-list.ts';
import type { Conflict } from './conflicts.ts';

const page = (id: string, ...children: PageSpec[]): PageSpec => ({ id, children });

async function merge(
  specs: { base: SnapshotSpec; ours: SnapshotSpec; theirs: SnapshotSpec },
  answerOf?: AnswerAny,
) {
  return mergeAll(
    { base: snapshotOf(specs.base), ours: snapshotOf(specs.ours), theirs: snapshotOf(specs.theirs) },
    answerOf,
  );
}

/** Merges trees. The result includes a short outline of the merged tree. */
async function mergePages(base: PageSpec[], ours: PageSpec[], theirs: PageSpec[], answerOf?: AnswerAny) {
  const merged = await merge(
    { base: { pages: base }, ours: { pages: ours }, theirs: { pages: theirs } },
    answerOf,
  );
  return { ...merged, outline: outlineOf(merged.snapshot.pages.top) };
}

/** Merges without conflicts. Exchanging the sides must not change the result. */
async function mergeCleanly(base: PageSpec[], ours: PageSpec[], theirs: PageSpec[]): Promise<string> {
  const merged = await mergePages(base, ours, theirs);
  const exchanged = await mergePages(base, theirs, ours);
  expect(merged.conflicts).toEqual([]);
  expect(exchanged.snapshot.hash).toBe(merged.snapshot.hash);
  return merged.outline;
}

const kinds = ({ conflicts }: { conflicts: Conflict[] }): string[] => conflicts.map(({ kind }) => kind);

describe('pages', () => {
  test('pages that both sides add at one place stand in the order of their ids', async () => {
    const base = [page('a'), page('z')];
    expect(
      await mergeCleanly(base, [page('a'), page('n'), page('z')], [page('a'), page('m'), page('z')]),
    ).toBe('a m n z');
  });

  test('a page stands in one place only, also if the page that it left is kept after its deletion', async () => {
    const base = [page('p'), page('q'), page('r')];
    const ours = [page('p', page('q'))];
    const theirs = [page('p'), page('r', page('q'))];
    const merged = await mergePages(base, ours, theirs);
    expect(kinds(merged).sort()).toEqual(['page-deleted', 'page-position']);
    expect(merged.outline).toBe('p(q) r');

    const renamed = { ...page('p', page('q')), title: 'P' };
    const kept = await mergePages([page('p', page('q'))], [page('q')], [renamed], () => ({
      choice: 'theirs',
    }));
    expect(kept.conflicts).toEqual([]);
    expect(kept.outline.match(/q/g)).toHaveLength(1);
  });

  test('moves, edits, additions and deletions in different places merge', async () => {
    const base = [page('a', page('b'), page('c')), page('d', page('e'))];
    const ours = [page('a', page('c')), page('d', page('e'), page('b'))];
    const theirs = [page('a', { ...page('b'), title: 'B' }, page('c'), page('n')), page('d')];
    const merged = await mergePages(base, ours, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.outline).toBe('a(c n) d(b)');
    expect(merged.snapshot.pages.find('b')?.entry.title).toBe('B');
    expect(await mergeCleanly(base, ours, theirs)).toBe(merged.outline);
  });

  test('different orders merge alike, whichever side is ours', async () => {
    const base = ['a', 'b', 'c', 'd', 'e'].map((id) => page(id));
    const ours = ['b', 'c', 'd', 'e', 'a'].map((id) => page(id));
    const theirs = ['e', 'a', 'b', 'c', 'd'].map((id) => page(id));
    expect((await mergeCleanly(base, ours, theirs)).split(' ').sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('fields merge one by one, and a field that both change is a conflict', async () => {
    const at = (title: string, slug: string, updatedAt: string) => [{ ...page('a'), title, slug, updatedAt }];
    const base = at('A', 'a', '2026-01-01');
    const clean = await mergePages(base, at('New', 'a', '2026-01-02'), at('A', 'new', '2026-01-03'));
    expect(clean.conflicts).toEqual([]);
    expect(clean.snapshot.pages.find('a')?.entry).toMatchObject({
      title: 'New',
      slug: 'new',
      updatedAt: '2026-01-03',
    });
    const merged = await mergePages(base, at('One', 'a', '2026-01-02'), at('Two', 'a', '2026-01-03'));
    expect(merged.conflicts).toMatchObject([
      { kind: 'page-field', pageId: 'a', field: 'title', base: 'A', ours: 'One', theirs: 'Two' },
    ]);
    const answered = await mergePages(base, at('One', 'a', ''), at('Two', 'a', ''), () => ({
      choice: 'text',
      text: 'Three',
    }));
    expect(answered.conflicts).toEqual([]);
    expect(answered.snapshot.pages.find('a')?.entry.title).toBe('Three');
  });

  test('documents that both sides change merge, and their conflicts name the page', async () => {
    const at = (text: string) => [{ ...page('a'), text }];
    const base = at('One.\n\nTwo.\n');
    const clean = await mergePages(base, at('Uno.\n\nTwo.\n'), at('One.\n\nDue.\n'));
    const entry = clean.snapshot.pages.find('a')?.entry;
    expect(textOf(entry?.type === 'document' ? entry.document : undefined)).toBe('Uno.\n\nDue.\n');
    const merged = await mergePages(base, at('Uno.\n\nTwo.\n'), at('Eins.\n\nTwo.\n'));
    expect(merged.conflicts).toMatchObject([
      { kind: 'document', targetId: 'a', base: 'One.', theirs: 'Eins.' },
    ]);
  });

  test('a page that one side deletes and the other edits below stays with its subtree until that is answered', async () => {
    const base = [page('a', page('b', page('c'), page('d'))), page('z')];
    const ours = [page('a'), page('z')];
    const theirs = [page('a', page('b', page('c'), { ...page('d'), title: 'D' })), page('z')];
    const merged = await mergePages(base, ours, theirs);
    expect(merged.conflicts).toMatchObject([
      { kind: 'page-deleted', pageId: 'b', deletedBy: 'ours', changedPageIds: ['d'] },
    ]);
    expect(merged.outline).toBe('a(b(c d)) z');
    const deleted = await mergePages(base, ours, theirs, () => ({ choice: 'ours' }));
    expect([deleted.conflicts, deleted.outline]).toEqual([[], 'a z']);
    const kept = await mergePages(base, ours, theirs, () => ({ choice: 'theirs' }));
    expect([kept.conflicts, kept.outline]).toEqual([[], 'a(b(c d)) z']);
    expect(kept.snapshot.pages.find('d')?.entry.title).toBe('D');
  });

  test('pages that are added or moved below a deleted page are a conflict', async () => {
    const base = [page('a', page('b')), page('x')];
    const added = await mergePages(
      base,
      [page('a'), page('x')],
      [page('a', page('b', page('n'))), page('x')],
    );
    expect([kinds(added), added.outline]).toEqual([['page-deleted'], 'a(b(n)) x']);
    const moved = await mergePages(base, [page('a', page('b', page('x')))], [page('a'), page('x')]);
    expect([kinds(moved), moved.outline]).toEqual([['page-deleted'], 'a(b(x))']);
    const answered = await mergePages(
      base,
      [page('a', page('b', page('x')))],
      [page('a'), page('x')],
      () => ({
        choice: 'theirs',
      }),
    );
    expect([answered.conflicts, answered.outline]).toEqual([[], 'a x']);
  });

  test('a page that one side moves out of what the other side deletes is a conflict of its own', async () => {
    const base = [page('a', page('b')), page('x')];
    const merged = await mergePages(base, [page('x')], [page('a'), page('x', page('b'))]);
    expect(merged.conflicts).toMatchObject([{ kind: 'page-deleted', pageId: 'b', changedPageIds: ['b'] }]);
    expect(merged.outline).toBe('x(b)');
  });

  test('a page that both sides move to different parents is a conflict', async () => {
    const base = [page('a'), page('b'), page('x')];
    const ours = [page('a', page('x')), page('b')];
    const theirs = [page('a'), page('b', page('x'))];
    const merged = await mergePages(base, ours, theirs);
    expect(merged.conflicts).toMatchObject([
      { kind: 'page-position', pageId: 'x', ours: { parentId: 'a' }, theirs: { parentId: 'b' } },
    ]);
    expect(merged.outline).toBe('a(x) b');
    expect((await mergePages(base, ours, theirs, () => ({ choice: 'theirs' }))).outline).toBe('a b(x)');
  });

  test('moves that would put pages below each other are a conflict', async () => {
    const base = [page('a'), page('b')];
    const ours = [page('b', page('a'))];
    const theirs = [page('a', page('b'))];
    const merged = await mergePages(base, ours, theirs);
    expect([kinds(merged), merged.outline]).toEqual([['page-position'], 'b(a)']);
    expect((await mergePages(base, ours, theirs, () => ({ choice: 'theirs' }))).outline).toBe('a(b)');
  });

  test('pages that both sides add with one slug keep their ids, and the newer gets another slug', async () => {
    const older = { ...page('n'), slug: 'new', createdAt: '2026-01-02' };
    const newer = { ...page('m'), slug: 'New', createdAt: '2026-01-03' };
    const base = [page('a'), { ...page('b'), slug: 'New-1' }];
    const merged = await mergePages(base, [...base, newer], [...base, older]);
    expect(merged.conflicts).toEqual([]);
    expect(merged.renamed).toEqual([{ pageId: 'm', from: 'New', to: 'New-2' }]);
    expect(merged.outline).toBe('a b=New-1 m=New-2 n=new');
  });

  test('slugs that were equal before stay', async () => {
    const base = [page('a'), { ...page('b'), slug: 'a' }];
    const merged = await mergePages(base, [...base, page('n')], [...base, page('m')]);
    expect(merged.renamed).toEqual([]);
  });
});

describe('files, reusable contents and settings', () => {
  const file = (id: string, blob: string, name = id): FileEntry => ({
    id,
    name,
    blob,
    size: 1,
    contentType: 'text/plain',
  });
  const filesOf = (files: FileEntry[]): SnapshotSpec => ({ pages: [], files });

  test('a file merges by name and bytes, and a file that one side deletes and the other replaces is a conflict', async () => {
    const base = filesOf([file('a', '1'), file('b', '1')]);
    const clean = await merge({
      base,
      ours: filesOf([file('a', '2'), file('b', '1'), file('n', '1')]),
      theirs: filesOf([file('a', '1', 'new')]),
    });
    expect(clean.conflicts).toEqual([]);
    expect([...itemsOf(clean.snapshot.files)]).toEqual([
      expect.objectContaining({ id: 'a', name: 'new', blob: '2' }),
      expect.objectContaining({ id: 'n' }),
    ]);
    const specs = {
      base,
      ours: filesOf([file('a', '1')]),
      theirs: filesOf([file('a', '1'), file('b', '2')]),
    };
    const merged = await merge(specs);
    expect(merged.conflicts).toMatchObject([{ kind: 'file', fileId: 'b', field: 'deleted', ours: null }]);
    expect(merged.snapshot.findFile('b')?.blob).toBe('2');
    expect((await merge(specs, () => ({ choice: 'ours' }))).snapshot.findFile('b')).toBeUndefined();
    const both = await merge({ base, ours: filesOf([file('a', '2')]), theirs: filesOf([file('a', '3')]) });
    expect(both.conflicts).toMatchObject([
      { kind: 'file', fileId: 'a', field: 'content', theirs: { blob: '3' } },
    ]);
  });

  test('settings merge entry by entry', async () => {
    const spec = (variables: Record<string, string>, from: string[]): SnapshotSpec => ({
      pages: [],
      settings: { variables, redirects: from.map((path) => ({ from: path, to: 'x.md' })) },
    });
    const merged = await merge({
      base: spec({ a: '1', b: '1' }, ['x']),
      ours: spec({ a: '2', b: '1', c: '1' }, ['x', 'y']),
      theirs: spec({ a: '3' }, ['z', 'x']),
    });
    expect(merged.snapshot.settings).toMatchObject({
      variables: { a: '2', c: '1' },
      redirects: [{ from: 'z' }, { from: 'x' }, { from: 'y' }],
    });
    expect(merged.conflicts).toMatchObject([
      { kind: 'setting', setting: 'variables', key: 'a', base: '1', ours: '2', theirs: '3' },
    ]);
  });
});

describe('what a merge costs', () => {
  const many = (change: (id: string) => Partial<PageSpec>): SnapshotSpec => ({
    pages: Array.from({ length: 50 }, (_, i) => ({
      ...page(
        `p${i}`,
        ...Array.from({ length: 40 }, (_, j) => ({ ...page(`p${i}-${j}`), ...change(`p${i}-${j}`) })),
      ),
    })),
  });
  const edit = (edited: string, change: Partial<PageSpec>) => many((id) => (id === edited ? change : {}));

  test('merging one page makes only the nodes above it', async () => {
    const base = many(() => ({}));
    const ours = edit('p3-7', { title: 'Ours' });
    const theirs = edit('p40-2', { title: 'Theirs' });
    const merged = await merge({ base, ours, theirs });
    expect(merged.conflicts).toEqual([]);
    expect(merged.snapshot.hash).toBe(
      snapshotOf(
        many((id) => (id === 'p3-7' ? { title: 'Ours' } : id === 'p40-2' ? { title: 'Theirs' } : {})),
      ).hash,
    );
    expect(merged.emitted.size).toBeLessThan(8);
  });

  test('merging with oneself or with an ancestor is the other side, without any node', async () => {
    const base = many(() => ({}));
    const ours = edit('p3-7', { title: 'Ours' });
    for (const [theirs, result] of [
      [base, ours],
      [ours, ours],
    ] as const) {
      const merged = await merge({ base, ours, theirs });
      expect([merged.snapshot.hash, merged.emitted.size]).toEqual([snapshotOf(result).hash, 0]);
      expect((await merge({ base, ours: theirs, theirs: ours })).snapshot.hash).toBe(merged.snapshot.hash);
    }
  });
});
