import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { CLICKHOUSE_TABLES } from '../domains/insights/clickhouse/tables.queries.ts';
import { Announcer } from '../platform/access/announcer.ts';
import { ChangeNews } from '../platform/access/change-news.ts';
import { createChangeTurns, limitChanges } from '../platform/access/change-turns.ts';
import { createKeyRing } from '../platform/access/keys.ts';
import { createPointers } from '../platform/access/pointers.ts';
import { ReadQuota } from '../platform/access/read-quota.ts';
import { learnOfChanges } from '../platform/access/replica-reads.ts';
import { createTransact } from '../platform/access/transaction.ts';
import { openPublisher } from '../platform/broker/publisher.ts';
import { openClickHouse } from '../platform/clickhouse/clickhouse.ts';
import type { Config } from '../platform/config.ts';
import type { Context } from '../platform/context.ts';
import { connectDatabase, type Database, type DatabaseConnection } from '../platform/db/connect.ts';
import { findEmbeddedPostgres } from '../platform/db/embedded/find-running.ts';
import { type KeptServer, keepRunning } from '../platform/db/embedded/keep-running.ts';
import { startEmbeddedPostgres } from '../platform/db/embedded/start.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { describeReplicas } from '../platform/db/replicas/describe-replicas.ts';
import { StartError } from '../platform/db/start-error.ts';
import { createCursorSigner } from '../platform/http/cursors.ts';
import { makeFolders } from '../platform/make-folders.ts';
import { openBlobStore } from '../platform/storage/open-blob-store.ts';
import { createThreads } from '../platform/threads/threads.ts';
import { createFollowers } from './changes.ts';
import { FIELDS } from './fields.ts';
import { POINTER_LOADERS } from './pointer-loaders.ts';

/** The open database and everything built on it, before anything is served. */
export interface Platform {
  context: Context;
  /** Options for opening one more connection to the database. */
  connection: { url?: string; connection?: DatabaseConnection };
  /** The server that this process started, if it did. */
  embedded: KeptServer | undefined;
  /** Whether another process of this instance serves on the same data directory. */
  isJoined: boolean;
  close(): Promise<void>;
}

export interface PlatformOptions {
  config: Config;
  log: Logger;
  clock?: () => Date;
  /** A command may run beside a service that uses the same data directory; the service itself may not. */
  canJoin?: boolean;
  /** What this process is among those of its service on this machine. */
  worker?: PlatformWorker | undefined;
}

interface PlatformWorker {
  /** How many there are. */
  count: number;
  /** The embedded server, which another process runs. */
  connection?: DatabaseConnection | undefined;
}

/** Opens the database (starting the embedded one), migrates it, opens the blob store. Throws `StartError`. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, log, clock, canJoin, worker } = options;
  await makeDataDirectory(config.dataDir);
  const running =
    worker?.connection ??
    (canJoin && !config.databaseUrl ? findEmbeddedPostgres(config.dataDir)?.connection : undefined);
  const embedded =
    config.databaseUrl || running
      ? undefined
      : keepRunning(await startEmbeddedPostgres({ dataDir: config.dataDir, log }), { log });
  const connection = config.databaseUrl
    ? { url: config.databaseUrl }
    : { connection: (running ?? embedded?.connection) as DatabaseConnection };
  let database: Database | undefined;
  try {
    database = await connectDatabase({
      ...connection,
      poolSize: config.databasePoolSize,
      requestSeconds: config.databaseSeconds,
      jobSeconds: config.limits.jobSeconds,
      log,
      ...(config.databaseDirectUrl === undefined ? {} : { direct: { url: config.databaseDirectUrl } }),
      ...describeReplicas(config),
    });
    await migrateDatabase({
      sql: database.sql,
      log,
      terminal: process.stderr.isTTY ? process.stderr : undefined,
    });
    const context = await createContext(options, database, clock ?? (() => new Date()));
    const { close } = database;
    return {
      context,
      connection,
      embedded,
      isJoined: running !== undefined,
      async close() {
        await context.threads.close();
        await context.blobs.close();
        await context.announcer.close();
        await context.clickHouse?.close();
        await close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await database?.close();
    await embedded?.stop();
    throw error;
  }
}

async function createContext(
  { config, log, worker }: PlatformOptions,
  { db, primaryDb, jobDb, sessionDb, announcerDb, space, replicas, readUsage }: Database,
  clock: () => Date,
): Promise<Context> {
  const keyRing = createKeyRing(config.secrets ?? [await readOrMakeSecret(config.dataDir)]);
  const pointers = createPointers(primaryDb, POINTER_LOADERS);
  const news = new ChangeNews(pointers);
  const announcer = new Announcer({
    db: announcerDb,
    log,
    publisher: openPublisher({ config, keys: keyRing.keys('events'), log }),
  });
  if (replicas) news.listen(learnOfChanges(replicas));
  const followers = createFollowers({ clock, config });
  const blobs = await openBlobStore(config.storage, config.dataDir);
  await blobs.check();
  const clickHouse = config.insightsUrl
    ? await openClickHouse(config.insightsUrl, CLICKHOUSE_TABLES)
    : undefined;
  return {
    config,
    log,
    db,
    jobDb,
    sessionDb,
    databaseSpace: space,
    replicas,
    clickHouse,
    readPoolUsage: readUsage,
    clock,
    keyRing,
    pointers,
    news,
    announcer,
    blobs,
    threads: createThreads({ processes: worker?.count ?? 1 }),
    readQuota: new ReadQuota({ secondsPerMinute: config.readQuotaSeconds, clock }),
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
  };
}

async function makeDataDirectory(dataDir: string): Promise<void> {
  try {
    await makeFolders(dataDir, 0o700);
  } catch (error) {
    throw new StartError(
      `The data directory ${dataDir} cannot be created (${(error as Error).message}). Set LECTERN_DATA_DIR to another directory.`,
    );
  }
}

/** The instance's secret, made on the first start; only its owner may read the file. */
async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  try {
    const secret = (await readFile(path, 'utf8')).trim();
    if (secret.length >= 32) return secret;
    throw new StartError(`The file ${path} does not contain a valid secret. Restore the original file.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      if (error instanceof StartError) throw error;
      throw new StartError(`The file ${path} cannot be read: ${(error as Error).message}.`);
    }
  }
  const secret = randomBytes(32).toString('hex');
  try {
    await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
  } catch (error) {
    throw new StartError(`The data directory ${dataDir} is not writable: ${(error as Error).message}.`);
  }
  return secret;
}
