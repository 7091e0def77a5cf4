import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { POINTER_LOADERS } from '../../app/pointer-loaders.ts';
import { Announcer } from '../access/announcer.ts';
import { ChangeNews } from '../access/change-news.ts';
import { createPointers } from '../access/pointers.ts';
import { createTransact, type Transact } from '../access/transaction.ts';
import { type Listener, startListener } from '../db/listener.ts';
import { takeBackLosses, WORKER_LOCK_CLASS } from './claim-job.queries.ts';
import type { Job, JobBody, JobDefinition } from './job-definition.ts';
import type { JobKind } from './job-kinds.ts';
import type { JobLane, LaneLimits } from './job-lanes.ts';
import { enqueueJob, enqueueJobs, JOBS_CHANNEL, type NewJob, NO_ORGANIZATION } from './queue.ts';
import { JobTimeout, MAX_ATTEMPTS } from './run-job.ts';
import { startWorker, type Worker } from './worker.ts';

let database: TestDatabase;
let transact: Transact;
let announcer: Announcer;
let clock: TestClock;
let lastWorkerId = 0;
/** Behind a pooler that shares sessions, no session holds a lock. */
const HAS_LEASES = inject('pooler') !== undefined;
const processes: { worker: Worker; listener: Listener }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  announcer = new Announcer({ db: database.announcerDb, log: silentLog });
  const news = new ChangeNews(createPointers(database.db, POINTER_LOADERS));
  transact = createTransact(database.db, { news, announcer });
});
afterAll(async () => {
  await announcer.close();
  await database.drop();
});
beforeEach(() => {
  clock = createTestClock();
});
afterEach(async () => {
  for (const { worker, listener } of processes.splice(0)) {
    await worker.stop();
    await listener.close();
  }
  await database.db.deleteFrom('job').execute();
});

/** The worker does not care which kinds there are. */
const WORK = 'work' as JobKind;

const enqueue = ({
  kind = WORK,
  ...job
}: Partial<Omit<NewJob, 'kind'>> & { kind?: string } = {}): Promise<string> =>
  transact((unit) =>
    enqueueJob(
      unit,
      { organizationId: NO_ORGANIZATION, payload: {}, ...job, kind: kind as JobKind },
      clock.now(),
    ),
  );

const listJobs = () => database.db.selectFrom('job').selectAll().orderBy('job_id').execute();

/** A process with a worker: its connection holds the lock of its number, and it is woken by notifications. */
async function startProcess(
  bodies: Record<string, JobBody>,
  options: {
    jobSeconds?: number;
    /** Slots of each lane; one organization may have all of them unless `share` says otherwise. */
    slots?: number;
    share?: number;
    lanes?: Record<string, JobLane>;
    giveUp?: JobDefinition['giveUp'];
    db?: TestDatabase['db'];
    listPaused?: () => Promise<string[]>;
    whileSuspended?: readonly string[];
    abortGraceMs?: number;
  } = {},
): Promise<{ worker: Worker; die(): Promise<void>; reconnect(): Promise<void> }> {
  let workerId: number;
  const slots = options.slots ?? 2;
  const limits: LaneLimits = { slots, share: options.share ?? slots };
  let worker: Worker | undefined;
  const connect = async (): Promise<Listener> => {
    lastWorkerId += 1;
    workerId = lastWorkerId;
    return startListener({
      connection: database.connection,
      channels: [JOBS_CHANNEL],
      onMessage: () => worker?.wake(),
      onLost: () => {},
      onRestored: () => {},
      onConnected: async (sql) => {
        if (HAS_LEASES)
          await sql`insert into worker_lease values (${workerId}, clock_timestamp() + interval '1 hour')`;
        else await sql`select pg_advisory_lock(${WORKER_LOCK_CLASS}::int, ${workerId}::int)`;
      },
    });
  };
  const listener = await connect();
  worker = startWorker({
    db: options.db ?? database.db,
    log: pino({ level: 'silent' }),
    clock: clock.now,
    jobs: Object.fromEntries(
      Object.entries(bodies).map(([kind, run]) => [
        kind,
        {
          lane: options.lanes?.[kind] ?? 'short',
          run,
          giveUp: options.giveUp,
          ...(options.whileSuspended?.includes(kind) ? { whileSuspended: true as const } : {}),
        },
      ]),
    ),
    workerId: () => workerId,
    ...(options.listPaused ? { listPaused: options.listPaused } : {}),
    jobSeconds: options.jobSeconds ?? 60,
    lanes: { short: limits, imports: limits, long: limits, upkeep: limits },
    // Only what wakes the worker may make it look.
    lookIntervalMs: 1_000_000,
    ...(options.abortGraceMs === undefined ? {} : { abortGraceMs: options.abortGraceMs }),
  });
  const own = { worker, listener };
  processes.push(own);
  return {
    worker,
    die: async () => {
      await own.listener.close();
      await sql`delete from worker_lease where worker_id = ${workerId}`.execute(database.db);
    },
    reconnect: async () => {
      own.listener = await connect();
    },
  };
}

