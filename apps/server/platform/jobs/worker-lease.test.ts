import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { keepLease } from './worker-lease.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const listLeases = async (): Promise<number[]> => {
  const rows = await database.db
    .selectFrom('worker_lease')
    .select('worker_id')
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
  return rows.map(({ worker_id }) => worker_id);
};

test('a process owns jobs under a number of its own, until it ends', async () => {
  const first = await keepLease({ db: database.db, onTaken: () => {}, onLost: () => {} });
  const second = await keepLease({ db: database.db, onTaken: () => {}, onLost: () => {} });
  expect(new Set(await listLeases())).toEqual(new Set([first.workerId(), second.workerId()]));
  await first.close();
  expect(first.workerId()).toBeUndefined();
  expect(await listLeases()).toEqual([second.workerId()]);
  await second.close();
});

test('a lease that has ended is not renewed: the process gives its jobs up and takes another number', async () => {
  const events: string[] = [];
  const lease = await keepLease({
    db: database.db,
    onTaken: () => events.push('taken'),
    onLost: () => events.push('lost'),
  });
  const former = lease.workerId();
  await sql`update worker_lease set expires_at = clock_timestamp()`.execute(database.db);
  await expect.poll(() => events).toEqual(['taken', 'lost', 'taken']);
  expect(lease.workerId()).not.toBe(former);
  await lease.close();
});

test('while the database does not respond, jobs are given up before others can begin them', async () => {
  let lostAt: number | undefined;
  let isAway = false;
  // A statement that nobody responds to.
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => (isAway ? new Promise(() => {}) : Promise.resolve(result)),
  });
  const lease = await keepLease({
    db,
    onTaken: () => {},
    onLost: () => {
      lostAt = Date.now();
    },
  });
  const owned = lease.workerId() as number;
  isAway = true;
  await expect.poll(() => lostAt).toBeDefined();
  expect(lease.workerId()).toBeUndefined();
  const { expires_at } = await database.db
    .selectFrom('worker_lease')
    .select('expires_at')
    .where('worker_id', '=', owned)
    .executeTakeFirstOrThrow();
  expect(expires_at.getTime()).toBeGreaterThan(lostAt as number);
});
