import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { requireNoMaintenance } from '../../../platform/access/maintenance.ts';
import { enqueueJob, NO_ORGANIZATION } from '../../../platform/jobs/queue.ts';

const MINUTE_MS = 60_000;

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock, isListening: true });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(async () => {
  aheadMs = 0;
  await app.request('DELETE', '/v1/instance/maintenance');
});

const inMinutes = (minutes: number): string =>
  new Date(clock().getTime() + minutes * MINUTE_MS).toISOString();

const begin = (body: object = { until: inMinutes(10) }) =>
  app.request('PUT', '/v1/instance/maintenance', { body });

const rename = (one: TestApp, headers: Record<string, string> = {}) =>
  one.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { title: 'Renamed' }, headers });

test('all processes refuse changes at once, and read as before', async () => {
  expect((await rename(other)).statusCode).toBe(200);
  const begun = await begin({ until: inMinutes(10), message: 'The disk is being moved.' });
  expect(begun.json()).toMatchObject({ active: true, message: 'The disk is being moved.' });
  await pause(500);
  for (const one of [app, other]) {
    const refused = await rename(one);
    expect(refused.statusCode).toBe(503);
    expect(refused.json().error).toMatchObject({ reason: 'maintenance' });
    expect(refused.json().error.message).toMatch(/until \d{4}-.* UTC.*The disk is being moved\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(9 * 60);
    expect((await one.request('GET', `/v1/orgs/${app.organizationId}`)).statusCode).toBe(200);
  }
  await app.request('DELETE', '/v1/instance/maintenance');
  await pause(500);
  expect((await rename(other)).statusCode).toBe(200);
});

test('it ends by itself', async () => {
  await begin();
  expect((await rename(app)).statusCode).toBe(503);
  aheadMs = 10 * MINUTE_MS;
  expect((await rename(app)).statusCode).toBe(200);
  expect((await app.request('GET', '/v1/maintenance', { token: null })).json()).toEqual({
    object: 'maintenance',
    active: false,
  });
});

test('a process that hears no news reads the state each time', async () => {
  other.context.news.lose();
  try {
    await expect(requireNoMaintenance(other.context)).resolves.toBeUndefined();
    await begin();
    expect((await rename(other)).statusCode).toBe(503);
  } finally {
    other.context.news.restore();
  }
});

test('jobs wait until it is over', async () => {
  await begin();
  const at = clock();
  const { context } = app;
  const kind = 'presence-sweep';
  await context.transact((unit) =>
    enqueueJob(unit, { organizationId: NO_ORGANIZATION, kind, payload: {} }, at),
  );
  const countWaiting = async () =>
    (
      await context.db
        .selectFrom('job')
        .selectAll()
        .where('kind', '=', kind)
        .where('run_at', '<=', at)
        .execute()
    ).length;
  await runJobs(app);
  expect(await countWaiting()).toBe(1);
  await app.request('DELETE', '/v1/instance/maintenance');
  await runJobs(app);
  expect(await countWaiting()).toBe(0);
});

test('a request that was refused can be repeated with its key', async () => {
  await begin();
  const headers = { 'idempotency-key': 'during-maintenance' };
  const create = () =>
    app.request('POST', `/v1/orgs/${app.organizationId}/collections`, { body: { title: 'Later' }, headers });
  expect((await create()).statusCode).toBe(503);
  await app.request('DELETE', '/v1/instance/maintenance');
  expect((await create()).statusCode).toBe(201);
});

test('the end must be a time in the future, within 30 days', async () => {
  for (const until of [inMinutes(-1), inMinutes(31 * 24 * 60), 'tomorrow']) {
    const refused = await begin({ until });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.message).toContain('until');
  }
  expect((await rename(app)).statusCode).toBe(200);
});
