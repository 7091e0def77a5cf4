/**
 * Locks on directories of the repository cache, between processes that share it. A lock is a file that names its
 * holder; it is stale if the holder has ended or has not touched it for some time.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { GitError } from './git-error.ts';

export interface RepositoryLock {
  release(): Promise<void>;
}

interface Holder {
  token: string;
  pid: number;
  host: string;
}

const TOUCH_EVERY_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const RETRY_MS = 50;

const heldHere = new Set<string>();

/** Takes the lock when it is free or stale; undefined when someone holds it. */
export async function tryLock(path: string): Promise<RepositoryLock | undefined> {
  const holder: Holder = { token: randomUUID(), pid: process.pid, host: hostname() };
  heldHere.add(holder.token);
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx' });
  } catch (error) {
    heldHere.delete(holder.token);
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // On a full disk the file is there, but empty.
      await rm(path, { force: true });
      throw error;
    }
    return (await removeStaleLock(path)) ? tryLock(path) : undefined;
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, TOUCH_EVERY_MS);
  touching.unref();
  return {
    release: async () => {
      clearInterval(touching);
      heldHere.delete(holder.token);
      if ((await readHolder(path))?.token === holder.token) await rm(path, { force: true });
    },
  };
}

/** Waits for the lock. @throws GitError `timeout` or `aborted` */
export async function lock(
  path: string,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<RepositoryLock> {
  for (let waited = 0; waited <= options.timeoutMs; waited += RETRY_MS) {
    if (options.signal?.aborted) throw new GitError('aborted', 'The operation was cancelled.');
    const taken = await tryLock(path);
    if (taken) return taken;
    await wait(RETRY_MS);
  }
  throw new GitError(
    'timeout',
    'Another operation on the same repository did not finish in time. Try again.',
  );
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Whether the lock is free now. The file that was moved aside is checked again: it may be a lock taken in the meantime.
 */
async function removeStaleLock(path: string): Promise<boolean> {
  const seen = await readHolder(path);
  if (!(await isStale(path, seen))) return false;
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return true;
  }
  const moved = await readHolder(aside);
  if (moved?.token !== seen?.token) {
    await rename(aside, path);
    return false;
  }
  await rm(aside, { force: true });
  return true;
}

async function isStale(path: string, holder: Holder | undefined): Promise<boolean> {
  if (holder?.host === hostname()) {
    // A process id may come back, in a container even at every start.
    if (holder.pid === process.pid) return !heldHere.has(holder.token);
    if (!isRunning(holder.pid)) return true;
  }
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_AFTER_MS;
  } catch {
    return true;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
