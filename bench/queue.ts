/**
 * What a claim of a job costs, by the number of organizations whose jobs are due; then how many jobs three processes run.
 */
import { type Kysely, sql } from 'kysely';
import { migrateDatabase } from '../apps/server/platform/db/migrate.ts';
import type { DB } from '../apps/server/platform/db/schema.ts';
import {
  type ClaimedJob,
  claimJob,
  FIRST_TURN,
  findDueKinds,
} from '../apps/server/platform/jobs/claim-job.queries.ts';
import { silentLog } from '../test/database.ts';
import { withDatabase } from './database.ts';
import { measureThroughput, runProcess } from './queue/throughput.ts';

const SIZES = [1000, 10_000, 100_000];
const CLAIMS = 500;
const KINDS = ['first', 'second', 'third'];
const JOBS = Object.fromEntries(KINDS.map((kind) => [kind, {}]));
const NONE = { organizationIds: [], exempt: [] };
const OWNER = { workerId: 1, running: [] as string[] };

export async function run([part, connection, number]: readonly string[] = []): Promise<void> {
  if (part === 'process') return runProcess(JSON.parse(connection as string), Number(number));
  await withDatabase(4, async ({ sql: server, db }, connection) => {
    await migrateDatabase({ sql: server, log: silentLog });
    console.log(
      '| organizations that wait | claim, median (ms) | claim, p95 (ms) | look without work (ms) |',
    );
    console.log('| ---: | ---: | ---: | ---: |');
    for (const size of SIZES) {
      await fill(db, size);
      const claims = await time(CLAIMS, claimNext(db));
      await sql`update job set is_due = false, worker_id = null, run_at = now() + interval '1 day'`.execute(
        db,
      );
      await sql`vacuum analyze job`.execute(db);
      const looks = await time(CLAIMS, () => findDueKinds(db, { ...OWNER, now: new Date(), jobs: JOBS }));
      const cells = [at(claims, 0.5), at(claims, 0.95), at(looks, 0.5)].map((ms) => ms.toFixed(2));
      console.log(`| ${[size, ...cells].join(' | ')} |`);
    }
    await measureThroughput(db, connection);
  });
}

/** Each organization has a job of each kind. */
async function fill(db: Kysely<DB>, size: number): Promise<void> {
  await sql`truncate job`.execute(db);
  await sql`
    insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, is_due, created_at)
    select organization_id, gen_random_uuid(), kind, '{}', kind || organization_id, now(), true, now()
    from (select gen_random_uuid() as organization_id from generate_series(1, ${size}::int)) organization,
      unnest(${KINDS}::text[]) kind`.execute(db);
  await sql`vacuum analyze job`.execute(db);
}

/** Claims like a process with ten slots, whose oldest job ends at each claim. */
function claimNext(db: Kysely<DB>): () => Promise<void> {
  let turn = FIRST_TURN;
  const running: ClaimedJob[] = [];
  return async () => {
    const ids = running.map(({ job_id }) => job_id);
    const claimant = {
      ...OWNER,
      running: ids,
      formerIds: [1],
      now: new Date(),
      kinds: KINDS,
      excluded: [],
      paused: NONE,
      turn,
    };
    const { job } = await claimJob(db, claimant);
    if (!job) throw new Error('No job was claimed.');
    turn = job.organization_id;
    running.push(job);
    const ended = running.length > 10 ? running.shift() : undefined;
    if (ended)
      await db
        .deleteFrom('job')
        .where('organization_id', '=', ended.organization_id)
        .where('job_id', '=', ended.job_id)
        .execute();
  };
}

async function time(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((one, other) => one - other);
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] as number;
