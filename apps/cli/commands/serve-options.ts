import { MAX_WORKERS } from '../../server/platform/config.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';

/** The settings of a service, in which the options of `serve` take the place of variables. */
export function applyServeOptions(environment: NodeJS.ProcessEnv, args: string[]): NodeJS.ProcessEnv {
  const { workers } = parseCommand('serve', args).options;
  if (workers === undefined) return environment;
  if (!/^[1-9]\d*$/.test(workers) || Number(workers) > MAX_WORKERS)
    throw new CommandError(`--workers must be a whole number from 1 to ${MAX_WORKERS}, not “${workers}”.`);
  return { ...environment, LECTERN_WORKERS: workers };
}
