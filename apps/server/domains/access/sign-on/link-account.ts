import type { Actor } from '../../../platform/access/actor.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { findSession } from '../../identity/sessions/sessions.queries.ts';
import type { OpenedSession } from '../../identity/sessions/sessions.service.ts';
import { findAccount } from './accounts.repository.ts';
import { connectPerson } from './admit-person.ts';
import type { AssertedPerson } from './asserted-person.ts';
import { type ComingBrowser, lockSignOn, signIn } from './finish-sign-on.ts';
import { findIdentityRow } from './identities.repository.ts';
import type { ProviderKey, ProviderRow } from './providers.queries.ts';
import { SignOnRefusal } from './refusal.ts';
import { deleteRequest, type RequestRow } from './requests.repository.ts';

/** The account and the provider that are about to be connected. */
export interface Link {
  provider: ProviderRow;
  request: RequestRow;
  person: AssertedPerson;
  userId: string;
}

/** Returns the accounts that the browser may connect. Throws a refusal unless its session proves ownership. */
export async function getLink(
  { transact, clock }: Context,
  key: ProviderKey,
  coming: Pick<ComingBrowser, 'ticket' | 'browser'> & { actor: Actor },
): Promise<Link> {
  return transact((unit) => lockLink(unit, key, coming, clock()));
}

/** Lets the provider sign this account in from now on, in this organization, and signs it in by it. */
export async function linkAccount(
  context: Context,
  key: ProviderKey,
  coming: ComingBrowser & { actor: Actor },
): Promise<{ session: OpenedSession; returnPath: string }> {
  return context.transact(async (unit) => {
    const at = context.clock();
    const { provider, request, person, userId } = await lockLink(unit, key, coming, at);
    const account = await findAccount(unit.trx, key.organizationId, { userId });
    if (!account?.membership || account.membership.disabled) throw new SignOnRefusal('no-member');
    const isSso = account.membership.sso;
    await connectPerson(unit, provider, { person, userId, isSso }, { causeOf: coming.causeOf, at });
    await deleteRequest(unit.trx, key, request.request_id);
    const session = await signIn(context, unit, { provider, person, userId, coming, at });
    return { session, returnPath: request.return_path };
  });
}

/**
 * The password, and the second factor if there is one, must have been entered in this browser since the sign-in began:
 * an older session may have been left open by another person.
 */
async function lockLink(
  unit: UnitOfWork,
  key: ProviderKey,
  { actor, ...coming }: Pick<ComingBrowser, 'ticket' | 'browser'> & { actor: Actor },
  at: Date,
): Promise<Link> {
  const { provider, request, answer: response } = await lockSignOn(unit, key, coming, at);
  const { linkUserId, ...person } = response;
  // Another browser of the user may have connected the account in the meantime.
  if (linkUserId === undefined || (await findIdentityRow(unit.trx, key, person.nameId))) {
    throw new SignOnRefusal('ticket', 'nothing to connect');
  }
  const session = actor.sessionId === undefined ? undefined : await findSession(unit.trx, actor.sessionId);
  if (session?.userId !== linkUserId) throw new SignOnRefusal('other-account');
  if (session.method !== 'password' || session.createdAt < request.created_at) {
    throw new SignOnRefusal('sign-in-anew');
  }
  return { provider, request, person, userId: linkUserId };
}
