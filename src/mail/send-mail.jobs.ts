import type { Context } from '../context.ts';
import { findTicketById, ticketText } from '../features/users/tickets.ts';
import type { JobBody } from '../jobs/worker.ts';
import type { WaitingMail } from './enqueue-mail.ts';
import { writeMail } from './mail-templates.ts';
import { createMailer } from './mailer.ts';
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
  return async ({ jobId, payload, attempt }, signal) => {
    const mail = payload as WaitingMail;
    const { to, template, ticketId } = mail;
    const ticket = await findTicketById(db, { ticketId, purpose: template, now: clock() });
    // Used, expired, or another one took its place: its link would lead nowhere.
    if (!ticket) return;
    if (!mailer) {
      log.warn({ template, to }, 'mail not sent: the instance has no mail server any more (SMTP_URL)');
      return;
    }
    const link = ticketAddress(config.baseUrl, template, ticketText(keyRing, ticketId));
    try {
      await mailer.send(writeMail(mail, { link, expiresAt: ticket.expires_at }), {
        messageId: jobId,
        signal,
      });
    } catch (error) {
      if (signal.aborted || (attempt < MOST_TRIES && !isPermanent(error))) throw error;
      log.error({ template, to, attempt, reason: (error as Error).message }, 'mail given up');
    }
  };
}

/** The server refuses this mail for good. A wrong password, or no answer, may be mended in the meantime. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
