import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../../../test/database.ts';
import { connectDatabase } from '../connect.ts';
import { type KeepRunningOptions, type KeptServer, keepRunning } from './keep-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-kept-'));
const configuration = join(dataDir, 'postgres/18/postgresql.auto.conf');
let server: EmbeddedPostgres;
let kept: KeptServer | undefined;

async function start(options: Partial<KeepRunningOptions> = {}): Promise<{ givenUp: Promise<string> }> {
  server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    fsync: false,
    settings: { shared_buffers: '8MB', max_connections: '10' },
  });
  const started = keepRunning(server, { log: silentLog, delaysMs: [1, 1, 1], ...options });
  kept = started;
  return { givenUp: new Promise((resolve) => started.onGivenUp(resolve)) };
}

async function countRows(): Promise<number | undefined> {
  const { sql, close } = await connectDatabase({
    connection: server.connection,
    poolSize: 1,
    log: silentLog,
  });
  try {
    const [row] = await sql<{ n: number }[]>`select count(*) as n from kept`;
    return row?.n;
  } finally {
    await close();
  }
}

beforeAll(async () => {
  await start();
  const { sql, close } = await connectDatabase({
    connection: server.connection,
    poolSize: 1,
    log: silentLog,
  });
  await sql`create table kept as select 1 as n`;
  await close();
  await kept?.stop();
});
afterEach(() => kept?.stop());
afterAll(() => rmSync(dataDir, { recursive: true }));

test('a server that is killed is started again at the same address, as often as it stays up', async () => {
  await start({ steadyMs: 0 });
  for (let kill = 0; kill < 4; kill += 1) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => server.pid).not.toBe(pid);
    expect(await countRows()).toBe(1);
  }
});

test('a server that does not start is given up after some attempts, with the reason', async () => {
  const { givenUp } = await start();
  writeFileSync(configuration, "shared_preload_libraries = 'missing'\n");
  try {
    process.kill(server.pid, 'SIGKILL');
    expect(await givenUp).toMatch(/missing.* 3 times, .*start Lectern again\.$/);
  } finally {
    writeFileSync(configuration, '');
  }
});

test('a stop is not in the way of a start, nor a start in that of a stop', async () => {
  await start({ delaysMs: [60_000] });
  process.kill(server.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 50));
  await kept?.stop();
  await start();
  expect(await countRows()).toBe(1);
});

test('a full disk is waited for, however long it takes', async () => {
  const lines: string[] = [];
  let restarts = 0;
  let report = (_reason: string): void => {};
  const fake: EmbeddedPostgres = {
    connection: server.connection,
    pid: 0,
    stop: async () => {},
    onUnexpectedExit: (callback) => {
      report = callback;
    },
    restart: async () => {
      restarts += 1;
      if (restarts < 10) throw new Error('PostgreSQL did not start in /data: the disk is full.');
    },
  };
  const note = (line: string): void => void lines.push(line);
  keepRunning(fake, {
    log: { ...silentLog, error: note, warn: note },
    delaysMs: [1, 1],
    fullDelayMs: 1,
  });
  report('PostgreSQL stopped unexpectedly: it ended with code 1.');
  await expect.poll(() => restarts).toBe(10);
  expect(lines).toEqual([
    'PostgreSQL stopped unexpectedly: it ended with code 1. It is being restarted.',
    'PostgreSQL did not start in /data: the disk is full.',
    'PostgreSQL was restarted.',
  ]);
});
