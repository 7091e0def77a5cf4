import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import { createSetup, type Setup, waitFor } from './service-process.ts';

/** Long enough for all recurring jobs but those of every hour and day. */
const SECONDS = 240;
/** Recurring jobs run for the first time a minute after the start. */
const STARTING_MS = 90_000;

let database: TestDatabase;
let proxy: DatabaseProxy;
let setup: Setup;
let sql: postgres.Sql;

beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(inject('databaseServer'));
  setup = await createSetup();
  sql = postgres({ ...database.connection, max: 1, onnotice: () => {} } as postgres.Options<never>);
});
afterEach(async () => {
  await setup.clean();
  await sql.end();
  await proxy.close();
  await database.drop();
});

async function countTransactions(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}

/** Jobs of the first start that have not ended. */
async function isBusy(): Promise<boolean> {
  const rows = await sql`
    select 1 from job where worker_id is not null
      or organization_id <> '00000000-0000-0000-0000-000000000000' and run_at < now() + interval '1 minute'`;
  return rows.length > 0;
}

test('an idle service makes at most one transaction a second', async () => {
  const service = await setup.serve({
    DATABASE_URL: proxy.url(database.connection.database),
    LECTERN_SECRET: randomBytes(32).toString('hex'),
  });
  await waitFor('the first site', async () => {
    await sleep(2000);
    return !(await isBusy());
  });
  await sleep(STARTING_MS);
  const before = await countTransactions();
  await sleep(SECONDS * 1000);
  const transactions = (await countTransactions()) - before;
  console.log(`An idle service made ${transactions} transactions in ${SECONDS} seconds.`);
  expect(transactions).toBeLessThanOrEqual(SECONDS);
  expect(transactions).toBeGreaterThan(0);
  expect((await service.stop()).code).toBe(0);
}, 1_800_000);
