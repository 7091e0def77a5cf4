import type { Context } from '../context.ts';
import { type JobBody, type JobDefinition, JobFailed } from '../jobs/job-definition.ts';
import { mailsSent } from '../metrics/meters.ts';
import {
  type AnyWaiting,
  SEND_MAIL,
  type WaitingMail,
  type WaitingNotification,
  type WaitingSpecMail,
  type WaitingWeekly,
} from './enqueue-mail.ts';
import { writeMail } from './mail-templates.ts';
import { createMailer, type Mail } from './mailer.ts';
import { writeNotice } from './notices.ts';
import { type ComposedNotification, writeNotification } from './notification-mail.ts';
import { type ComposedSpecMail, writeSpecMail } from './spec-mail.ts';
import { ticketAddress } from './ticket-address.ts';
import { type ComposedWeekly, writeWeekly } from './weekly-mail.ts';

/** Finds the ticket that opens the link of a mail; undefined if it was used, has expired or was replaced. */
export type FindMailTicket = (
  mail: Pick<WaitingMail, 'ticketId' | 'template'>,
) => Promise<{ text: string; expiresAt: Date } | undefined>;

/** Writes a notification for its recipient; undefined if they do not want it, or may no longer read its object. */
export type FindNotification = (
  mail: Pick<WaitingNotification, 'to' | 'notice'>,
) => Promise<ComposedNotification | undefined>;

/** Writes the weekly mail about a site for its recipient; undefined under the same conditions. */
export type FindWeekly = (
  mail: Pick<WaitingWeekly, 'to' | 'site' | 'monday'>,
) => Promise<ComposedWeekly | undefined>;

/** Writes the mail about a version of an OpenAPI spec for its recipient; undefined under the same conditions. */
export type FindSpecMail = (mail: Omit<WaitingSpecMail, 'template'>) => Promise<ComposedSpecMail | undefined>;

/** With the pauses between attempts, a mail server may be unavailable for a quarter of an hour. */
const MAX_ATTEMPTS = 10;

/**
 * Sends one mail. A process that dies between the server's answer and the end of the job sends it again: a mail that
 * comes twice is better than none, and both have the same id and the same link, which works once.
 */
export function createSendMailJob(
  { config, log }: Pick<Context, 'config' | 'log'>,
  {
    findTicket,
    findNotification,
    findWeekly,
    findSpecMail,
  }: {
    findTicket: FindMailTicket;
    findNotification: FindNotification;
    findWeekly: FindWeekly;
    findSpecMail: FindSpecMail;
  },
) {
  const mailer = createMailer(config);

  /** Undefined: the link would lead nowhere. */
  async function write(waiting: AnyWaiting): Promise<Mail | undefined> {
    if (waiting.template === 'notification') {
      const notification = await findNotification(waiting);
      return notification && writeNotification(notification);
    }
    if (waiting.template === 'weekly') {
      const weekly = await findWeekly(waiting);
      return weekly && writeWeekly(weekly);
    }
    if (waiting.template === 'spec') {
      const spec = await findSpecMail(waiting);
      return spec && writeSpecMail(spec);
    }
    if (!('ticketId' in waiting)) return writeNotice(waiting, config.baseUrl);
    const ticket = await findTicket(waiting);
    if (!ticket) return undefined;
    const link = ticketAddress(config.baseUrl, waiting.template, ticket.text);
    return writeMail(waiting, { link, expiresAt: ticket.expiresAt });
  }

  const run: JobBody = async ({ jobId, payload, attempt }, signal) => {
    const waiting = payload as AnyWaiting;
    const { template } = waiting;
    const mail = await write(waiting);
    if (!mail) return;
    const { to } = mail;
    if (!mailer) {
      log.warn({ template, to }, 'email not sent: no mail server is configured (SMTP_URL)');
      return;
    }
    try {
      await mailer.send(mail, { messageId: jobId, signal });
      mailsSent.add(1, 'sent');
    } catch (error) {
      if (!signal.aborted) mailsSent.add(1, 'failed');
      if (signal.aborted || (attempt < MAX_ATTEMPTS && !isPermanent(error))) throw error;
      const reason = (error as Error).message;
      log.error({ template, to, attempt, reason }, 'email could not be sent');
      throw new JobFailed(reason);
    }
  };
  return { kind: SEND_MAIL, lane: 'short', run } as const satisfies JobDefinition;
}

/** The server refuses this mail for good. A wrong password, or no answer, may be mended in the meantime. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
