import type { ReservedSql } from 'postgres';
import type { DatabaseSource } from '../db/database-source.ts';

/** Works on a connection of its own, without the deadlines of the pool. What it left open is rolled back. */
export async function withConnection<Result>(
  source: DatabaseSource,
  work: (connection: ReservedSql, client: ReturnType<DatabaseSource['open']>) => Promise<Result>,
): Promise<Result> {
  const client = source.open({ max: 1, max_lifetime: null, idle_timeout: 0, onnotice: () => {} });
  try {
    const connection = await client.reserve();
    try {
      return await work(connection, client);
    } finally {
      connection.release();
    }
  } finally {
    await client.end({ timeout: 1 });
  }
}
