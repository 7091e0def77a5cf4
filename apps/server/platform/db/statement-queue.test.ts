import { sql as raw, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { DB } from './schema.ts';
import { queueStatement, sendWithNext } from './statement-queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 1 });
  await database.sql`create table queued (n int primary key)`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`truncate queued`;
});

const insert = (n: number) => raw<{ n: number }>`insert into queued values (${n}::int) returning n`;
const stored = async () => (await database.sql`select n from queued order by n`).map(({ n }) => n);
const transact = <T>(work: (trx: Transaction<DB>) => Promise<T>) => database.db.transaction().execute(work);

test('queued statements are executed in their order, before the next one', async () => {
  const seen = await transact(async (trx) => {
    await queueStatement(trx, insert(1));
    const readSecond = await sendWithNext(trx, raw<{ n: number }>`select n + 1 as n from queued`);
    const { rows } = await raw<{ n: number }>`select n + 2 as n from queued`.execute(trx);
    return [await readSecond(), rows];
  });
  expect(seen).toEqual([[{ n: 2 }], [{ n: 3 }]]);
  expect(await stored()).toEqual([1]);
});

test('what is still queued at the commit is executed with it', async () => {
  await transact(async (trx) => {
    await queueStatement(trx, insert(1));
    await queueStatement(trx, insert(2));
  });
  expect(await stored()).toEqual([1, 2]);
});

test('the next statement throws the error of a queued one, and nothing is kept', async () => {
  const failing = transact(async (trx) => {
    await queueStatement(trx, insert(1));
    await queueStatement(trx, raw`select 1 / 0`);
    await insert(2).execute(trx);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  expect(await stored()).toEqual([]);
  await transact((trx) => insert(3).execute(trx));
  expect(await stored()).toEqual([3]);
});

test('the commit throws the error of a queued statement, and nothing is kept', async () => {
  const failing = transact(async (trx) => {
    await insert(1).execute(trx);
    await queueStatement(trx, insert(1));
    await queueStatement(trx, insert(2));
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await stored()).toEqual([]);
});

test('a transaction that fails before it sends anything leaves nothing for the next one', async () => {
  const failing = transact(async (trx) => {
    await queueStatement(trx, insert(1));
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  await transact(async () => {});
  expect(await stored()).toEqual([]);
  await transact((trx) => insert(2).execute(trx));
  expect(await stored()).toEqual([2]);
});

test('a transaction that fails later undoes what was sent', async () => {
  const failing = transact(async (trx) => {
    await queueStatement(trx, insert(1));
    await insert(2).execute(trx);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await stored()).toEqual([]);
});

test('an isolation level is that of the first statement', async () => {
  const { rows } = await database.db
    .transaction()
    .setIsolationLevel('serializable')
    .execute((trx) => raw`select current_setting('transaction_isolation') as level`.execute(trx));
  expect(rows).toEqual([{ level: 'serializable' }]);
});
