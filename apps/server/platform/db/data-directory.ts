import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/** After this error the process cannot end in good order: the threads that wait for the directory never return. */
export class HangingDirectoryError extends StartError {}

/** Longer than a sleeping disk takes to wake up. */
const DEADLINE_MS = 15_000;
/** Files that every start reads. */
const FILES = ['secret', 'service.json'];

/**
 * Makes sure that the data directory can be read at all: a network file system whose server is gone lets every reader
 * wait forever. What else may be wrong with the directory is found later. Throws `HangingDirectoryError`.
 */
export async function assertResponds(dataDir: string): Promise<void> {
  const end = new AbortController();
  const reads = [readdir(dataDir), ...FILES.map((name) => readFile(join(dataDir, name)))];
  const isReachable = await Promise.race([
    Promise.allSettled(reads).then(() => true),
    sleep(DEADLINE_MS, false, { signal: end.signal }),
  ]);
  end.abort();
  if (!isReachable) {
    throw new HangingDirectoryError(
      `The data directory ${dataDir} has not responded for ${DEADLINE_MS / 1000} seconds. If it is on a network file system, check that its server can be reached, or set LECTERN_DATA_DIR to another directory.`,
    );
  }
}
