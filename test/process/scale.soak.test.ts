/**
 * Three processes on a primary with a standby, with files in S3, under mixed load, while one of them after the other is
 * killed: no acknowledged write is lost, no read contradicts the model, and no request fails outside a fault.
 * `npm run soak:scale` runs it for an hour. What else an installation has, such as a broker or a pooler, is another
 * entry of `startSurroundings` with its settings, and another fault.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeS3, startFakeS3 } from '../fixtures/storage/fake-s3.ts';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres, type OwnPostgres } from '../own-postgres.ts';
import { createRandom } from '../random.ts';
import { recordFigures } from './figures.ts';
import { createSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ACCESS_KEY = 'test-access-key';
const MINUTES = Number(process.env.LECTERN_SOAK_MINUTES ?? 2);
const PROCESSES = 3;
const WRITERS = 6;
const READERS = 6;
const PAUSE_MS = 50;
const BETWEEN_FAULTS_MS = 15_000;
/** A process that did not acknowledge a write shows it within this time, while no fault delays the news. */
const NEWS_MS = 5_000;
/** After a fault: a killed process is started again, and others find the standby gone. */
const WINDOW_MS = 10_000;
const START_MS = 300_000;

let setup: Setup;
let folders: string[];
let primary: OwnPostgres;
let standby: OwnPostgres;
let s3: FakeS3;
let environment: Record<string, string>;
const services: (RunningService | undefined)[] = [];

async function startSurroundings(): Promise<Record<string, string>> {
  folders = await Promise.all(
    ['primary', 'standby'].map((name) => mkdtemp(join(tmpdir(), `lectern-${name}-`))),
  );
  const [port = 0, standbyPort = 0] = await findFreePorts(2);
  primary = await createOwnPostgres(folders[0] as string, port, { fsync: 'off' });
  await primary.psql('create role app login; grant pg_read_all_stats to app');
  await primary.psql('create database docs owner app');
  standby = await createOwnPostgres(folders[1] as string, standbyPort, { fsync: 'off' }, port);
  s3 = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
  const as = (server: OwnPostgres) => server.url('docs').replace('lectern@', 'app@');
  return {
    DATABASE_URL: as(primary),
    DATABASE_REPLICA_URLS: as(standby),
    LECTERN_STORAGE: `s3://lectern/files?endpoint=${s3.endpoint}`,
    AWS_ACCESS_KEY_ID: ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: 'test-secret-key',
    LECTERN_SECRET: randomBytes(32).toString('hex'),
    LECTERN_ADMIN_TOKEN: TOKEN,
  };
}

beforeAll(async () => {
  if (!hasOwnPostgres) return;
  setup = await createSetup();
  environment = await startSurroundings();
  for (let n = 0; n < PROCESSES; n += 1) services[n] = await setup.serve(environment);
}, START_MS);
afterAll(async () => {
  if (!hasOwnPostgres) return;
  await setup?.clean();
  await standby?.stop().catch(() => {});
  await primary?.stop().catch(() => {});
  await s3?.close();
  for (const folder of folders ?? []) await rm(folder, { recursive: true, force: true });
});

/** A page that one writer writes, and what it may contain. */
interface ModelPage {
  spaceId: string;
  pageId: string;
  /** The last number whose write was acknowledged, by which process and when. */
  acknowledged: number;
  by: number;
  at: number;
  /** The last number that was sent: a write without a response may have arrived. */
  sent: number;
}

const counts = { requests: 0, failed: 0, outside: 0, acknowledged: 0, faults: 0 };
const wrong: string[] = [];
/** When the last fault began, and when all was well again. */
const fault = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
const isFault = (from: number): boolean =>
  performance.now() < fault.to + WINDOW_MS && fault.to >= from - WINDOW_MS;

async function call<Body>(
  n: number,
  path: string,
  options: Parameters<typeof request>[3] = {},
): Promise<Body | undefined> {
  const service = services[n];
  if (!service) return undefined;
  const from = performance.now();
  counts.requests += 1;
  const response = await request<Body>(service, TOKEN, path, options).catch((error: Error) => ({
    status: 0,
    body: error.message as Body,
  }));
  if (response.status >= 200 && response.status < 300) return response.body;
  counts.failed += 1;
  if (!isFault(from)) {
    counts.outside += 1;
    wrong.push(`${path} by process ${n}: ${response.status} ${JSON.stringify(response.body)}`);
  }
  return undefined;
}

