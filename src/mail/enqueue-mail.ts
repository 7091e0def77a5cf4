import type { UnitOfWork } from '../access/transaction.ts';
import { enqueueJobs, NO_ORGANIZATION } from '../jobs/queue.ts';
import { takeMail } from './mail-limit.ts';

export const SEND_MAIL = 'mail.send' as const;

/** A mail as it waits: the link in it is derived from the ticket when it is sent, so that no secret is stored. */
export interface WaitingMail {
  to: string;
  template: 'invitation' | 'password' | 'email';
  /** The ticket whose link the mail contains. */
  ticketId: string;
  /** The names in the template: the organization, the inviting user. */
  names: Record<string, string>;
}

/** A mail that reports a change of an account, without a link that acts. */
export interface Notice {
  to: string;
  template: 'password-changed' | 'email-changed';
}

/**
 * Sends the mail once the transaction is committed, unless the address has already got many in the last hour. Requires
 * a mail server (`config.smtpUrl`).
 */
export async function enqueueMail(unit: UnitOfWork, mail: WaitingMail | Notice, now: Date): Promise<void> {
  await enqueueMails(unit, [mail], now);
}

export async function enqueueMails(
  unit: UnitOfWork,
  mails: (WaitingMail | Notice)[],
  now: Date,
): Promise<void> {
  const jobs = mails
    .filter((mail) => takeMail(mail, now))
    .map((mail) => ({ organizationId: NO_ORGANIZATION, kind: SEND_MAIL, payload: mail }));
  await enqueueJobs(unit, jobs, now);
}
