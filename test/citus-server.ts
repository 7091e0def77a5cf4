/** The databases of the tests on a Citus cluster, whose machines `LECTERN_TEST_CITUS_URL` names: the coordinator first. */
import { connectDatabase, type DatabaseConnection } from '../apps/server/platform/db/connect.ts';
import { migrateDatabase } from '../apps/server/platform/db/migrate.ts';
import { planDistribution, runStep } from '../apps/server/platform/db/shard/create-distribution.ts';
import { askEach, dropDatabase } from './citus-databases.ts';
import { silentLog, TEMPLATE } from './database.ts';

/** Few, because every test file copies them. */
const SHARDS = 2;

/** Reads addresses with commas between them. */
export const readMachines = (text: string): DatabaseConnection[] =>
  text.split(',').map((part) => {
    const url = new URL(part.trim());
    return {
      host: url.hostname,
      port: Number(url.port || 5432),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1) || 'postgres',
    };
  });

/** Makes a migrated, distributed and empty database on all machines, for tests to copy. */
export async function prepareCitusTemplate(machines: readonly DatabaseConnection[]): Promise<void> {
  const templates = machines.map((machine) => ({ ...machine, database: TEMPLATE }));
  const [coordinator, ...others] = templates as [DatabaseConnection, ...DatabaseConnection[]];
  await dropDatabase(machines, TEMPLATE);
  await askEach(machines, `create database ${TEMPLATE} encoding 'UTF8' template template0`);
  await askEach(templates, 'create extension citus');
  await askEach(
    [coordinator],
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...others.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  const database = await connectDatabase({ connection: coordinator, poolSize: 1, log: silentLog });
  try {
    await migrateDatabase({ sql: database.sql, log: silentLog });
    const connection = await database.sql.reserve();
    await connection.unsafe(`set citus.shard_count = ${SHARDS}`);
    for (const step of await planDistribution(connection)) await runStep(connection, step);
    connection.release();
  } finally {
    await database.close();
  }
  // Nobody may be connected to a database that is copied, not even the maintenance of Citus.
  await askEach(
    machines,
    `alter database ${TEMPLATE} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`,
  );
}
