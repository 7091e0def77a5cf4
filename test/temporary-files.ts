import { statfsSync } from 'node:fs';

/** More than a run of all tests has at once. */
const MIN_FREE_BYTES = 4e9;
const IN_MEMORY = '/dev/shm';

/**
 * Puts the temporary files of a test run into memory where there is enough of it: tests create and drop databases all
 * the time, which takes several times as long on a disk. An explicit TMPDIR holds.
 */
export function keepTemporaryFilesInMemory(environment: NodeJS.ProcessEnv): void {
  if (environment.TMPDIR === undefined && freeBytes(IN_MEMORY) >= MIN_FREE_BYTES)
    environment.TMPDIR = IN_MEMORY;
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
