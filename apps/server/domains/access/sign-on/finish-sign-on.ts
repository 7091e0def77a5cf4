import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { lockMembers } from '../../identity/members/members.queries.ts';
import { endSessionBy } from '../../identity/sessions/sessions.queries.ts';
import { endSession, type OpenedSession, openSession } from '../../identity/sessions/sessions.service.ts';
import { emailTaken } from '../../identity/users/users.queries.ts';
import { findAccount } from './accounts.repository.ts';
import { admitPerson, type CauseOf, describe } from './admit-person.ts';
import { applyGroups } from './apply-groups.ts';
import type { AssertedPerson } from './asserted-person.ts';
import { getKnownProvider } from './known-provider.ts';
import { toProviderKey } from './oidc/connected-provider.ts';
import { findGroupMapping } from './oidc/oidc-providers.queries.ts';
import { insertOidcSession } from './oidc/oidc-sessions.queries.ts';
import { giverOf } from './provider-groups.ts';
import type { ProviderKey } from './providers.queries.ts';
import { isUsable, keyOf, type ProviderRow } from './providers.queries.ts';
import { SignOnRefusal } from './refusal.ts';
import {
  deleteRequest,
  lockProviderRow,
  lockRequestRow,
  type RequestRow,
  type SignOnResponse,
  storeResponse,
} from './requests.repository.ts';
import { digestSecret, isSameDigest, newTicket, readTicket } from './sign-on-tickets.ts';

/** The time to enter the password of an account that is to be connected. */
const LINK_MINUTES = 10;

/** A browser that arrives with a ticket. */
export interface ComingBrowser {
  ticket: string;
  /** The secret in its cookie; undefined: it has none. */
  browser: string | undefined;
  /** The secret of the session that it had until now, which ends. */
  previous: string | undefined;
  address: string;
  userAgent: string | undefined;
  causeOf: CauseOf;
}

export type Finished =
  | { outcome: 'signed-in'; session: OpenedSession; returnPath: string }
  /** The owner of the account must sign in to it, so that it can be connected with the ticket. */
  | { outcome: 'link'; ticket: string; email: string; label: string };

/** Signs in the browser that started the sign-in, with the response of its ticket. Works only once. */
export async function finishSignOn(
  context: Context,
  key: ProviderKey,
  coming: ComingBrowser,
): Promise<Finished> {
  const finish = (): Promise<Finished> =>
    context.transact(async (unit) => {
      const at = context.clock();
      const { provider, request, answer: response } = await lockSignOn(unit, key, coming, at);
      if (response.linkUserId !== undefined) throw new SignOnRefusal('ticket');
      const admission = await admitPerson(unit, provider, response, { causeOf: coming.causeOf, at });
      if ('linkUserId' in admission) {
        const { linkUserId, email } = admission;
        const ticket = await postpone(unit, key, { request, answer: { ...response, linkUserId }, at });
        return { outcome: 'link', ticket, email, label: provider.label };
      }
      await deleteRequest(unit.trx, key, request.request_id);
      const session = await signIn(context, unit, { provider, person: response, ...admission, coming, at });
      return { outcome: 'signed-in', session, returnPath: request.return_path };
    });
  try {
    return await finish();
  } catch (error) {
    // The address was given to an account elsewhere a moment ago: now there is one.
    if (emailTaken.matches(error)) return finish();
    throw error;
  }
}

/** Returns the sign-in of a ticket, and takes the locks for changes of members. Throws a refusal if it is invalid. */
export async function lockSignOn(
  { trx }: UnitOfWork,
  key: ProviderKey,
  { ticket: text, browser }: Pick<ComingBrowser, 'ticket' | 'browser'>,
  at: Date,
): Promise<{ provider: ProviderRow; request: RequestRow; answer: SignOnResponse }> {
  await getKnownProvider(trx, key);
  const ticket = readTicket(text);
  if (!ticket) throw new SignOnRefusal('ticket', 'malformed');
  await lockMembers(trx, key.organizationId);
  const provider = await lockProviderRow(trx, key);
  if (!provider || !isUsable(provider)) throw new SignOnRefusal('provider-gone');
  const request = await lockRequestRow(trx, key, ticket.requestId);
  const isGood = request?.ticket && isSameDigest(request.ticket, ticket.digest) && request.expires_at > at;
  if (!request?.answer || !isGood) throw new SignOnRefusal('ticket', request ? 'expired' : 'used');
  // Otherwise an attacker could pass their own response to a victim, whose browser would be signed in as the attacker.
  if (browser === undefined || !isSameDigest(digestSecret(browser), request.browser)) {
    throw new SignOnRefusal('other-browser', browser === undefined ? 'no cookie' : 'another cookie');
  }
  return { provider, request, answer: request.answer };
}

/** Replaces the browser's session by a new one and records it in the audit. */
export async function signIn(
  context: Context,
  unit: UnitOfWork,
  who: { provider: ProviderRow; person: AssertedPerson; userId: string; coming: ComingBrowser; at: Date },
): Promise<OpenedSession> {
  const { provider, person, userId, coming, at } = who;
  const { organization_id: organizationId } = provider;
  const { address, userAgent, previous } = coming;
  if (previous !== undefined) await endSession(unit, previous);
  const session = await openSession(context, unit.trx, {
    userId,
    organizationId,
    method: provider.protocol,
    address,
    userAgent,
  });
  const { oidc, groups } = person;
  if (oidc) {
    await insertOidcSession(unit.trx, {
      ...oidc,
      sessionId: session.sessionId,
      provider: toProviderKey(keyOf(provider)),
    });
  }
  if (groups) {
    const mapping = await findGroupMapping(unit.trx, keyOf(provider));
    if (mapping)
      await applyGroups(unit, giverOf(unit.trx, provider, { person, userId }), {
        groups,
        userId,
        mapping,
        cause: coming.causeOf(userId),
        at,
      });
  }
  const account = await findAccount(unit.trx, organizationId, { userId });
  await recordEvent(unit.trx, {
    organizationId,
    cause: coming.causeOf(userId),
    action: 'session.opened',
    target: { type: 'member', id: userId, label: account?.displayName ?? null },
    payload: { provider: describe(provider, person) },
    at,
  });
  const end = person.sessionEndsAt === undefined ? undefined : new Date(person.sessionEndsAt);
  if (end === undefined || end >= session.expiresAt) return session;
  await endSessionBy(unit.trx, session.sessionId, end);
  return { ...session, expiresAt: end };
}

async function postpone(
  { trx }: UnitOfWork,
  key: ProviderKey,
  { request, answer: response, at }: { request: RequestRow; answer: SignOnResponse; at: Date },
): Promise<string> {
  const { text, digest } = newTicket(request.request_id);
  const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000);
  await storeResponse(trx, key, {
    requestId: request.request_id,
    ticket: digest,
    answer: response,
    expires_at: expiresAt,
  });
  return text;
}
