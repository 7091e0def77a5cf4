/** Databases on all machines of a Citus cluster, which find each other by their common name. */
import postgres from 'postgres';
import type { DatabaseConnection } from '../apps/server/platform/db/connect.ts';

type Machines = readonly DatabaseConnection[];

/** Nobody may be connected to the one that is copied. */
export const copyDatabase = (machines: Machines, { from, to }: { from: string; to: string }): Promise<void> =>
  askEach(machines, `create database ${to} template ${from} strategy file_copy`);

export const dropDatabase = (machines: Machines, name: string): Promise<void> =>
  askEach(machines, `drop database if exists ${name} with (force)`);

/** Sends statements to each machine, on a connection that is closed afterwards. */
export async function askEach(machines: Machines, ...statements: string[]): Promise<void> {
  for (const machine of machines) {
    const sql = postgres({ ...machine, max: 1, onnotice: () => {} } as never);
    try {
      for (const statement of statements) await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }
}