/** A job body that waits until the test ends it, and records what happened to it. */
function createGate() {
  const begun: Job[] = [];
  const aborted: unknown[] = [];
  const waiting: (() => void)[] = [];
  const open = new Map<string, () => void>();
  const body: JobBody = (job, signal) =>
    new Promise((resolve, reject) => {
      begun.push(job);
      open.set(job.jobId, resolve);
      for (const wake of waiting.splice(0)) wake();
      signal.addEventListener('abort', () => {
        aborted.push(signal.reason);
        reject(signal.reason);
      });
    });
  return {
    body,
    begun,
    aborted,
    async hasBegun(count: number): Promise<void> {
      while (begun.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    end: (jobId: string) => open.get(jobId)?.(),
  };
}

describe('enqueueing', () => {
  test('a job exists from the commit on, and the commit wakes a worker', async () => {
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body });
    const jobId = await transact(async (unit) => {
      const job = { organizationId: NO_ORGANIZATION, kind: WORK, payload: { n: 1 } };
      const enqueued = await enqueueJob(unit, job, clock.now());
      worker.wake();
      await worker.idle();
      expect(gate.begun).toEqual([]);
      return enqueued;
    });
    await gate.hasBegun(1);
    expect(gate.begun).toEqual([{ organizationId: NO_ORGANIZATION, jobId, payload: { n: 1 }, attempt: 1 }]);
    gate.end(jobId);
    await worker.idle();
    expect(await listJobs()).toEqual([]);
  });

  test('more jobs than a statement has parameters are enqueued together', async () => {
    const jobs = Array.from({ length: 10_000 }, (_, n) => ({
      organizationId: NO_ORGANIZATION,
      kind: WORK,
      payload: { n },
    }));
    const ids = await transact((unit) => enqueueJobs(unit, jobs, clock.now()));
    const found = await listJobs();
    expect(found.map(({ job_id }) => job_id)).toEqual(ids.toSorted());
    expect(found.find(({ job_id }) => job_id === ids[7])).toMatchObject({
      kind: WORK,
      payload: { n: 7 },
      run_at: clock.now(),
      is_due: true,
    });
  });

  test('a rolled back transaction leaves no job', async () => {
    const failing = transact(async (unit) => {
      await enqueueJob(unit, { organizationId: NO_ORGANIZATION, kind: WORK, payload: {} }, clock.now());
      throw new Error('Something else failed.');
    });
    await expect(failing).rejects.toThrow('Something else failed.');
    expect(await listJobs()).toEqual([]);
  });
});

