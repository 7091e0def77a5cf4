import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process, so that it is not confused with a later one of the same number. */
export interface ProcessIdentity {
  pid: number;
  /** The start time, in a form that is valid only on this machine since its last boot. */
  startedAt: string;
}

/** Returns the identity of a running process; undefined if there is none of that number (a zombie counts as ended). */
export function findProcess(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : otherStart(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return findProcess(identity.pid)?.startedAt === identity.startedAt;
}

function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The command's name may hold spaces and parentheses; what follows its last parenthesis may not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function otherStart(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() || undefined;
}
