import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { inject } from 'vitest';
import { bootstrap } from '../apps/cli/service/bootstrap.ts';
import { type App, buildApp } from '../apps/server/app/app.ts';
import { createFollowers } from '../apps/server/app/changes.ts';
import { FIELDS } from '../apps/server/app/fields.ts';
import { POINTER_LOADERS } from '../apps/server/app/pointer-loaders.ts';
import { CLICKHOUSE_TABLES } from '../apps/server/domains/insights/clickhouse/tables.queries.ts';
import { Announcer } from '../apps/server/platform/access/announcer.ts';
import { ChangeNews } from '../apps/server/platform/access/change-news.ts';
import { createChangeTurns, limitChanges } from '../apps/server/platform/access/change-turns.ts';
import { CHANGES_CHANNEL, type Change } from '../apps/server/platform/access/changes.ts';
import { createKeyRing } from '../apps/server/platform/access/keys.ts';
import { createPointers } from '../apps/server/platform/access/pointers.ts';
import { ReadQuota } from '../apps/server/platform/access/read-quota.ts';
import { learnOfChanges } from '../apps/server/platform/access/replica-reads.ts';
import { createTransact } from '../apps/server/platform/access/transaction.ts';
import { brokerChannel, openPublisher } from '../apps/server/platform/broker/publisher.ts';
import { startSubscriber } from '../apps/server/platform/broker/subscriber.ts';
import { openClickHouse } from '../apps/server/platform/clickhouse/clickhouse.ts';
import { type Config, readConfig } from '../apps/server/platform/config.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { type Listener, startListener } from '../apps/server/platform/db/listener.ts';
import { createCursorSigner } from '../apps/server/platform/http/cursors.ts';
import { createLog } from '../apps/server/platform/log.ts';
import { openBlobStore } from '../apps/server/platform/storage/open-blob-store.ts';
import { createPublishedParts } from '../apps/sites/published-parts.ts';
import { serveReference } from '../apps/sites/reference/reference.routes.ts';
import { testAssets } from './assets.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type FakeClickHouse, startFakeClickHouse } from './fake-clickhouse.ts';
import { testThreads } from './threads.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface RequestOptions {
  /** The administrator's token unless told; null: none. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestApp {
  app: App & { published: ReturnType<typeof createPublishedParts> };
  server: FastifyInstance;
  context: Context;
  /** The administrator's token, with every scope. */
  adminToken: string;
  /** The organization that the first start made; the administrator is its only member. */
  organizationId: string;
  database: TestDatabase;
  /** Sends one request through the whole app, without a network. */
  request(method: Method, url: string, options?: RequestOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  clock?: () => Date;
  config?: Partial<Config>;
  /** Another test app: this one is a second process beside it, on the same database, secret and files. */
  beside?: TestApp;
  /** By default a new one. Dropped with the app. */
  database?: TestDatabase;
  /** Hears of the changes that other processes make. Off: only of its own. */
  isListening?: boolean;
  /** Gets each line of the log, at every level. */
  onLog?: (line: string) => void;
  /** Creates the site of the documentation, as a start of the service does; a job fills it. */
  hasFirstSite?: boolean;
}

/** The whole app after its first start, on a database of its own; close it in `afterAll`. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const dataDir = beside?.context.config.dataDir ?? (await mkdtemp(join(tmpdir(), 'lectern-app-')));
  const database = options.database ?? beside?.database ?? (await createTestDatabase());
  const clickHouse = inject('eventsAreInClickHouse') ? await findClickHouse(database) : undefined;
  const context = await createTestContext(database, {
    dataDir,
    clock: options.clock ?? beside?.context.clock ?? (() => new Date()),
    onLog: options.onLog,
    config: {
      secrets: beside?.context.config.secrets ?? [randomBytes(32).toString('hex')],
      insightsUrl: clickHouse?.url,
      ...options.config,
    },
  });
  const first = await bootstrap(context, { hasFirstSite: options.hasFirstSite ?? false });
  const { adminToken, organizationId } = first ?? beside ?? {};
  if (!adminToken || !organizationId) throw new Error('The database of this test is not empty.');
  const api = await buildApp(context, (server) => serveReference(server, context, testAssets()));
  const app = { ...api, published: createPublishedParts(api, testAssets()) };
  const listener = options.isListening ? await listen(context, database) : undefined;
  const testApp: TestApp = {
    app,
    server: app.server,
    context,
    adminToken,
    organizationId,
    database,
    request: (method, url, { token = adminToken, body, headers } = {}) =>
      app.server.inject({
        method,
        url,
        headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    close: async () => {
      await listener?.close();
      await closeServer(api.server);
      await context.blobs.close();
      await context.announcer.close();
      await context.clickHouse?.close();
      await clickHouse?.close?.();
      forget(testApp, api, context);
      if (beside) return;
      await database.drop();
      forget(database);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return testApp;
}

/** A real one, or the fake, whose events are in the database of the app. Apps on one database have the same. */
async function findClickHouse(database: TestDatabase): Promise<{ url: string; close?(): Promise<void> }> {
  const url = process.env.LECTERN_TEST_CLICKHOUSE_URL;
  if (url) return { url };
  const running = fakes.get(database.connection);
  if (running) return { url: running.url };
  const fake = await startFakeClickHouse(database.connection);
  fakes.set(database.connection, fake);
  return fake;
}

