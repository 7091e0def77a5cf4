import { newId } from '@lectern/std/ids';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, openBrowser } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addSpace, addUser } from '../../../../../test/factories.ts';
import {
  call,
  findMember,
  inviteOne,
  listEvents,
  PASSWORD,
  signInWith,
} from '../../../../../test/fixtures/access/invites/invites.ts';
import { cookieOf, postForm, signIn } from '../../../../../test/session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  const body = { title: 'Acme <Docs>', inviteLinks: true };
  await call(app, 'PATCH', `/v1/orgs/${app.organizationId}`, { body });
});
afterAll(() => app?.close());

const someAddress = (): string => `new-${newId()}@example.com`;
const absolute = (path: string): string => `${app.context.config.baseUrl}${path}`;

const get = (path: string, cookie?: string): Promise<LightMyRequestResponse> =>
  call(app, 'GET', path, { token: null, ...(cookie ? { cookie } : {}) });
const post = (path: string, fields: Record<string, string>, cookie?: string, more: object = {}) =>
  postForm(app, path, fields, { ...(cookie ? { headers: { cookie } } : {}), ...more });

const organizationPage = (): string => `/app/o/${app.organizationId}`;

describe('the page of an invitation', () => {
  const pageOf = (ticket: string): string => `/app/invitation/${ticket}`;

  test('lets somebody new choose name and password, and signs them in', async () => {
    const email = someAddress();
    const { userId, ticket } = await inviteOne(app, email);
    const page = await get(pageOf(ticket));
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Join “Acme &lt;Docs&gt;”');
    expect(page.body).toContain(email);
    const response = await post(pageOf(ticket), { name: 'Ada', password: PASSWORD });
    expect([response.statusCode, response.headers.location]).toEqual([303, absolute(organizationPage())]);
    const cookie = cookieOf(response);
    const home = await get(organizationPage(), cookie);
    expect([home.statusCode, home.headers['x-lectern-console']]).toEqual([200, '1']);
    expect((await listEvents(app, userId)).at(-1)).toMatchObject({ action: 'member.accepted', source: 'ui' });
    expect((await get(pageOf(ticket))).statusCode).toBe(404);
  });

  test('does nothing when it is opened, and says what is wrong with the password', async () => {
    const email = someAddress();
    const { ticket } = await inviteOne(app, email);
    for (let n = 0; n < 3; n += 1) expect((await get(pageOf(ticket))).statusCode).toBe(200);
    for (const password of ['', 'short', 'password123']) {
      const response = await post(pageOf(ticket), { name: 'Grace "Hopper"', password });
      expect(response.statusCode).toBe(400);
      expect(response.headers['set-cookie']).toBeUndefined();
      expect(response.body).toContain('role="alert"');
      expect(response.body).toContain('value="Grace &quot;Hopper&quot;"');
    }
    expect((await post(pageOf(ticket), { name: 'Grace', password: PASSWORD })).statusCode).toBe(303);
  });

  test('ends the session of whoever was signed in in this browser', async () => {
    const other = await addAccount(app, { role: 'read' });
    const cookie = await openBrowser(app, other.email);
    const { ticket } = await inviteOne(app, someAddress());
    const response = await post(pageOf(ticket), { name: 'Ada', password: PASSWORD }, cookie);
    expect(response.statusCode).toBe(303);
    expect(cookieOf(response)).not.toBe(cookie);
    expect((await get('/app', cookie)).statusCode).toBe(303);
  });

  test('asks who has an account to sign in with it, and leads back', async () => {
    const user = await addAccount(app);
    const { ticket } = await inviteOne(app, user.email);
    const page = await get(pageOf(ticket));
    const [, to] = /href="([^"]*sign-in\?to=[^"]*)"/.exec(page.body) ?? [];
    expect(decodeURIComponent((to as string).split('to=')[1] as string)).toBe(pageOf(ticket));
    expect(page.body).not.toContain('name="password"');
    const refused = await post(pageOf(ticket), { name: 'Eve', password: PASSWORD });
    expect([refused.statusCode, refused.headers['set-cookie']]).toEqual([303, undefined]);
    expect(await findMember(app, user.userId)).toMatchObject({ disabled: true });
  });

  test('lets who is signed in with the account accept, and nobody else', async () => {
    const user = await addAccount(app);
    const { ticket } = await inviteOne(app, user.email);
    const stranger = await openBrowser(app, (await addAccount(app)).email);
    expect((await get(pageOf(ticket), stranger)).body).toContain('signed in with a different account');
    expect((await post(`${pageOf(ticket)}/accept`, {}, stranger)).statusCode).toBe(403);
    expect((await post(`${pageOf(ticket)}/accept`, {})).headers.location).toContain('/app/sign-in');
    const cookie = await openBrowser(app, user.email);
    expect((await get(pageOf(ticket), cookie)).body).toContain('signed in with that account');
    const response = await post(`${pageOf(ticket)}/accept`, {}, cookie);
    expect([response.statusCode, response.headers.location]).toEqual([303, absolute(organizationPage())]);
    expect((await get(organizationPage(), cookie)).statusCode).toBe(200);
  });

  test('takes no form of another origin, nor one that was not made for the session', async () => {
    const user = await addAccount(app);
    const { ticket } = await inviteOne(app, user.email);
    const cookie = await openBrowser(app, user.email);
    for (const more of [
      { origin: 'https://evil.example' },
      { origin: null },
      { origin: 'null' },
      { csrf: null },
    ])
      expect((await post(`${pageOf(ticket)}/accept`, {}, cookie, more)).statusCode).toBe(403);
    const { ticket: fresh } = await inviteOne(app, someAddress());
    const evil = { origin: 'https://evil.example' };
    const fields = { name: 'Eve', password: PASSWORD };
    expect((await post(pageOf(fresh), fields, undefined, evil)).statusCode).toBe(403);
    expect(await findMember(app, user.userId)).toMatchObject({ disabled: true });
  });

  test('tells its address to nobody, and is kept by nobody', async () => {
    const { ticket } = await inviteOne(app, someAddress());
    for (const response of [await get(pageOf(ticket)), await post(pageOf(ticket), { password: 'short' })]) {
      expect(response.headers).toMatchObject({
        'referrer-policy': 'strict-origin',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      });
    }
  });

  test('is not found for a link that is none, was used or has expired', async () => {
    const response = await get(pageOf('nonsense'));
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('Ask for a new one');
  });
});

