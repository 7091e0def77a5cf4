import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  callByCookie,
  nextAddress,
  openBrowser,
  PASSWORD,
  signInByApi,
} from '../../../../../test/accounts.ts';
import { buildTestApp, type Method, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addUser } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';
import { postForm } from '../../../../../test/session.ts';
import { makeResetLink } from './reset-link.ts';

const HOUR_MS = 60 * 60 * 1000;

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let mail: MailServer;
let app: TestApp;
let withoutMail: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildTestApp({ clock: clock.now, config: { smtpUrl: mail.url } });
  withoutMail = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
});
afterAll(async () => {
  await withoutMail?.close();
  await app?.close();
  await mail?.close();
});
beforeEach(async () => {
  await runJobs(app);
  mail.received.length = 0;
});

let lastAddress = 0;
const newEmail = (): string => {
  lastAddress += 1;
  return `New-${lastAddress}@example.com`;
};

const call = (at: TestApp, method: Method, url: string, token: string | undefined, body?: object) =>
  at.server.inject({
    method,
    url,
    remoteAddress: nextAddress(),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body ? { payload: body } : {}),
  });
const change = (token: string, body: object, at = app) => call(at, 'PUT', '/v1/user/email', token, body);
const requestProof = (token: string, at = app) => call(at, 'POST', '/v1/user/email/verification', token);
const prove = (ticket: string) => call(app, 'PUT', `/v1/email-verifications/${ticket}`, undefined);
const credentials = async (token: string) => (await call(app, 'GET', '/v1/user/credentials', token)).json();
const signsIn = async (email: string): Promise<boolean> =>
  (await signInByApi(app, { email, password: PASSWORD })).statusCode === 201;

async function mailedTicket(): Promise<string> {
  await runJobs(app);
  const ticket = mail.received.at(-1)?.link.split('/').at(-1);
  if (!ticket) throw new Error('no mail with a link came');
  return ticket;
}