const fakes = new WeakMap<object, FakeClickHouse>();

/**
 * Lets go of what a closed app consists of, of which each has 20 MB: postgres.js keeps the places of statements, and
 * with them the variables of test files, until the worker ends.
 */
function forget(...closed: object[]): void {
  for (const one of closed) for (const name of Object.keys(one)) Reflect.deleteProperty(one, name);
}

/** Closes every connection: one that a client opened and never used would not end by itself. */
async function closeServer(server: FastifyInstance): Promise<void> {
  const closed = server.close();
  server.server.closeAllConnections();
  await closed;
}

/** Creates the services that features use on this database, before anything is served. */
export async function createTestContext(
  { db, primaryDb, jobDb, sessionDb, announcerDb, space, replicas, readUsage }: TestDatabase,
  options: {
    dataDir: string;
    clock: () => Date;
    onLog?: ((line: string) => void) | undefined;
    config: Partial<Config> & { secrets: string[] };
  },
): Promise<Context> {
  const { dataDir, clock, onLog } = options;
  const pooler = inject('pooler');
  const config: Config = {
    ...readConfig({
      LECTERN_DATA_DIR: dataDir,
      ...(pooler ? { LECTERN_EVENTS_URL: pooler.brokerUrl } : {}),
    }),
    ...options.config,
  };
  const keyRing = createKeyRing(options.config.secrets);
  const pointers = createPointers(primaryDb, POINTER_LOADERS);
  const news = new ChangeNews(pointers);
  if (replicas) news.listen(learnOfChanges(replicas));
  const followers = createFollowers({ clock, config });
  const log = onLog
    ? createLog({ ...config, logLevel: 'trace' }, { write: onLog })
    : pino({ level: 'silent' });
  const announcer = new Announcer({
    db: announcerDb,
    log,
    publisher: openPublisher({ config, keys: keyRing.keys('events'), log }),
  });
  return {
    config,
    log,
    db,
    jobDb,
    sessionDb,
    databaseSpace: space,
    replicas,
    clickHouse: config.insightsUrl ? await openClickHouse(config.insightsUrl, CLICKHOUSE_TABLES) : undefined,
    readPoolUsage: readUsage,
    clock,
    keyRing,
    pointers,
    news,
    announcer,
    followers,
    fields: FIELDS,
    transact: createTransact(
      db,
      { news, announcer },
      {
        turns: createChangeTurns(limitChanges(config.databasePoolSize)),
        followers,
      },
    ),
    cursors: createCursorSigner(keyRing.keys('cursors')),
    blobs: await openBlobStore(config.storage, dataDir),
    threads: testThreads(),
    readQuota: new ReadQuota({ secondsPerMinute: config.readQuotaSeconds, clock }),
  };
}

function listen(
  { news, announcer, config, keyRing }: Context,
  { connection }: TestDatabase,
): Promise<Pick<Listener, 'close'>> {
  if (config.eventsUrl !== undefined && announcer.publisher)
    return startSubscriber({
      url: config.eventsUrl,
      channel: brokerChannel(keyRing.keys('events')),
      publisher: announcer.publisher,
      readLast: () => announcer.readLastBatch(),
      deliver: ({ messages }) => {
        for (const { channel, payload } of messages)
          if (channel === CHANGES_CHANNEL) news.tell(JSON.parse(payload) as Change);
      },
      onMissed: () => news.miss('broker'),
      onLost: () => news.lose('broker'),
      onRestored: () => news.restore('broker'),
    });
  return startListener({
    connection,
    channels: [CHANGES_CHANNEL],
    onMessage: (_channel, payload) => news.tell(JSON.parse(payload) as Change),
    onLost: () => news.lose(),
    onRestored: () => news.restore(),
    onConnected: async () => {},
  });
}
