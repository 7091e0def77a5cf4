import { connectDatabase } from '../../apps/server/platform/db/connect.ts';
import { findEmbeddedPostgres } from '../../apps/server/platform/db/embedded/find-running.ts';
import { silentLog } from '../database.ts';
import type { Setup } from './service-process.ts';

export type Sql = Awaited<ReturnType<typeof connectDatabase>>['sql'];

/** Asks the embedded database of the running service. */
export async function askDatabase<T>(
  { dataDir }: Pick<Setup, 'dataDir'>,
  question: (sql: Sql) => Promise<T>,
): Promise<T> {
  const found = findEmbeddedPostgres(dataDir);
  if (!found) throw new Error('The embedded server is not there.');
  const { sql, close } = await connectDatabase({ connection: found.connection, poolSize: 1, log: silentLog });
  try {
    return await question(sql);
  } finally {
    await close();
  }
}
