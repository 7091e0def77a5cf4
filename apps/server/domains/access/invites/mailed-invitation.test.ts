import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount, turnOnSecondFactor } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addOrganization, addUser, addUserToken } from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  invite,
  PASSWORD,
  readOrganization,
  signInWith,
  ticketOf,
} from '../../../../../test/fixtures/access/invites/invites.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';

const MINUTE_MS = 60_000;

let server: MailServer;
let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now, config: { smtpUrl: server.url } });
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach(() => {
  server.received.length = 0;
});

const someAddress = (): string => `new-${newId()}@example.com`;
const invitation = (userId: string): string => `/v1/orgs/${app.organizationId}/members/${userId}/invitation`;

const isVerified = async (userId: string): Promise<boolean> => {
  const row = await app.context.db
    .selectFrom('user_account')
    .select('email_verified_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.email_verified_at !== null;
};

/** The ticket in the one mail that came to this address. */
async function readTicket(email: string): Promise<string> {
  await runJobs(app);
  const mails = server.received.splice(0).filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(1);
  return ticketOf(mails[0]?.link);
}

test('somebody new gets a mail; its link sets the password and proves the address', async () => {
  const email = someAddress();
  const invited = await invite(app, { emails: [email] });
  expect(invited).toEqual({ users: [expect.any(String)], invited: 1 });
  const [userId] = invited.users as [string];
  await runJobs(app);
  expect(server.received).toMatchObject([
    { to: [email], text: expect.stringContaining('“My organization”') },
  ]);
  const ticket = ticketOf(server.received[0]?.link);
  expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
  expect(await isVerified(userId)).toBe(true);
  const cookie = (await signInWith(app, email, PASSWORD)) as string;
  expect(await readOrganization(app, { cookie })).toBe(200);
});

test('an administrator sees to whom it was mailed and never the link, also when the mail server is gone', async () => {
  const email = someAddress();
  const { users } = await invite(app, { emails: [email] });
  const [userId] = users as [string];
  const shown = (await call(app, 'GET', invitation(userId))).json();
  expect(shown).toEqual({
    object: 'invitation',
    user: userId,
    expiresAt: expect.any(String),
    mailedTo: email,
    urls: expect.anything(),
  });
  const without = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
  const later = (await call({ ...without, adminToken: app.adminToken }, 'GET', invitation(userId))).json();
  expect(later).toEqual(shown);
  await without.close();
});

test('a link that was made without a mail server proves nothing, also when there is one now', async () => {
  const without = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
  const email = someAddress();
  const handed = { ...without, adminToken: app.adminToken };
  const { users, invitations } = await invite(handed, { emails: [email] });
  await without.close();
  const [userId] = users as [string];
  expect((await call(app, 'GET', invitation(userId))).json().url).toBeUndefined();
  const ticket = ticketOf(invitations?.[0]?.url);
  expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
  expect(await isVerified(userId)).toBe(false);
});

describe('who has an account', () => {
  test('that is proven is let in by the link and a token of theirs, too', async () => {
    const user = await addUser(app);
    await app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: clock.now() })
      .where('user_id', '=', user.userId)
      .execute();
    await invite(app, { emails: [user.email] });
    expect(await readOrganization(app, user)).toBe(404);
    const ticket = await readTicket(user.email);
    expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(401);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
    expect(await readOrganization(app, user)).toBe(200);
  });

  test('that is not proven proves it by accepting what was mailed', async () => {
    const user = await addUser(app);
    await invite(app, { emails: [user.email] });
    const ticket = await readTicket(user.email);
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
    expect(await readOrganization(app, user)).toBe(200);
    expect(await isVerified(user.userId)).toBe(true);
  });

  test('and changed the address in the meantime does not prove the new one', async () => {
    const user = await addUser(app);
    await invite(app, { emails: [user.email] });
    const ticket = await readTicket(user.email);
    const email = someAddress();
    await app.context.db
      .updateTable('user_account')
      .set({ email, email_folded: email })
      .where('user_id', '=', user.userId)
      .execute();
    expect((await accept(app, ticket, { token: user.token })).statusCode).toBe(200);
    expect(await isVerified(user.userId)).toBe(false);
  });
});

test('who comes in by a mailed link takes part in every organization that made the address a member', async () => {
  const other = await addOrganization(app);
  const token = await addUserToken(app, other.creatorId);
  const email = someAddress();
  const { users } = await invite(app, { emails: [email] }, { organizationId: other.organizationId, token });
  const [userId] = users as [string];
  await readTicket(email);
  await invite(app, { emails: [email] });
  const ticket = await readTicket(email);
  expect((await accept(app, ticket, { password: PASSWORD })).statusCode).toBe(200);
  for (const organizationId of [app.organizationId, other.organizationId])
    expect(await findMember(app, userId, organizationId)).toMatchObject({ disabled: false });
});

