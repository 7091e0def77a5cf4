import type { Config } from '../config.ts';
import { ApiError } from '../http/errors.ts';
import { createLog } from '../log.ts';
import { openPlatform, type Platform } from '../platform.ts';
import { CommandError } from './command-error.ts';

/** Runs a command on the open database and closes it again. The service's errors become those of the command. */
export async function withContext(
  config: Config,
  run: (platform: Platform) => Promise<number>,
): Promise<number> {
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
