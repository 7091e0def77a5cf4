import { join } from 'node:path';
import { connectDatabase, type Database } from '../apps/server/platform/db/connect.ts';
import type { DatabaseConnection } from '../apps/server/platform/db/database-source.ts';
import { startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { silentLog } from '../test/database.ts';
import { temporaryDirectory } from '../test/git-fixtures.ts';

/** Starts an empty PostgreSQL for as long as it is used. */
export async function withDatabase(
  poolSize: number,
  use: (database: Database, connection: DatabaseConnection) => Promise<void>,
): Promise<void> {
  const folder = await temporaryDirectory();
  const server = await startEmbeddedPostgres({
    dataDir: join(folder.path, 'data'),
    log: silentLog,
    fsync: false,
  });
  try {
    const database = await connectDatabase({ connection: server.connection, poolSize, log: silentLog });
    await use(database, server.connection);
    await database.close();
  } finally {
    await server.stop();
    await folder.remove();
  }
}
