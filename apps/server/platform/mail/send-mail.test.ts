import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { addUser } from '../../../../test/factories.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../test/mail-server.ts';
import { mailTicketsOf } from '../../app/jobs.ts';
import { findTicket, issueTicket, useTicket } from '../../domains/identity/users/tickets.queries.ts';
import { enqueueMail, type WaitingMail } from './enqueue-mail.ts';
import { createSendMailJob } from './send-mail.jobs.ts';

const HOUR_MS = 3_600_000;

let server: MailServer;
let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  app = await buildTestApp({
    clock: clock.now,
    config: { smtpUrl: server.url, mailFrom: 'Docs <docs@example.com>', baseUrl: 'https://docs.example.com' },
  });
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach(() => {
  server.received.length = 0;
  server.tries = 0;
});
afterEach(() => {
  server.refusal = undefined;
});

async function enqueue(
  mail: Partial<Pick<WaitingMail, 'template' | 'names'>> = {},
): Promise<{ to: string; ticketId: string }> {
  const { template = 'invitation', names = {} } = mail;
  const { userId, email: to } = await addUser(app);
  const now = clock.now();
  const ticketId = await app.context.transact(async (unit) => {
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    const issued = await issueTicket(unit.trx, { userId, purpose: template, createdAt: now, expiresAt });
    await enqueueMail(unit, { to, template, names, ticketId: issued }, now);
    return issued;
  });
  return { to, ticketId };
}

const countJobs = async (): Promise<number> =>
  (await app.context.db.selectFrom('job').selectAll().where('kind', '=', 'mail.send').execute()).length;

/** Runs the job until it has made all of its attempts. */
async function runAllTries(): Promise<void> {
  for (let n = 0; n < 30 && (await countJobs()) > 0; n += 1) {
    await runJobs(app);
    clock.advance(300_000);
  }
}

test.each([
  ['invitation', 'invitation', 'You are invited to “Acme”'],
  ['password', 'reset-password', 'Set a new password'],
  ['email', 'confirm-email', 'Confirm your email address'],
] as const)(
  'a mail for %s carries its link, which is good, as text and as HTML',
  async (template, page, subject) => {
    const { to } = await enqueue({ template, names: { organization: 'Acme', inviter: 'Ada' } });
    await runJobs(app);
    const [mail, ...others] = server.received;
    expect(others).toEqual([]);
    expect(mail?.from).toBe('docs@example.com');
    expect(mail?.to).toEqual([to]);
    expect(decodeSubject(mail?.headers.get('subject'))).toBe(subject);
    expect(mail?.headers.get('from')).toBe('Docs <docs@example.com>');
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative');
    const [, text] = mail?.link.split(`https://docs.example.com/app/${page}/`) ?? [];
    const ticket = await findTicket(app.context.db, app.context.keyRing, {
      text: text as string,
      purpose: template,
      now: clock.now(),
    });
    expect(ticket?.ticket_id).toBeDefined();
  },
);

describe('no mail is sent', () => {
  test('for a ticket that was used', async () => {
    const { ticketId } = await enqueue();
    await app.context.transact(({ trx }) => useTicket(trx, ticketId));
    await runJobs(app);
    expect([server.tries, await countJobs()]).toEqual([0, 0]);
  });

  test('for a ticket that has expired', async () => {
    await enqueue();
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect([server.tries, await countJobs()]).toEqual([0, 0]);
  });

  test('by an instance that has no mail server any more', async () => {
    const without = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
    await enqueue();
    await runJobs(without);
    expect([server.tries, await countJobs()]).toEqual([0, 0]);
    await without.close();
  });
});

describe('a mail server that refuses', () => {
  test('for now gets the mail when it takes it, under the id of the first try', async () => {
    server.refusal = { responseCode: 451, message: 'Come back later' };
    await enqueue();
    await runJobs(app);
    expect([server.tries, await countJobs()]).toEqual([1, 1]);
    server.refusal = undefined;
    await runAllTries();
    expect(server.received.length).toBe(1);
  });

  test('for good is not asked again', async () => {
    server.refusal = { responseCode: 550, message: 'No such person' };
    await enqueue();
    await runAllTries();
    expect([server.tries, await countJobs()]).toEqual([1, 0]);
  });

  test('for hours is given up, and the link is in no log line', async () => {
    const lines: unknown[] = [];
    const log = { ...app.context.log, error: (...line: unknown[]) => lines.push(line) };
    const { jobs } = app.app;
    const usual = jobs['mail.send'];
    jobs['mail.send'] = createSendMailJob(
      { ...app.context, log: log as typeof app.context.log },
      {
        findTicket: mailTicketsOf(app.context),
        findNotification: async () => undefined,
        findWeekly: async () => undefined,
        findSpecMail: async () => undefined,
      },
    );
    server.refusal = { responseCode: 451, message: 'Come back later' };
    const { to, ticketId } = await enqueue();
    await app.context.db
      .updateTable('user_ticket')
      .set({ expires_at: new Date('2040-01-01T00:00:00Z') })
      .where('ticket_id', '=', ticketId)
      .execute();
    await runAllTries();
    jobs['mail.send'] = usual;
    expect([server.tries, await countJobs()]).toEqual([10, 0]);
    expect(lines.length).toBe(1);
    expect(JSON.stringify(lines)).toContain(to);
    expect(JSON.stringify(lines)).not.toContain(ticketId);
  });
});

describe('names that people gave', () => {
  test('cannot add a header, a recipient or a line', async () => {
    const organization = 'Acme\r\nBcc: victim\r\n\r\nHello';
    const { to } = await enqueue({ names: { organization, inviter: '\u2028Eve\u0007<eve>\r\nX: y' } });
    await runJobs(app);
    const [mail] = server.received;
    expect(mail?.to).toEqual([to]);
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc');
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('x');
    expect(decodeSubject(mail?.headers.get('subject'))).toBe('You are invited to “Acme Bcc: victim Hello”');
    expect(mail?.text).toContain('“Eve <eve> X: y” has invited you');
  });

  test('are text in HTML too', async () => {
    await enqueue({ names: { organization: '<script>alert(1)</script>' } });
    await runJobs(app);
    expect(server.received[0]?.html).toContain('“&lt;script&gt;alert(1)&lt;/script&gt;”');
    expect(server.received[0]?.html).not.toContain('<script>');
  });

  test.each([
    'Prize at https://evil.example',
    'www.evil.example',
    'evil.example/win',
    'call eve@evil.example',
  ])('are not repeated when they lead somewhere: %s', async (organization) => {
    await enqueue({ names: { organization } });
    await runJobs(app);
    expect(server.received[0]?.source).not.toContain('evil.example');
    expect(server.received[0]?.text).toContain('invited to an organization');
  });

  test('that are very long are cut', async () => {
    await enqueue({ names: { organization: '😀'.repeat(500) } });
    await runJobs(app);
    expect(server.received[0]?.text).toContain(`“${'😀'.repeat(80)}…”`);
  });
});

function decodeSubject(subject = ''): string {
  return subject.replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, encoding: string, text: string) =>
    encoding.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9A-F]{2})/g, (__, code: string) =>
              String.fromCharCode(Number.parseInt(code, 16)),
            ),
          'latin1',
        ).toString(),
  );
}
