import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { claimJob, FIRST_TURN } from './claim-job.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  // A single session sees its own reads before the server's statistics do, and makes each plan once.
  database = await createTestDatabase({ poolSize: 1 });
});
afterAll(() => database.drop());

const now = new Date();

const claim = () =>
  claimJob(database.db, {
    workerId: 1,
    running: [],
    formerIds: [1],
    now,
    kinds: ['work'],
    excluded: [],
    paused: { organizationIds: [], exempt: [] },
    turn: FIRST_TURN,
  });

const enqueue = (count: number) =>
  sql`
  insert into job (organization_id, job_id, kind, payload, concurrency_key, run_at, is_due, created_at)
  select gen_random_uuid(), gen_random_uuid(), 'work', '{}', 'key ' || n, ${now}, true, ${now}
  from generate_series(1, ${count}::int) n`.execute(database.db);

/** The rows of jobs that were read, and entries of their indexes. */
async function countRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database.db);
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'job') as read
    from pg_stat_user_tables where relname = 'job'`.execute(database.db);
  return Number(rows[0]?.read);
}

test('a claim whose plan was made for an empty table reads as little of a full one', async () => {
  const { db } = database;
  await sql`vacuum analyze job`.execute(db);
  for (let n = 0; n < 10; n += 1) expect((await claim()).job).toBeUndefined();
  await enqueue(3000);
  const before = await countRead();
  expect((await claim()).job).toBeDefined();
  expect((await countRead()) - before).toBeLessThan(100);
  const { rows } = await sql<{ kept: number; made: number }>`
    select generic_plans::int as kept, custom_plans::int as made from pg_prepared_statements
    where statement like '%with recursive alive%'`.execute(db);
  expect(rows).toEqual([{ kept: 11, made: 0 }]);
});
