import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { createTestClock, type TestClock } from '../../test/clock.ts';
import { runJobs } from '../../test/jobs.ts';
import { NO_ORGANIZATION } from './queue.ts';
import { scheduleNextRun } from './recurring.ts';

// Only this test schedules it: a test app starts no jobs.
const KIND = 'retention';

let app: TestApp;
let clock: TestClock;

beforeEach(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
});
afterEach(() => app.close());

const schedule = (milliseconds: number, currentJobId?: string): Promise<void> =>
  app.context.transact((unit) => {
    const runAt = new Date(clock.now().getTime() + milliseconds);
    return scheduleNextRun(
      unit,
      { kind: KIND, runAt, ...(currentJobId ? { currentJobId } : {}) },
      clock.now(),
    );
  });

const listRuns = () =>
  app.context.db.selectFrom('job').selectAll().where('kind', '=', KIND).orderBy('job_id').execute();

const delays = async (): Promise<number[]> =>
  (await listRuns()).map(({ run_at }) => run_at.getTime() - clock.now().getTime());

test('one run waits, however many schedule it, at the earliest of their times', async () => {
  await Promise.all([schedule(5000), schedule(3000), schedule(9000)]);
  expect(await delays()).toEqual([3000]);
  expect(await listRuns()).toMatchObject([{ organization_id: NO_ORGANIZATION }]);
});

test('a run that schedules has one successor, also when it is repeated', async () => {
  await schedule(0);
  const [first] = await listRuns();
  await schedule(5000, first?.job_id);
  await schedule(6000, first?.job_id);
  expect(await delays()).toEqual([0, 5000]);
});

test('a successor does not begin beside a run that failed and waits to be repeated', async () => {
  const attempts: [string, number][] = [];
  let fails = true;
  app.app.jobs[KIND].run = async ({ jobId, attempt }) => {
    attempts.push([jobId, attempt]);
    if (attempts.length === 1) await schedule(0, jobId);
    if (fails) throw new Error('Broken.');
  };
  await schedule(0);
  const [first] = await listRuns();
  await runJobs(app);
  expect(attempts).toEqual([[first?.job_id, 1]]);
  fails = false;
  clock.advance(60_000);
  await runJobs(app);
  expect(attempts.map(([, attempt]) => attempt)).toEqual([1, 2, 1]);
  expect(await listRuns()).toEqual([]);
});