async function createPage(): Promise<ModelPage> {
  const orgs = await call<{ items: { id: string }[] }>(0, '/v1/orgs');
  const post = <Body>(path: string, body: object) => call<Body>(0, path, { method: 'POST', body });
  const space = await post<{ id: string }>(`/v1/orgs/${orgs?.items[0]?.id}/spaces`, { title: 'Soak' });
  const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Number 0.' } }];
  const made = await post<{ changes: { page: { id: string } }[] }>(`/v1/spaces/${space?.id}/content`, {
    changes,
  });
  const pageId = made?.changes[0]?.page.id;
  if (!space || !pageId) throw new Error('The page could not be created.');
  return { spaceId: space.id, pageId, acknowledged: 0, by: 0, at: performance.now(), sent: 0 };
}

async function write(page: ModelPage, n: number): Promise<void> {
  page.sent += 1;
  const number = page.sent;
  const changes = [
    { operation: 'update_page', page: page.pageId, document: { markdown: `Number ${number}.` } },
  ];
  const done = await call(n, `/v1/spaces/${page.spaceId}/content`, { method: 'POST', body: { changes } });
  if (!done) return;
  counts.acknowledged += 1;
  Object.assign(page, { acknowledged: number, by: n, at: performance.now() });
}

async function read(page: ModelPage, n: number): Promise<void> {
  const { acknowledged, by, at } = page;
  const from = performance.now();
  const body = await call<{ markdown: string }>(
    n,
    `/v1/spaces/${page.spaceId}/content/page/${page.pageId}?format=markdown`,
  );
  if (!body) return;
  const number = Number(/Number (\d+)\./.exec(body.markdown)?.[1]);
  const mustBeThere = n === by || (from - at > NEWS_MS && !isFault(from - NEWS_MS));
  if (number > page.sent || Number.isNaN(number) || (mustBeThere && number < acknowledged))
    wrong.push(
      `process ${n} read ${number}: ${acknowledged} was acknowledged by ${by}, ${page.sent} was sent`,
    );
}

/** Kills a process, or the standby, and brings it back. */
async function fail(random: () => number): Promise<void> {
  counts.faults += 1;
  fault.from = performance.now();
  fault.to = Number.POSITIVE_INFINITY;
  const chosen = Math.floor(random() * (PROCESSES + 1));
  if (chosen === PROCESSES) {
    await standby.signal('SIGKILL').catch(() => {});
    await sleep(2000 * random());
    await standby.start();
  } else {
    const killed = services[chosen];
    services[chosen] = undefined;
    killed?.kill('SIGKILL');
    await killed?.ended;
    services[chosen] = await setup.serve(environment);
  }
  fault.to = performance.now();
}

test.skipIf(!hasOwnPostgres)(
  'nothing is lost, and nothing is wrong, while one after the other is killed',
  async () => {
    const random = createRandom(20_261_129);
    const process = (): number => Math.floor(random() * PROCESSES);
    const pages = await Promise.all(Array.from({ length: WRITERS }, createPage));
    const until = performance.now() + MINUTES * 60_000;
    const isRunning = (): boolean => performance.now() < until;
    const writers = pages.map(async (page) => {
      while (isRunning()) {
        await write(page, process());
        await sleep(PAUSE_MS * random());
      }
    });
    const readers = Array.from({ length: READERS }, async () => {
      while (isRunning()) {
        await read(pages[Math.floor(random() * WRITERS)] as ModelPage, process());
        await sleep(PAUSE_MS * random());
      }
    });
    const faults = (async () => {
      while (performance.now() + BETWEEN_FAULTS_MS < until) {
        await sleep(BETWEEN_FAULTS_MS * (0.5 + random()));
        await fail(random);
      }
    })();
    await Promise.all([...writers, ...readers, faults]);
    await sleep(WINDOW_MS);
    let lost = 0;
    for (const page of pages)
      for (let n = 0; n < PROCESSES; n += 1)
        await waitFor('the last write to be there', async () => {
          const before = wrong.length;
          await read({ ...page, by: n }, n);
          if (wrong.length === before) return true;
          lost += 1;
          return false;
        });
    recordFigures({
      fault: `${counts.faults} kills of three processes and a standby in ${MINUTES} minutes`,
      requests: counts.requests,
      failed: counts.failed,
      acknowledged: counts.acknowledged,
      lost,
    });
    expect(counts.acknowledged).toBeGreaterThan(100);
    expect(counts.faults).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
    expect(counts.outside).toBe(0);
  },
  MINUTES * 60_000 + START_MS,
);
