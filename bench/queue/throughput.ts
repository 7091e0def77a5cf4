/** How many jobs a second three processes run, and how evenly organizations have their turns. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { POINTER_LOADERS } from '../../apps/server/app/pointer-loaders.ts';
import { listSuspendedOrganizations } from '../../apps/server/domains/identity/organizations/organizations.queries.ts';
import { Announcer } from '../../apps/server/platform/access/announcer.ts';
import { ChangeNews } from '../../apps/server/platform/access/change-news.ts';
import { createPointers } from '../../apps/server/platform/access/pointers.ts';
import { createTransact } from '../../apps/server/platform/access/transaction.ts';
import { connectDatabase } from '../../apps/server/platform/db/connect.ts';
import type { DatabaseConnection } from '../../apps/server/platform/db/database-source.ts';
import { startListener } from '../../apps/server/platform/db/listener.ts';
import type { DB } from '../../apps/server/platform/db/schema.ts';
import { WORKER_LOCK_CLASS } from '../../apps/server/platform/jobs/claim-job.queries.ts';
import type { JobKind } from '../../apps/server/platform/jobs/job-kinds.ts';
import { LANE_LIMITS } from '../../apps/server/platform/jobs/job-lanes.ts';
import { enqueueJobs, JOBS_CHANNEL, LOOK_INTERVAL_MS } from '../../apps/server/platform/jobs/queue.ts';
import { startWorker } from '../../apps/server/platform/jobs/worker.ts';
import { silentLog } from '../../test/database.ts';

const PROCESSES = 3;
const ORGANIZATIONS = 100;
/** Of each organization; the first one has this many times as many. */
const JOBS = 60;
const MANY = 50;
const KIND = 'run' as JobKind;

/** Runs jobs in processes of their own until none is left. */
export async function measureThroughput(db: Kysely<DB>, connection: DatabaseConnection): Promise<void> {
  await sql`truncate job`.execute(db);
  await sql`create table run (organization_id uuid not null, at timestamptz not null)`.execute(db);
  const organizations = Array.from({ length: ORGANIZATIONS }, newId);
  const announcer = new Announcer({ db, log: silentLog });
  const news = new ChangeNews(createPointers(db, POINTER_LOADERS));
  const transact = createTransact(db, { news, announcer });
  const children = Array.from({ length: PROCESSES }, (_, n) => startProcess(connection, n + 1));
  await sleep(3000);
  const jobs = organizations.flatMap((organizationId, n) =>
    Array.from({ length: n === 0 ? JOBS * MANY : JOBS }, () => ({ organizationId, kind: KIND, payload: {} })),
  );
  await transact((unit) => enqueueJobs(unit, jobs, new Date()));
  const left = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from job`.execute(db)).rows[0]?.n;
  while ((await left()) !== 0) await sleep(500);
  await announcer.close();
  for (const child of children) {
    child.kill();
    await once(child, 'close');
  }
  await print(db, organizations[0] as string);
}

async function print(db: Kysely<DB>, large: string): Promise<void> {
  const { rows } = await sql<{ jobs: number; seconds: number }>`
    select count(*)::int as jobs, extract(epoch from max(at) - min(at))::float8 as seconds from run`.execute(
    db,
  );
  const [{ jobs, seconds } = { jobs: 0, seconds: 1 }] = rows;
  // While all of them have jobs, each should have run as many as the others.
  const { rows: shares } = await sql<{ least: number; most: number; large: number }>`
    with ended as (select organization_id, max(at) as at from run group by organization_id),
      fair as (select count(*)::float8 as jobs, organization_id from run
        where at <= (select min(at) from ended) group by organization_id)
    select min(jobs) / avg(jobs) as least, max(jobs) / avg(jobs) as most,
      max(jobs) filter (where organization_id = ${large}) / avg(jobs) as large from fair`.execute(db);
  const [share = { least: 0, most: 0, large: 0 }] = shares;
  console.log(
    `${PROCESSES} processes: ${jobs} jobs in ${seconds.toFixed(1)} s, ${(jobs / seconds).toFixed(0)} a second`,
  );
  console.log(
    `Jobs of an organization ÷ their average, until the first of ${ORGANIZATIONS} has none left: ${share.least.toFixed(2)} to ${share.most.toFixed(2)}; ${share.large.toFixed(2)} for the one with ${MANY} times as many`,
  );
}

function startProcess(connection: DatabaseConnection, number: number): ChildProcess {
  const program = fileURLToPath(new URL('../run.mjs', import.meta.url));
  return spawn(process.execPath, [program, 'queue', 'process', JSON.stringify(connection), String(number)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** One of the processes: it records its jobs, and does nothing else. */
export async function runProcess(connection: DatabaseConnection, number: number): Promise<void> {
  const { db } = await connectDatabase({ connection, poolSize: 10, log: silentLog });
  let wake = () => {};
  await startListener({
    connection,
    channels: [JOBS_CHANNEL],
    onMessage: () => wake(),
    onLost: () => {},
    onRestored: () => {},
    onConnected: async (session) => {
      await session`select pg_advisory_lock(${WORKER_LOCK_CLASS}::int, ${number}::int)`;
    },
  });
  const worker = startWorker({
    db,
    log: pino({ level: 'silent' }),
    clock: () => new Date(),
    jobs: {
      [KIND]: {
        lane: 'short',
        run: async ({ organizationId }) => {
          await sql`insert into run values (${organizationId}, clock_timestamp())`.execute(db);
        },
      },
    },
    workerId: () => number,
    listPaused: () => listSuspendedOrganizations(db),
    jobSeconds: 60,
    lanes: LANE_LIMITS,
    lookIntervalMs: LOOK_INTERVAL_MS,
  });
  wake = () => worker.wake();
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  await worker.stop();
  process.exit(0);
}
