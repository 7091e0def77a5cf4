import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAccount,
  callByCookie,
  nextAddress,
  openBrowser,
  PASSWORD,
  signInByApi,
  turnOnSecondFactor,
} from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addUser } from '../../../../../test/factories.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';
import { postForm } from '../../../../../test/session.ts';
import { makeResetLink } from './reset-link.ts';

const NEW = 'the next password';
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
  clock.advance(HOUR_MS);
});

const ask = (email: string, at = app) =>
  at.server.inject({
    method: 'POST',
    url: '/v1/password-resets',
    remoteAddress: nextAddress(),
    payload: { email },
  });
const reset = (ticket: string, password = NEW, remoteAddress = nextAddress()) =>
  app.server.inject({
    method: 'PUT',
    url: `/v1/password-resets/${ticket}`,
    remoteAddress,
    payload: { password },
  });
const ticketIn = (link: string | undefined): string => String(link).split('/').at(-1) as string;

async function mailedTicket(email: string): Promise<string> {
  await ask(email);
  await runJobs(app);
  return ticketIn(mail.received.at(-1)?.link);
}
const linkedTicket = async (email: string): Promise<string> =>
  ticketIn(await makeResetLink(app.context, email));

const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await signInByApi(app, { email, password })).statusCode === 201;
const isVerified = async (userId: string): Promise<boolean> => {
  const row = await app.context.db
    .selectFrom('user_account')
    .select('email_verified_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.email_verified_at !== null;
};

describe('a link by mail', () => {
  test('sets the password, proves the address, signs out everywhere, and works once', async () => {
    const { email, userId, token } = await addAccount(app, { role: 'read' });
    const browser = await openBrowser(app, email);
    const ticket = await mailedTicket(email.toUpperCase());
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    expect(mail.received[0]?.link).toBe(`${app.context.config.baseUrl}/app/reset-password/${ticket}`);
    expect((await reset(ticket)).statusCode).toBe(204);
    expect([await signsIn(email, NEW), await signsIn(email, PASSWORD)]).toEqual([true, false]);
    expect((await callByCookie(app, browser, 'GET', '/v1/session')).statusCode).toBe(401);
    expect(await isVerified(userId)).toBe(true);
    // The person who knew the password before may be another one who registered this address.
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);
    const again = await reset(ticket, 'yet another one');
    expect(again.statusCode).toBe(404);
    await runJobs(app);
    expect(mail.received.slice(1)).toMatchObject([
      { to: [email], text: expect.stringContaining('password') },
    ]);
    expect(mail.received[1]?.source).not.toContain(ticket);
    expect(await signsIn(email, NEW)).toBe(true);
  });

  test('is asked for with one answer, whoever has the address', async () => {
    const { email } = await addAccount(app);
    const [known, unknown] = [await ask(email), await ask('nobody@example.com')];
    for (const response of [known, unknown]) expect([response.statusCode, response.body]).toEqual([202, '']);
    // Both enqueue the same job, which alone finds the difference.
    const jobs = await app.context.db.selectFrom('job').select('kind').execute();
    expect(jobs.filter(({ kind }) => kind === 'password-reset')).toHaveLength(2);
    await runJobs(app);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  });

  test('is not sent again and again', async () => {
    const { email } = await addAccount(app);
    for (let n = 0; n < 3; n += 1) await ask(email);
    await runJobs(app);
    expect(mail.received).toHaveLength(1);
    const first = ticketIn(mail.received[0]?.link);
    clock.advance(10 * 60 * 1000 - 1);
    await ask(email);
    await runJobs(app);
    expect(mail.received).toHaveLength(1);
    clock.advance(1);
    const second = await mailedTicket(email);
    expect(second).not.toBe(first);
    expect((await reset(first)).statusCode).toBe(404);
    expect((await reset(second)).statusCode).toBe(204);
  });

  test('is asked for by nobody where no mail is sent: the answer says what to do', async () => {
    const refused = await ask('nobody@example.com', withoutMail);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().error.message).toContain('lectern user password --email');
  });

  test('is limited by address', async () => {
    const remoteAddress = nextAddress();
    const payload = { email: 'nobody@example.com' };
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await app.server.inject({ method: 'POST', url: '/v1/password-resets', remoteAddress, payload }))
          .statusCode,
      );
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });

  test('proves nothing when it is the operator’s', async () => {
    const { email, userId } = await addUser(app);
    expect((await reset(await linkedTicket(email))).statusCode).toBe(204);
    expect(await signsIn(email, NEW)).toBe(true);
    expect(await isVerified(userId)).toBe(false);
  });
});

