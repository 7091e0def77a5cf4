import { deleteUser } from '../../server/domains/access/user-deletion/delete-user.service.ts';
import { findUserByEmail } from '../../server/domains/identity/users/users.queries.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import type { Context } from '../../server/platform/context.ts';
import { CommandError } from './command-error.ts';

/** `user delete --email E`: takes a person away, as they may themself. */
export async function deleteUserByEmail(context: Context, email: string): Promise<string> {
  const user = await findUserByEmail(context.db, email);
  if (!user) throw new CommandError(`There is no user with the email address ${email}.`);
  await deleteUser(context, BY_OPERATOR, user.user_id);
  return `The account of ${email} was deleted.`;
}
