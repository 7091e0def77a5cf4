import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { JobFailed } from '../../../platform/jobs/job-definition.ts';
import { prepareJob } from '../../../platform/jobs/recurring.ts';
import { createBackupJob } from './backup.jobs.ts';
import { findLastBackup } from './backup.queries.ts';

const BACKUP = { target: '/backups', schedule: { hours: 6 }, keep: { h: 0, d: 7, w: 0, m: 0, y: 0 } };
const now = new Date('2030-01-01T00:00:00Z');
const JOB = { organizationId: '00000000-0000-0000-0000-000000000000', payload: {} };
const signal = new AbortController().signal;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    clock: () => now,
    config: { backup: BACKUP, smtpUrl: 'smtp://localhost', adminEmail: 'ops@example.com' },
  });
});
afterAll(() => app.close());

const listWaiting = () => app.database.sql<{ job_id: string; run_at: Date }[]>`
  select job_id, run_at from job where kind = 'backup' and worker_id is null`;
const listMails = () =>
  app.database.sql<{ payload: unknown }[]>`select payload from job where kind = 'mail.send'`;

test('a backup is scheduled at the start, and each run schedules the next one and is recorded', async () => {
  let runs = 0;
  const job = createBackupJob(app.context, async () => {
    runs += 1;
  });
  await prepareJob(app.context, job);
  const [waiting] = await listWaiting();
  expect(waiting?.run_at).toEqual(new Date('2030-01-01T06:00:00Z'));
  expect((await app.request('GET', '/metrics')).body).toContain('lectern_last_backup_timestamp_seconds 0\n');
  await job.run({ ...JOB, jobId: waiting!.job_id, attempt: 1 }, signal);
  expect(runs).toBe(1);
  expect(await listWaiting()).toHaveLength(2);
  expect(await findLastBackup(app.database.db)).toEqual(now);
  const metric = `lectern_last_backup_timestamp_seconds ${now.getTime() / 1000}\n`;
  // A reading is kept for five seconds.
  await expect
    .poll(async () => (await app.request('GET', '/metrics')).body, { timeout: 8000, interval: 500 })
    .toContain(metric);
});

test('a backup that fails is tried again, then told to the administrators of the instance', async () => {
  await app.database.sql`delete from job`;
  await app.database.sql`delete from last_backup`;
  const job = createBackupJob(app.context, async () => {
    throw new Error('The disk is full.');
  });
  const run = (attempt: number) => job.run({ ...JOB, jobId: JOB.organizationId, attempt }, signal);
  await expect(run(1)).rejects.not.toThrow(JobFailed);
  expect(await listMails()).toEqual([]);
  await expect(run(3)).rejects.toThrow(new JobFailed('The disk is full.'));
  expect(await listMails()).toEqual([{ payload: { to: 'ops@example.com', template: 'backup-failed' } }]);
  expect(await findLastBackup(app.database.db)).toBeUndefined();
  expect(await listWaiting()).toHaveLength(1);
});

test('nothing is scheduled without a target', async () => {
  await app.database.sql`delete from job`;
  const context = { ...app.context, config: { ...app.context.config, backup: undefined } };
  await prepareJob(
    context,
    createBackupJob(context, async () => {}),
  );
  expect(await listWaiting()).toEqual([]);
});
