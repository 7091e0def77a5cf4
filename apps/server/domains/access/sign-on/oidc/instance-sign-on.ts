import { newUserId } from '@lectern/std/ids';
import type { Cause } from '../../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { endSession, type OpenedSession, openSession } from '../../../identity/sessions/sessions.service.ts';
import { emailTaken, insertUser } from '../../../identity/users/users.queries.ts';
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
import type { InstanceProvider } from './instance-providers.ts';
import type { OidcClients } from './oidc-clients.ts';
import { insertOidcSession } from './oidc-sessions.queries.ts';
import { redeemCode } from './redeem-code.ts';

/** A browser that comes back from a provider of the instance. */
interface ComingBrowser {
  query: URLSearchParams;
  browser: string | undefined;
  /** The secret of the session that it had until now, which ends. */
  previous: string | undefined;
  address: string;
  userAgent: string | undefined;
  causeOf: (userId: string) => Cause;
}

/**
 * Signs a person in to the whole instance. The operator trusts the provider for the addresses that it verified:
 * they open the accounts whose own address is verified, and new accounts if the operator allows that
 * (docs/decisions/openid-connect.md). New people join the organizations that verified the domain of their address.
 */
export async function signInToInstance(
  context: Context,
  clients: OidcClients,
  provider: InstanceProvider,
  coming: ComingBrowser,
): Promise<{ session: OpenedSession; returnPath: string }> {
  const { state, person } = await redeemCode(context, clients, provider, coming);
  const open = () => context.transact((unit) => openFor(context, unit, provider, { person, coming }));
  let opened: Awaited<ReturnType<typeof open>>;
  try {
    opened = await open();
  } catch (error) {
    // The address was given to an account elsewhere a moment ago: now there is one.
    if (!emailTaken.matches(error)) throw error;
    opened = await open();
  }
  if (opened.isNew) await joinOrganizations(context, opened.userId, person.email as string, coming);
  return { session: opened.session, returnPath: state.returnPath };
}

async function openFor(
  context: Context,
  unit: UnitOfWork,
  provider: InstanceProvider,
  { person, coming }: { person: AssertedPerson; coming: ComingBrowser },
): Promise<{ session: OpenedSession; userId: string; isNew: boolean }> {
  const { trx } = unit;
  const at = context.clock();
  const name = { issuer: provider.issuer, subject: person.nameId };
  const known = await findInstanceIdentity(trx, name);
  const { userId, isNew } =
    known === undefined ? await admit(unit, provider, person, at) : { userId: known, isNew: false };
  await putInstanceIdentity(trx, { ...name, userId, at });
  if (coming.previous !== undefined) await endSession(unit, coming.previous);
  const session = await openSession(context, trx, {
    userId,
    method: 'oidc',
    address: coming.address,
    userAgent: coming.userAgent,
  });
  if (person.oidc)
    await insertOidcSession(trx, { ...person.oidc, sessionId: session.sessionId, provider: provider.key });
  return { session, userId, isNew };
}

async function admit(
  { trx }: UnitOfWork,
  { signUp }: InstanceProvider,
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

/** In transactions of their own: who is signed in may be in more organizations a moment later. */
async function joinOrganizations(
  context: Context,
  userId: string,
  email: string,
  { causeOf }: ComingBrowser,
): Promise<void> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  for (const organizationId of await listOrganizationsOfDomain(context.db, domain)) {
    const actor = { kind: 'user' as const, userId, tokenId: userId, scopes: [], expiresAt: null };
    await joinByDomain(context, { actor, cause: causeOf(userId) }, organizationId);
  }
}
