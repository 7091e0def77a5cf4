import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { findProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

/** A lock file is written right after it is created; one that stays empty for longer lost its writer. */
const WRITING_MS = 1000;

/**
 * Makes this process the only one that works on a directory. The lock is a file that names its holder,
 * so it ends with the holder, however that one ended. Throws `StartError` naming a holder that lives.
 * Returns the function that gives the lock back.
 */
export async function lockDirectory(file: string, directory: string): Promise<() => void> {
  const own = `${JSON.stringify(findProcess(process.pid))}\n`;
  for (;;) {
    if (create(file, own)) {
      const unlock = () => {
        process.off('exit', unlock);
        if (read(file) === own) rmSync(file, { force: true });
      };
      process.once('exit', unlock);
      return unlock;
    }
    const content = read(file);
    if (content === undefined) continue;
    const holder = parse(content);
    if (holder && isRunning(holder)) {
      throw directoryInUse(directory, holder);
    }
    if (!holder && isBeingWritten(file)) await sleep(20);
    else remove(file, content);
  }
}

export const directoryInUse = (directory: string, { pid }: ProcessIdentity): StartError =>
  new StartError(
    `${directory} is in use by process ${pid}. Stop that process first, or set LECTERN_DATA_DIR to another directory.`,
  );

/** The process that holds the lock, when it lives. */
export function findLockHolder(file: string): ProcessIdentity | undefined {
  const holder = parse(read(file) ?? '');
  return holder && isRunning(holder) ? holder : undefined;
}

function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moved aside and compared before it is removed: another process may have replaced the stale lock by its own. */
function remove(file: string, stale: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  rmSync(aside);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function parse(content: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(content) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

function isBeingWritten(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(Date.now() - written) < WRITING_MS;
}
