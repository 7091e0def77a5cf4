import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount, PASSWORD, turnOnSecondFactor } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  type AddedUser,
  addOrganization,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import {
  addSsoProvider,
  reasonOn,
  SsoBrowser,
  type SsoProvider,
  signInBySso,
} from '../../../../../test/sso-browser.ts';

const clock = createTestClock();
let app: TestApp;
let provider: SsoProvider;
let account: AddedUser;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  provider = await addSsoProvider(app, { defaultRole: 'read' });
});
afterAll(() => app?.close());
beforeEach(async () => {
  account = await addAccount(app, { role: 'read' });
});

const readLink = (text: string): string => text.replaceAll('&amp;', '&');
const fieldOf = (body: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';

/** Signs in by the provider; returns where the page leads, and the path after the password. */
async function offer(
  browser: SsoBrowser,
  email = account.email,
): Promise<{ signIn: string; connect: string }> {
  const page = await signInBySso(app, browser, provider, {
    nameId: email,
    returnTo: '/app/account',
  });
  expect(page.body).toContain('Is this account yours?');
  const signIn = readLink(/href="([^"]*\/app\/sign-in\?[^"]*)"/.exec(page.body)?.[1] as string);
  return { signIn, connect: new URL(signIn, 'http://app.invalid').searchParams.get('to') as string };
}

async function enterPassword(browser: SsoBrowser, to: string, email = account.email): Promise<string> {
  const response = await browser.post('/app/sign-in', { email, password: PASSWORD, to });
  expect(response.statusCode).toBe(303);
  return response.headers.location as string;
}

/** Sends the form of the page. */
async function connect(browser: SsoBrowser, url: string) {
  const page = await browser.get(url);
  expect(page.statusCode).toBe(200);
  const fields = { csrf: fieldOf(page.body, 'csrf'), ticket: fieldOf(page.body, 'ticket') };
  return browser.post(new URL(url, 'http://app.invalid').pathname, fields);
}

const isSso = async (): Promise<boolean> =>
  (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${account.userId}`)).json().sso;

describe('who has the password of the account', () => {
  test('connects it, is signed in by the provider, and needs no password from then on', async () => {
    const browser = new SsoBrowser(app);
    const { signIn } = await offer(browser);
    const form = await browser.get(signIn);
    const url = await enterPassword(browser, fieldOf(form.body, 'to'));
    const page = await browser.get(url);
    expect(page.body).toContain('From now on, Company can sign you in');
    expect(page.headers['cache-control']).toBe('no-store');
    const connected = await connect(browser, url);
    expect(connected.headers.location).toBe(`${app.context.config.baseUrl}/app/account`);
    expect((await browser.get('/v1/session')).json()).toMatchObject({
      method: 'saml',
      user: { id: account.userId },
    });
    expect(await isSso()).toBe(true);

    const again = new SsoBrowser(app);
    await signInBySso(app, again, provider, { nameId: account.email });
    expect((await again.get('/v1/user')).json().id).toBe(account.userId);
  });

  test('leaves a trace', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    await connect(browser, await enterPassword(browser, to));
    const url = `/v1/orgs/${app.organizationId}/audit-events`;
    const { items } = (await app.request('GET', `${url}?target=${account.userId}`)).json();
    expect(items.map((event: { action: string }) => event.action)).toEqual([
      'session.opened',
      'member.updated',
    ]);
    const details = (await app.request('GET', `${url}/${items[1].id}`)).json();
    expect(details).toMatchObject({
      actor: { id: account.userId },
      source: 'ui',
      payload: { before: { sso: false }, after: { sso: true }, provider: { id: provider.id } },
    });
  });

  test('also gives the code, where there is a second factor', async () => {
    const { secret } = await turnOnSecondFactor(app, account.token);
    clock.advance(60_000);
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const asked = await browser.post('/app/sign-in', { email: account.email, password: PASSWORD, to });
    expect(asked.statusCode).toBe(200);
    expect((await browser.get(to)).statusCode).toBe(303);
    const code = new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
    const proof = fieldOf(asked.body, 'proof');
    const entered = await browser.post('/app/sign-in/code', { proof, code, to: fieldOf(asked.body, 'to') });
    expect((await connect(browser, entered.headers.location as string)).statusCode).toBe(303);
    expect(await isSso()).toBe(true);
  });
});

describe('the account stays as it is', () => {
  test('for who is not signed in: the page asks to', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const asked = await browser.get(to);
    expect(asked.statusCode).toBe(303);
    expect(asked.headers.location).toContain('/app/sign-in?to=');
    expect(await isSso()).toBe(false);
  });

  test('in a browser that was signed in before: whoever left it open did not agree to this', async () => {
    const browser = new SsoBrowser(app);
    await browser.post('/app/sign-in', { email: account.email, password: PASSWORD });
    clock.advance(1000);
    const { connect: to } = await offer(browser);
    expect(reasonOn(await browser.get(to))).toBe('sign-in-anew');
    clock.advance(1000);
    expect((await connect(browser, await enterPassword(browser, to))).statusCode).toBe(303);
  });

  test('for somebody else, and for a token of its own', async () => {
    const other = await addAccount(app, { role: 'admin' });
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    expect(reasonOn(await browser.get(await enterPassword(browser, to, other.email)))).toBe('other-account');
    await browser.post('/app/sign-in', { token: account.token });
    expect(reasonOn(await browser.get(to))).toBe('other-account');
    expect(await isSso()).toBe(false);
  });

  test('by a session that another organization’s single sign-on opened', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    await joinOrganization(app, { userId: account.userId, role: 'read', organizationId });
    await app.request('POST', `/v1/orgs/${organizationId}/members/${account.userId}/sso`, { token });
    const elsewhere = await addSsoProvider(app, { organizationId, token });
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    clock.advance(1000);
    await signInBySso(app, browser, elsewhere, { nameId: account.email });
    expect((await browser.get('/v1/user')).json().id).toBe(account.userId);
    expect(reasonOn(await browser.get(to))).toBe('sign-in-anew');
    expect(await isSso()).toBe(false);
  });

  test('from a second window, when it was connected in the first', async () => {
    const browser = new SsoBrowser(app);
    const [one, other] = [await offer(browser), await offer(browser)];
    const [first, second] = [
      await enterPassword(browser, one.connect),
      new URL(other.connect, 'http://app.invalid'),
    ];
    const page = await browser.get(other.connect);
    const fields = { csrf: fieldOf(page.body, 'csrf'), ticket: fieldOf(page.body, 'ticket') };
    expect((await connect(browser, first)).statusCode).toBe(303);
    await enterPassword(browser, '/app');
    const csrf = (await browser.get('/v1/session')).json().csrfToken;
    expect(reasonOn(await browser.post(second.pathname, { ...fields, csrf }))).toBe('ticket');
  });

  test('in another browser', async () => {
    const { connect: to } = await offer(new SsoBrowser(app));
    const browser = new SsoBrowser(app);
    await offer(browser, (await addAccount(app, { role: 'read' })).email);
    expect(reasonOn(await browser.get(await enterPassword(browser, to)))).toBe('other-browser');
  });

  test('after ten minutes', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const url = await enterPassword(browser, to);
    clock.advance(10 * 60_000 - 1);
    expect((await browser.get(url)).statusCode).toBe(200);
    clock.advance(1);
    expect(reasonOn(await browser.get(url))).toBe('ticket');
  });

  test('by a form of another page, or of another session', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const url = await enterPassword(browser, to);
    const ticket = new URL(url).searchParams.get('ticket') as string;
    const { pathname } = new URL(url);
    expect((await browser.post(pathname, { ticket })).statusCode).toBe(403);
    expect((await browser.post(pathname, { ticket, csrf: 'x' })).statusCode).toBe(403);
    expect((await browser.postFromElsewhere(pathname, { ticket })).statusCode).toBeGreaterThanOrEqual(300);
    expect(await isSso()).toBe(false);
    expect((await connect(browser, url)).statusCode).toBe(303);
  });

  test('when the ticket is taken to where answers are finished', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const ticket = new URL(to, 'http://app.invalid').searchParams.get('ticket') as string;
    const url = `${provider.service.entityID}/finish?${new URLSearchParams({ ticket })}`;
    expect(reasonOn(await browser.get(url))).toBe('ticket');
    expect(browser.cookies.has('lectern')).toBe(false);
  });

  test('when the member was removed in the meantime', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const url = await enterPassword(browser, to);
    const page = await browser.get(url);
    await app.context.db.deleteFrom('member').where('user_id', '=', account.userId).execute();
    const fields = { csrf: fieldOf(page.body, 'csrf'), ticket: fieldOf(page.body, 'ticket') };
    expect(reasonOn(await browser.post(new URL(url).pathname, fields))).toBe('no-member');
  });

  test('a second time: the form works once, also for two at once', async () => {
    const browser = new SsoBrowser(app);
    const { connect: to } = await offer(browser);
    const url = await enterPassword(browser, to);
    const page = await browser.get(url);
    const fields = { csrf: fieldOf(page.body, 'csrf'), ticket: fieldOf(page.body, 'ticket') };
    const send = () => browser.post(new URL(url).pathname, fields);
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 303)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });
});