describe('a link', () => {
  test('is good for an hour', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    clock.advance(HOUR_MS - 1);
    expect((await reset(ticket, 'short')).statusCode).toBe(400);
    clock.advance(1);
    expect((await reset(ticket)).statusCode).toBe(404);
  });

  test('is not used up by a password that is refused', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    for (const password of ['short', 'qwertyuiop', email])
      expect((await reset(ticket, password)).statusCode).toBe(400);
    expect((await reset(ticket)).statusCode).toBe(204);
  });

  test('works once, also when it is used twice at once', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    const passwords = ['the first of two', 'the second of two'];
    const statuses = (await Promise.all(passwords.map((password) => reset(ticket, password)))).map(
      ({ statusCode }) => statusCode,
    );
    expect([...statuses].sort()).toEqual([204, 404]);
    const winner = passwords[statuses.indexOf(204)] as string;
    const loser = passwords[statuses.indexOf(404)] as string;
    expect([await signsIn(email, winner), await signsIn(email, loser)]).toEqual([true, false]);
  });

  test('is good for nothing once the password was changed in another way', async () => {
    const { email, token } = await addAccount(app);
    const ticket = await linkedTicket(email);
    await app.request('PUT', '/v1/user/password', { token, body: { current: PASSWORD, password: NEW } });
    expect((await reset(ticket, 'of who has the link')).statusCode).toBe(404);
  });

  test('lets who locked themself out sign in at once', async () => {
    const { email } = await addAccount(app);
    const address = nextAddress();
    for (let n = 0; n < 10; n += 1) await signInByApi(app, { email, password: 'forgotten' }, { address });
    const signIn = (password: string) => signInByApi(withoutMail, { email, password }, { address });
    expect((await signIn(PASSWORD)).statusCode).toBe(429);
    await reset(await linkedTicket(email), NEW, address);
    expect((await signIn(NEW)).statusCode).toBe(201);
  });

  test.each(['mail', 'the operator'])('of %s does not get past the second factor', async (whose) => {
    const { email, token, userId } = await addAccount(app);
    // As far as the service knows, the address is unverified: a reset by mail would remove the second factor.
    const begun = await app.request('POST', '/v1/user/totp', { token, body: { password: PASSWORD } });
    expect(begun.statusCode).toBe(409);
    await app.database.sql`update user_account set email_verified_at = now() where user_id = ${userId}`;
    const { recoveryCodes } = await turnOnSecondFactor(app, token);
    await reset(whose === 'mail' ? await mailedTicket(email) : await linkedTicket(email));
    expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
    const refused = await signInByApi(app, { email, password: NEW });
    expect(refused.statusCode).toBe(401);
    expect(refused.json().error.details).toEqual([{ path: 'code', message: 'is required' }]);
    const [code] = recoveryCodes;
    expect((await signInByApi(app, { email, password: NEW, code })).statusCode).toBe(201);
  });

  test('that was made up is none', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    const [id = '', signature = ''] = ticket.split('.');
    const other = (await linkedTicket((await addAccount(app)).email)).split('.')[1];
    for (const made of [id, `${id}.`, `${id}.${other}`, `${id}.${signature.slice(0, -4)}AAAA`, 'a', '%20'])
      expect((await reset(made)).statusCode, made).toBe(404);
    expect((await reset(ticket)).statusCode).toBe(204);
  });

  test('of a user who was deleted is good for nothing', async () => {
    const { email, userId } = await addAccount(app);
    const ticket = await linkedTicket(email);
    await app.database.sql`
      update user_account set deleted_at = now(), email = null, email_folded = null where user_id = ${userId}`;
    expect((await reset(ticket)).statusCode).toBe(404);
  });
});

describe('the page that a link leads to', () => {
  const open = (ticket: string) => app.request('GET', `/app/reset-password/${ticket}`, { token: null });

  test('asks for the password, keeps its address to itself, and does nothing by being opened', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    for (let n = 0; n < 2; n += 1) {
      const page = await open(ticket);
      expect(page.statusCode).toBe(200);
      expect(page.headers['referrer-policy']).toBe('strict-origin');
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).toContain(`value="${email}"`);
      const links = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1]);
      expect(links.join()).not.toContain(ticket);
    }
    const set = await postForm(app, `/app/reset-password/${ticket}`, { password: NEW });
    expect(set.statusCode).toBe(303);
    expect(set.headers.location).toBe(`${app.context.config.baseUrl}/app/sign-in?done=password-set`);
    const next = await app.request('GET', '/app/sign-in?done=password-set', { token: null });
    expect(next.body).toContain('Your password is set.');
    expect(await signsIn(email, NEW)).toBe(true);
    expect((await open(ticket)).statusCode).toBe(404);
  });

  test('says what is wrong with a password, and takes another', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    const refused = await postForm(app, `/app/reset-password/${ticket}`, { password: 'qwertyuiop' });
    expect(refused.statusCode).toBe(400);
    expect(refused.headers['referrer-policy']).toBe('strict-origin');
    expect(refused.body).toContain('too common');
    expect(refused.body).not.toContain('qwertyuiop');
    expect((await postForm(app, `/app/reset-password/${ticket}`, { password: NEW })).statusCode).toBe(303);
  });

  test('takes no form of another origin', async () => {
    const { email } = await addAccount(app);
    const ticket = await linkedTicket(email);
    for (const origin of ['https://evil.example', 'null', null]) {
      const refused = await postForm(app, `/app/reset-password/${ticket}`, { password: NEW }, { origin });
      expect(refused.statusCode).toBe(403);
    }
    expect(await signsIn(email, PASSWORD)).toBe(true);
  });

  test('is asked for by a page that does not tell who is known', async () => {
    const { email } = await addAccount(app);
    const pages = [];
    for (const address of [email, 'nobody@example.com'])
      pages.push((await postForm(app, '/app/forgot-password', { email: address })).body);
    expect(pages[0]).toBe(pages[1]);
    expect((await postForm(app, '/app/forgot-password', { email: ' ' })).statusCode).toBe(400);
    await runJobs(app);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    const without = await withoutMail.request('GET', '/app/forgot-password', { token: null });
    expect(without.body).toContain('lectern user password');
  });
});
