/** Clients write while something fails. What was acknowledged is there once, and the service goes on by itself. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { temporaryDirectory } from '../git-fixtures.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { recordFigures } from './figures.ts';
import {
  createSetup,
  freePorts,
  type RunningService,
  request,
  type Setup,
  waitFor,
} from './service-process.ts';
import { fillDisk, pathOfDisk, writeSmallDisk } from './small-disk.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const WRITERS = 6;
const DISK_BYTES = 60_000_000;
const BEFORE_MS = 2000;
const FAULT_MS = 4000;
const AFTER_MS = 3000;
const ATTEMPT_MS = 20_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let setup: Setup;
let environment: Record<string, string>;
let service: RunningService;
let organizationId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  folder = await temporaryDirectory();
  setup = await createSetup({ node: writeSmallDisk(folder.path, DISK_BYTES) });
  const [port, sitesPort] = await freePorts();
  environment = {
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: 'the secret of a service whose surroundings fail',
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_LOG_LEVEL: 'fatal',
    LECTERN_PORT: port,
    LECTERN_SITES_PORT: sitesPort,
  };
});
afterEach(async () => {
  await setup.clean();
  await proxy.close();
  await database.drop();
  await folder.remove();
});

async function start(more: Record<string, string> = {}): Promise<void> {
  service = await setup.serve({ ...environment, ...more });
  const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  organizationId = body.items[0]?.id as string;
}

interface Load {
  /** What the titles of its spaces begin with. */
  prefix: string;
  /** The titles of spaces whose creation was acknowledged. */
  acknowledged: string[];
  requests: number;
  failed: number;
  lastSuccessAt: number;
  /** Waits until every writer has succeeded with what it has begun. */
  end(): Promise<void>;
}

/** Writers that create one space after the other, and repeat what failed under its key until it succeeds. */
function startLoad(): Load {
  let isEnding = false;
  const load: Load = {
    prefix: `fault-${newId().slice(-12)}`,
    acknowledged: [],
    requests: 0,
    failed: 0,
    lastSuccessAt: 0,
    end: async () => {
      isEnding = true;
      await Promise.all(writers);
    },
  };
  const create = async (title: string, key: string): Promise<boolean> => {
    load.requests += 1;
    try {
      const response = await fetch(`${service.url}/v1/orgs/${organizationId}/spaces`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ title }),
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      const { error } = (await response.json()) as { error?: { reason?: string } };
      // A process that was killed between its commit and its response has made the change, and says so.
      return response.status === 201 || error?.reason === 'response-lost';
    } catch {
      return false;
    }
  };
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !isEnding; n += 1) {
      const title = `${load.prefix}-${writer}-${n}`;
      const key = newId();
      while (!(await create(title, key))) {
        load.failed += 1;
        await sleep(100);
      }
      load.acknowledged.push(title);
      load.lastSuccessAt = performance.now();
      await sleep(20);
    }
  });
  return load;
}

/** Runs a fault under load. `heal` ends it; what comes back by itself within is recovered. */
async function suffer(fault: string, begin: () => unknown, heal: () => unknown): Promise<Load> {
  const load = startLoad();
  await sleep(BEFORE_MS);
  await begin();
  await sleep(FAULT_MS);
  await heal();
  const healedAt = performance.now();
  await waitFor(`success after “${fault}”`, async () => load.lastSuccessAt > healedAt);
  const recoverySeconds = (load.lastSuccessAt - healedAt) / 1000;
  await sleep(AFTER_MS);
  await load.end();
  const rows = await database.sql<{ title: string; count: number }[]>`
    select title, count(*)::int as count from space where title like ${`${load.prefix}-%`} group by title`;
  const counts = new Map(rows.map(({ title, count }) => [title, count]));
  const lost = load.acknowledged.filter((title) => !counts.has(title)).length;
  const doubled = rows.filter(({ count }) => count > 1).length;
  const { requests, failed, acknowledged } = load;
  recordFigures({
    fault,
    requests,
    failed,
    acknowledged: acknowledged.length,
    lost,
    doubled,
    recoverySeconds,
  });
  expect([lost, doubled]).toEqual([0, 0]);
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  return load;
}

test('the database is cut off, hangs, and keeps its notifications back', async () => {
  await start();
  await suffer('Database: connections cut once', proxy.cut, () => {});
  await suffer('Database: connections refused', proxy.refuse, proxy.restore);
  await suffer('Database: no response', proxy.swallow, proxy.restore);
  await suffer('Database: notifications kept back', proxy.deafen, proxy.restore);
});

