import {
  findFirstAdministrator,
  type MemberKey,
} from '../../server/domains/identity/members/members.queries.ts';
import type { Actor } from '../../server/platform/access/actor.ts';
import type { Context } from '../../server/platform/context.ts';
import { CommandError } from './command-error.ts';

/** A person who can run commands may do everything that the first administrator may. */
export async function getAdministrator({ db }: Pick<Context, 'db'>): Promise<MemberKey> {
  const administrator = await findFirstAdministrator(db);
  if (!administrator) throw new CommandError('No organization has an active administrator.');
  return administrator;
}

export const actAs = ({ userId }: MemberKey): Actor => ({
  kind: 'user',
  userId,
  tokenId: '',
  scopes: ['admin'],
  expiresAt: null,
});
