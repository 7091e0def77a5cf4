import { format as formatText } from 'node:util';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { inSpan } from '../tracing/tracing.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Takes the request of a mail program to send no more mails of this kind. */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** `messageId`: the same at every try, so that a mail that arrives twice is recognized. */
  send(mail: Mail, options: { messageId: string; signal: AbortSignal }): Promise<void>;
  /** Connects and signs in without sending anything. Throws what the server says. */
  verify(): Promise<void>;
}

/** Hears what is sent to the mail server and what it answers, without passwords and without the mail itself. */
export type OnMailStep = (from: 'client' | 'server' | 'network', line: string) => void;

const SECOND_MS = 1000;

/** Uses the operator's mail server; undefined if the instance has none. */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  { onStep }: { onStep?: OnMailStep | undefined } = {},
): Mailer | undefined {
  if (smtpUrl === undefined) return undefined;
  let loading: Promise<Transporter> | undefined;
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replace(/>$/, '');
  return {
    async send({ to, subject, text, html, unsubscribeUrl }, { messageId, signal }) {
      loading ??= createTransport(smtpUrl, onStep);
      const transport = await loading;
      await inSpan('send mail', { kind: 'client' }, () =>
        transport.sendMail({
          from: mailFrom,
          // An object is taken as one address, whatever is in it; a text would be read as a list.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${messageId}@${domain}>`,
          // Answers of absence assistants would go to nobody.
          headers: {
            'Auto-Submitted': 'auto-generated',
            // RFC 8058: one click, without opening a page.
            ...(unsubscribeUrl === undefined
              ? {}
              : {
                  'List-Unsubscribe': `<${unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
          signal,
        }),
      );
    },
    async verify() {
      const transport = await createTransport(smtpUrl, undefined);
      try {
        await transport.verify();
      } finally {
        transport.close();
      }
    },
  };
}

/** The library is loaded for the first mail: many instances send none. */
async function createTransport(url: string, onStep: OnMailStep | undefined): Promise<Transporter> {
  const nodemailer = await import('nodemailer');
  return nodemailer.createTransport({
    url,
    ...(onStep ? { transactionLog: true, logger: createStepLogger(onStep) } : {}),
    connectionTimeout: 15 * SECOND_MS,
    greetingTimeout: 15 * SECOND_MS,
    socketTimeout: 60 * SECOND_MS,
    // A mail holds what is given here, and nothing that a path or an address in it would fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The library masks what authenticates. Its own notes about the state of the connection tell nothing more. */
function createStepLogger(onStep: OnMailStep) {
  const step = (entry: unknown, format?: unknown, ...values: unknown[]): void => {
    const { tnx } = (entry ?? {}) as { tnx?: string };
    if (tnx === 'client' || tnx === 'server') onStep(tnx, String(format));
    else if (tnx === 'network' || tnx === 'dns') onStep('network', formatText(String(format), ...values));
  };
  const nothing = (): void => {};
  return {
    level: nothing,
    trace: nothing,
    debug: step,
    info: step,
    warn: step,
    error: nothing,
    fatal: nothing,
  };
}
