import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedNetwork } from '../../../../apps/server/platform/http/guarded-fetch.ts';
import { createRepositoryFiles } from '../../../../test/fixtures/git/program/repository-files.ts';
import {
  createFixtureRepository,
  type FixtureRepository,
  type RawTreeEntry,
  temporaryDirectory,
} from '../../../../test/git-fixtures.ts';
import { startGitServer } from '../../../../test/git-server.ts';
import { fetchRepository } from './fetch-repository.ts';
import { parseRemoteUrl } from './remote-url.ts';
import { createRepositoryReader, type RepositoryReader } from './repository.ts';
import { type RepositoryTree, readRepositoryTree } from './repository-tree.ts';
import { resolveSymlinks } from './symlinks.ts';
import type { TreeEntry } from './tree-listing.ts';

const LIMITS = { maxFileBytes: 1_000, maxFiles: 100 };

let directory: { path: string; remove(): Promise<void> };
let fixture: FixtureRepository;
let reader: RepositoryReader;

beforeAll(async () => {
  directory = await temporaryDirectory();
  fixture = await createFixtureRepository(join(directory.path, 'tree.git'));
  reader = createRepositoryReader({ gitDirectory: fixture.directory, timeoutMs: 20_000 });
});
afterAll(() => directory.remove());

let branches = 0;
async function treeOf(
  files: Parameters<FixtureRepository['commit']>[0],
  limits = LIMITS,
): Promise<RepositoryTree> {
  branches += 1;
  return readRepositoryTree(reader, await fixture.commit(files, { branch: `b${branches}` }), limits);
}

const pathsOf = (tree: RepositoryTree): string[] => tree.files.map((file) => file.path);

/** Creates a file at this depth of folders. */
async function nest(oid: string, depth: number): Promise<string> {
  let tree = await fixture.writeTree([{ mode: '100644', name: 'x.md', oid }]);
  for (let level = 0; level < depth; level += 1)
    tree = await fixture.writeTree([{ mode: '40000', name: 'd', oid: tree }]);
  return tree;
}

/** Builds a tree that git would refuse to create. */
async function hostileTree(): Promise<string> {
  const oid = await fixture.writeBlob('hostile\n');
  const file = (name: string | Buffer): RawTreeEntry => ({ mode: '100644', name, oid });
  const nested = await fixture.writeTree([file('passwd')]);
  return fixture.writeTree([
    { mode: '40000', name: '..', oid: nested },
    { mode: '40000', name: '.GIT', oid: nested },
    { mode: '40000', name: '.', oid: nested },
    file('..'),
    file('back\\..\\slash.md'),
    file('fine.md'),
    file('fine.md'),
    file(Buffer.from([0xff, 0x2e, 0x6d, 0x64])),
    file('tab\there.md'),
    file(`${'long'.repeat(1_200)}.md`),
    { mode: '40000', name: 'deep', oid: await nest(oid, 110) },
  ]);
}

describe('a tree that was made to do harm', () => {
  const kept = ['back\\..\\slash.md', 'fine.md'];

  it('skips unsafe entries, and reports each of them', async () => {
    const tree = await readRepositoryTree(
      reader,
      await fixture.commitTree(await hostileTree(), 'hostile'),
      LIMITS,
    );
    expect(pathsOf(tree)).toEqual(kept);
    const told = tree.report.map((entry) => entry.message).join('\n');
    for (const part of [
      '../passwd was left out',
      '.GIT/passwd was left out',
      './passwd was left out',
      '.. was left out',
      'fine.md is in its folder twice',
      '\ufffd.md was left out',
      '"tab\\there.md" was left out',
      'its path is too long',
      'nested too deeply',
    ]) {
      expect(told).toContain(part);
    }
  });

  it('is fetched like any other', async () => {
    await fixture.commitTree(await hostileTree(), 'hostile');
    const server = await startGitServer({ repositories: { tree: fixture.directory } });
    const repository = await fetchRepository({
      cacheDir: join(directory.path, 'cache'),
      remote: parseRemoteUrl(server.url('tree')),
      ref: 'refs/heads/hostile',
      network: createGuardedNetwork({ allowPrivate: true }),
      limits: { maxBytes: 1_000_000, timeoutMs: 20_000 },
    });
    expect(pathsOf(await readRepositoryTree(repository, repository.commit.oid, LIMITS))).toEqual(kept);
    await repository.close();
    await server.close();
  });
});

