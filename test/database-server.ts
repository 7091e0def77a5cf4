import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase, type DatabaseConnection } from '../apps/server/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { migrateDatabase } from '../apps/server/platform/db/migrate.ts';
import { buildTestAssets } from './assets.ts';
import { buildThread } from './build-thread.ts';
import { prepareCitusTemplate, readMachines } from './citus-server.ts';
import { silentLog, TEMPLATE } from './database.ts';
import { findFreePorts } from './free-port.ts';
import { createOwnPostgres } from './own-postgres.ts';
import { startPooled } from './pooled-server.ts';
import { startWithReplica } from './replicated-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: DatabaseConnection;
    /** A standby of the server, with `LECTERN_TEST_REPLICA`: all test apps read from it. */
    databaseReplica: DatabaseConnection | undefined;
    /** With `LECTERN_TEST_POOLER`: all test apps reach the server through PgBouncer, and hear through Redis. */
    pooler: { poolerUrl: string; brokerUrl: string } | undefined;
    /** The machines of `LECTERN_TEST_CITUS_URL`, the coordinator first: the databases of all tests are on them. */
    citusMachines: DatabaseConnection[] | undefined;
    /** Whether test apps have the events of readers in ClickHouse. */
    eventsAreInClickHouse: boolean | undefined;
    /** A folder that is removed after the run. */
    runFolder: string;
  }
}

const HAS_REPLICA = process.env.LECTERN_TEST_REPLICA === '1';
const HAS_POOLER = process.env.LECTERN_TEST_POOLER === '1';
const IS_OLDEST = process.env.LECTERN_TEST_OLDEST_POSTGRES === '1';
const CITUS_URL = process.env.LECTERN_TEST_CITUS_URL;
const SETTINGS = {
  full_page_writes: 'off',
  // Without `fsync` a flush costs nothing, and a standby gets what has been flushed.
  ...(HAS_REPLICA ? {} : { wal_level: 'minimal', max_wal_senders: '0', synchronous_commit: 'off' }),
  max_connections: '200',
  shared_buffers: '32MB',
  autovacuum: 'off',
};

/**
 * Vitest's global setup: one PostgreSQL for the whole run, with one migrated database to clone, and what threads load.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  project.provide('runFolder', dataDir);
  const stop = await (CITUS_URL ? useCitus(project, CITUS_URL) : startServer(project, dataDir));
  await Promise.all([buildThread(project, dataDir), buildTestAssets(project, dataDir)]);
  return async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function useCitus(project: TestProject, urls: string): Promise<() => Promise<void>> {
  const machines = readMachines(urls);
  await prepareCitusTemplate(machines);
  project.provide('databaseServer', machines[0] as DatabaseConnection);
  project.provide('citusMachines', machines);
  project.provide('pooler', undefined);
  project.provide('databaseReplica', undefined);
  return async () => {};
}

async function startServer(project: TestProject, dataDir: string): Promise<() => Promise<void>> {
  const server = IS_OLDEST
    ? await startOldest(dataDir)
    : await startEmbeddedPostgres({ dataDir, log: silentLog, fsync: false, settings: SETTINGS });
  const administration = await connectDatabase({
    connection: server.connection,
    poolSize: 1,
    log: silentLog,
  });
  await administration.sql`create database ${administration.sql(TEMPLATE)} is_template true`;
  const template = await connectDatabase({
    connection: { ...server.connection, database: TEMPLATE },
    poolSize: 1,
    log: silentLog,
  });
  await migrateDatabase({ sql: template.sql, log: silentLog });
  // A digest of the password that takes no time: every test opens several connections.
  if (!IS_OLDEST)
    await template.sql.unsafe(
      `set scram_iterations = 1; alter role ${server.connection.username} password '${server.connection.password}'`,
    );
  await template.close();
  await administration.close();
  if (HAS_REPLICA || HAS_POOLER) await server.stop();
  const replicated = HAS_REPLICA ? await startWithReplica(dataDir, SETTINGS) : undefined;
  const pooled = HAS_POOLER && !HAS_REPLICA ? await startPooled(dataDir, SETTINGS) : undefined;
  project.provide('databaseServer', (replicated ?? pooled ?? server).connection);
  project.provide('pooler', pooled && { poolerUrl: pooled.poolerUrl, brokerUrl: pooled.brokerUrl });
  project.provide('databaseReplica', replicated?.replica.connection);
  project.provide('citusMachines', undefined);
  return () => (replicated ?? pooled ?? server).stop();
}

/** The oldest version of PostgreSQL that Lectern works with, as a package of the system. It asks for no password. */
async function startOldest(
  dataDir: string,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const [port = 0] = await findFreePorts(1);
  const server = await createOwnPostgres(dataDir, port, { ...SETTINGS, fsync: 'off' });
  const login = { username: 'lectern', password: '', database: 'postgres' };
  return { connection: { host: '127.0.0.1', port, ...login }, stop: () => server.stop() };
}
