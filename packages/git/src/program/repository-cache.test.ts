import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { keepFetchedCommit } from './kept-commits.ts';
import { pruneRepositoryCache, removeStaleFiles, takeCachedRepository } from './repository-cache.ts';
import { lock, tryLock } from './repository-lock.ts';

let directory: { path: string; remove(): Promise<void> };
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => directory.remove());

const take = (cacheKey?: string, url = 'https://host/x'): ReturnType<typeof takeCachedRepository> =>
  takeCachedRepository({ cacheDir: directory.path, cacheKey, url, timeoutMs: 2_000 });

async function fill(cacheKey: string, bytes: number, usedAt: Date): Promise<string> {
  const cached = await take(cacheKey);
  await mkdir(join(cached.directory, 'objects'), { recursive: true });
  await writeFile(join(cached.directory, 'objects/pack'), Buffer.alloc(bytes));
  await cached.release();
  await utimes(join(cached.directory, 'last-used'), usedAt, usedAt);
  return cached.directory;
}

const repositories = async (): Promise<string[]> =>
  (await readdir(directory.path))
    .filter((name) => name.endsWith('.git'))
    .map((name) => join(directory.path, name));

describe('the cache', () => {
  it('gives each key and URL a separate directory, whatever the key contains', async () => {
    const taken = await Promise.all([
      take('a'),
      take('b'),
      take('a', 'https://host/y'),
      take('../../etc'),
      take(),
      take(),
    ]);
    const directories = taken.map((cached) => cached.directory);
    expect(new Set(directories).size).toBe(6);
    expect(directories.every((each) => each.startsWith(`${directory.path}/`) && !each.includes('..'))).toBe(
      true,
    );
    for (const cached of taken) await cached.release();
  });

  it('deletes the least recently used repositories until it is small enough', async () => {
    const old = await fill('old', 5_000, new Date('2024-01-01'));
    const newer = await fill('newer', 5_000, new Date('2024-01-02'));
    const newest = await fill('newest', 5_000, new Date('2024-01-03'));
    expect(await pruneRepositoryCache({ cacheDir: directory.path, maxBytes: 20_000 })).toEqual({
      bytes: 15_000,
      removed: 0,
    });
    await pruneRepositoryCache({ cacheDir: directory.path, maxBytes: 11_000 });
    expect((await repositories()).sort()).toEqual([newer, newest].sort());
    expect(await repositories()).not.toContain(old);
  });

  it('keeps repositories in use, and removes the leftovers of a killed process', async () => {
    await fill('used', 5_000, new Date('2024-01-01'));
    const used = await take('used');
    const temporary = await take();
    await mkdir(temporary.directory);
    await mkdir(join(directory.path, 'temporary-left-behind.git'));
    await pruneRepositoryCache({ cacheDir: directory.path, maxBytes: 0 });
    expect((await repositories()).sort()).toEqual([temporary.directory, used.directory].sort());
    await used.release();
    await temporary.release();
    await pruneRepositoryCache({ cacheDir: directory.path, maxBytes: 0 });
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('is empty before its first use', async () => {
    expect(await pruneRepositoryCache({ cacheDir: join(directory.path, 'absent'), maxBytes: 1 })).toEqual({
      bytes: 0,
      removed: 0,
    });
  });

  it('loses the lock files and half-written packs of a killed git', async () => {
    const cached = await take('killed');
    await mkdir(join(cached.directory, 'objects/pack'), { recursive: true });
    for (const name of [
      'shallow.lock',
      'packed-refs.lock',
      'objects/pack/tmp_pack_abc',
      'objects/pack/.tmp-1-pack-x.pack',
      'config',
    ]) {
      await writeFile(join(cached.directory, name), '');
    }
    await removeStaleFiles(cached.directory);
    expect((await readdir(cached.directory, { recursive: true })).sort()).toEqual([
      'config',
      'objects',
      'objects/pack',
    ]);
    await cached.release();
  });
});

describe('a lock', () => {
  const path = (): string => join(directory.path, 'x.lock');
  const write = (holder: object): Promise<void> => writeFile(path(), JSON.stringify(holder));

  it('is held by one', async () => {
    const held = await tryLock(path());
    expect(held).toBeDefined();
    expect(await tryLock(path())).toBeUndefined();
    await expect(lock(path(), { timeoutMs: 120 })).rejects.toMatchObject({ code: 'timeout' });
    await expect(lock(path(), { timeoutMs: 5_000, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
    await held!.release();
    const again = await tryLock(path());
    expect(again).toBeDefined();
    await again!.release();
  });

  it('is taken over from a process that is gone, or that had our number before us', async () => {
    for (const pid of [2 ** 22 + 1, process.pid]) {
      await write({ token: 'before', pid, host: hostname() });
      const taken = await tryLock(path());
      expect(taken).toBeDefined();
      await taken!.release();
    }
  });

  it('is respected when its holder runs, here or elsewhere, and is not when it has been silent', async () => {
    for (const holder of [
      { token: 'a', pid: process.ppid, host: hostname() },
      { token: 'b', pid: 1, host: 'elsewhere' },
    ]) {
      await write(holder);
      expect(await tryLock(path())).toBeUndefined();
    }
    const longAgo = new Date(Date.now() - 600_000);
    await utimes(path(), longAgo, longAgo);
    const taken = await tryLock(path());
    expect(taken).toBeDefined();
    await taken!.release();
  });

  it('is not released by one who lost it', async () => {
    const held = await tryLock(path());
    await write({ token: 'other', pid: process.ppid, host: hostname() });
    await held!.release();
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ token: 'other' });
  });
});

it('packs together what many fetches have piled up, keeping the latest commits', async () => {
  const fixture = await createFixtureRepository(join(directory.path, 'pile.git'));
  const oids: string[] = [];
  for (let at = 0; at < 27; at += 1) {
    oids.push(await fixture.commit({ 'a.md': `${at}\n` }, { branch: 'moving', fresh: true }));
    await fixture.git(['update-ref', '-d', 'refs/heads/moving']);
    await fixture.git(['update-ref', 'refs/lectern/incoming', oids.at(-1)!]);
    await fixture.git(['repack', '-q']);
    await keepFetchedCommit(fixture.directory, oids.at(-1)!, 20_000);
  }
  const packs = (await readdir(join(fixture.directory, 'objects/pack'))).filter((name) =>
    name.endsWith('.pack'),
  );
  expect(packs.length).toBeLessThan(10);
  const has = (oid: string): Promise<boolean> =>
    fixture.git(['cat-file', '-e', oid]).then(
      () => true,
      () => false,
    );
  expect(await Promise.all([oids[0]!, oids.at(-15)!, oids.at(-1)!].map(has))).toEqual([false, true, true]);
});
