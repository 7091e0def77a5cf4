/** A PostgreSQL of the system, in another major version than the embedded one, for tests with real servers. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OWN_BINARIES = '/usr/lib/postgresql/15/bin';
export const hasOwnPostgres = existsSync(join(OWN_BINARIES, 'initdb'));

/** As root, the server runs as the user of Debian's package. */
export const serverUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

export interface OwnPostgres {
  /** The folder of the cluster. */
  cluster: string;
  url(database: string): string;
  psql(statement: string, database?: string): Promise<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Of the server and of all its sessions. */
  signal(signal: NodeJS.Signals): Promise<void>;
}

/** `folder` must be one that other users can enter. `standbyOf`: the port of the server that it follows. */
export async function createOwnPostgres(
  folder: string,
  port: number,
  settings: Record<string, string> = {},
  standbyOf?: number,
): Promise<OwnPostgres> {
  const user = serverUser();
  const cluster = join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  await chmod(folder, 0o755);
  if (user) for (const path of [folder, cluster]) await chown(path, user.uid, user.gid);
  const parameters = [
    '-D',
    cluster,
    '-U',
    'lectern',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  if (standbyOf === undefined) await run(join(OWN_BINARIES, 'initdb'), parameters, { cwd: folder, ...user });
  else {
    const from = `host=127.0.0.1 port=${standbyOf} user=lectern`;
    const copy = ['-D', cluster, '-d', from, '-R', '-X', 'stream', '--checkpoint=fast', '--no-sync'];
    await run(join(OWN_BINARIES, 'pg_basebackup'), copy, { cwd: folder, ...user });
  }
  let child: ReturnType<typeof spawn> | undefined;
  const logFile = join(folder, 'server.log');
  const url = (database: string): string => `postgres://lectern@127.0.0.1:${port}/${database}`;
  const psql = async (statement: string, database = 'postgres'): Promise<string> =>
    (
      await run(join(OWN_BINARIES, '../../../../bin/psql'), ['-XAtqc', statement, url(database)])
    ).stdout.trim();
  const own: OwnPostgres = {
    cluster,
    url,
    psql,
    async start() {
      const given = {
        port: String(port),
        listen_addresses: '127.0.0.1',
        unix_socket_directories: folder,
        ...settings,
      };
      const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const log = await open(logFile, 'a');
      child = spawn(join(OWN_BINARIES, 'postgres'), ['-D', cluster, ...options], {
        cwd: folder,
        stdio: ['ignore', log.fd, log.fd],
        ...user,
      });
      await log.close();
      for (let tries = 0; ; tries += 1) {
        const isReady = await psql('select pg_is_in_recovery()').then(
          (text) => standbyOf !== undefined || text === 'f',
          () => false,
        );
        if (isReady) return;
        if (child.exitCode !== null || tries > 600)
          throw new Error(`The server did not start:\n${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
        await sleep(100);
      }
    },
    async signal(signal) {
      if (!child?.pid) return;
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(child.pid)]);
      for (const pid of [child.pid, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
      child = undefined;
    },
  };
  await own.start();
  return own;
}
