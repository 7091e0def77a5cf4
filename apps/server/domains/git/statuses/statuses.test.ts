import { newId } from '@lectern/std/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../test/webhook-receiver.ts';
import { createGitStatusJob } from './git-status.jobs.ts';
import { reportStatuses } from './report-statuses.ts';

let app: TestApp;
let clock: TestClock;
let host: WebhookReceiver;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now, config: { allowPrivateNetworks: true } });
  host = await startWebhookReceiver();
});
afterAll(async () => {
  await host.close();
  await app.close();
});
afterEach(() => {
  host.requests.length = 0;
  host.answer = () => ({ status: 201 });
});

const OID = 'e'.repeat(40);
const HOUR_MS = 3_600_000;

async function connect(body: object = {}, target = app): Promise<string> {
  const spaceId = await addSpace(app);
  const response = await target.request('PUT', `/v1/spaces/${spaceId}/git`, {
    body: {
      url: `${new URL(host.url).origin}/acme/docs.git`,
      ref: 'refs/heads/main',
      provider: 'github',
      credentials: { username: 'robot', password: 'the token' },
      ...body,
    },
  });
  expect(response.statusCode, response.body).toBe(201);
  // Its own jobs do not matter here.
  await app.context.db.deleteFrom('job').where('kind', 'like', 'git-%').execute();
  return spaceId;
}

const report = (spaceId: string, { oid = OID, isPassed = false } = {}) =>
  app.context.transact((unit) =>
    reportStatuses(
      unit,
      { organizationId: app.organizationId, spaceId },
      {
        ref: 'refs/heads/docs/a',
        oid,
        changeRequest: { subject: 'Fix typos', url: 'https://lectern.example.com/app/cr' },
        checks: [{ name: 'links', isPassed, message: 'One link would break.' }],
        now: clock.now(),
      },
    ),
  );

const seen = () => host.requests.map(({ path, body }) => ({ path, ...JSON.parse(body) }));

test('the checks and the address of a change request become statuses of its commit', async () => {
  await report(await connect());
  await runJobs(app);
  const path = `/api/v3/repos/acme/docs/statuses/${OID}`;
  expect(seen()).toEqual([
    {
      path,
      context: 'lectern/change-request',
      state: 'success',
      description: 'Read and review “Fix typos”',
      target_url: 'https://lectern.example.com/app/cr',
    },
    {
      path,
      context: 'lectern/links',
      state: 'failure',
      description: 'One link would break.',
      target_url: 'https://lectern.example.com/app/cr',
    },
  ]);
  expect(host.requests[0]?.headers.authorization).toBe('Bearer the token');
});

test.each([
  ['without credentials', { credentials: null }],
  ['on a host of another kind', { provider: 'bitbucket' }],
])('nothing is reported %s', async (_reason, body) => {
  await report(await connect(body));
  await runJobs(app);
  expect(host.requests).toEqual([]);
});

test('a host that fails is tried again, later each time, and then spared', async () => {
  const spaceId = await connect();
  host.answer = () => ({ status: 503 });
  await report(spaceId);
  await runJobs(app);
  expect(host.requests).toHaveLength(1);
  clock.advance(30_000);
  await runJobs(app);
  expect(host.requests).toHaveLength(1);
  for (let n = 0; n < 10; n += 1) {
    clock.advance(3 * HOUR_MS);
    await runJobs(app);
  }
  expect(host.requests).toHaveLength(5);
});

test('a host that recovers gets all statuses', async () => {
  await report(await connect());
  host.answer = () => 'cut';
  await runJobs(app);
  host.answer = () => ({ status: 201 });
  clock.advance(HOUR_MS);
  await runJobs(app);
  expect(seen().map(({ context }) => context)).toEqual([
    'lectern/change-request',
    'lectern/change-request',
    'lectern/links',
  ]);
});

test('a host that refuses is not asked again, and a redirect does not get the token', async () => {
  for (const response of [{ status: 403 }, { status: 302, headers: { location: host.url } }]) {
    host.requests.length = 0;
    host.answer = () => response;
    await report(await connect());
    for (let n = 0; n < 3; n += 1) {
      await runJobs(app);
      clock.advance(HOUR_MS);
    }
    expect(host.requests).toHaveLength(2);
  }
});

test('a newer report of a branch replaces one that waits', async () => {
  const spaceId = await connect();
  host.answer = () => ({ status: 503 });
  await report(spaceId);
  await runJobs(app);
  host.requests.length = 0;
  host.answer = () => ({ status: 201 });
  await report(spaceId, { oid: 'f'.repeat(40), isPassed: true });
  for (let n = 0; n < 3; n += 1) {
    clock.advance(HOUR_MS);
    await runJobs(app);
  }
  expect(seen().map(({ path, state }) => [path.slice(-1), state])).toEqual([
    ['f', 'success'],
    ['f', 'success'],
  ]);
});

test('a report that fails does not replace a newer one', async () => {
  const spaceId = await connect();
  await report(spaceId, { oid: 'f'.repeat(40) });
  const { db } = app.context;
  const listWaiting = () => db.selectFrom('job').select('payload').where('kind', '=', 'git-status').execute();
  const [newer] = await listWaiting();
  host.answer = () => ({ status: 503 });
  const older = { ...(newer?.payload as object), oid: OID };
  const job = { organizationId: app.organizationId, jobId: newId(), payload: older, attempt: 1 };
  await createGitStatusJob(app.context).run(job, new AbortController().signal);
  expect(host.requests).toHaveLength(1);
  expect(await listWaiting()).toEqual([newer]);
  await db.deleteFrom('job').where('kind', '=', 'git-status').execute();
});

test('private addresses are not contacted unless the instance allows it', async () => {
  const spaceId = await connect();
  await report(spaceId);
  const guarded = await buildTestApp({ beside: app, config: { allowPrivateNetworks: false } });
  await runJobs(guarded);
  await guarded.close();
  expect(host.requests).toEqual([]);
});
