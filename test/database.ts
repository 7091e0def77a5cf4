import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  connectDatabase,
  type Database,
  type DatabaseConnection,
} from '../apps/server/platform/db/connect.ts';
import type { Log } from '../apps/server/platform/db/log.ts';

type Sql = Database['sql'];

export const TEMPLATE = 'lectern_template';

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export interface TestDatabase extends Pick<Database, 'db' | 'jobDb' | 'sql' | 'space' | 'readUsage'> {
  /** For tests that open their own pool on it, such as those with a second process. */
  connection: DatabaseConnection;
  drop(): Promise<void>;
}

/** A migrated, empty database of one's own on the server of this test run; drop it in `afterAll`. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const server = inject('databaseServer');
  const database = `test_${randomBytes(8).toString('hex')}`;
  const administration = await administer();
  // Copying files takes a third of the time of the default strategy, which copies through the buffers.
  await administration.unsafe(`create database ${database} template ${TEMPLATE} strategy file_copy`);
  const connection = { ...server, database };
  const { db, jobDb, sql, space, readUsage, close } = await connectDatabase({
    connection,
    poolSize: options.poolSize ?? 5,
    log: silentLog,
  });
  return {
    db,
    jobDb,
    sql,
    space,
    readUsage,
    connection,
    drop: async () => {
      await close();
      await administration.unsafe(`drop database ${database} with (force)`);
    },
  };
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