describe('symlinks', () => {
  it('lead through folders, other links and upwards, but stay inside', async () => {
    const tree = await treeOf({
      'a/b/page.md': 'x',
      'a/link.md': { symlink: 'b/../b/./page.md' },
      'chain.md': { symlink: 'a/link.md' },
      folder: { symlink: 'a' },
      'through.md': { symlink: 'folder/b/page.md' },
      'c/up.md': { symlink: '../chain.md' },
      'c/out.md': { symlink: '../../chain.md' },
      'c/in-and-out.md': { symlink: '../folder/../../x' },
      empty: { symlink: 'a/b/page.md/' },
      'file-as-folder': { symlink: 'a/b/page.md/x' },
    });
    expect(pathsOf(tree).sort()).toEqual([
      'a/b/page.md',
      'a/link.md',
      'c/up.md',
      'chain.md',
      'empty',
      'folder/b/page.md',
      'folder/link.md',
      'through.md',
    ]);
    expect(new Set(tree.files.map((file) => file.oid)).size).toBe(1);
    expect(tree.report.map((entry) => [entry.path, entry.severity]).sort()).toEqual([
      ['c/in-and-out.md', 'warning'],
      ['c/out.md', 'warning'],
      ['file-as-folder', 'warning'],
    ]);
  });

  it('never go round in circles', async () => {
    const tree = await treeOf({
      self: { symlink: 'self' },
      dot: { symlink: '.' },
      'x/to-y': { symlink: '../y' },
      'y/to-x': { symlink: '../x' },
      'y/page.md': 'x',
    });
    expect(pathsOf(tree).sort()).toEqual(['x/to-y/page.md', 'y/page.md']);
    expect(tree.report.every((entry) => entry.message.startsWith('The symlink'))).toBe(true);
  });

  it('cannot multiply a small tree without end', async () => {
    const files: Record<string, { symlink: string } | string> = { 'd0/page.md': 'x' };
    for (let level = 1; level < 30; level += 1) {
      for (const name of ['a', 'b']) files[`d${level}/${name}`] = { symlink: `../d${level - 1}` };
    }
    await expect(treeOf(files)).rejects.toMatchObject({ code: 'too-large' });
    // The same with nothing at the end of it.
    files['d0/page.md'] = { symlink: 'nowhere' };
    await expect(treeOf(files)).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('links that lead from folder to folder', () => {
  const chainOf = (length: number): { entries: TreeEntry[]; targets: Map<string, string> } => {
    const positions = Array.from({ length }, (_, at) => at);
    return {
      entries: [
        ...positions.map((at) => ({
          path: `d${at}/l`,
          isUtf8: true,
          kind: 'symlink' as const,
          oid: `to ${at}`,
          size: 4,
        })),
        { path: `d${length}/f.md`, isUtf8: true, kind: 'file' as const, oid: 'f', size: 1 },
      ],
      targets: new Map(positions.map((at) => [`to ${at}`, `../d${at + 1}`])),
    };
  };

  it('are followed for as long as a person may have meant it', async () => {
    const { entries, targets } = chainOf(5);
    const { files, report } = await resolveSymlinks(entries, async () => targets, 100);
    expect(files.map((file) => file.path)).toContain('d0/l/l/l/l/l/f.md');
    expect(report).toEqual([]);
  });

  it('end before the stack does, each with one entry in the report', async () => {
    const { entries, targets } = chainOf(3_000);
    const { isOverflowing, report } = await resolveSymlinks(entries, async () => targets, 1_000_000);
    expect(isOverflowing).toBe(false);
    expect(report[0]?.message).toContain('too many other links');
    expect(report.length).toBeLessThanOrEqual(3_000);
  });
});

describe('limits', () => {
  it('leave out a file that is too large, with its name and size', async () => {
    const tree = await treeOf({ 'big.bin': 'x'.repeat(2_000), 'small.md': 'x' });
    expect(pathsOf(tree)).toEqual(['small.md']);
    expect(tree.report[0]?.message).toMatch(/^big\.bin has .* more than the limit/);
  });

  it('refuse too many files, with the number', async () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.md`, 'x']));
    await expect(treeOf(files)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('101'),
    });
  });

  it('bound what is read of a listing', async () => {
    const oid = await fixture.commit({ 'a.md': 'x', 'b.md': 'x' }, { branch: 'listing' });
    const narrow = createRepositoryReader({
      gitDirectory: fixture.directory,
      timeoutMs: 20_000,
      maxListingBytes: 50,
    });
    await expect(narrow.listTree(oid)).rejects.toMatchObject({ code: 'too-large' });
  });
});

it('names files that only differ in case or Unicode form', async () => {
  const tree = await treeOf({ 'A.md': '1', 'a.md': '2', '\u00e9.md': '3', 'e\u0301.md': '4' });
  expect(tree.files).toHaveLength(4);
  expect(tree.report).toHaveLength(2);
});

it('reads texts by path, also when two paths share their bytes', async () => {
  const tree = await treeOf({ 'a.md': 'same', 'b.md': 'same', 'c.md': Buffer.from([0x68, 0xff]) });
  const texts = await createRepositoryFiles(reader, tree.files).readTexts(['a.md', 'b.md', 'c.md', 'absent']);
  expect([...texts]).toEqual([
    ['a.md', 'same'],
    ['b.md', 'same'],
    ['c.md', 'h\ufffd'],
  ]);
});
