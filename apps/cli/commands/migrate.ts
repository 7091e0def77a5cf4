import { openPlatform } from '../../server/app/platform.ts';
import type { Config } from '../../server/platform/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { parseCommand } from './parse-command.ts';

/** Migrates the database to the newest schema and prints the result. */
export async function migrate(config: Config, args: string[]): Promise<number> {
  parseCommand('migrate', args);
  const platform = await openPlatform({ config, log: createLog(config), canJoin: true });
  await platform.close();
  console.log('The database schema is up to date.');
  return 0;
}
