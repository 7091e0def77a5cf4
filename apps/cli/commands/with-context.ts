import { existsSync } from 'node:fs';
import { openPlatform, type Platform } from '../../server/app/platform.ts';
import type { Config } from '../../server/platform/config.ts';
import { clusterPaths } from '../../server/platform/db/embedded/cluster.ts';
import { ApiError } from '../../server/platform/http/errors.ts';
import { createLog } from '../../server/platform/log.ts';
import { CommandError } from './command-error.ts';

/** Runs a command on the open database and closes it again. The service's errors become those of the command. */
export async function withContext(
  config: Config,
  run: (platform: Platform) => Promise<number>,
): Promise<number> {
  requireDatabase(config);
  const log = createLog({ ...config, logLevel: 'warn' });
  const platform = await openPlatform({ config, log, canJoin: true });
  try {
    return await run(platform);
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  } finally {
    await platform.close();
  }
}

/** A command that looks for something would make an empty database, and say that what it looks for does not exist. */
function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || existsSync(clusterPaths(dataDir).home)) return;
  throw new CommandError(
    `There is no database in ${dataDir}. Set LECTERN_DATA_DIR to the data directory of the service, or start the service there first.`,
  );
}