describe('where mail is sent, another address', () => {
  test('becomes the user’s when the link that was mailed to it is used, and is proven then', async () => {
    const { email, token, userId } = await addAccount(app, { role: 'read' });
    const next = newEmail();
    const asked = await change(token, { email: next, password: PASSWORD });
    expect(asked.statusCode).toBe(202);
    expect(asked.json()).toMatchObject({ object: 'credentials', email, isEmailVerified: false });
    expect(await signsIn(email)).toBe(true);
    const ticket = await mailedTicket();
    expect(mail.received[0]?.to).toEqual([next]);
    expect(mail.received[0]?.link).toBe(`${app.context.config.baseUrl}/app/confirm-email/${ticket}`);
    expect((await prove(ticket)).statusCode).toBe(204);
    expect(await credentials(token)).toMatchObject({ email: next, isEmailVerified: true });
    expect([await signsIn(next.toLowerCase()), await signsIn(email)]).toEqual([true, false]);
    expect((await prove(ticket)).statusCode).toBe(404);
    await runJobs(app);
    // The old address is notified.
    expect(mail.received.slice(1)).toMatchObject([
      { to: [email], text: expect.stringContaining('was changed') },
    ]);
    expect(mail.received[1]?.source).not.toContain(next);
    const member = await app.context.db
      .selectFrom('member')
      .select('email_folded')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    expect(member?.email_folded).toBe(next.toLowerCase());
    const events = await app.context.db
      .selectFrom('audit_event')
      .select(['payload', 'actor_id'])
      .where('target_id', '=', userId)
      .where('action', '=', 'user.updated')
      .execute();
    expect(events).toEqual([{ actor_id: userId, payload: { before: { email }, after: { email: next } } }]);
  });

  test('is asked for with one answer, whether it is somebody else’s or not', async () => {
    const { email: taken, token: other } = await addAccount(app);
    const responses = [];
    for (const email of [taken, newEmail()]) {
      const { token } = await addAccount(app);
      const response = await change(token, { email, password: PASSWORD });
      responses.push([response.statusCode, { ...response.json(), email: '', passwordChangedAt: '' }]);
    }
    expect(responses[0]).toEqual(responses[1]);
    await runJobs(app);
    const [sent] = mail.received.filter(({ to }) => to[0] === taken);
    const used = await prove(String(sent?.link.split('/').at(-1)));
    expect(used.statusCode).toBe(409);
    expect(await credentials(other)).toMatchObject({ email: taken });
  });

  test('needs the password', async () => {
    const { token } = await addAccount(app);
    const email = newEmail();
    expect((await change(token, { email })).statusCode).toBe(400);
    expect((await change(token, { email, password: 'wrong' })).statusCode).toBe(403);
    const { token: without } = await addUser(app);
    expect((await change(without, { email, password: '' })).statusCode).toBe(409);
    await runJobs(app);
    expect(mail.received).toEqual([]);
  });

  test.each([
    '',
    'nobody',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
    'a@example.com\r\nBcc: b@c.de',
  ])('must be one: %j', async (email) => {
    const { token } = await addAccount(app);
    expect((await change(token, { email, password: PASSWORD })).statusCode).toBe(400);
  });

  test('gets one mail a minute', async () => {
    const { token } = await addAccount(app);
    expect((await change(token, { email: newEmail(), password: PASSWORD })).statusCode).toBe(202);
    const refused = await change(token, { email: newEmail(), password: PASSWORD });
    expect(refused.statusCode).toBe(429);
    clock.advance(60_000);
    expect((await change(token, { email: newEmail(), password: PASSWORD })).statusCode).toBe(202);
  });

  test('is good for a day, and not once another one was asked for', async () => {
    const { token } = await addAccount(app);
    await change(token, { email: newEmail(), password: PASSWORD });
    const first = await mailedTicket();
    clock.advance(60_000);
    await change(token, { email: newEmail(), password: PASSWORD });
    const second = await mailedTicket();
    expect((await prove(first)).statusCode).toBe(404);
    clock.advance(24 * HOUR_MS);
    expect((await prove(second)).statusCode).toBe(404);
  });

  test('makes links to set a password worthless that went to the old one', async () => {
    const { email, token } = await addAccount(app);
    await change(token, { email: newEmail(), password: PASSWORD });
    const ticket = await mailedTicket();
    const link = await makeResetLink(app.context, email);
    expect((await prove(ticket)).statusCode).toBe(204);
    const reset = await call(app, 'PUT', `/v1/password-resets/${link.split('/').at(-1)}`, undefined, {
      password: 'of who reads the old mail',
    });
    expect(reset.statusCode).toBe(404);
  });

  test('goes no further when the password is set anew in the meantime', async () => {
    const { email, token } = await addAccount(app);
    await change(token, { email: newEmail(), password: PASSWORD });
    const ticket = await mailedTicket();
    const link = await makeResetLink(app.context, email);
    await call(app, 'PUT', `/v1/password-resets/${link.split('/').at(-1)}`, undefined, {
      password: PASSWORD,
    });
    expect((await prove(ticket)).statusCode).toBe(404);
    expect(await credentials(token)).toMatchObject({ email });
  });

  test('of two who prove the same one becomes the first one’s', async () => {
    const email = newEmail();
    const [one, other] = [await addAccount(app), await addAccount(app)];
    const tickets: string[] = [];
    for (const { token } of [one, other]) {
      await change(token, { email, password: PASSWORD });
      tickets.push(await mailedTicket());
    }
    const statuses = (await Promise.all(tickets.map(prove))).map(({ statusCode }) => statusCode);
    expect([...statuses].sort()).toEqual([204, 409]);
  });
});

describe('where no mail is sent, another address', () => {
  test('is the user’s at once, unproven', async () => {
    const { email, token } = await addAccount(app);
    await app.database.sql`update user_account set email_verified_at = now() where email = ${email}`;
    const next = newEmail();
    const changed = await change(token, { email: next, password: PASSWORD }, withoutMail);
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({ email: next, isEmailVerified: false });
    expect([await signsIn(next), await signsIn(email)]).toEqual([true, false]);
  });

  test('is refused when it is somebody else’s, whatever its case', async () => {
    const { email: taken } = await addAccount(app);
    const { token, email } = await addAccount(app);
    const refused = await change(token, { email: taken.toUpperCase(), password: PASSWORD }, withoutMail);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).not.toContain(taken);
    expect(await credentials(token)).toMatchObject({ email });
  });
});

