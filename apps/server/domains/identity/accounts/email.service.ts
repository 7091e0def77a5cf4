import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { type ApiError, defineError } from '../../../platform/http/errors.ts';
import { rateLimited } from '../../../platform/http/request-errors.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { leaveAddress } from '../members/leave-address.ts';
import { findTicket, issueTicket, type TicketRow, useTicket } from '../users/tickets.queries.ts';
import { type AccountRow, lockAccountRow, setVerified } from './account.queries.ts';
import { deleteAccountTickets, findLastTicketAt, updateEmail } from './account.repository.ts';
import { recordAccountChange } from './account-events.ts';
import { sendNotice } from './account-notices.ts';
import { accountDeleted, assertOwner, type Proof } from './assert-owner.ts';
import type { Owner } from './owner.ts';
import { assertMail } from './reset-link.ts';
import { linkExpired } from './used-link.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits how fast a caller can fill another person's mailbox. */
const MAIL_INTERVAL_MS = 60 * 1000;

export const emailAlreadyVerified = defineError(
  { status: 409, reason: 'email-already-verified' },
  'This email address is already verified.',
);
const justMailed = (): ApiError =>
  rateLimited('An email was sent a moment ago. Wait a minute before you request another one.', {
    'retry-after': '60',
  });

/**
 * If the instance sends mail: mails a link to the new address, which becomes the user's when the link is used; only the
 * reader of that mail learns whether the address already belongs to another account. Otherwise: changes it at once,
 * unverified, and throws a 409 if it belongs to another account.
 */
export async function changeEmail(
  context: Context,
  { actor, cause }: Owner,
  { email, ...proof }: Proof & { email: string },
): Promise<'changed' | 'mailed'> {
  assertUnbound(actor);
  const { userId } = actor;
  await assertOwner(context, userId, proof);
  return context.transact(async (unit) => {
    const account = await lockAccount(unit, userId);
    const isOwn = foldEmail(email) === foldEmail(account.email);
    if (context.config.smtpUrl !== undefined && !isOwn) {
      await mailProof(unit, account, { email, now: context.clock() });
      return 'mailed';
    }
    const verifiedAt = isOwn ? account.email_verified_at : null;
    await setEmail(context, unit, account, { email, verifiedAt, cause, at: context.clock() });
    return 'changed';
  });
}

/** Mails a link that proves the present address. Throws a 409 when it is proven, or no mail is sent. */
export async function mailEmailProof(context: Context, { actor }: Pick<Owner, 'actor'>): Promise<void> {
  assertUnbound(actor);
  assertMail(context);
  await context.transact(async (unit) => {
    const account = await lockAccount(unit, actor.userId);
    if (account.email_verified_at !== null) throw emailAlreadyVerified();
    await mailProof(unit, account, { email: account.email, now: context.clock() });
  });
}

/** Returns what the link in a mail verifies. Throws a 404 if the link is expired or already used. */
export async function getEmailProof(
  { db, keyRing, clock }: Pick<Context, 'db' | 'keyRing' | 'clock'>,
  text: string,
): Promise<TicketRow & { email: string }> {
  const ticket = await findTicket(db, keyRing, { text, purpose: 'email', now: clock() });
  if (!ticket || ticket.email === null) throw linkExpired();
  return { ...ticket, email: ticket.email };
}

/**
 * Makes the address to which the link was mailed the user's verified address. Throws a 409 if another account has taken
 * it in the meantime.
 */
export async function proveEmail(
  context: Context,
  text: string,
  toCause: (userId: string) => Cause,
): Promise<void> {
  const { ticket_id: ticketId, user_id: userId, email } = await getEmailProof(context, text);
  await context.transact(async (unit) => {
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account || !(await useTicket(unit.trx, ticketId))) throw linkExpired();
    const at = context.clock();
    if (foldEmail(email) === foldEmail(account.email)) await setVerified(unit.trx, { userId, at });
    else await setEmail(context, unit, account, { email, verifiedAt: at, cause: toCause(userId), at });
  });
}

/**
 * Gives the account an address that an organization vouches for, as a step of a transaction. `verifiedAt` is null unless
 * the organization has verified the domain. Throws a 409 if the address belongs to another account.
 */
export async function setVouchedEmail(
  context: Pick<Context, 'config'>,
  unit: UnitOfWork,
  { userId, ...change }: { userId: string; email: string; verifiedAt: Date | null; cause: Cause; at: Date },
): Promise<void> {
  await setEmail(context, unit, await lockAccount(unit, userId), change);
}

async function setEmail(
  { config }: Pick<Context, 'config'>,
  unit: UnitOfWork,
  account: AccountRow,
  { email, verifiedAt, cause, at }: { email: string; verifiedAt: Date | null; cause: Cause; at: Date },
): Promise<void> {
  const { trx } = unit;
  const userId = account.user_id;
  if (email === account.email) return;
  await updateEmail(trx, { userId, email, verifiedAt });
  // Links that were mailed to the old address must not open the account of the new one.
  await deleteAccountTickets(trx, userId);
  const payload = { before: { email: account.email }, after: { email } };
  await recordAccountChange(trx, cause, { account, payload, at });
  if (foldEmail(email) === foldEmail(account.email)) return;
  const { display_name: displayName } = account;
  await leaveAddress(unit, cause, { userId, displayName, isProven: verifiedAt !== null, at });
  await sendNotice(config, unit, { to: account.email, template: 'email-changed', at });
}

async function mailProof(
  unit: UnitOfWork,
  { user_id: userId }: AccountRow,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const lastAt = await findLastTicketAt(unit.trx, userId, 'email');
  if (lastAt && now.getTime() - lastAt.getTime() < MAIL_INTERVAL_MS) throw justMailed();
  const ticketId = await issueTicket(unit.trx, {
    userId,
    purpose: 'email',
    email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  });
  await enqueueMail(unit, { to: email, template: 'email', ticketId, names: {} }, now);
}

async function lockAccount({ trx }: UnitOfWork, userId: string): Promise<AccountRow> {
  const account = await lockAccountRow(trx, userId, 'no key update');
  if (!account) throw accountDeleted();
  return account;
}