describe('the page of an invite link', () => {
  async function makeLink(body: object): Promise<string> {
    const { url } = (await call(app, 'POST', `/v1/orgs/${app.organizationId}/link-invites`, { body })).json();
    return new URL(url).pathname;
  }

  test('lets who is signed in join', async () => {
    const page = await makeLink({ role: 'edit' });
    const user = await addUser(app);
    const cookie = await signIn(app, user.token);
    const shown = await get(page, cookie);
    expect([shown.statusCode, shown.body.includes('Join “Acme &lt;Docs&gt;”')]).toEqual([200, true]);
    expect(await findMember(app, user.userId)).toBeUndefined();
    const response = await post(page, {}, cookie);
    expect([response.statusCode, response.headers.location]).toEqual([303, absolute(organizationPage())]);
    expect(await findMember(app, user.userId)).toMatchObject({ role: 'edit' });
  });

  test('leads to the space that it is to', async () => {
    const space = await addSpace(app, { title: 'Handbook' });
    const page = await makeLink({ level: 'read', space });
    const user = await addUser(app);
    const cookie = await signIn(app, user.token);
    expect((await get(page, cookie)).body).toContain('“Handbook”');
    const response = await post(page, {}, cookie);
    expect(response.headers.location).toBe(absolute(`/app/s/${space}`));
    expect((await get(`/app/s/${space}`, cookie)).statusCode).toBe(200);
  });

  test('lets who has no account make one, whose address is not proven', async () => {
    const page = await makeLink({ role: 'comment' });
    const shown = await get(page);
    expect(shown.body).toContain('Create account');
    const email = someAddress();
    const fields = { email: email.toUpperCase(), name: 'Ada', password: PASSWORD };
    const response = await post(`${page}/account`, fields);
    expect([response.statusCode, response.headers.location]).toEqual([303, absolute(organizationPage())]);
    expect((await get(organizationPage(), cookieOf(response))).statusCode).toBe(200);
    expect(await signInWith(app, email, PASSWORD)).toBeDefined();
    const user = await app.context.db
      .selectFrom('user_account')
      .selectAll()
      .where('email_folded', '=', email)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({ display_name: 'Ada', email_verified_at: null, is_unclaimed: false });
    expect(await findMember(app, user.user_id)).toMatchObject({ role: 'comment', is_invited: false });
  });

  test.each([
    ['an address that is none', { email: 'nobody' }, 400, 'email'],
    ['a short password', { password: 'short' }, 400, 'characters'],
    ['a name that is too long', { name: 'x'.repeat(65) }, 400, '64'],
    ['an address that somebody has', {}, 409, 'already'],
  ])('makes no account for %s, and says so beside the form', async (_what, fields, status, words) => {
    const page = await makeLink({ role: 'comment' });
    const { email } = await addUser(app);
    const entered = {
      email: status === 409 ? email : someAddress(),
      name: 'Ada',
      password: PASSWORD,
      ...fields,
    };
    const response = await post(`${page}/account`, entered);
    expect(response.statusCode).toBe(status);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.body).toContain(words);
    expect(response.body).toContain(`value="${entered.email}"`);
    expect(response.body).not.toContain(PASSWORD);
  });

  test('makes one account of two that are made at once', async () => {
    const page = await makeLink({ role: 'comment' });
    const fields = { email: someAddress(), name: 'Ada', password: PASSWORD };
    const responses = await Promise.all([post(`${page}/account`, fields), post(`${page}/account`, fields)]);
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([303, 409]);
  });

  test('makes no account when it does not work any more', async () => {
    const page = await makeLink({ role: 'comment' });
    await call(app, 'DELETE', `/v1/orgs/${app.organizationId}/link-invites/${page.split('/').at(-1)}`);
    const email = someAddress();
    const response = await post(`${page}/account`, { email, name: 'Ada', password: PASSWORD });
    expect(response.statusCode).toBe(404);
    expect(await signInWith(app, email, PASSWORD)).toBeUndefined();
  });

  test('takes no account that an invitation made and nobody took over', async () => {
    const page = await makeLink({ role: 'comment' });
    const email = someAddress();
    const { organizationId, creatorId } = await addOrganization(app);
    const { token } = await addMember(app, { role: 'admin', organizationId });
    expect(creatorId).toBeDefined();
    await inviteOne(app, email, { organizationId, token });
    const response = await post(`${page}/account`, { email, name: 'Eve', password: PASSWORD });
    expect(response.statusCode).toBe(409);
    expect(await signInWith(app, email, PASSWORD)).toBeUndefined();
  });

  test('takes no form of another origin', async () => {
    const page = await makeLink({ role: 'comment' });
    const user = await addUser(app);
    const cookie = await signIn(app, user.token);
    for (const more of [{ origin: 'https://evil.example' }, { csrf: null }])
      expect((await post(page, {}, cookie, more)).statusCode).toBe(403);
    const evil = { origin: 'https://evil.example' };
    const fields = { email: someAddress(), name: 'Eve', password: PASSWORD };
    expect((await post(`${page}/account`, fields, undefined, evil)).statusCode).toBe(403);
    expect(await findMember(app, user.userId)).toBeUndefined();
  });

  test('is for people: a service account is told so', async () => {
    const page = await makeLink({ role: 'comment' });
    const body = { title: 'A', role: 'read' };
    const { token } = (await call(app, 'POST', `/v1/orgs/${app.organizationId}/tokens`, { body })).json();
    const shown = await get(page, await signIn(app, token));
    expect(shown.body).toContain('You cannot join');
  });

  test('tells its address to nobody', async () => {
    const page = await makeLink({ role: 'comment' });
    expect((await get(page)).headers).toMatchObject({
      'referrer-policy': 'strict-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
  });
});
