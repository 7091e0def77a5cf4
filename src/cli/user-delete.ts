import { BY_OPERATOR } from '../access/cause.ts';
import type { Context } from '../context.ts';
import { deleteUser } from '../features/user-deletion/delete-user.service.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { CommandError } from './command-error.ts';

/** `user delete --email E`: takes a person away, as they may themself. */
export async function deleteUserByEmail(context: Context, email: string): Promise<string> {
  const user = await findUserByEmail(context.db, email);
  if (!user) throw new CommandError(`There is no user with the email address ${email}.`);
  await deleteUser(context, BY_OPERATOR, user.user_id);
  return `The account of ${email} was deleted.`;
}
