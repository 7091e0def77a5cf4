import { SCOPES, type Scope } from '../../server/platform/access/actor.ts';
import type { Config } from '../../server/platform/config.ts';
import { createUserToken } from '../service/bootstrap.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

/** A hundred years. */
const MAX_DAYS = 36_500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `token create`: makes a personal token and prints it, once. */
export async function createToken(config: Config, args: string[]): Promise<number> {
  const { options } = parseCommand('token create', args);
  const scopes = options.scopes?.split(',').map((scope) => scope.trim());
  const unknown = scopes?.find((scope) => !SCOPES.includes(scope as Scope));
  if (unknown !== undefined)
    throw new CommandError(`“${unknown}” is not a scope. The scopes are ${SCOPES.join(', ')}.`);
  const days = options.days === undefined ? undefined : Number(options.days);
  if (days !== undefined && !(days > 0 && days <= MAX_DAYS))
    throw new CommandError(`--days must be a number greater than 0 and at most ${MAX_DAYS}.`);

  return withContext(config, async ({ context }) => {
    const made = await createUserToken(context, {
      email: options.email ?? config.adminEmail,
      title: options.title ?? 'Command line',
      ...(scopes ? { scopes: scopes as Scope[] } : {}),
      ...(days === undefined ? {} : { expiresAt: new Date(context.clock().getTime() + days * DAY_MS) }),
    });
    console.log(made.token);
    return 0;
  });
}
