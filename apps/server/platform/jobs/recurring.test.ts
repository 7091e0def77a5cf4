import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { runJobs, startJob } from '../../../../test/jobs.ts';
import { NO_ORGANIZATION } from './queue.ts';
import { defineRecurringJob, prepareJob, scheduleNextRun } from './recurring.ts';

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

describe('a clock that is wrong for a while', () => {
  const TWO_DAYS_MS = 2 * 24 * 3_600_000;
  const recurring = () => Object.values(app.app.jobs).filter((job) => job.schedule);
  /** Those that run whether or not there is anything to do. */
  const unconditional = () => recurring().filter(({ schedule }) => !schedule?.hasWork);
  let runs: Map<string, number>;

  beforeEach(async () => {
    await app.close();
    app = await buildTestApp({ clock: clock.now, config: { linkCheckDays: 7 } });
    runs = new Map();
    for (const job of recurring()) {
      const { kind, run } = job;
      job.run = async (...given) => {
        runs.set(kind, (runs.get(kind) ?? 0) + 1);
        await run(...given);
      };
      await startJob(app, kind);
    }
  });

  async function expectOnTime(): Promise<void> {
    const jobs = await app.context.db.selectFrom('job').select(['kind', 'run_at']).execute();
    for (const { kind, schedule } of recurring()) {
      const waits = jobs
        .filter((job) => job.kind === kind)
        .map(({ run_at }) => run_at.getTime() - clock.now().getTime());
      expect(waits, kind).toHaveLength(1);
      expect(waits[0], kind).toBeLessThanOrEqual(schedule?.intervalMs as number);
    }
  }

  test.each([
    ['ahead', TWO_DAYS_MS],
    ['behind', -TWO_DAYS_MS],
  ])('%s does not delay any recurring job beyond its interval', async (_direction, error) => {
    expect(recurring().length).toBeGreaterThan(10);
    await runJobs(app);
    clock.advance(error);
    await runJobs(app);
    await expectOnTime();
    clock.advance(3_600_000);
    await runJobs(app);
    await expectOnTime();
    clock.advance(-error);
    await runJobs(app);
    await expectOnTime();
    for (const { kind, schedule } of unconditional()) {
      runs.clear();
      clock.advance(schedule?.intervalMs as number);
      await runJobs(app);
      expect(runs.get(kind), kind).toBeGreaterThan(0);
    }
    await expectOnTime();
  });

  test('behind makes a recurring job run once afterwards, not once for each missed run', async () => {
    clock.advance(TWO_DAYS_MS);
    await runJobs(app);
    runs.clear();
    clock.advance(TWO_DAYS_MS);
    await runJobs(app);
    for (const { kind, schedule } of unconditional())
      expect(runs.get(kind) ?? 0, kind).toBe((schedule?.intervalMs as number) <= TWO_DAYS_MS ? 1 : 0);
  });
});

test('a recurring job that has nothing to do is put off, and runs at its time once there is something', async () => {
  let hasWork = false;
  let runs = 0;
  const job = defineRecurringJob(app.context, {
    kind: 'presence-sweep',
    lane: 'short',
    schedule: { firstDelayMs: 1000, intervalMs: 20_000, hasWork: () => sql<boolean>`${hasWork}::boolean` },
    run: async () => {
      runs += 1;
    },
  });
  Object.assign(app.app.jobs, { 'presence-sweep': job });
  await prepareJob(app.context, job);
  const find = () =>
    app.context.db.selectFrom('job').select(['job_id', 'run_at']).where('kind', '=', job.kind).execute();
  const [first] = await find();
  clock.advance(1000);
  await runJobs(app);
  const [later] = await find();
  expect(runs).toBe(0);
  expect(later?.job_id).toBe(first?.job_id);
  expect(later?.run_at.getTime()).toBe(clock.now().getTime() + 20_000);
  hasWork = true;
  clock.advance(20_000);
  await runJobs(app);
  expect(runs).toBe(1);
  expect(await find()).toHaveLength(1);
});
