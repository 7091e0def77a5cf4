import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addOrganization } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { enqueueJob, NO_ORGANIZATION } from '../../../platform/jobs/queue.ts';

const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const table of ['job', 'failed_job'] as const) await app.context.db.deleteFrom(table).execute();
});

const list = async (query: string) => (await app.request('GET', `/v1/instance/jobs?${query}`)).json();

/** Enqueues a job that fails each time: a mail with a payload that cannot be read. */
const enqueueFailing = (organizationId: string) =>
  app.context.transact((unit) =>
    enqueueJob(unit, { organizationId, kind: 'content-import', payload: { importId: 'x' } }, clock.now()),
  );

test('a job that fails waits for its next attempt with its error, and is kept when it is given up', async () => {
  const jobId = await enqueueFailing(app.organizationId);
  await runJobs(app);
  const failing = await list('state=failing');
  expect(failing.items).toMatchObject([
    { id: jobId, kind: 'content-import', attempts: 1, organization: { id: app.organizationId } },
  ]);
  expect(failing.items[0].error).not.toBe('');
  expect(failing.items[0]).not.toHaveProperty('payload');

  await app.context.db.updateTable('job').set({ attempts: 19, run_at: clock.now() }).execute();
  await runJobs(app);
  expect((await list('state=failing')).items).toEqual([]);
  expect((await list('state=failed')).items).toMatchObject([
    { id: jobId, state: 'failed', attempts: 20, failedAt: clock.now().toISOString() },
  ]);
  const { items } = (await app.request('GET', '/v1/instance/job-kinds')).json();
  expect(items).toMatchObject([{ kind: 'content-import', waiting: 0, failing: 0, failed: 1 }]);
});

test('a failed job runs again, and a failing one at once', async () => {
  const jobId = await enqueueFailing(app.organizationId);
  await app.context.db.updateTable('job').set({ attempts: 19 }).execute();
  await runJobs(app);
  expect((await app.request('POST', `/v1/instance/jobs/${jobId}/retry`)).statusCode).toBe(204);
  expect((await list('state=failed')).items).toEqual([]);
  const [waiting] = (await list('state=waiting')).items;
  expect(waiting).toMatchObject({ kind: 'content-import', attempts: 0 });
  await runJobs(app);
  const [failing] = (await list('state=failing')).items;
  expect(new Date(failing.runsAt).getTime()).toBeGreaterThan(clock.now().getTime());
  await app.request('POST', `/v1/instance/jobs/${failing.id}/retry`);
  expect((await list('state=failing')).items[0].runsAt).toBe(clock.now().toISOString());
  expect((await app.request('POST', `/v1/instance/jobs/${jobId}/retry`)).json().error.reason).toBe(
    'job-not-found',
  );
});

test('a job is discarded unless it recurs or runs', async () => {
  const jobId = await enqueueFailing(app.organizationId);
  expect((await app.request('DELETE', `/v1/instance/jobs/${jobId}`)).statusCode).toBe(204);
  const recurring = await app.context.transact((unit) =>
    enqueueJob(
      unit,
      { organizationId: NO_ORGANIZATION, kind: 'retention', payload: {}, concurrencyKey: 'retention' },
      clock.now(),
    ),
  );
  expect((await list('state=waiting')).items).toMatchObject([{ id: recurring, recurring: true }]);
  expect((await list('state=waiting')).items[0]).not.toHaveProperty('organization');
  expect((await app.request('DELETE', `/v1/instance/jobs/${recurring}`)).statusCode).toBe(404);
  const running = await enqueueFailing(app.organizationId);
  await app.context.db.updateTable('job').set({ worker_id: 1 }).where('job_id', '=', running).execute();
  expect((await list('state=running')).items).toMatchObject([{ id: running }]);
  expect((await app.request('DELETE', `/v1/instance/jobs/${running}`)).statusCode).toBe(404);
});

test('jobs are listed by kind and organization', async () => {
  const other = await addOrganization(app);
  const jobId = await enqueueFailing(other.organizationId);
  await enqueueFailing(app.organizationId);
  expect((await list(`state=waiting&organization=${other.organizationId}`)).items).toMatchObject([
    { id: jobId },
  ]);
  expect((await list('state=waiting&kind=content-import')).count).toBe(2);
  expect((await list('state=waiting&kind=git-sync')).items).toEqual([]);
  expect((await list(`state=waiting&organization=${newId()}`)).items).toEqual([]);
});

test('a failed job is forgotten after a month', async () => {
  await enqueueFailing(app.organizationId);
  await app.context.db.updateTable('job').set({ attempts: 19 }).execute();
  await runJobs(app);
  expect((await list('state=failed')).count).toBe(1);
  clock.advance(31 * 24 * 3_600_000);
  await app.app.jobs.retention.run(
    { organizationId: NO_ORGANIZATION, jobId: newId(), payload: {}, attempt: 1 },
    new AbortController().signal,
  );
  expect((await list('state=failed')).count).toBe(0);
});
