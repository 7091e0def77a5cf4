import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { socketPath } from './address.ts';
import { findProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

/** The signals that stop a server: each is given its seconds before the next, harsher one. */
const SHUTDOWN: [NodeJS.Signals, number][] = [
  ['SIGINT', 30],
  ['SIGQUIT', 5],
  ['SIGKILL', 5],
];
/** The signals that stop a backend that lost its server, with the same meaning. */
const ORPHAN_SHUTDOWN: [NodeJS.Signals, number][] = [
  ['SIGTERM', 3],
  ['SIGQUIT', 3],
  ['SIGKILL', 5],
];

/**
 * Stops the server that a killed service left running on its cluster, and removes the files that would make PostgreSQL
 * mistake an unrelated process of the same number for it. Call it only while holding the lock of the directory: then no
 * server of it can have a living owner. Throws `StartError`.
 */
export async function endStaleServer(cluster: string, log: Log): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  const server = findProcess(pid);
  if (server && worksIn(pid, cluster)) {
    log.warn(`Stopping the PostgreSQL server that an earlier run of Lectern left behind (process ${pid}).`);
    await end(server, SHUTDOWN);
  }
  for (const orphan of findOrphans(cluster)) await end(orphan, ORPHAN_SHUTDOWN);
  const socket = socketPath(cluster);
  if (await isReachable(socket)) {
    throw new StartError(
      `${cluster} is in use by a PostgreSQL server that cannot be seen from here, perhaps in another container. Stop it first.`,
    );
  }
  for (const file of [pidFile, socket, `${socket}.lock`]) rmSync(file, { force: true });
}

function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A server and its backends run in the folder of the cluster, unlike a process that reuses their id. */
function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return (stdout ?? '').includes(cluster);
  }
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false;
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return there.ino === here.ino && there.dev === here.dev;
  } catch {
    return false;
  }
}

function findOrphans(cluster: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(Number(name), cluster))
    .flatMap((name) => findProcess(Number(name)) ?? []);
}

async function end(target: ProcessIdentity, steps: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, seconds] of steps) {
    try {
      if (isRunning(target)) process.kill(target.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
        throw new StartError(
          `PostgreSQL is still running as process ${target.pid}, and this user may not stop it. Stop it first.`,
        );
      }
    }
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(10)) {
      if (!isRunning(target)) return;
    }
  }
  throw new StartError(`PostgreSQL, process ${target.pid}, does not stop.`);
}

function isReachable(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    const finish = (response: boolean) => {
      connection.destroy();
      resolve(response);
    };
    connection.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