test('the process is killed and started again', async () => {
  await start();
  const kill = async (): Promise<void> => {
    service.kill('SIGKILL');
    await service.ended;
  };
  await suffer('Process: killed with SIGKILL', kill, () => start());
  const pause = () => process.kill(service.pid, 'SIGSTOP');
  const goOn = () => process.kill(service.pid, 'SIGCONT');
  await suffer('Process: paused', pause, goOn);
});

test('the clock jumps two days ahead, and back', async () => {
  const file = join(folder.path, 'clock');
  const preload = fileURLToPath(new URL('jumping-clock.mjs', import.meta.url));
  await start({ NODE_OPTIONS: `--import=${preload}`, TEST_CLOCK_FILE: file });
  const ahead = () => writeFileSync(file, String(2 * 24 * 3_600_000));
  const load = await suffer('Clock: two days ahead, and back', ahead, () => rmSync(file));
  expect(load.failed).toBe(0);
  const [late] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from space where title like 'fault-%' and created_at > now() + interval '1 day'`;
  expect(late?.count, 'the clock of the service has jumped').toBeGreaterThan(0);
  // Jobs of the time to come must not wait for it.
  await waitFor('jobs to have their times again', async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from job where run_at > now() + interval '40 hours' and created_at > now()`;
    return row?.count === 0;
  });
});

test('the disk is full: files are refused, what was acknowledged stays, and other changes go on', async () => {
  await start();
  const { body: space } = await request<{ id: string }>(service, TOKEN, `/v1/orgs/${organizationId}/spaces`, {
    method: 'POST',
    body: {},
  });
  const disk = pathOfDisk(service.pid, setup.dataDir);
  const stored: Buffer[] = [];
  const refused: number[] = [];
  let isEnding = false;
  const uploads = async (): Promise<void> => {
    for (let n = 0; !isEnding; n += 1) {
      const bytes = Buffer.alloc(20_000, `file ${n} `);
      const response = await fetch(`${service.url}/v1/spaces/${space.id}/files?name=a.txt`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/plain' },
        body: bytes,
      }).catch(() => undefined);
      if (response?.status === 201) stored.push(bytes);
      else refused.push(response?.status ?? 0);
      await response?.arrayBuffer();
      await sleep(50);
    }
  };
  const uploading = uploads();
  let filler = '';
  const load = await suffer(
    'Disk: full',
    () => {
      filler = fillDisk(disk, 0);
    },
    () => rmSync(filler),
  );
  isEnding = true;
  await uploading;
  expect(load.failed, 'changes without files').toBe(0);
  expect(new Set(refused)).toEqual(new Set([507]));
  const { createHash } = await import('node:crypto');
  const isThere = (bytes: Buffer): boolean => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    return [hash.slice(0, 2)].some((first) => existsSync(join(disk, 'blobs', organizationId, first, hash)));
  };
  const lost = stored.filter((bytes) => !isThere(bytes)).length;
  recordFigures({
    fault: 'Disk: full, uploads',
    requests: stored.length + refused.length,
    failed: refused.length,
    acknowledged: stored.length,
    lost,
  });
  expect(lost).toBe(0);
  expect(stored.length).toBeGreaterThan(1);
});

test('slow clients hold nobody up', async () => {
  await start({ LECTERN_REQUEST_TIMEOUT: '5' });
  const sockets: Socket[] = [];
  const port = Number(new URL(service.url).port);
  const begin = (): void => {
    for (let n = 0; n < 300; n += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      // A third never ends its head, a third never its body, and a third never reads.
      if (n % 3 === 0) socket.write('GET /v1/orgs HTTP/1.1\r\nHost: a\r\nX-Slow: ');
      else if (n % 3 === 1)
        socket.write(
          `POST /v1/orgs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
        );
      else {
        socket.pause();
        socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
      }
      sockets.push(socket);
    }
  };
  const load = await suffer('Clients: 300 that send or read slowly', begin, () => {});
  expect(load.failed).toBe(0);
  // Those that do not finish their request are cut off.
  await waitFor('slow senders to be cut off', async () =>
    sockets.every((socket, n) => n % 3 === 2 || socket.destroyed || socket.readyState !== 'open'),
  );
  for (const socket of sockets) socket.destroy();
});
