import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { networkOf } from '../../../platform/http/client-network.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { endSessions } from '../sessions/sessions.service.ts';
import { findLatestExpiry, outlivesToken } from '../tokens/token-maker.ts';
import { deleteUserTokens } from '../tokens/tokens.queries.ts';
import { findTicket, type TicketRow, useTicket } from '../users/tickets.queries.ts';
import {
  type AccountRow,
  findAccountRow,
  lockAccountRow,
  setVerified,
  updatePassword,
} from './account.queries.ts';
import { deleteAccountTickets } from './account.repository.ts';
import { recordAccountChange } from './account-events.ts';
import { sendNotice } from './account-notices.ts';
import { accountDeleted, assertOwner, getAccount, type Proof } from './assert-owner.ts';
import type { Owner } from './owner.ts';
import { deletePasskeysOf } from './passkeys/passkeys.repository.ts';
import { assertGoodPassword, hashPassword } from './passwords.ts';
import { forgiveFailures } from './sign-in-attempts.ts';
import { deleteTotp } from './totp/totp.repository.ts';
import { linkExpired } from './used-link.ts';

/**
 * A step of a transaction: deletes the tokens, the second factor and the passkeys of an account. Otherwise a person who registered
 * another person's address could later act as that person in every organization that admits them.
 */
async function endForeignAccess({ trx, announce }: UnitOfWork, userId: string): Promise<void> {
  await deleteUserTokens(trx, userId);
  await deleteTotp(trx, userId);
  await deletePasskeysOf(trx, userId);
  announce({ kind: 'user', userId });
}

const changedMeanwhile = (): ApiError =>
  concurrentChange('The password was just changed elsewhere. Try again.');
const passwordOutlivesToken = (): ApiError =>
  outlivesToken(
    'A token that expires cannot set the first password, which would not expire. Use a token without expiry.',
  );

/**
 * Sets another password, or the first one, and signs out every other browser of the user. Throws a 400 for a password
 * that is easily guessed, a 403 when `current` is not the present one, or a token that expires would set the first one.
 */
export async function changePassword(
  context: Context,
  { actor, cause }: Owner,
  { current, passkey, password }: { current?: string | undefined; password: string } & Pick<Proof, 'passkey'>,
): Promise<void> {
  assertUnbound(actor);
  const { userId, sessionId } = actor;
  const known = await getAccount(context.db, userId);
  if (known.password_hash !== null)
    await assertOwner(context, userId, { password: current, passkey }, 'current');
  else if ((await findLatestExpiry(context.db, actor)) !== null) throw passwordOutlivesToken();
  assertGoodPassword(password, known.email);
  const hash = await hashPassword(password);
  await context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account) throw accountDeleted();
    if (account.password_hash !== known.password_hash) throw changedMeanwhile();
    await setPassword(context, unit, account, { hash, cause, at: context.clock(), except: sessionId });
  });
}

/**
 * Returns the account whose password a link, mailed or made by the operator, sets. Throws a 404 if the link is expired
 * or already used.
 */
export async function getReset(
  { db, keyRing, clock }: Pick<Context, 'db' | 'keyRing' | 'clock'>,
  text: string,
): Promise<{ ticket: TicketRow; account: AccountRow }> {
  const ticket = await findTicket(db, keyRing, { text, purpose: 'password', now: clock() });
  const account = ticket && (await findAccountRow(db, { userId: ticket.user_id }));
  if (!ticket || !account) throw linkExpired();
  return { ticket, account };
}

/**
 * Sets the password by a link, once, and signs the user out everywhere. A mailed link verifies the address to which it
 * was mailed: if that was not verified before, existing tokens and the second factor are deleted; otherwise they stay.
 */
export async function resetPassword(
  context: Context,
  { ticket: text, password }: { ticket: string; password: string },
  toCause: (userId: string) => Cause,
): Promise<void> {
  const { ticket, account: known } = await getReset(context, text);
  const userId = known.user_id;
  assertGoodPassword(password, known.email);
  const hash = await hashPassword(password);
  const cause = toCause(userId);
  await context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account || !(await useTicket(unit.trx, ticket.ticket_id))) throw linkExpired();
    const at = context.clock();
    const isProven = ticket.email !== null && foldEmail(ticket.email) === foldEmail(account.email);
    if (isProven) await setVerified(unit.trx, { userId, at });
    // Until now the account may have belonged to another person who registered this address.
    const isTakenOver = isProven && account.email_verified_at === null && account.password_hash !== null;
    if (isTakenOver) await endForeignAccess(unit, userId);
    await setPassword(context, unit, account, { hash, cause, at, except: undefined });
  });
  if (cause.address !== null) forgiveFailures({ email: known.email, network: networkOf(cause.address) });
}

async function setPassword(
  { config }: Pick<Context, 'config'>,
  unit: UnitOfWork,
  account: AccountRow,
  { hash, cause, at, except }: { hash: string; cause: Cause; at: Date; except: string | undefined },
): Promise<void> {
  const userId = account.user_id;
  await updatePassword(unit.trx, { userId, hash, at });
  await deleteAccountTickets(unit.trx, userId);
  await endSessions(unit, { userId }, except);
  await recordAccountChange(unit.trx, cause, { account, payload: { changed: 'password' }, at });
  await sendNotice(config, unit, { to: account.email, template: 'password-changed', at });
}
