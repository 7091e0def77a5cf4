import type { Transaction } from 'kysely';
import { BY_OPERATOR, type Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { enqueueJob, NO_ORGANIZATION } from '../../../platform/jobs/queue.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { ticketAddress } from '../../../platform/mail/ticket-address.ts';
import { issueTicket, ticketText } from '../users/tickets.queries.ts';
import { userWithEmailNotFound } from '../users/users.service.ts';
import { findAccountRow, lockAccountRow } from './account.queries.ts';
import { findLastTicketAt } from './account.repository.ts';
import { recordAccountChange } from './account-events.ts';

/** The kind of the job that mails a link to set a password. */
const PASSWORD_RESET = 'password-reset' as const;

/** How long a link to set a password works. */
export const RESET_LIFETIME_MS = 60 * 60 * 1000;
/**
 * A repeated request gets no second mail within this time: a caller must not fill another person's mailbox, nor keep
 * replacing their link before they have used it.
 */
const MAIL_INTERVAL_MS = 10 * 60 * 1000;

export const emailNotConfigured = defineError(
  { status: 409, reason: 'email-not-configured' },
  'This instance does not send email. Ask its operator for a link to set your password (lectern user password --email <address>).',
);

/** Throws a 409 where no mail is sent. */
export function assertMail({ config }: Pick<Context, 'config'>): void {
  if (config.smtpUrl === undefined) throw emailNotConfigured();
}

/**
 * Mails a link to set a password to the owner of this address, if there is one. A job finds out whether there is:
 * neither the response nor its timing reveals it.
 */
export async function requestPasswordReset(
  context: Pick<Context, 'config' | 'transact' | 'clock'>,
  email: string,
): Promise<void> {
  assertMail(context);
  const job = { organizationId: NO_ORGANIZATION, kind: PASSWORD_RESET, payload: { email } };
  await context.transact((unit) => enqueueJob(unit, job, context.clock()));
}

export const createPasswordResetJob = ({ transact, clock }: Pick<Context, 'transact' | 'clock'>) =>
  ({
    kind: PASSWORD_RESET,
    lane: 'short',
    run: async ({ payload }) => {
      const { email } = payload as { email: string };
      await transact(async (unit) => {
        const now = clock();
        const found = await findAccountRow(unit.trx, { email });
        // Serialized, so that of many simultaneous requests one gets a mail.
        const account = found && (await lockAccountRow(unit.trx, found.user_id, 'no key update'));
        if (!account) return;
        const userId = account.user_id;
        const lastAt = await findLastTicketAt(unit.trx, userId, 'password');
        if (lastAt && now.getTime() - lastAt.getTime() < MAIL_INTERVAL_MS) return;
        const to = account.email;
        const ticketId = await issueResetTicket(unit.trx, { userId, email: to, now });
        await enqueueMail(unit, { to, template: 'password', ticketId, names: {} }, now);
      });
    },
  }) satisfies JobDefinition;

/**
 * Creates a link for the operator, or an instance administrator, to hand over, with which a user sets a password. It
 * verifies no address, and works once within an hour. Throws a 404 if there is no such user.
 */
export async function makeResetLink(
  { config, keyRing, transact, clock }: Pick<Context, 'config' | 'keyRing' | 'transact' | 'clock'>,
  email: string,
  cause: Cause = BY_OPERATOR,
): Promise<string> {
  const ticketId = await transact(async ({ trx }) => {
    const account = await findAccountRow(trx, { email });
    if (!account) throw userWithEmailNotFound(email);
    const now = clock();
    await recordAccountChange(trx, cause, { account, payload: { created: 'password-link' }, at: now });
    return issueResetTicket(trx, { userId: account.user_id, now });
  });
  return ticketAddress(config.baseUrl, 'password', ticketText(keyRing, ticketId));
}

const issueResetTicket = (
  trx: Transaction<DB>,
  { userId, email, now }: { userId: string; email?: string; now: Date },
): Promise<string> =>
  issueTicket(trx, {
    userId,
    purpose: 'password',
    ...(email === undefined ? {} : { email }),
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESET_LIFETIME_MS),
  });
