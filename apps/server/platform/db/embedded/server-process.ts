import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartError } from '../start-error.ts';
import type { ServerUser } from './server-user.ts';

/**
 * The folder that a program of PostgreSQL works on, as that program sees it. Its user may be unable to
 * enter the folders above (a data directory of mode 0700 that belongs to root, below a private home), so
 * the service enters it on the program's behalf and the program names it by its own working directory.
 */
const OWN_DIRECTORY = '/proc/self/cwd';

export interface ProgramOptions {
  program: string;
  parameters: string[];
  directory: string;
  user: ServerUser;
}

/**
 * Starts a program in a separate process group: Ctrl-C in a terminal reaches the service, which then stops the program
 * in good order. If this process exits without doing that, `onAbandoned` is the last resort.
 */
export function startProgram(options: ProgramOptions, onAbandoned: (pid: number) => void): ChildProcess {
  const child = spawn(options.program, options.parameters, {
    cwd: options.directory,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...options.user,
  });
  const abandon = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      onAbandoned(child.pid);
  };
  process.once('exit', abandon);
  const forget = () => process.off('exit', abandon);
  child.once('exit', forget);
  child.once('error', forget);
  return child;
}

/** Returns the data directory as the server of this platform expects it as a parameter. */
export function directoryParameter(directory: string): string {
  return process.platform === 'linux' ? OWN_DIRECTORY : directory;
}

/** Explains why a program could not be started in a directory. */
export function describeSpawnFailure(
  program: string,
  directory: string,
  error: NodeJS.ErrnoException,
): StartError {
  // The same error as for a missing program.
  if (error.code === 'ENOENT' && !existsSync(directory))
    return new StartError(`The directory of the database, ${directory}, no longer exists.`);
  if (error.code === 'ENOENT') {
    return new StartError(
      `${program} does not run on this system (it needs the GNU C library). Set DATABASE_URL to your own PostgreSQL server.`,
    );
  }
  return new StartError(`${program} could not be started: ${error.message}.`);
}

export const DISK_FULL = 'the disk is full';

/** The sentence in what PostgreSQL wrote that says why it gave up: the first failure, the others follow from it. */
export function describeFailure(output: string): string {
  if (/No space left on device|Disk quota exceeded|Check free disk space/i.test(output)) return DISK_FULL;
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const failures = lines.flatMap(
    (line) => /(?:^|\s)(?:FATAL|PANIC|ERROR|error):\s+(\S.*)/s.exec(line)?.[1] ?? [],
  );
  return (failures[0] ?? lines.at(-1))?.replace(/\.$/, '') ?? 'it gave no reason';
}
