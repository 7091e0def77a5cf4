import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lock, type RepositoryLock, tryLock } from './repository-lock.ts';

/** A bare repository on disk, locked until it is released. */
export interface CachedRepository {
  directory: string;
  /** Deleted on release. */
  isTemporary: boolean;
  release(options?: { discard?: boolean }): Promise<void>;
}

const SUFFIX = '.git';
const TEMPORARY = 'temporary-';
const LAST_USED = 'last-used';

/**
 * Takes the cached repository of a key and URL, or a temporary one without a key. URLs never share a repository,
 * because the content of one must not become readable through another.
 */
export async function takeCachedRepository(options: {
  cacheDir: string;
  cacheKey?: string | undefined;
  url: string;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}): Promise<CachedRepository> {
  await mkdir(options.cacheDir, { recursive: true, mode: 0o700 });
  const isTemporary = options.cacheKey === undefined;
  const name = isTemporary
    ? `${TEMPORARY}${randomUUID()}`
    : createHash('sha256')
        .update(JSON.stringify([options.cacheKey, options.url]))
        .digest('hex')
        .slice(0, 40);
  const directory = join(options.cacheDir, `${name}${SUFFIX}`);
  const held = await lock(lockPath(directory), options);
  return {
    directory,
    isTemporary,
    release: async ({ discard = false } = {}) => {
      try {
        if (isTemporary || discard) await rm(directory, { recursive: true, force: true });
        else await touch(join(directory, LAST_USED));
      } finally {
        await held.release();
      }
    },
  };
}

/**
 * Keeps the cache below a size: drops leftovers of killed processes, then the repositories that
 * were used least recently. Repositories in use are left alone. Returns what remains, in bytes.
 */
export async function pruneRepositoryCache(options: { cacheDir: string; maxBytes: number }): Promise<{
  bytes: number;
  removed: number;
}> {
  const names = await readdir(options.cacheDir).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(SUFFIX))
      .map(async (name) => {
        const directory = join(options.cacheDir, name);
        const [bytes, usedAt] = await Promise.all([sizeOf(directory), lastUsed(directory)]);
        return { name, directory, bytes, usedAt };
      }),
  );
  found.sort((a, b) => Number(isLeftover(b)) - Number(isLeftover(a)) || a.usedAt - b.usedAt);
  let bytes = found.reduce((sum, repository) => sum + repository.bytes, 0);
  let removed = 0;
  for (const repository of found) {
    if (!isLeftover(repository) && bytes <= options.maxBytes) break;
    const held: RepositoryLock | undefined = await tryLock(lockPath(repository.directory));
    if (!held) continue;
    try {
      await rm(repository.directory, { recursive: true, force: true });
      bytes -= repository.bytes;
      removed += 1;
    } finally {
      await held.release();
    }
  }
  return { bytes, removed };
}

const lockPath = (directory: string): string => `${directory}.lock`;
const isLeftover = ({ name }: { name: string }): boolean => name.startsWith(TEMPORARY);

/** Removes leftovers of a killed git that would make the next one refuse. Call it only under the lock. */
export async function removeStaleFiles(directory: string): Promise<void> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  const stale = names.filter((name) => name.endsWith('.lock') || /(^|\/)(tmp_|\.tmp-)[^/]*$/.test(name));
  await Promise.all(stale.map((name) => rm(join(directory, name), { recursive: true, force: true })));
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => writeFile(path, '').catch(() => {}));
}

async function lastUsed(directory: string): Promise<number> {
  const used = await stat(join(directory, LAST_USED)).catch(() => stat(directory).catch(() => undefined));
  return used?.mtimeMs ?? 0;
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(directory, name)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
