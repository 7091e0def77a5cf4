import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../../../../../test/database.ts';
import { connectDatabase } from '../connect.ts';
import { StartError } from '../start-error.ts';
import { findEmbeddedPostgres } from './find-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

/**
 * Private to the user who runs the tests, so that another user (PostgreSQL's, if that is root) cannot enter it by its
 * path.
 */
const home = mkdtempSync(join(tmpdir(), 'lectern-home-'));
const dataDir = join(home, 'data');
const cluster = join(dataDir, 'postgres/18');
const lock = join(dataDir, 'postgres/lock');
const running: EmbeddedPostgres[] = [];

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: directory,
    log: silentLog,
    fsync: false,
    settings: { shared_buffers: '8MB', max_connections: '10' },
  });
  running.push(server);
  return server;
}

async function query<T>(server: Pick<EmbeddedPostgres, 'connection'>, text: string): Promise<T[]> {
  const { sql, close } = await connectDatabase({
    connection: server.connection,
    poolSize: 1,
    log: silentLog,
  });
  try {
    return (await sql.unsafe(text)) as unknown as T[];
  } finally {
    await close();
  }
}

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const whenExited = (server: EmbeddedPostgres) =>
  new Promise<string>((resolve) => server.onUnexpectedExit(resolve));

/** Makes the lock look as if its holder had been killed. */
function forgetHolder(): void {
  writeFileSync(lock, `${JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'long ago' })}\n`);
}

beforeAll(async () => {
  const server = await start();
  await query(server, 'create table kept (n int); insert into kept values (1)');
  await server.stop();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

afterAll(() => rmSync(home, { recursive: true }));

test('keeps what was written, in UTF-8 and independent of the locale', async () => {
  const server = await start();
  expect(await query(server, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(
    await query(server, `select current_setting('server_encoding') as encoding, 'Ä' > 'z' as "byCodePoint"`),
  ).toEqual([{ encoding: 'UTF8', byCodePoint: true }]);
});

test('writes through to the disk unless told otherwise', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  running.push(server);
  expect(await query(server, 'show fsync')).toEqual([{ fsync: 'on' }]);
});

test('is private: its directories, its password, its socket', async () => {
  const server = await start();
  const mode = (path: string) => statSync(path).mode & 0o777;
  expect([dataDir, join(dataDir, 'postgres'), cluster].map(mode)).toEqual([0o700, 0o700, 0o700]);
  expect([mode(join(dataDir, 'postgres/password')), mode(server.connection.path!)]).toEqual([0o600, 0o700]);
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  const stranger = connectDatabase({
    connection: { ...server.connection, password: 'guess' },
    poolSize: 1,
    log: silentLog,
  });
  await expect(stranger).rejects.toThrow('refused');
});

test('listens on the loopback interface where the path of a socket would be too long', async () => {
  const long = join(home, 'a'.repeat(100));
  const server = await start(long);
  expect(server.connection.host).toBe('127.0.0.1');
  expect(server.connection.path).toBeUndefined();
  expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await query(findEmbeddedPostgres(long)!, 'select 1 as n')).toEqual([{ n: 1 }]);
});

describe('one directory', () => {
  test('has one service: a second one is told which', async () => {
    await start();
    const attempt = start();
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
  });

  test('shows a command that works beside the service where its database is', async () => {
    expect(findEmbeddedPostgres(dataDir)).toBeUndefined();
    await start();
    // PostgreSQL says that it is ready a moment before it writes so into its file.
    await expect.poll(() => findEmbeddedPostgres(dataDir)?.holderPid).toBe(process.pid);
    expect(await query(findEmbeddedPostgres(dataDir)!, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('goes to exactly one of those that start at the same moment', async () => {
    forgetHolder();
    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('lock'))).toEqual([
      'lock',
    ]);
  });

  test('is free again after a stop', async () => {
    await (await start()).stop();
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false);
  });
});

describe('after a kill', () => {
  test('of the service, the next start ends the server that was left behind', async () => {
    const left = await start();
    const ended = whenExited(left);
    forgetHolder();
    const next = await start();
    expect(await ended).toContain('stopped unexpectedly');
    expect(next.pid).not.toBe(left.pid);
    expect(await query(next, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('of the server, the service is told and the next start recovers', async () => {
    const killed = await start();
    const ended = whenExited(killed);
    await query(killed, 'insert into kept values (2)');
    process.kill(killed.pid, 'SIGKILL');
    expect(await ended).toContain('SIGKILL');
    await killed.stop();
    const next = await start();
    expect(await query(next, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    await query(next, 'delete from kept where n = 2');
  });

  test.runIf(process.platform === 'linux')(
    'of the server in the middle of its work, its backends end too',
    async () => {
      const killed = await start();
      const { sql } = await connectDatabase({ connection: killed.connection, poolSize: 1, log: silentLog });
      const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const work = sql`select count(*) from generate_series(1, 1e12)`.then(
        () => 'finished',
        () => 'interrupted',
      );
      await query(killed, 'select pg_sleep(0.1)');
      process.kill(killed.pid, 'SIGKILL');
      await killed.stop();
      const next = await start();
      expect(isAlive(backend!.pid)).toBe(false);
      expect(await query(next, 'select n from kept')).toEqual([{ n: 1 }]);
      expect(await work).toBe('interrupted');
      await sql.end({ timeout: 0 });
    },
  );

  test('a process that got the old number by chance is left alone', async () => {
    const bystander = spawn('sleep', ['60']);
    for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      writeFileSync(join(cluster, file), `${bystander.pid}\n/proc/self/cwd\n0\n5432\n.\n\n`);
    }
    await start();
    expect(bystander.exitCode).toBeNull();
    bystander.kill();
  });

  test('of a process in the middle of taking the lock, the directory is free', async () => {
    writeFileSync(lock, '');
    expect(await query(await start(), 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('of the very first start, the next one begins anew', async () => {
    const fresh = join(home, 'fresh');
    const half = join(fresh, 'postgres/18.draft-1234/cluster');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const server = await start(fresh);
    expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(readdirSync(join(fresh, 'postgres')).sort()).toEqual(['18', 'lock', 'password']);
  });
});

describe('says in one sentence why it does not start', () => {
  test('a data directory that cannot be made', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(/^The data directory .* cannot be created/);
  });

  test('a cluster of another major version', async () => {
    for (const [major, advice] of [
      [17, 'restore the dump'],
      [19, 'newer version of Lectern'],
    ]) {
      mkdirSync(join(home, `major-${major}/postgres/${major}`), { recursive: true });
      await expect(start(join(home, `major-${major}`))).rejects.toThrow(advice as string);
    }
  });

  test('a cluster whose password is lost', async () => {
    mkdirSync(join(home, 'lost/postgres/18'), { recursive: true });
    await expect(start(join(home, 'lost'))).rejects.toThrow('postgres/password is missing');
  });

  test('a server that gives up', async () => {
    writeFileSync(join(cluster, 'postgresql.auto.conf'), "shared_preload_libraries = 'missing'\n");
    try {
      await expect(start()).rejects.toThrow(/^PostgreSQL did not start in .*“?missing/);
      expect(existsSync(lock)).toBe(false);
    } finally {
      writeFileSync(join(cluster, 'postgresql.auto.conf'), '');
    }
  });
});
