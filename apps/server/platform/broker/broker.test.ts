import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { hasRedis, type RedisServer, startRedis } from '../../../../test/redis-server.ts';
import { POINTER_LOADERS } from '../../app/pointer-loaders.ts';
import { Announcer } from '../access/announcer.ts';
import { ChangeNews } from '../access/change-news.ts';
import { CHANGES_CHANNEL } from '../access/changes.ts';
import { createKeyRing } from '../access/keys.ts';
import { createPointers } from '../access/pointers.ts';
import { createTransact, type Transact } from '../access/transaction.ts';
import { brokerChannel, openPublisher } from './publisher.ts';
import { type Subscriber, startSubscriber } from './subscriber.ts';

const keyRing = createKeyRing([randomBytes(32).toString('hex')]);
let database: TestDatabase;
let redis: RedisServer;
let announcers: Announcer[];
let subscribers: Subscriber[];

describe.skipIf(!hasRedis)('a broker', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.kill();
    await database.drop();
  });
  beforeEach(() => {
    [announcers, subscribers] = [[], []];
  });
  afterEach(async () => {
    for (const subscriber of subscribers) await subscriber.close();
    for (const announcer of announcers) await announcer.close();
  });

  /** A process that hears through the broker alone. */
  async function startProcess(
    url = redis.url,
    { responds = (): boolean => true } = {},
  ): Promise<{ heard: string[]; transact: Transact }> {
    const publisher = openPublisher({
      config: { eventsUrl: url },
      keys: keyRing.keys('events'),
      log: silentLog,
    });
    const announcer = new Announcer({ db: database.announcerDb, log: silentLog, publisher });
    announcers.push(announcer);
    const heard: string[] = [];
    if (!publisher) throw new Error('There is no broker.');
    subscribers.push(
      await startSubscriber({
        url,
        channel: brokerChannel(keyRing.keys('events')),
        publisher,
        readLast: () => (responds() ? announcer.readLastBatch() : new Promise(() => {})),
        deliver: ({ messages }) => {
          for (const { channel, payload } of messages)
            if (channel === CHANGES_CHANNEL) heard.push((JSON.parse(payload) as { tokenId: string }).tokenId);
        },
        onMissed: () => heard.push('missed'),
        onLost: () => heard.push('lost'),
        onRestored: () => heard.push('restored'),
      }),
    );
    const news = new ChangeNews(createPointers(database.db, POINTER_LOADERS));
    return { heard, transact: createTransact(database.db, { news, announcer }) };
  }
  const announce = (transact: Transact, tokenId: string) =>
    transact(async (unit) => unit.announce({ kind: 'token', tokenId }));

  test('brings what processes announce to all of them, once and in order', async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    expect([first.heard, second.heard]).toEqual([['restored'], ['restored']]);
    const names: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      names.push(`${n}`);
      await announce((n % 2 === 0 ? first : second).transact, `${n}`);
    }
    for (const { heard } of [first, second]) await expect.poll(() => heard).toEqual(['restored', ...names]);
  });

  test('that loses a batch is found out by the next one, and without one by the number in the database', async () => {
    const { heard, transact } = await startProcess();
    // Announced by a process that ended before it published.
    await sql`select nextval('announcement_batch')`.execute(database.db);
    await announce(transact, 'next');
    await expect.poll(() => heard).toEqual(['restored', 'missed', 'next']);
    await sql`select nextval('announcement_batch')`.execute(database.db);
    await expect.poll(() => heard).toEqual(['restored', 'missed', 'next', 'missed']);
  });

  test('of a database that goes back to an earlier state has missed something', async () => {
    const { heard } = await startProcess();
    await sql`select setval('announcement_batch', 1)`.execute(database.db);
    await expect.poll(() => heard).toEqual(['restored', 'missed']);
    await sql`select setval('announcement_batch', 1000)`.execute(database.db);
  });

  test('is not enough while the database does not say what was missed', async () => {
    let responds = true;
    const { heard } = await startProcess(redis.url, { responds: () => responds });
    responds = false;
    await expect.poll(() => heard, { timeout: 8_000 }).toEqual(['restored', 'lost']);
    responds = true;
    await expect.poll(() => heard).toEqual(['restored', 'lost', 'restored']);
  });

  test('that is killed is lost, and news is promised again when it is back', async () => {
    const { heard, transact } = await startProcess();
    await redis.kill();
    await expect.poll(() => heard).toEqual(['restored', 'lost']);
    // Nobody waits for the broker.
    await announce(transact, 'without');
    await redis.start();
    await expect.poll(() => heard).toEqual(['restored', 'lost', 'restored']);
    await announce(transact, 'with');
    await expect.poll(() => heard).toEqual(['restored', 'lost', 'restored', 'with']);
  });

  test('that stops responding without closing connections is lost', async () => {
    const { heard } = await startProcess();
    redis.signal('SIGSTOP');
    try {
      await expect.poll(() => heard).toEqual(['restored', 'lost']);
    } finally {
      redis.signal('SIGCONT');
    }
    await expect.poll(() => heard.at(-1)).toBe('restored');
  });

  test('that refuses the password is not heard, and is asked again', async () => {
    const { heard } = await startProcess(redis.url.replace(redis.password, 'wrong'));
    expect(heard).toEqual(['lost']);
  });
});
