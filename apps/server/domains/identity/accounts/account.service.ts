import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import type { AccountRow } from './account.queries.ts';
import { getAccount } from './assert-owner.ts';
import type { Owner } from './owner.ts';
import { countRecoveryCodes } from './totp/totp.repository.ts';

export interface Credentials {
  account: AccountRow;
  recoveryCodesLeft: number;
}

/** Returns the user's credentials. */
export async function readCredentials(
  { db }: Pick<Context, 'db'>,
  { actor }: Pick<Owner, 'actor'>,
): Promise<Credentials> {
  assertUnbound(actor);
  const account = await getAccount(db, actor.userId);
  return { account, recoveryCodesLeft: await countRecoveryCodes(db, actor.userId) };
}
