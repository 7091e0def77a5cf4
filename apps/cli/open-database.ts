import type { Config } from '../server/platform/config.ts';
import type { SourceOptions } from '../server/platform/db/database-source.ts';
import { findEmbeddedPostgres } from '../server/platform/db/embedded/find-running.ts';
import { startEmbeddedPostgres } from '../server/platform/db/embedded/start.ts';
import type { Log } from '../server/platform/db/log.ts';

/** Opens the operator's database, the embedded one of the running service, or starts the embedded one. */
export async function openDatabase(
  { dataDir, databaseUrl, databaseDirectUrl }: Config,
  log: Log,
): Promise<{ database: SourceOptions; close(): Promise<void> }> {
  const close = async (): Promise<void> => {};
  if (databaseUrl) return { database: { url: databaseDirectUrl ?? databaseUrl }, close };
  const running = findEmbeddedPostgres(dataDir);
  if (running) return { database: { connection: running.connection }, close };
  const started = await startEmbeddedPostgres({ dataDir, log });
  return { database: { connection: started.connection }, close: started.stop };
}
