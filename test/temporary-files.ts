import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** More than a run of all tests has at once. */
const MIN_FREE_BYTES = 4e9;
const IN_MEMORY = '/dev/shm';
const PREFIX = 'lectern-run-';

/**
 * Puts the temporary files of a test run into memory where there is enough of it: tests create and drop databases all
 * the time, which takes several times as long on a disk. Each run has a folder of its own, and removes those of runs
 * that were killed. A TMPDIR that is already set is kept.
 */
export function keepTemporaryFilesInMemory(environment: NodeJS.ProcessEnv): void {
  if (environment.TMPDIR !== undefined) return;
  removeLeftFolders();
  if (freeBytes(IN_MEMORY) < MIN_FREE_BYTES) return;
  const folder = join(IN_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => removeFolder(folder));
  environment.TMPDIR = folder;
}

function removeLeftFolders(): void {
  for (const name of listFolder(IN_MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      removeFolder(join(IN_MEMORY, name));
}

/** A folder in which something is mounted stays: what would be removed is that of the machine, such as its devices. */
function removeFolder(folder: string): void {
  try {
    if (readFileSync('/proc/mounts', 'utf8').includes(` ${folder}/`)) return;
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It belongs to another user.
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Systems other than Linux have no such folder.
    return 0;
  }
}
