import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installInto } from '../published/generators.ts';

const VERSION = '1.5.6-r.1';

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
  closeSync(): void;
}

/** DuckDB on a table `site_event` that is read from a file of comma-separated values, with all cores. */
export async function openDuckDb(scratch: string, csv: string): Promise<Connection> {
  const folder = join(scratch, 'duckdb');
  installInto(folder, { '@duckdb/node-api': VERSION });
  const { DuckDBInstance } = createRequire(join(folder, 'package.json'))('@duckdb/node-api') as {
    DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  };
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`create table site_event as select * from read_csv('${csv}', header = true)`);
  return connection;
}
