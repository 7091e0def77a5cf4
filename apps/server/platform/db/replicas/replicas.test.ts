import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { silentLog, type TestDatabase } from '../../../../../test/database.ts';
import { addMember, addServiceToken, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../../../../test/process/database-proxy.ts';
import { type ReplicatedServer, startWithReplica } from '../../../../../test/replicated-server.ts';
import { databaseStatements, replicaReads } from '../../metrics/meters.ts';
import { connectDatabase, type Database } from '../connect.ts';
import { startEmbeddedPostgres } from '../embedded/start.ts';
import { migrateDatabase } from '../migrate.ts';

let folder: string;
let server: ReplicatedServer;
let proxy: DatabaseProxy;
/** Sees and controls the standby itself. */
let standby: postgres.Sql;
/** Two processes, each with its own connections. */
let databases: TestDatabase[];
let apps: TestApp[] | undefined;
let log: string[];

const WAIT_MS = 30;
/** What the list of organizations takes. */
const STATEMENTS = 2;

async function connect(): Promise<TestDatabase> {
  const { close, ...database } = await connectDatabase({
    connection: server.connection,
    poolSize: 4,
    requestSeconds: 10,
    log: { ...silentLog, warn: (line) => log.push(String(line)), error: (line) => log.push(String(line)) },
    replicas: { sources: [{ url: proxy.url(server.connection.database) }], waitMs: WAIT_MS },
  });
  return { ...database, connection: server.connection, drop: close };
}

beforeAll(async () => {
  log = [];
  folder = await mkdtemp(join(tmpdir(), 'lectern-replica-'));
  const first = await startEmbeddedPostgres({ dataDir: folder, log: silentLog, fsync: false });
  const { sql: client, close } = await connectDatabase({
    connection: first.connection,
    poolSize: 1,
    log: silentLog,
  });
  await migrateDatabase({ sql: client, log: silentLog });
  await close();
  await first.stop();
  server = await startWithReplica(folder);
  proxy = await startDatabaseProxy(server.replica.connection);
  standby = postgres(proxy.url(server.connection.database), { max: 1, onnotice: () => {} });
  databases = [await connect(), await connect()];
  const one = await buildTestApp({ database: databases[0] as TestDatabase, isListening: true });
  apps = [
    one,
    await buildTestApp({ beside: one, database: databases[1] as TestDatabase, isListening: true }),
  ];
});
afterAll(async () => {
  await apps?.[1]?.close();
  await databases?.[1]?.drop();
  await apps?.[0]?.close();
  await standby?.end({ timeout: 1 });
  await proxy?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  proxy.restore();
  await standby`select pg_wal_replay_resume()`.catch(() => {});
});

const app = (n: number): TestApp => apps?.[n] as TestApp;
const replicasOf = (n: number) =>
  (databases[n] as TestDatabase).replicas as NonNullable<Database['replicas']>;
const countOf = (outcome: string): number => replicaReads.of(outcome).value;

async function createOrganization(title: string, n = 0): Promise<string> {
  const made = await app(n).request('POST', '/v1/orgs', { body: { title } });
  expect(made.statusCode).toBe(201);
  return made.json<{ id: string }>().id;
}

async function listTitles(n: number): Promise<string[]> {
  const read = await app(n).request('GET', '/v1/orgs?limit=1000');
  expect(read.statusCode).toBe(200);
  return read.json<{ items: { title: string }[] }>().items.map(({ title }) => title);
}

/** Waits until reads go to the replica. */
const waitForUse = () =>
  expect
    .poll(async () => {
      const before = countOf('replica');
      await listTitles(0);
      await listTitles(1);
      return countOf('replica') - before;
    })
    .toBe(2 * STATEMENTS);

test('reads go to the replica, and each shows what was written through another process before', async () => {
  await waitForUse();
  const before = countOf('replica');
  for (let n = 0; n < 20; n += 1) {
    await createOrganization(`Written ${n}`, n % 2);
    expect(await listTitles((n + 1) % 2)).toContain(`Written ${n}`);
  }
  expect(countOf('replica')).toBeGreaterThan(before);
});

test('while the replica lags, reads go to the primary, and come back', async () => {
  await standby`select pg_wal_replay_pause()`;
  await createOrganization('Lagging');
  const late = countOf('late');
  expect(await listTitles(1)).toContain('Lagging');
  expect(countOf('late')).toBe(late + 1);
  // The others do not wait for a replica that is known to be late.
  const unavailable = countOf('unavailable');
  expect(await listTitles(1)).toContain('Lagging');
  expect(countOf('unavailable')).toBe(unavailable + STATEMENTS);
  expect(replicasOf(1).states[0]?.problem).toMatch(/not caught up/);
  await replicasOf(1).check();
  expect(replicasOf(1).states[0]?.lag?.bytes).toBeGreaterThan(0);
  await standby`select pg_wal_replay_resume()`;
  await waitForUse();
});

test('access that ends is not granted from a replica that lags', async () => {
  const user = await addMember(app(0), { role: 'read' });
  const token = await addUserToken(app(0), user.userId);
  const service = await addServiceToken(app(0), { role: 'read' });
  const spaceId = await addSpace(app(0));
  const organizationId = app(0).organizationId;
  const read = (n: number, secret: string, url = `/v1/orgs/${organizationId}/spaces`) =>
    app(n).request('GET', url, { token: secret });
  for (const n of [0, 1]) {
    expect((await read(n, token)).statusCode).toBe(200);
    expect((await read(n, service)).statusCode).toBe(200);
  }
  await standby`select pg_wal_replay_pause()`;
  const gone = await app(0).request('DELETE', `/v1/orgs/${organizationId}/members/${user.userId}`);
  expect(gone.statusCode).toBeLessThan(300);
  for (const n of [0, 1]) {
    await expect.poll(async () => (await read(n, token)).statusCode).toBe(401);
    expect((await read(n, token, `/v1/spaces/${spaceId}`)).statusCode).toBe(401);
  }
  const change = (action: string, body: object) =>
    app(1).request('POST', `/v1/instance/organizations/${organizationId}/${action}`, { body });
  expect((await change('suspend', { reason: 'Unpaid' })).statusCode).toBeLessThan(300);
  for (const n of [0, 1]) await expect.poll(async () => (await read(n, service)).statusCode).toBe(403);
  expect((await change('resume', {})).statusCode).toBeLessThan(300);
});

test('a replica that is stopped, or does not respond, is replaced by the primary without an error', async () => {
  await waitForUse();
  proxy.refuse();
  await createOrganization('Refused');
  expect(await listTitles(0)).toContain('Refused');
  expect(await listTitles(1)).toContain('Refused');
  proxy.restore();
  await waitForUse();
  proxy.swallow();
  await createOrganization('Swallowed');
  const reads = await Promise.all([0, 1, 0, 1].map((n) => listTitles(n)));
  for (const titles of reads) expect(titles).toContain('Swallowed');
  proxy.restore();
  await waitForUse();
  expect(log.some((line) => /^The replica .* is available again\./.test(line))).toBe(true);
});

test('many reads at once ask the primary for its position together', async () => {
  await waitForUse();
  const count = async (): Promise<number> => {
    const before = databaseStatements.of('ok').value;
    const answered = countOf('replica');
    await Promise.all(Array.from({ length: 4 }, () => listTitles(0)));
    expect(countOf('replica') - answered).toBe(4 * STATEMENTS);
    return databaseStatements.of('ok').value - before;
  };
  const counts: number[] = [];
  for (let n = 0; n < 5; n += 1) counts.push(await count());
  // The replica says with each statement where it is, and the primary is asked twice: for the first read, and for those
  // that came while it was being asked. Opening and checking a session takes statements, too, but not each time.
  expect(Math.min(...counts)).toBe(2 * 4 * STATEMENTS + 2);
});

test('what a standby cannot do, and transactions, go to the primary', async () => {
  const { db, replicas } = databases[0] as TestDatabase;
  const isStandby = async (): Promise<boolean> =>
    (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is === true;
  expect(await isStandby()).toBe(false);
  await replicas?.allow(async () => {
    await expect.poll(isStandby).toBe(true);
    await sql`select pg_advisory_lock(1), pg_advisory_unlock(1)`.execute(db);
    await sql`with made as (select nextval(pg_get_serial_sequence('t', 'n'))) select 1`
      .execute(db)
      .catch(() => {});
    // Not recognized by its words: the standby itself refuses it.
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
    expect(Number(rows[0]?.id)).toBeGreaterThan(0);
    await db.transaction().execute(async (trx) => {
      const { rows: found } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(trx);
      expect(found[0]?.is).toBe(false);
    });
    await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
    expect(await isStandby()).toBe(true);
  });
});

test('a server that is not a standby of the primary is not used', async () => {
  const { host, port, username, password, database } = server.connection;
  const itself = `postgres://${username}:${password}@${host}:${port}/${database}`;
  const other = inject('databaseServer');
  const lines: string[] = [];
  for (const source of [{ url: itself }, { connection: other }]) {
    const { replicas, close } = await connectDatabase({
      connection: server.connection,
      poolSize: 1,
      log: { ...silentLog, error: (line) => lines.push(String(line)) },
      replicas: { sources: [source], waitMs: WAIT_MS },
    });
    expect(replicas?.states[0]?.problem).toMatch(/is not a standby/);
    await close();
  }
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/Reads go to the primary until the replica is back\.$/);
});

test('readiness says how many replicas are used', async () => {
  const ready = await app(0).request('GET', '/readyz', { token: null });
  expect(ready.json()).toEqual({ status: 'ready', replicas: { used: 1, configured: 1 } });
});

test('without replicas, a read costs what it did', async () => {
  const plain = await connectDatabase({ connection: server.connection, poolSize: 2, log: silentLog });
  const alone = await buildTestApp({
    beside: app(0),
    database: { ...plain, connection: server.connection, drop: plain.close },
    isListening: true,
  });
  try {
    expect(plain.db).toBe(plain.primaryDb);
    const read = () => alone.request('GET', '/v1/orgs?limit=5');
    await read();
    const before = databaseStatements.of('ok').value;
    await read();
    expect(databaseStatements.of('ok').value - before).toBe(STATEMENTS);
  } finally {
    await alone.close();
    await plain.close();
  }
});

// The last one: the standby is none afterwards.
test('a replica that is promoted is not used any longer', async () => {
  await waitForUse();
  await standby`select pg_promote()`;
  await createOrganization('Promoted');
  const before = countOf('replica');
  for (const n of [0, 1]) expect(await listTitles(n)).toContain('Promoted');
  expect(countOf('replica')).toBe(before);
  await expect
    .poll(async () => {
      await listTitles(0);
      return replicasOf(0).states[0]?.problem;
    })
    .toMatch(/is not a standby: it was promoted/);
  expect(await listTitles(0)).toContain('Promoted');
});
