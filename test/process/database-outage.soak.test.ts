import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import {
  createPreparedSetup,
  createSetup,
  type RunningService,
  request,
  type Setup,
  TEST_TIMEOUT_MS,
  waitFor,
} from './service-process.ts';

vi.setConfig({ testTimeout: TEST_TIMEOUT_MS });

const TOKEN = 'token-of-the-administrator-0123456789';
const SETTINGS = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_DATABASE_TIMEOUT: '1', LECTERN_LOG_LEVEL: 'info' };

let setup: Setup;
let service: RunningService;
afterEach(() => setup.clean());

const PATHS = ['/v1/user', '/v1/orgs', `/v1/orgs/${randomUUID()}`, '/v1/user/tokens'];

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** Asks many times at once, as clients do that try again. */
async function askAll(): Promise<Answer[]> {
  return Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await fetch(`${service.url}${PATHS[index % PATHS.length]}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      const text = await response.text();
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
    }),
  );
}

async function expectOutage(): Promise<void> {
  for (const { status, retryAfter, text } of await askAll()) {
    expect(status, text).toBe(503);
    expect(retryAfter).toMatch(/^\d+$/);
    expect(JSON.parse(text).error.reason).toMatch(/^database-(?:unavailable|timeout)$/);
  }
  const metrics = await fetch(`${service.url}/metrics`);
  expect(metrics.status).toBe(200);
  expect(await metrics.text()).toContain('lectern_database_up 0');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
}

/**
 * Waits until the job that publishes the first site is done: an outage would fail it, and that is a line of the log.
 */
const becomeIdle = (): Promise<void> =>
  waitFor('the first site to be published', async () => {
    const { status } = await fetch(`${service.sitesUrl}/lectern-documentation/`);
    return status === 200;
  });

const isBack = async (): Promise<boolean> => (await request(service, TOKEN, '/v1/orgs')).status === 200;

const countLines = (pattern: RegExp): number =>
  service
    .output()
    .split('\n')
    .filter((line) => pattern.test(line)).length;

/** One line for each change, and none for each request. */
function expectLines(outages: number): void {
  expect(countLines(/Requests that need the database fail with 503/)).toBe(outages);
  expect(countLines(/The database is available again/)).toBe(outages);
  expect(countLines(/change notifications was lost/)).toBeLessThanOrEqual(outages);
  expect(countLines(/"status":50\d|"level":"error".*"err"|request failed|could not/)).toBe(0);
}

describe('a database of its own server', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await startDatabaseProxy(inject('databaseServer'));
    setup = await createSetup();
    service = await setup.serve({
      ...SETTINGS,
      DATABASE_URL: proxy.url(database.connection.database),
      LECTERN_SECRET: randomBytes(32).toString('hex'),
    });
  });
  afterEach(async () => {
    await proxy.close();
    await database.drop();
  });

  test('that cannot be reached is a 503 for every request that needs it, and one line in the log', async () => {
    await becomeIdle();
    expect(await isBack()).toBe(true);
    proxy.refuse();
    await expectOutage();
    proxy.restore();
    await waitFor('the database to be back', isBack);
    await waitFor(
      'the notifications to be back',
      async () => (await fetch(`${service.url}/readyz`)).status === 200,
    );
    expectLines(1);
  });

  test('that swallows everything is a 503 after the time limit, at once after that, and trusts no cache', async () => {
    await becomeIdle();
    expect(await isBack()).toBe(true);
    proxy.swallow();
    await waitFor('what is cached to be distrusted', async () => !(await isBack()));
    await expectOutage();
    proxy.restore();
    await waitFor('the database to be back', isBack);
    expectLines(1);
  });
});

describe('the embedded database', () => {
  beforeEach(async () => {
    setup = await createPreparedSetup();
    service = await setup.serve(SETTINGS);
  });

  test('that is stopped in the middle of its work is a 503, and the same again when it goes on', async () => {
    await becomeIdle();
    expect(await isBack()).toBe(true);
    const processes = databaseProcesses();
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      await waitFor('what is cached to be distrusted', async () => !(await isBack()));
      await expectOutage();
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await waitFor('the database to be back', isBack);
    expectLines(1);
  });
});

/** The server and everything that it started. */
function databaseProcesses(): number[] {
  const server = service.databasePid as number;
  const parentOf = (pid: string): number => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    } catch {
      return 0;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === server);
  return [server, ...children.map(Number)];
}
