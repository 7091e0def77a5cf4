import { html } from '@lectern/html/html';
import { newId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import { maskUrlsIn } from '../../../platform/http/mask-url.ts';
import { mailHtml } from '../../../platform/mail/mail-html.ts';
import { createMailer, type OnMailStep } from '../../../platform/mail/mailer.ts';
import { explainMailError, type MailError } from './explain-mail-error.ts';

/** A person waits for the result. */
const TIMEOUT_MS = 20_000;

const SUBJECT = 'Test email from Lectern';

/** Sends an email at once, and returns what the mail server said if it refused it. */
export async function sendTestMail(
  { config, log }: Pick<Context, 'config' | 'log'>,
  to: string,
  onStep?: OnMailStep,
): Promise<{ error: string | undefined }> {
  const mailer = createMailer(config, { onStep });
  if (!mailer) return { error: 'No mail server is configured (SMTP_URL).' };
  const text = `This instance can send email: ${config.baseUrl}`;
  const mail = { to, subject: SUBJECT, text: `${text}\n`, html: mailHtml(SUBJECT, html`<p>${text}</p>\n`) };
  let timer: NodeJS.Timeout | undefined;
  const abort = new AbortController();
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      abort.abort();
      reject(new Error('The mail server did not respond in time.'));
    }, TIMEOUT_MS);
  });
  try {
    await Promise.race([mailer.send(mail, { messageId: newId(), signal: abort.signal }), late]);
    return { error: undefined };
  } catch (error) {
    const message = explainMailError(error as MailError, { smtpUrl: config.smtpUrl ?? '', to });
    log.warn({ reason: message }, 'test email could not be sent');
    return { error: maskUrlsIn(message) };
  } finally {
    clearTimeout(timer);
  }
}
