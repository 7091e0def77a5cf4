import { newUserId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Cause } from '../../../../platform/access/cause.ts';
import type { Context } from '../../../../platform/context.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { insertUser } from '../../../identity/users/users.queries.ts';
import { joinByDomain } from '../../invites/join-by-domain.ts';
import { type AssertedPerson, nameOf } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';
import {
  claimByInstance,
  findInstanceIdentity,
  listOrganizationsOfDomain,
  lockAccountByEmail,
  putInstanceIdentity,
} from './instance-accounts.repository.ts';

interface Admitting {
  /** Whose names for people these are. */
  issuer: string;
  /** Whether people without an account get one. */
  signUp: boolean;
  at: Date;
}

/**
 * The user whom a provider of the instance means: by the name that it used before, or else by the address, which opens
 * an account whose own address is verified, or a new account if the operator allows that. From now on the name counts.
 */
export async function admitToInstance(
  trx: Transaction<DB>,
  { issuer, signUp, at }: Admitting,
  person: AssertedPerson,
): Promise<{ userId: string; isNew: boolean }> {
  const name = { issuer, subject: person.nameId };
  const known = await findInstanceIdentity(trx, name);
  const admitted =
    known === undefined ? await admitByEmail(trx, signUp, person, at) : { userId: known, isNew: false };
  await putInstanceIdentity(trx, { ...name, userId: admitted.userId, at });
  return admitted;
}

async function admitByEmail(
  trx: Transaction<DB>,
  signUp: boolean,
  person: AssertedPerson,
  at: Date,
): Promise<{ userId: string; isNew: boolean }> {
  const { email } = person;
  if (email === undefined) throw new SignOnRefusal(person.emailProblem ?? 'no-email');
  const account = await lockAccountByEmail(trx, email);
  // Somebody could have registered the address of another person, to share the account once its owner comes.
  if (account && !account.isOpen) throw new SignOnRefusal('account-unproven');
  if (!account && !signUp) throw new SignOnRefusal('no-account');
  const userId = account?.userId ?? newUserId();
  if (!account) await insertUser(trx, { userId, email, displayName: nameOf(person, email), createdAt: at });
  await claimByInstance(trx, userId, at);
  return { userId, isNew: !account };
}

/**
 * New people join the organizations that verified the domain of their address. In transactions of their own: who is
 * signed in may be in more organizations a moment later.
 */
export async function joinOrganizations(
  context: Context,
  { userId, email, cause }: { userId: string; email: string; cause: Cause },
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  for (const organizationId of await listOrganizationsOfDomain(context.db, domain)) {
    const actor = { kind: 'user' as const, userId, tokenId: userId, scopes: [], expiresAt: null };
    await joinByDomain(context, { actor, cause }, organizationId);
  }
}
