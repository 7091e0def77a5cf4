import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';

/** The last lines of what the command wrote say why it failed. */
const KEPT_CHARACTERS = 2000;

/**
 * Runs `lectern backup` with the settings of this process, in a process of its own and with a lower priority: requests do
 * not wait for compression and encryption. Throws what the command reported.
 */
export async function runBackup(signal: AbortSignal): Promise<void> {
  const [, program] = process.argv;
  if (program === undefined) throw new Error('The program that makes backups was not found.');
  const child = spawn(process.execPath, [...process.execArgv, program, 'backup'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGTERM',
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_CHARACTERS);
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw new Error(errors.trim().replace(/^lectern: /, '') || 'The backup ended without a reason.');
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not allow it, and the process may have ended.
  }
}
