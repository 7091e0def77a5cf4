import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../free-port.ts';
import { waitFor } from './service-process.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
export const hasPgBouncer = existsSync(PGBOUNCER);

export interface Pooler {
  port: number;
  url(database: string): string;
  /** Kills it, and starts it again. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Runs PgBouncer in front of the server of this address, with these settings. */
export async function startPgBouncer(
  server: URL,
  settings: Record<string, string | number>,
): Promise<Pooler> {
  const [port = 0] = await findFreePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pooler-'));
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ignore_startup_parameters: 'extra_float_digits',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  const { hostname, username, password } = server;
  const target = `host=${hostname} port=${server.port} user=${username} password='${decodeURIComponent(password)}'`;
  await writeFile(file, ['[databases]', `* = ${target}`, '[pgbouncer]', ...lines, ''].join('\n'));
  // It does not run as root, and its user reads the file.
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const start = async () => {
    const child = spawn(PGBOUNCER, [...(isRoot ? ['-u', 'nobody'] : []), file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const ended = once(child, 'close');
    await waitFor(
      'PgBouncer to listen',
      async () => errors.includes('process up'),
      () => errors,
    );
    return async () => {
      child.kill('SIGKILL');
      await ended;
    };
  };
  let kill = await start();
  return {
    port,
    url: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    async restart() {
      await kill();
      kill = await start();
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