test('the same address in another case is the user’s at once, and stays proven', async () => {
  const { email, token } = await addAccount(app);
  await app.database.sql`update user_account set email_verified_at = now() where email = ${email}`;
  const changed = await change(token, { email: email.toUpperCase(), password: PASSWORD });
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toMatchObject({ email: email.toUpperCase(), isEmailVerified: true });
});

describe('the present address', () => {
  test('is proven by a link', async () => {
    const { token, email } = await addAccount(app);
    const asked = await requestProof(token);
    expect([asked.statusCode, asked.body]).toEqual([202, '']);
    const ticket = await mailedTicket();
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    expect((await prove(ticket)).statusCode).toBe(204);
    expect(await credentials(token)).toMatchObject({ email, isEmailVerified: true });
    expect((await requestProof(token)).statusCode).toBe(409);
  });

  test('cannot be where no mail is sent', async () => {
    const { token } = await addAccount(app);
    expect((await requestProof(token, withoutMail)).statusCode).toBe(409);
  });

  test('is proven on a page by who has the account, by a form and not by opening it', async () => {
    const { token, email } = await addAccount(app);
    const headers = { cookie: await openBrowser(app, email) };
    await requestProof(token);
    const url = `/app/confirm-email/${await mailedTicket()}`;
    const page = await app.request('GET', url, { token: null, headers });
    expect(page.statusCode).toBe(200);
    expect(page.headers['referrer-policy']).toBe('strict-origin');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toContain(email);
    expect(await credentials(token)).toMatchObject({ isEmailVerified: false });
    const foreign = { headers, origin: 'https://evil.example' };
    expect((await postForm(app, url, {}, foreign)).statusCode).toBe(403);
    const proven = await postForm(app, url, {}, { headers });
    expect(proven.headers.location).toBe(
      `${app.context.config.baseUrl}/app/account/security?done=email-proven`,
    );
    expect(await credentials(token)).toMatchObject({ isEmailVerified: true });
    expect((await app.request('GET', url, { token: null, headers })).statusCode).toBe(404);
  });

  test('is not proven for somebody else, who gave it, by who reads the mail and agrees', async () => {
    const attacker = await addAccount(app);
    const { email } = await addAccount(app);
    await requestProof(attacker.token);
    const url = `/app/confirm-email/${await mailedTicket()}`;
    for (const cookie of [undefined, await openBrowser(app, email)]) {
      const headers: Record<string, string> = cookie ? { cookie } : {};
      const page = await app.request('GET', url, { token: null, headers });
      expect(page.statusCode).toBe(200);
      expect(page.body).not.toContain('It is mine');
      expect(page.body).not.toContain(attacker.email);
      const to = encodeURIComponent(new URL(url, 'http://here').pathname);
      expect(page.body).toContain(`/app/sign-in?to=${to}`);
      const refused = await postForm(app, url, {}, { headers });
      expect(refused.statusCode).toBe(cookie ? 403 : 303);
    }
    expect(await credentials(attacker.token)).toMatchObject({ isEmailVerified: false });
  });

  test('is not proven by a link that sets a password', async () => {
    const { email } = await addAccount(app);
    const link = await makeResetLink(app.context, email);
    expect((await prove(String(link.split('/').at(-1)))).statusCode).toBe(404);
  });
});

test('a browser that signed in stays so when the address changes', async () => {
  const { email } = await addAccount(app);
  const cookie = await openBrowser(app, email);
  await callByCookie(app, cookie, 'PUT', '/v1/user/email', { email: newEmail(), password: PASSWORD });
  expect((await prove(await mailedTicket())).statusCode).toBe(204);
  expect((await callByCookie(app, cookie, 'GET', '/v1/session')).statusCode).toBe(200);
});
