import type { Context } from '../context.ts';
import { findTicketById, ticketText } from '../features/users/tickets.ts';
import type { JobBody } from '../jobs/worker.ts';
import type { Notice, WaitingMail } from './enqueue-mail.ts';
import { writeMail } from './mail-templates.ts';
import { createMailer, type Mail } from './mailer.ts';
import { writeNotice } from './notices.ts';
import { ticketAddress } from './ticket-address.ts';

/** With the pauses between them, a mail server may be away for a quarter of an hour. */
const MOST_TRIES = 10;

/**
 * Sends one mail. A process that dies between the server's answer and the end of the job sends it again: a mail that
 * comes twice is better than none, and both have the same id and the same link, which works once.
 */
export function createSendMailJob({
  config,
  db,
  keyRing,
  clock,
  log,
}: Pick<Context, 'config' | 'db' | 'keyRing' | 'clock' | 'log'>): JobBody {
  const mailer = createMailer(config);

  /** Undefined: its ticket was used, has expired, or another one took its place. Its link would lead nowhere. */
  async function write(waiting: WaitingMail | Notice): Promise<Mail | undefined> {
    if (!('ticketId' in waiting)) return writeNotice(waiting, config.baseUrl);
    const { ticketId, template } = waiting;
    const ticket = await findTicketById(db, { ticketId, purpose: template, now: clock() });
    if (!ticket) return undefined;
    const link = ticketAddress(config.baseUrl, template, ticketText(keyRing, ticketId));
    return writeMail(waiting, { link, expiresAt: ticket.expires_at });
  }

  return async ({ jobId, payload, attempt }, signal) => {
    const waiting = payload as WaitingMail | Notice;
    const { to, template } = waiting;
    const mail = await write(waiting);
    if (!mail) return;
    if (!mailer) {
      log.warn({ template, to }, 'email not sent: no mail server is configured (SMTP_URL)');
      return;
    }
    try {
      await mailer.send(mail, { messageId: jobId, signal });
    } catch (error) {
      if (signal.aborted || (attempt < MOST_TRIES && !isPermanent(error))) throw error;
      log.error({ template, to, attempt, reason: (error as Error).message }, 'email could not be sent');
    }
  };
}

/** The server refuses this mail for good. A wrong password, or no answer, may be mended in the meantime. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
