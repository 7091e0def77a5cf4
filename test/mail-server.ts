import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it was received. */
  source: string;
  headers: Map<string, string>;
  /** The plain text, decoded. */
  text: string;
  html: string;
  /** The link in it. */
  link: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The answer that refuses the next mails; undefined to accept them. */
  refusal: { responseCode: number; message: string } | undefined;
  /** The number of attempts to deliver a mail. */
  tries: number;
  close(): Promise<void>;
}

/** A real mail server that keeps what it gets. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        kept.tries += 1;
        if (kept.refusal) {
          done(Object.assign(new Error(kept.refusal.message), { responseCode: kept.refusal.responseCode }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        kept.received.push({ from, to, ...readMail(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const kept: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refusal: undefined,
    tries: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return kept;
}

function readMail(source: string): Pick<ReceivedMail, 'source' | 'headers' | 'text' | 'html' | 'link'> {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const text = readPart(source, 'text/plain');
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return { source, headers, text, html: readPart(source, 'text/html'), link };
}

function readPart(source: string, type: string): string {
  const [headers = '', ...rest] = source.slice(source.indexOf(`Content-Type: ${type}`)).split('\r\n\r\n');
  const body = rest.join('\r\n\r\n').split('\r\n--')[0] as string;
  const encoding = /transfer-encoding: (\S+)/i.exec(headers)?.[1] ?? '7bit';
  return decode(body, encoding).replaceAll('\r\n', '\n');
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
