import { parseArgs } from 'node:util';
import { LADDER, type RoleOrGuest } from '../access/roles.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { createUser, removeSecondFactor, verifyUser } from '../features/accounts/operator.service.ts';
import { makeResetLink } from '../features/accounts/reset-link.ts';
import { ApiError } from '../http/errors.ts';
import { createLog } from '../log.ts';
import { openPlatform } from '../platform.ts';
import { CommandError } from './command-error.ts';
import { deleteUserByEmail } from './user-delete.ts';

interface Options {
  email: string;
  name: string | undefined;
  organization: string | undefined;
  role: RoleOrGuest;
}

/** The actions by name; the returned text is printed. */
const ACTIONS: Record<string, (context: Context, options: Options) => Promise<string>> = {
  password: (context, { email }) => makeResetLink(context, email),
  create: async (context, { email, name, organization: organizationId, role }) => {
    const membership = organizationId === undefined ? undefined : { organizationId, role };
    await createUser(context, { email, name, membership });
    return makeResetLink(context, email);
  },
  verify: async (context, { email }) => {
    await verifyUser(context, email);
    return `${email} is now verified.`;
  },
  'remove-second-factor': async (context, { email }) => {
    await removeSecondFactor(context, email);
    return `The second factor of ${email} was turned off.`;
  },
  delete: (context, { email }) => deleteUserByEmail(context, email),
};

/** `user …`: the operator's actions on a user. A running service applies them at once. */
export async function user(config: Config, args: string[]): Promise<number> {
  const { action, options } = parse(args);
  const log = createLog({ ...config, logLevel: 'warn' });
  const platform = await openPlatform({ config, log, canJoin: true });
  try {
    console.log(await action(platform.context, options));
    return 0;
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  } finally {
    await platform.close();
  }
}

function parse(args: string[]): {
  action: (context: Context, options: Options) => Promise<string>;
  options: Options;
} {
  const { positionals, values } = parseOptions(args);
  const [name = '', ...rest] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || rest.length > 0) {
    const commands = Object.keys(ACTIONS).map((command) => `lectern user ${command}`);
    throw new CommandError(`Unknown command. Use one of: ${commands.join(', ')}.`);
  }
  const { email, name: displayName, organization, role = 'read' } = values;
  if (email === undefined)
    throw new CommandError(`Give the email address of the user: lectern user ${name} --email <address>.`);
  if (role !== 'guest' && !(LADDER as readonly string[]).includes(role)) {
    throw new CommandError(`“${role}” is not a role. The roles are ${[...LADDER].join(', ')} and guest.`);
  }
  if (displayName !== undefined && (displayName === '' || [...displayName].length > 64)) {
    throw new CommandError('--name must have 1 to 64 characters.');
  }
  return {
    action,
    options: {
      email,
      name: displayName,
      organization,
      role: role === 'guest' ? null : (role as RoleOrGuest),
    },
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        organization: { type: 'string' },
        role: { type: 'string' },
      },
    });
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}