describe('a worker', () => {
  test('runs jobs with the same key one after the other in their order, others side by side', async () => {
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body }, { slots: 10 });
    const one = await enqueue({ concurrencyKey: 'space' });
    const two = await enqueue({ concurrencyKey: 'space' });
    const free = await enqueue();
    const other = await enqueue({ concurrencyKey: 'another space' });
    worker.wake();
    await gate.hasBegun(3);
    expect(gate.begun.map((job) => job.jobId)).toEqual([one, free, other]);
    gate.end(one);
    await gate.hasBegun(4);
    expect(gate.begun[3]?.jobId).toBe(two);
  });

  test('keeps the order of a key across workers, and while an earlier job waits to be repeated', async () => {
    const seen: unknown[] = [];
    let isBroken = true;
    const body: JobBody = async ({ payload }) => {
      if (isBroken) throw new Error('Broken.');
      seen.push(payload);
    };
    await enqueue({ concurrencyKey: 'space', payload: { n: 1 } });
    await enqueue({ concurrencyKey: 'space', payload: { n: 2 } });
    const [first, second] = [await startProcess({ work: body }), await startProcess({ work: body })];
    await first.worker.idle();
    await second.worker.idle();
    isBroken = false;
    first.worker.wake();
    await first.worker.idle();
    expect(seen).toEqual([]);
    clock.advance(60_000);
    await second.worker.idle();
    await first.worker.idle();
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('runs no more jobs at once than it may', async () => {
    const gate = createGate();
    for (let n = 0; n < 3; n += 1) await enqueue();
    const { worker } = await startProcess({ work: gate.body }, { slots: 2 });
    await gate.hasBegun(2);
    worker.wake();
    const waiting = (await listJobs()).filter((job) => job.worker_id === null);
    expect(waiting).toHaveLength(1);
    gate.end(gate.begun[0]?.jobId as string);
    await gate.hasBegun(3);
  });

  test('gives running jobs of an organization back once it is paused, but for kinds that go on', async () => {
    const [paused, other] = [newId(), newId()];
    let waiting: string[] = [];
    const gates = { work: createGate(), exempt: createGate() };
    const { worker } = await startProcess(
      { work: gates.work.body, exempt: gates.exempt.body },
      { slots: 4, listPaused: async () => waiting, whileSuspended: ['exempt'] },
    );
    for (const organizationId of [paused, other])
      for (const kind of ['work', 'exempt']) await enqueue({ organizationId, kind });
    worker.wake();
    await gates.work.hasBegun(2);
    await gates.exempt.hasBegun(2);
    waiting = [paused];
    worker.wake();
    await expect
      .poll(async () => (await listJobs()).filter(({ worker_id: owner }) => owner === null))
      .toMatchObject([{ organization_id: paused, kind: 'work' }]);
    waiting = [];
    worker.wake();
    await gates.work.hasBegun(3);
    expect(gates.exempt.begun).toHaveLength(2);
  });

  test('ignores jobs that are not due and kinds that it does not run', async () => {
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body });
    await enqueue({ runAt: new Date(clock.now().getTime() + 1000) });
    await enqueue({ kind: 'another release’s work' });
    await worker.idle();
    expect(gate.begun).toEqual([]);
    clock.advance(1000);
    worker.wake();
    await gate.hasBegun(1);
    expect(await listJobs()).toHaveLength(2);
  });

  test.each([
    ['jobs of one organization wait', `'${newId()}'::uuid`, true],
    ['organizations wait', 'gen_random_uuid()', true],
    ['organizations have jobs for later', 'gen_random_uuid()', false],
  ])('finds the next job at the same cost, however many %s', async (_waiting, organization, isDue) => {
    // A single session sees its own reads before the server's statistics do.
    const { db, drop } = await createTestDatabase({ poolSize: 1 });
    const countRead = async (): Promise<number> => {
      await sql`select pg_stat_force_next_flush()`.execute(db);
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'job') as read
        from pg_stat_user_tables where relname = 'job'`.execute(db);
      return Number(rows[0]?.read);
    };
    const countClaim = async (waiting: number): Promise<number> => {
      await db.deleteFrom('job').execute();
      const later = new Date(clock.now().getTime() + 60_000);
      await sql`
        insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, is_due, created_at)
        select ${sql.raw(organization)}, gen_random_uuid(), 'work', '{}', 'key ' || n, ${isDue ? clock.now() : later},
          ${isDue}, ${clock.now()}
        from generate_series(1, ${waiting}::int) n`.execute(db);
      await sql`
        insert into job (organization_id, job_id, kind, payload, run_at, is_due, created_at)
        values (${newId()}, ${newId()}, 'work', '{}', ${clock.now()}, true, ${clock.now()})`.execute(db);
      await sql`vacuum analyze job`.execute(db);
      const before = await countRead();
      const gate = createGate();
      const { worker } = await startProcess({ work: gate.body }, { slots: 1, db });
      await gate.hasBegun(1);
      const read = (await countRead()) - before;
      await worker.stop();
      return read;
    };
    try {
      const few = await countClaim(2000);
      expect(few).toBeLessThan(100);
      expect(await countClaim(8000)).toBeLessThanOrEqual(few + 5);
    } finally {
      await drop();
    }
  });

  test('sends one statement when there is nothing to do', async () => {
    let sent = 0;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => {
        sent += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await enqueue({ runAt: new Date(clock.now().getTime() + 60_000) });
    const { worker } = await startProcess({ work: async () => {} }, { db });
    await worker.idle();
    sent = 0;
    await worker.idle();
    expect(sent).toBe(1);
  });

  test('passes organizations whose jobs wait for earlier ones, however many there are', async () => {
    const gate = createGate();
    // The first job of each key is of another release.
    for (let n = 0; n < 40; n += 1) {
      const job = { organizationId: newId(), concurrencyKey: `key ${n}` };
      await enqueue({ ...job, kind: 'another release’s work' });
      await enqueue(job);
    }
    const last = await enqueue({ organizationId: NO_ORGANIZATION });
    await startProcess({ work: gate.body }, { slots: 1 });
    await gate.hasBegun(1);
    expect(gate.begun[0]?.jobId).toBe(last);
  });

  test('begins the jobs of hundreds of organizations that become due at once', async () => {
    const begun = new Set<string>();
    const { worker } = await startProcess(
      {
        work: async ({ organizationId }) => {
          begun.add(organizationId);
        },
      },
      { slots: 3 },
    );
    await sql`
      insert into job (organization_id, job_id, kind, payload, run_at, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'work', '{}', ${clock.now()}, ${clock.now()}
      from generate_series(1, 600)`.execute(database.db);
    await worker.idle();
    expect(begun.size).toBe(600);
  });

  test('runs the jobs of each lane beside those of the others, whichever is full', async () => {
    const lanes = { mail: 'short', import: 'long', sweep: 'upkeep' } as const;
    for (const full of ['mail', 'import', 'sweep'] as const) {
      const gate = createGate();
      const bodies = { mail: gate.body, import: gate.body, sweep: gate.body };
      const { worker } = await startProcess(bodies, { slots: 1, lanes });
      const first = await enqueue({ kind: full });
      await enqueue({ kind: full });
      await gate.hasBegun(1);
      const others = Object.keys(lanes).filter((kind) => kind !== full);
      const beside = [];
      for (const kind of others) beside.push(await enqueue({ kind }));
      await gate.hasBegun(3);
      expect(gate.begun.map((job) => job.jobId).sort()).toEqual([first, ...beside].sort());
      await worker.stop();
      await database.db.deleteFrom('job').execute();
    }
  });

  test('starts no more jobs of one organization than its share, and others at once', async () => {
    const gate = createGate();
    await startProcess({ work: gate.body }, { slots: 3, share: 2 });
    const [one, two] = [newId(), newId()];
    for (let n = 0; n < 3; n += 1) await enqueue({ organizationId: one });
    await gate.hasBegun(2);
    await enqueue({ organizationId: two });
    await gate.hasBegun(3);
    expect(gate.begun.map((job) => job.organizationId)).toEqual([one, one, two]);
    gate.end(gate.begun[0]?.jobId as string);
    await gate.hasBegun(4);
    expect(gate.begun[3]?.organizationId).toBe(one);
  });

  test('gives organizations turns, however many jobs one of them enqueued before', async () => {
    const seen: string[] = [];
    const [one, two, three] = [newId(), newId(), newId()];
    for (const organizationId of [one, one, one, two, two, three]) await enqueue({ organizationId });
    const { worker } = await startProcess(
      {
        work: async ({ organizationId }) => {
          seen.push(organizationId);
        },
      },
      { slots: 1 },
    );
    await worker.idle();
    // The turns go from the newest organization to the oldest.
    expect(seen).toEqual([three, two, one, two, one, one]);
  });

  test('prefers the organization with the fewest running jobs, those of other processes included', async () => {
    const [one, two] = [newId(), newId()];
    const elsewhere = createGate();
    await startProcess({ work: elsewhere.body }, { slots: 1 });
    await enqueue({ organizationId: one });
    await elsewhere.hasBegun(1);
    await enqueue({ organizationId: one });
    await enqueue({ organizationId: two });
    const gate = createGate();
    await startProcess({ work: gate.body }, { slots: 1 });
    await gate.hasBegun(1);
    expect(gate.begun[0]?.organizationId).toBe(two);
  });

  test('repeats what failed, later each time, and gives up in the end', async () => {
    const attempts: number[] = [];
    const body: JobBody = async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error(`Failure ${attempt}`);
    };
    const { worker } = await startProcess({ work: body });
    await enqueue();
    await worker.idle();
    const delays: number[] = [];
    for (let [job] = await listJobs(); job; [job] = await listJobs()) {
      expect(job.last_error).toBe(`Failure ${attempts.length}`);
      expect(job.worker_id).toBeNull();
      const delay = job.run_at.getTime() - clock.now().getTime();
      delays.push(delay);
      clock.advance(delay - 1);
      await worker.idle();
      expect(attempts).toHaveLength(delays.length);
      clock.advance(1);
      await worker.idle();
    }
    expect(attempts).toHaveLength(MAX_ATTEMPTS);
    expect(delays.slice(0, 9)).toEqual([2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000]);
    expect(new Set(delays.slice(8))).toEqual(new Set([300_000]));
  });

  describe('does not wait for a clock that was ahead and is right again:', () => {
    const DAY_MS = 24 * 3_600_000;

    test('a job that was enqueued meanwhile keeps its delay', async () => {
      const begun: unknown[] = [];
      const body: JobBody = async ({ payload }) => void begun.push(payload);
      clock.advance(2 * DAY_MS);
      await enqueue({ payload: { n: 1 } });
      await enqueue({ payload: { n: 2 }, runAt: new Date(clock.now().getTime() + 5000) });
      clock.advance(-2 * DAY_MS);
      const { worker } = await startProcess({ work: body });
      await worker.idle();
      expect(begun).toEqual([{ n: 1 }]);
      clock.advance(5000);
      await worker.idle();
      expect(begun).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test('a job that failed meanwhile is repeated within minutes', async () => {
      let attempts = 0;
      const { worker } = await startProcess({
        work: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error('Broken.');
        },
      });
      await worker.idle();
      await enqueue({ runAt: new Date(clock.now().getTime() + 1000) });
      clock.advance(2 * DAY_MS);
      await worker.idle();
      clock.advance(-2 * DAY_MS);
      await worker.idle();
      clock.advance(5 * 60_000);
      await worker.idle();
      expect(attempts).toBe(2);
    });

    test('a job that was given back meanwhile runs at once', async () => {
      const gate = createGate();
      const jobId = await enqueue();
      clock.advance(2 * DAY_MS);
      const stopped = await startProcess({ work: gate.body });
      await gate.hasBegun(1);
      await stopped.worker.stop();
      clock.advance(-2 * DAY_MS);
      await startProcess({ work: gate.body });
      await gate.hasBegun(2);
      expect(gate.begun[1]).toMatchObject({ jobId, attempt: 1 });
    });
  });

  test('aborts a job that exceeds its time limit', async () => {
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body }, { jobSeconds: 0.05 });
    await enqueue();
    await gate.hasBegun(1);
    await worker.idle();
    // The first look may find it still running.
    await expect.poll(() => gate.aborted).toEqual([expect.any(JobTimeout)]);
    await expect.poll(async () => (await listJobs())[0]?.last_error).toMatch(/exceeded its time limit/);
  });

  test('that stops gives its jobs back untouched, and claims no more', async () => {
    const gate = createGate();
    await enqueue({ payload: { n: 1 } });
    const { worker } = await startProcess({ work: gate.body }, { slots: 1 });
    await gate.hasBegun(1);
    await enqueue({ payload: { n: 2 } });
    await worker.stop();
    expect(gate.aborted).toHaveLength(1);
    expect(gate.begun).toHaveLength(1);
    const left = await listJobs();
    expect(left.map(({ worker_id, attempts }) => ({ worker_id, attempts }))).toEqual([
      { worker_id: null, attempts: 0 },
      { worker_id: null, attempts: 0 },
    ]);
    expect(left.every((job) => job.run_at <= clock.now())).toBe(true);
  });

  test('that stops while it claims gives that job back too', async () => {
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body });
    await worker.idle();
    await enqueue();
    worker.wake();
    await worker.stop();
    expect(await listJobs()).toMatchObject([{ worker_id: null, attempts: 0 }]);
  });
});

describe('the jobs of a process', () => {
  test('that died are begun again at once, with the attempt counted', async () => {
    const gate = createGate();
    const jobId = await enqueue();
    const dead = await startProcess({ work: gate.body });
    await gate.hasBegun(1);
    const heir = await startProcess({ work: gate.body });
    await heir.worker.idle();
    expect(gate.begun).toHaveLength(1);
    await dead.die();
    heir.worker.wake();
    await gate.hasBegun(2);
    expect(gate.begun[1]).toMatchObject({ jobId, attempt: 2 });
  });

  test('that lost its lock are aborted, and it no longer decides about them', async () => {
    const gate = createGate();
    const jobId = await enqueue();
    const slow = createGate();
    const loser = await startProcess({
      work: (job) =>
        // Ignores the abort and ends only after another worker has started.
        slow.body(job, new AbortController().signal).then(() => {
          throw new Error('Too late.');
        }),
    });
    await slow.hasBegun(1);
    await loser.die();
    loser.worker.disown();
    const heir = await startProcess({ work: gate.body });
    await gate.hasBegun(1);
    slow.end(jobId);
    await loser.worker.idle();
    expect(await listJobs()).toMatchObject([{ job_id: jobId, attempts: 2, last_error: null }]);
    expect((await listJobs())[0]?.worker_id).not.toBeNull();
    gate.end(jobId);
    await heir.worker.idle();
    expect(await listJobs()).toEqual([]);
  });

  test('begin a job again that does not end after the lock was lost', async () => {
    const jobId = await enqueue();
    let begun = 0;
    const body = async (): Promise<void> => {
      begun += 1;
      if (begun === 1) await new Promise(() => {});
    };
    const { worker, reconnect } = await startProcess({ work: body }, { abortGraceMs: 50 });
    await expect.poll(() => begun).toBe(1);
    await reconnect();
    worker.disown();
    await expect.poll(async () => (await listJobs()).map(({ job_id }) => job_id)).not.toContain(jobId);
    expect(begun).toBe(2);
  });

  test('that died twice during the same job give it up, and tell whoever waits for it', async () => {
    const given: unknown[] = [];
    const giveUp = async (job: Job): Promise<void> => {
      given.push(job.payload);
    };
    await enqueue({ payload: { n: 1 } });
    for (const crashes of [0, 1]) {
      const gate = createGate();
      const dying = await startProcess({ work: gate.body }, { giveUp });
      await gate.hasBegun(1);
      expect((await listJobs())[0]?.left_by).toHaveLength(crashes);
      await dying.die();
    }
    const gate = createGate();
    const heir = await startProcess({ work: gate.body }, { giveUp });
    await heir.worker.idle();
    expect(given).toEqual([]);
    clock.advance(5000);
    await heir.worker.idle();
    expect(gate.begun).toEqual([]);
    expect(given).toEqual([{ n: 1 }]);
    expect(await listJobs()).toEqual([]);
  });

  test('that died twice begin a job again of which nobody can be told that it is given up, later each time', async () => {
    const leave = (dead: number[]) =>
      database.db
        .updateTable('job')
        .set({ worker_id: 999_999, left_by: dead, run_at: clock.now() })
        .execute();
    await enqueue();
    await leave([1]);
    const gate = createGate();
    const { worker } = await startProcess({ work: gate.body });
    // Its first look at the queue must not meet the changes below half-way.
    await worker.idle();
    const pauses: number[] = [];
    for (const dead of [[1], [1, 2], [1, 2, 3, 4, 5, 6, 7]]) {
      await leave(dead);
      await worker.idle();
      const [job] = await listJobs();
      expect(job).toMatchObject({ worker_id: null, left_by: [...dead, 999_999] });
      const pause = (job?.run_at.getTime() ?? 0) - clock.now().getTime();
      pauses.push(pause);
      clock.advance(pause - 1);
      await worker.idle();
      expect(gate.begun).toEqual([]);
      clock.advance(1);
    }
    expect(pauses).toEqual([5000, 10_000, 60_000]);
    worker.wake();
    await gate.hasBegun(1);
  });

  test.each(['its job ends', 'it has a new number'] as const)(
    'that only lost its connection do not count as crashes once %s',
    async (moment) => {
      const jobId = await enqueue();
      const slow = createGate();
      // Ignores the abort.
      const loser = await startProcess({ work: (job) => slow.body(job, new AbortController().signal) });
      await slow.hasBegun(1);
      await loser.die();
      loser.worker.disown();
      const gate = createGate();
      await startProcess({ work: gate.body });
      await gate.hasBegun(1);
      expect((await listJobs())[0]?.left_by).toHaveLength(1);
      if (moment === 'its job ends') {
        slow.end(jobId);
      } else {
        await loser.reconnect();
        loser.worker.wake();
      }
      await expect.poll(async () => (await listJobs())[0]?.left_by).toEqual([]);
      slow.end(jobId);
    },
  );

  test('that has a new number are given back unless it runs them', async () => {
    const [left, kept] = [await enqueue(), await enqueue()];
    await database.db.updateTable('job').set({ worker_id: 999_998 }).execute();
    await takeBackLosses(database.db, { formerIds: [999_998], running: [kept] });
    expect((await listJobs()).map(({ job_id, worker_id }) => [job_id, worker_id])).toEqual([
      [left, null],
      [kept, 999_998],
    ]);
  });

  test('that stop in order leave jobs that are begun again as often as it takes', async () => {
    await enqueue();
    for (let stops = 0; stops < 3; stops += 1) {
      const gate = createGate();
      const { worker } = await startProcess({ work: gate.body });
      await gate.hasBegun(1);
      await worker.stop();
    }
    expect(await listJobs()).toMatchObject([{ attempts: 0, left_by: [] }]);
  });

  test('whose end could not be recorded are claimed again by the same process', async () => {
    const attempts: number[] = [];
    const { worker } = await startProcess({
      work: async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) await database.sql.unsafe(REFUSE_CHANGES);
      },
    });
    await enqueue();
    await worker.idle();
    expect(attempts).toEqual([1]);
    expect(await listJobs()).toMatchObject([{ attempts: 1, left_by: [], worker_id: expect.any(Number) }]);
    await database.sql.unsafe(ALLOW_CHANGES);
    await worker.idle();
    expect(attempts).toEqual([1, 2]);
    expect(await listJobs()).toEqual([]);
  });
});

const REFUSE_CHANGES = `
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
  create trigger refuse before update or delete on job for each row execute function refuse()`;
const ALLOW_CHANGES = 'drop trigger refuse on job; drop function refuse';