describe('somebody else made an account under the address', () => {
  /** Sets the password through the mail for forgotten passwords. */
  async function resetByMail(email: string): Promise<void> {
    await call(app, 'POST', '/v1/password-resets', { token: null, body: { email } });
    await runJobs(app);
    const mails = server.received.splice(0).filter((mail) => mail.link.includes('/reset-password/'));
    expect(mails.map(({ to }) => to)).toEqual([[email]]);
    const url = `/v1/password-resets/${ticketOf(mails[0]?.link)}`;
    const response = await call(app, 'PUT', url, { token: null, body: { password: PASSWORD } });
    expect(response.statusCode).toBe(204);
  }

  test('and nothing of theirs is good once whose address it is took it over and accepted', async () => {
    const attacker = await addAccount(app);
    // From before the instance sent mail: with mail, a second factor requires a verified address.
    const before = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
    const second = await turnOnSecondFactor(before, attacker.token);
    expect(second.recoveryCodes.length).toBeGreaterThan(0);
    await before.close();
    const { users } = await invite(app, { emails: [attacker.email], role: 'admin' });
    const ticket = await readTicket(attacker.email);
    await resetByMail(attacker.email);
    const cookie = (await signInWith(app, attacker.email, PASSWORD)) as string;
    expect(cookie).toBeDefined();
    const token = await addUserToken(app, attacker.userId);
    expect((await accept(app, ticket, { token })).statusCode).toBe(200);
    expect(await findMember(app, users[0] as string)).toMatchObject({ disabled: false, role: 'admin' });
    expect(await readOrganization(app, { cookie })).toBe(200);
    expect((await call(app, 'GET', '/v1/user', { token: attacker.token })).statusCode).toBe(401);
  });

  test('but tokens of who proved the address before stay when they forget the password', async () => {
    const user = await addAccount(app);
    await app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: clock.now() })
      .where('user_id', '=', user.userId)
      .execute();
    await resetByMail(user.email);
    expect((await call(app, 'GET', '/v1/user', { token: user.token })).statusCode).toBe(200);
  });
});

test('a password that is set by a mail is not replaced by who has a link that an administrator read', async () => {
  const without = await buildTestApp({ beside: app, config: { smtpUrl: undefined } });
  for (let n = 0; n < 5; n += 1) {
    const email = someAddress();
    const { invitations } = await invite({ ...without, adminToken: app.adminToken }, { emails: [email] });
    await call(app, 'POST', '/v1/password-resets', { token: null, body: { email } });
    await runJobs(app);
    const reset = `/v1/password-resets/${ticketOf(server.received.splice(0).at(-1)?.link)}`;
    const [set] = await Promise.all([
      call(app, 'PUT', reset, { token: null, body: { password: PASSWORD } }),
      accept(app, ticketOf(invitations?.[0]?.url), { password: 'the password of the attacker' }),
    ]);
    expect(set.statusCode).toBe(204);
    expect(await signInWith(app, email, PASSWORD)).toBeDefined();
    expect(await signInWith(app, email, 'the password of the attacker')).toBeUndefined();
  }
  await without.close();
});

test('a mailbox is not filled: within a minute there is no second mail, and the link of the first is good', async () => {
  const email = someAddress();
  const { users } = await invite(app, { emails: [email] });
  const [userId] = users as [string];
  await invite(app, { emails: [email] });
  const refused = await call(app, 'POST', invitation(userId));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  const ticket = await readTicket(email);
  clock.advance(MINUTE_MS);
  expect((await call(app, 'POST', invitation(userId))).statusCode).toBe(200);
  const second = await readTicket(email);
  clock.advance(MINUTE_MS);
  await invite(app, { emails: [email] });
  const third = await readTicket(email);
  for (const old of [ticket, second])
    expect((await accept(app, old, { password: PASSWORD })).statusCode).toBe(404);
  expect((await accept(app, third, { password: PASSWORD })).statusCode).toBe(200);
});

test('an invitation that is taken back before it was mailed is not mailed', async () => {
  const user = await addUser(app);
  await invite(app, { emails: [user.email] });
  expect((await call(app, 'DELETE', invitation(user.userId))).statusCode).toBe(204);
  await runJobs(app);
  expect(server.received).toEqual([]);
});

test('a mailbox is not filled by who invites, takes back and invites again, nor from many organizations', async () => {
  const email = someAddress();
  for (let n = 0; n < 8; n += 1) {
    const { users } = await invite(app, { emails: [email] });
    await call(app, 'DELETE', `/v1/orgs/${app.organizationId}/members/${users[0]}`);
  }
  for (let n = 0; n < 8; n += 1) {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    await invite(app, { emails: [email.toUpperCase()] }, { organizationId, token });
  }
  const mails = async (): Promise<number> =>
    (
      await app.context.db.selectFrom('job').select('payload').where('kind', '=', 'mail.send').execute()
    ).filter(({ payload }) => String((payload as { to: string }).to).toLowerCase() === email).length;
  expect(await mails()).toBe(10);
  clock.advance(60 * MINUTE_MS);
  const { organizationId, creatorId } = await addOrganization(app);
  await invite(app, { emails: [email] }, { organizationId, token: await addUserToken(app, creatorId) });
  expect(await mails()).toBe(11);
  await runJobs(app);
});
