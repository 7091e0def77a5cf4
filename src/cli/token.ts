import { parseArgs } from 'node:util';
import { SCOPES, type Scope } from '../access/actor.ts';
import { createUserToken } from '../bootstrap.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../http/errors.ts';
import { createLog } from '../log.ts';
import { openPlatform } from '../platform.ts';
import { CommandError } from './command-error.ts';

/** A hundred years. */
const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `token create`: makes a personal token and prints it, once. */
export async function token(config: Config, args: string[]): Promise<number> {
  const { positionals, values } = parse(args);
  if (positionals[0] !== 'create' || positionals.length > 1) {
    throw new CommandError('Unknown command. Use: lectern token create.');
  }
  const scopes = values.scopes?.split(',').map((scope) => scope.trim());
  const unknown = scopes?.find((scope) => !SCOPES.includes(scope as Scope));
  if (unknown !== undefined)
    throw new CommandError(`“${unknown}” is not a scope. The scopes are ${SCOPES.join(', ')}.`);
  const days = values.days === undefined ? undefined : Number(values.days);
  if (days !== undefined && !(days > 0 && days <= MAX_DAYS))
    throw new CommandError(`--days must be a number greater than 0 and at most ${MAX_DAYS}.`);

  const platform = await openPlatform({
    config,
    log: createLog({ ...config, logLevel: 'warn' }),
    canJoin: true,
  });
  try {
    const { context } = platform;
    const made = await createUserToken(context, {
      email: values.email ?? config.adminEmail,
      title: values.title ?? 'Command line',
      ...(scopes ? { scopes: scopes as Scope[] } : {}),
      ...(days === undefined ? {} : { expiresAt: new Date(context.clock().getTime() + days * DAY_MS) }),
    });
    console.log(made.token);
    return 0;
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  } finally {
    await platform.close();
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        title: { type: 'string' },
        email: { type: 'string' },
        days: { type: 'string' },
        scopes: { type: 'string' },
      },
    });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}
