import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { inject } from 'vitest';
import {
  connectDatabase,
  type Database,
  type DatabaseConnection,
} from '../apps/server/platform/db/connect.ts';
import type { Log } from '../apps/server/platform/db/log.ts';
import { sequentialSetting } from '../apps/server/platform/db/shard/create-distribution.ts';
import { askEach, copyDatabase, dropDatabase } from './citus-databases.ts';

type Sql = Database['sql'];

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export const TEMPLATE = 'lectern_template';

export interface TestDatabase
  extends Pick<
    Database,
    'db' | 'primaryDb' | 'jobDb' | 'sessionDb' | 'announcerDb' | 'sql' | 'space' | 'replicas' | 'readUsage'
  > {
  /** For tests that open their own pool on it, such as those with a second process. */
  connection: DatabaseConnection;
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own on the server of this test run; drop it in `afterAll`. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const replica = inject('databaseReplica');
  const pooler = inject('pooler');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const citusMachines = inject('citusMachines');
  if (citusMachines) {
    await copyDatabase(citusMachines, { from: TEMPLATE, to: database });
    await askEach(citusMachines.slice(0, 1), sequentialSetting(database));
  }
  const administration = await administer();
  // Copying files takes a third of the time of the default strategy, which copies through the buffers.
  if (!citusMachines)
    await administration.unsafe(`create database ${database} template ${TEMPLATE} strategy file_copy`);
  if (replica) await waitForReplica(replica, database);
  const connection = { ...server, database };
  const { close, ...opened } = await connectDatabase({
    ...(pooler ? { url: `${pooler.poolerUrl}${database}`, direct: { connection } } : { connection }),
    poolSize: options.poolSize ?? 5,
    log: silentLog,
    ...(replica ? { replicas: { sources: [{ connection: { ...replica, database } }], waitMs: 2_000 } } : {}),
  });
  return {
    ...opened,
    connection,
    drop: async () => {
      await close();
      if (citusMachines) await dropDatabase(citusMachines, database);
      else await administration.unsafe(`drop database ${database} with (force)`);
    },
  };
}

let replicaClient: Sql | undefined;

/** The standby has the new database, and reads can go to it from the first one on. */
async function waitForReplica(replica: DatabaseConnection, database: string): Promise<void> {
  replicaClient ??= postgres({ ...replica, max: 1, onnotice: () => {} } as never) as unknown as Sql;
  for (;;) {
    const [found] = await replicaClient`select 1 from pg_database where datname = ${database}`;
    if (found) return;
    await sleep(5);
  }
}

let administration: Promise<Sql> | undefined;

/** The connection that creates and drops databases: one for all files of a worker, which ends with it. */
function administer(): Promise<Sql> {
  administration ??= connectDatabase({
    connection: inject('databaseServer'),
    poolSize: 1,
    log: silentLog,
  }).then(({ sql }) => sql);
  return administration;
}
