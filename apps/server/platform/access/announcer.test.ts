import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { POINTER_LOADERS } from '../../app/pointer-loaders.ts';
import {
  ANNOUNCED_CHANNEL,
  announceCommitted,
  readAnnounced,
  storeAnnouncement,
} from './announcements.queries.ts';
import { Announcer } from './announcer.ts';
import { ChangeNews } from './change-news.ts';
import { CHANGES_CHANNEL, type Change } from './changes.ts';
import { createPointers } from './pointers.ts';
import { createTransact, type Transact } from './transaction.ts';

let database: TestDatabase;
let announcer: Announcer;
let transact: Transact;
let other: postgres.Sql;
const heard: Change[] = [];
/** The announcers that hear what others have announced. */
const hearing = new Set<Announcer>();

beforeAll(async () => {
  database = await createTestDatabase();
  announcer = new Announcer({ db: database.announcerDb, log: silentLog });
  const news = new ChangeNews(createPointers(database.db, POINTER_LOADERS));
  transact = createTransact(database.db, { news, announcer });
  other = postgres({
    ...(database.connection as object),
    max: 1,
    onnotice: () => {},
    onnotify: (channel: string, payload: string) => {
      if (channel === ANNOUNCED_CHANNEL) for (const one of hearing) one.hear(readAnnounced(payload));
      else heard.push(JSON.parse(payload) as Change);
    },
  } as never) as unknown as postgres.Sql;
  for (const channel of [CHANGES_CHANNEL, ANNOUNCED_CHANNEL]) await other.unsafe(`listen ${channel}`);
});
afterAll(async () => {
  await other.end();
  await announcer.close();
  await database.drop();
});
beforeEach(() => {
  heard.length = 0;
});

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from announcement`.execute(database.db);
  return rows[0]?.n as number;
};
/** How many batches there were. */
const readBatch = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select last_value::int as n from announcement_batch`.execute(
    database.db,
  );
  return rows[0]?.n as number;
};
const announce = (...changes: Change[]) =>
  transact(async (unit) => {
    for (const change of changes) unit.announce(change);
  });
const lastOf = async (): Promise<Change | undefined> => {
  // A notification of our own arrives after all that were sent before it.
  const mark = newId();
  await database.sql.unsafe(`select pg_notify('${CHANGES_CHANNEL}', '{"kind":"mark","id":"${mark}"}')`);
  await expect.poll(() => JSON.stringify(heard)).toContain(mark);
  return heard.filter(({ kind }) => kind !== ('mark' as string)).at(-1);
};

test('what many transactions announce together is told in few batches, each change once', async () => {
  await announce({ kind: 'token', tokenId: 'first' });
  const spaceIds = Array.from({ length: 200 }, newId);
  const before = await readBatch();
  await Promise.all(spaceIds.map((spaceId) => announce({ kind: 'presence', spaceId })));
  await expect.poll(countWaiting).toBe(0);
  await lastOf();
  const told = heard.flatMap((change) => (change.kind === 'presence' ? change.spaceId : []));
  expect([...told].sort()).toEqual([...spaceIds].sort());
  expect((await readBatch()) - before).toBeLessThan(100);
});

test('processes announce for each other', async () => {
  const announcers = Array.from(
    { length: 5 },
    () => new Announcer({ db: database.announcerDb, log: silentLog }),
  );
  for (const one of announcers) hearing.add(one);
  const news = new ChangeNews(createPointers(database.db, POINTER_LOADERS));
  const processes = announcers.map((one) => createTransact(database.db, { news, announcer: one }));
  const first = await readBatch();
  const tokenIds: string[] = [];
  await Promise.all(
    processes.map(async (transactOne) => {
      for (let n = 0; n < 40; n += 1) {
        const tokenId = newId();
        tokenIds.push(tokenId);
        await transactOne(async (unit) => unit.announce({ kind: 'token', tokenId }));
      }
    }),
  );
  await Promise.all(announcers.map((one) => one.close()));
  hearing.clear();
  expect(await countWaiting()).toBe(0);
  await lastOf();
  const told = heard.flatMap((change) => (change.kind === 'token' ? change.tokenId : []));
  expect([...told].sort()).toEqual([...tokenIds].sort());
  expect((await readBatch()) - first).toBeLessThan(100);
});

test('what is undone is not announced', async () => {
  await expect(
    transact(async (unit) => {
      unit.announce({ kind: 'token', tokenId: 'undone' });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await announce({ kind: 'token', tokenId: 'done' });
  await expect.poll(countWaiting).toBe(0);
  await lastOf();
  expect(heard.filter(({ kind }) => kind === 'token')).toEqual([{ kind: 'token', tokenId: 'done' }]);
});

test('what a process did not announce because it ended is told by any other, also when numbers are far ahead', async () => {
  await storeAnnouncement([
    { channel: CHANGES_CHANNEL, payload: JSON.stringify({ kind: 'token', tokenId: 'left' }) },
  ]).execute(database.db);
  await sql`select setval(pg_get_serial_sequence('announcement', 'number'), 1000000)`.execute(database.db);
  const looking = new Announcer({ db: database.announcerDb, log: silentLog });
  let looks = 0;
  looking.startLooking({
    onDone: () => {
      looks += 1;
    },
    onFailed: (error) => expect.unreachable(String(error)),
  });
  await expect.poll(() => looks).toBe(1);
  await looking.close();
  expect(await lastOf()).toEqual({ kind: 'token', tokenId: 'left' });
  expect(await countWaiting()).toBe(0);
});

test('the end of an access is told before later events, whichever process announces', async () => {
  const messages = [
    { channel: CHANGES_CHANNEL, payload: '{"kind":"events","spaceId":"a","number":1}', isEvent: true },
  ];
  // The number of a row is not the order of the commits.
  await sql`insert into announcement (messages) values (${JSON.stringify(messages)}::text::jsonb)`.execute(
    database.db,
  );
  await announce({ kind: 'member', organizationId: newId(), userId: 'her' });
  await expect.poll(countWaiting).toBe(0);
  await lastOf();
  const kinds = heard.map(({ kind }) => kind).filter((kind) => kind === 'member' || kind === 'events');
  expect(kinds).toEqual(['member', 'events']);
});

test('processes that announce at once wait for each other, and tell everything once', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ids = Array.from({ length: 20 }, newId);
    await Promise.all(
      ids.flatMap((tokenId) => [
        storeAnnouncement([
          { channel: CHANGES_CHANNEL, payload: JSON.stringify({ kind: 'token', tokenId }) },
        ]).execute(database.db),
        announceCommitted(database.db, 0, { withContents: true }),
        announceCommitted(database.announcerDb, 0, { withContents: true }),
      ]),
    );
    await announceCommitted(database.db, 0, { withContents: true });
    await lastOf();
    const told = heard.flatMap((change) => (change.kind === 'token' ? change.tokenId : []));
    expect([...told].sort()).toEqual([...ids].sort());
    heard.length = 0;
  }
});

test('a database that cannot announce is reported, and so is that it can again', async () => {
  const states: string[] = [];
  const failing = new Announcer({ db: database.announcerDb, log: silentLog });
  await sql`alter table announcement rename to announcement_away`.execute(database.db);
  failing.startLooking({
    onDone: () => states.push('done'),
    onFailed: () => states.push('failed'),
  });
  await expect.poll(() => states).toEqual(['failed']);
  await sql`alter table announcement_away rename to announcement`.execute(database.db);
  await expect.poll(() => states.at(-1)).toBe('done');
  await failing.close();
});
