import { deleteUser as deleteAccount } from '../../server/domains/access/user-deletion/delete-user.service.ts';
import {
  createUser as createAccount,
  removeSecondFactor as endSecondFactor,
  verifyUser as markVerified,
  setInstanceAdministrator,
} from '../../server/domains/identity/accounts/operator.service.ts';
import { makeResetLink } from '../../server/domains/identity/accounts/reset-link.ts';
import { findUserByEmail } from '../../server/domains/identity/users/users.queries.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import { LADDER, type RoleOrGuest } from '../../server/platform/access/roles.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import type { CommandWords } from './usage.ts';
import { withContext } from './with-context.ts';

/** `user delete --email E`: takes a person away, as they may themself. */
async function deleteUserByEmail(context: Context, email: string): Promise<string> {
  const user = await findUserByEmail(context.db, email);
  if (!user) throw new CommandError(`There is no user with the email address ${email}.`);
  await deleteAccount(context, BY_OPERATOR, user.user_id);
  return `The account of ${email} was deleted.`;
}

type UserWords = Extract<CommandWords, `user ${string}`>;

/** `user password`: prints a link with which the user sets a password. */
export async function printPasswordLink(config: Config, args: string[]): Promise<number> {
  const { email } = parseUser('user password', args);
  return printResult(config, (context) => makeResetLink(context, email));
}

/** `user create`: makes a user and prints a link with which they set their password. */
export async function createUser(config: Config, args: string[]): Promise<number> {
  const { email, options } = parseUser('user create', args);
  const { name, organization: organizationId } = options;
  const role = readRole(options.role ?? 'read');
  if (name !== undefined && (name === '' || [...name].length > 64)) {
    throw new CommandError('--name must have 1 to 64 characters.');
  }
  const membership = organizationId === undefined ? undefined : { organizationId, role };
  return printResult(config, async (context) => {
    await createAccount(context, { email, name, membership });
    return makeResetLink(context, email);
  });
}

/** `user verify`: trusts that the address belongs to the user. */
export async function verifyUser(config: Config, args: string[]): Promise<number> {
  const { email } = parseUser('user verify', args);
  return printResult(config, async (context) => {
    await markVerified(context, email);
    return `${email} is now verified.`;
  });
}

/** `user remove-second-factor`: lets a user who lost the second factor sign in by password alone. */
export async function removeSecondFactor(config: Config, args: string[]): Promise<number> {
  const { email } = parseUser('user remove-second-factor', args);
  return printResult(config, async (context) => {
    await endSecondFactor(context, email);
    return `The second factor of ${email} was turned off.`;
  });
}

/** `user instance-administrator`: lets a user administer the instance in the browser, or ends that. */
export async function changeInstanceAdministrator(config: Config, args: string[]): Promise<number> {
  const { email, options } = parseUser('user instance-administrator', args);
  const isAdministrator = options.remove === undefined;
  return printResult(config, async (context) => {
    await setInstanceAdministrator(context, email, isAdministrator);
    return isAdministrator
      ? `${email} now administers the instance.`
      : `${email} no longer administers the instance.`;
  });
}

/** `user delete`: takes a person away, as they may themself. */
export async function deleteUser(config: Config, args: string[]): Promise<number> {
  const { email } = parseUser('user delete', args);
  return printResult(config, (context) => deleteUserByEmail(context, email));
}

/** A running service applies the action at once. */
const printResult = (config: Config, act: (context: Context) => Promise<string>): Promise<number> =>
  withContext(config, async ({ context }) => {
    console.log(await act(context));
    return 0;
  });

function parseUser<Words extends UserWords>(words: Words, args: string[]) {
  const { options } = parseCommand(words, args);
  const { email } = options as { email?: string };
  if (email === undefined)
    throw new CommandError(`Give the email address of the user: lectern ${words} --email <address>.`);
  return { email, options };
}

function readRole(role: string): RoleOrGuest {
  if (role === 'guest') return null;
  if ((LADDER as readonly string[]).includes(role)) return role as RoleOrGuest;
  throw new CommandError(`“${role}” is not a role. The roles are ${[...LADDER].join(', ')} and guest.`);
}
