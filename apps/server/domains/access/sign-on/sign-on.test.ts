import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, PASSWORD } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addUserToken } from '../../../../../test/factories.ts';
import {
  encode,
  honestResponse,
  sign,
  writeAssertion,
  writeResponse,
} from '../../../../../test/saml-forger.ts';
import { type SamlIdp, startSamlIdp } from '../../../../../test/saml-idp.ts';
import {
  addSsoProvider,
  answerTo,
  begin,
  bring,
  readRequest,
  reasonOn,
  SsoBrowser,
  type SsoProvider,
  signInBySso,
} from '../../../../../test/sso-browser.ts';

const clock = createTestClock();
let app: TestApp;
let base: string;
let provider: SsoProvider;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  base = app.context.config.baseUrl;
  provider = await addSsoProvider(app, { defaultRole: 'edit' });
});
afterAll(() => app?.close());

const userOf = async (browser: SsoBrowser): Promise<{ id: string; displayName: string; email: string }> =>
  (await browser.get('/v1/user')).json();

describe('a real identity provider', () => {
  let idp: SamlIdp;
  beforeAll(async () => {
    idp = await startSamlIdp();
  });
  afterAll(() => idp?.close());

  async function addIdp(settings: object): Promise<SsoProvider> {
    const { entityId: entityID, ssoUrl: ssoURL, keys } = idp;
    return addSsoProvider(app, { keys, entityID, ssoURL, ...settings });
  }

  /** Signs in as a browser does that runs the script of the provider’s page. */
  async function signIn(browser: SsoBrowser, at: SsoProvider) {
    const start = await browser.get(at.service.startURL);
    const page = await (await fetch(start.headers.location as string)).text();
    const action = /action="([^"]+)"/.exec(page)?.[1] as string;
    const SAMLResponse = /name="SAMLResponse"\s+value="([^"]+)"/.exec(page)?.[1] as string;
    const brought = await browser.postFromElsewhere(action, { SAMLResponse });
    return browser.get(brought.headers.location as string);
  }

  test('signs a new user in, with the role and the team that the organization chose', async () => {
    const team = (
      await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body: { title: 'Engineers' } })
    ).json();
    const own = await addIdp({ defaultRole: 'review', defaultTeam: team.id });
    idp.user = { id: 'u-1', email: 'ada@company.example', displayName: 'Ada Lovelace' };
    const browser = new SsoBrowser(app);
    const finished = await signIn(browser, own);
    expect(finished.statusCode).toBe(303);
    expect(finished.headers.location).toBe(`${base}/app`);
    const { id } = await userOf(browser);
    expect(await userOf(browser)).toMatchObject({
      displayName: 'Ada Lovelace',
      email: 'ada@company.example',
    });
    const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${id}`);
    expect(member.json()).toMatchObject({ role: 'review', sso: true, disabled: false, teams: 1 });
    const teams = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${id}/teams`);
    expect(teams.json().items).toMatchObject([{ team: { id: team.id }, member: { role: 'member' } }]);
    expect((await browser.get(`/app/o/${app.organizationId}`)).statusCode).toBe(200);

    const again = new SsoBrowser(app);
    await signIn(again, own);
    expect((await userOf(again)).id).toBe(id);
  });

  test('is asked by a request that says who asks and where to answer', async () => {
    const own = await addIdp({});
    await signIn(new SsoBrowser(app), own);
    expect(idp.requests.at(-1)).toMatchObject({
      issuer: own.service.entityID,
      assertionConsumerServiceURL: own.service.acsURL,
      destination: idp.ssoUrl,
    });
  });
});

describe('the request', () => {
  test('keeps what the address of the provider says, and asks for no way to name or prove people', async () => {
    const response = await new SsoBrowser(app).get(provider.service.startURL);
    const { url, xml, id } = readRequest(response.headers.location as string);
    expect(`${url.origin}${url.pathname}`).toBe('https://idp.example/sso');
    expect(url.searchParams.get('tenant')).toBe('1');
    expect(url.searchParams.has('RelayState')).toBe(false);
    expect(id).toMatch(/^_[0-9a-f]{32}$/);
    expect(xml).not.toMatch(/RequestedAuthnContext|Format=/);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('is made for GET alone', async () => {
    const { pathname } = new URL(provider.service.startURL);
    const count = async () =>
      (await app.context.db.selectFrom('saml_request').select('request_id').execute()).length;
    const before = await count();
    expect((await app.server.inject({ method: 'HEAD', url: pathname })).statusCode).toBe(405);
    expect(await count()).toBe(before);
  });

  test('remembers the browser by a cookie that no script and no other site gets', async () => {
    const secure = await buildTestApp({
      beside: app,
      config: { baseUrl: 'https://docs.example/lectern', sitesUrl: 'https://files.example' },
    });
    const url = new URL(provider.service.startURL).pathname;
    const cookieOf = async (at: TestApp) =>
      String((await at.request('GET', url, { token: null })).headers['set-cookie']);
    expect(await cookieOf(app)).toMatch(
      /^lectern-sso=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/,
    );
    expect(await cookieOf(secure)).toMatch(
      /^__Host-lectern-sso=[\w-]{43}; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/,
    );
    await secure.close();
  });
});

describe('the browser that began', () => {
  const start = async (browser: SsoBrowser): Promise<string> => {
    const requestId = await begin(browser, provider);
    const brought = await bring(browser, provider, honestResponse(answerTo(app, provider, requestId)));
    return brought.headers.location as string;
  };

  test('is the only one that is signed in: an answer that is slipped to another does nothing there', async () => {
    const mallory = new SsoBrowser(app);
    const url = await start(mallory);
    const victim = new SsoBrowser(app);
    expect(reasonOn(await victim.get(url))).toBe('other-browser');
    await begin(victim, provider);
    const refused = await victim.get(url);
    expect(reasonOn(refused)).toBe('other-browser');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await mallory.get(url)).statusCode).toBe(303);
  });

  test('may begin in several windows', async () => {
    const browser = new SsoBrowser(app);
    const [one, other] = [await start(browser), await start(browser)];
    expect((await browser.get(one)).statusCode).toBe(303);
    expect((await browser.get(other)).statusCode).toBe(303);
  });

  test('is signed in once by a ticket, and within a minute', async () => {
    const browser = new SsoBrowser(app);
    const url = await start(browser);
    expect((await browser.get(url)).statusCode).toBe(303);
    expect(reasonOn(await browser.get(url))).toBe('ticket');
    const late = await start(browser);
    clock.advance(60_000);
    expect(reasonOn(await browser.get(late))).toBe('ticket');
    const inTime = await start(browser);
    clock.advance(59_999);
    expect((await browser.get(inTime)).statusCode).toBe(303);
  });

  test('is signed in once, however often it comes at once', async () => {
    const browser = new SsoBrowser(app);
    const url = await start(browser);
    const responses = await Promise.all(Array.from({ length: 5 }, () => browser.get(url)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403, 403, 403]);
  });

  test.each([
    ['none', ''],
    ['words', 'x'],
    ['no secret', '_00000000000000000000000000000000.'],
    ['a secret that was never made', `_00000000000000000000000000000000.${'A'.repeat(43)}`],
    ['several', 'a.b.c'],
  ])('needs a ticket: %s', async (_what, ticket) => {
    const browser = new SsoBrowser(app);
    await begin(browser, provider);
    const url = `${provider.service.entityID}/finish?${new URLSearchParams({ ticket })}`;
    const refused = await browser.get(url);
    expect([refused.statusCode, reasonOn(refused)]).toEqual([403, 'ticket']);
  });

  test('needs the ticket of its own request: the secret of another one does not open it', async () => {
    const browser = new SsoBrowser(app);
    const [one, other] = [new URL(await start(browser)), new URL(await start(browser))];
    const [id] = (one.searchParams.get('ticket') as string).split('.');
    const [, secret] = (other.searchParams.get('ticket') as string).split('.');
    one.searchParams.set('ticket', `${id}.${secret}`);
    expect(reasonOn(await browser.get(one.href))).toBe('ticket');
  });

  test('loses the session that it had', async () => {
    const { email, userId } = await addAccount(app, { role: 'read' });
    const browser = new SsoBrowser(app);
    await browser.post('/app/sign-in', { email, password: PASSWORD });
    expect((await userOf(browser)).id).toBe(userId);
    const before = new SsoBrowser(app);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    await signInBySso(app, browser, provider);
    expect((await userOf(browser)).id).not.toBe(userId);
    expect((await before.get('/v1/user')).statusCode).toBe(401);
  });
});

describe('afterwards', () => {
  test.each([
    ['/app/s/1?page=2', '/app/s/1?page=2'],
    [undefined, '/app'],
    ['https://evil.example/', '/app'],
    ['//evil.example/app', '/app'],
    ['/app/sign-in', '/app'],
    ['/v1/user', '/app'],
  ])('to %s leads to %s, whatever the provider sends back', async (to, path) => {
    const finished = await signInBySso(app, new SsoBrowser(app), provider, {
      ...(to ? { returnTo: to } : {}),
    });
    expect(finished.headers.location).toBe(`${base}${path}`);
  });

  test('the session acts as long as the provider’s own, if that is shorter', async () => {
    const endOf = async (seconds: number | undefined): Promise<number> => {
      const browser = new SsoBrowser(app);
      const honest = answerTo(app, provider, await begin(browser, provider));
      const end = seconds && new Date(clock.now().getTime() + seconds * 1000).toISOString();
      const assertion = writeAssertion(honest.fields).replace(
        / AuthnInstant="[^"]*"/,
        (instant) => instant + (end ? ` SessionNotOnOrAfter="${end}"` : ''),
      );
      const xml = writeResponse(honest.envelope, sign(assertion, honest.idp));
      const brought = await bring(browser, provider, xml);
      const finished = await browser.get(brought.headers.location as string);
      const expires = /Expires=([^;]+)/.exec(String(finished.headers['set-cookie']))?.[1] as string;
      if (seconds === 3600) {
        expect((await browser.get('/v1/user')).statusCode).toBe(200);
        clock.advance(3_600_000);
        expect((await browser.get('/v1/user')).statusCode).toBe(401);
        clock.advance(-3_600_000);
      }
      return Math.round((new Date(expires).getTime() - clock.now().getTime()) / 1000 / 60);
    };
    const week = 7 * 24 * 60;
    expect(await endOf(undefined)).toBe(week);
    expect(await endOf(3600)).toBe(60);
    expect(await endOf(30 * 24 * 3600)).toBe(week);
  });

  test('administrators read who signed in by what, from where', async () => {
    const browser = new SsoBrowser(app);
    await signInBySso(app, browser, provider, { nameId: 'grace@example.com' });
    const { id } = await userOf(browser);
    const url = `/v1/orgs/${app.organizationId}/audit-events`;
    const { items } = (await app.request('GET', `${url}?target=${id}`)).json();
    expect(items.map((event: { action: string }) => event.action)).toEqual([
      'session.opened',
      'member.joined',
    ]);
    const details = await Promise.all(
      items.map((event: { id: string }) => app.request('GET', `${url}/${event.id}`)),
    );
    const by = { id: provider.id, label: 'Company', nameId: 'grace@example.com' };
    expect(details.map((response) => response.json())).toMatchObject([
      { actor: { type: 'user', id }, source: 'ui', payload: { provider: by, address: expect.any(String) } },
      { actor: { type: 'user', id }, payload: { after: { role: 'edit', sso: true }, provider: by } },
    ]);
  });
});

describe('a provider that is deleted, or becomes another one', () => {
  test.each([
    ['deleted', 'DELETE', undefined],
    ['another entity id', 'PATCH', { entityID: 'https://other-idp.example' }],
  ] as const)('%s: its sessions end; its people stay members', async (_what, method, body) => {
    const own = await addSsoProvider(app, { defaultRole: 'read' });
    const browser = new SsoBrowser(app);
    await signInBySso(app, browser, own, { nameId: `${method}@example.com` });
    const { id } = await userOf(browser);
    const stays = new SsoBrowser(app);
    await signInBySso(app, stays, provider);
    const url = `/v1/orgs/${app.organizationId}/saml/${own.id}`;
    expect((await app.request(method, url, body ? { body } : {})).statusCode).toBeLessThan(300);
    expect((await browser.get('/v1/user')).statusCode).toBe(401);
    expect((await stays.get('/v1/user')).statusCode).toBe(200);
    const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${id}`);
    expect(member.json()).toMatchObject({ sso: true, role: 'read' });
    const again = new SsoBrowser(app);
    await signInBySso(app, again, provider, { nameId: `${method}@example.com` });
    expect((await userOf(again)).id).toBe(id);
  });

  test('other changes leave them', async () => {
    const own = await addSsoProvider(app);
    const browser = new SsoBrowser(app);
    await signInBySso(app, browser, own, { nameId: 'stays@example.com' });
    const url = `/v1/orgs/${app.organizationId}/saml/${own.id}`;
    await app.request('PATCH', url, { body: { label: 'Other', ssoURL: 'https://idp.example/new' } });
    expect((await browser.get('/v1/user')).statusCode).toBe(200);
  });

  test('who must sign in this way is told at once when there is, or is no more, a way', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const { email } = await addAccount(app);
    const row = await app.context.db
      .selectFrom('user_account')
      .select('user_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await app.context.db
      .insertInto('member')
      .values({ organization_id: organizationId, user_id: row.user_id, role: 'read', joined_at: clock.now() })
      .execute();
    await app.request('PATCH', `/v1/orgs/${organizationId}`, { token, body: { sso: true } });
    const browser = new SsoBrowser(app);
    await browser.post('/app/sign-in', { email, password: PASSWORD });
    const status = async () => (await browser.get(`/v1/orgs/${organizationId}`)).statusCode;
    expect(await status()).toBe(200);
    const own = await addSsoProvider(app, { organizationId, token });
    expect(await status()).toBe(403);
    const url = `/v1/orgs/${organizationId}/saml/${own.id}`;
    await app.request('PATCH', url, { token, body: { certificate: null } });
    expect(await status()).toBe(200);
    await app.request('PATCH', url, { token, body: { certificate: own.keys.certificate } });
    expect(await status()).toBe(403);
    await app.request('DELETE', url, { token });
    expect(await status()).toBe(200);
  });
});

test('two processes share everything: begun in one, answered in the other, finished in the first', async () => {
  const second = await buildTestApp({ beside: app });
  const browser = new SsoBrowser(app);
  const elsewhere = new SsoBrowser(second);
  const requestId = await begin(browser, provider);
  const xml = honestResponse(answerTo(app, provider, requestId));
  const brought = await elsewhere.postFromElsewhere(provider.service.acsURL, { SAMLResponse: encode(xml) });
  expect((await browser.get(brought.headers.location as string)).statusCode).toBe(303);
  await second.close();
});

test('a member who is removed is out at once, and stays out', async () => {
  const browser = new SsoBrowser(app);
  await signInBySso(app, browser, provider, { nameId: 'leaving@example.com' });
  const { id } = await userOf(browser);
  await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${id}`);
  expect((await browser.get('/v1/user')).statusCode).toBe(401);
  const back = await signInBySso(app, new SsoBrowser(app), provider, { nameId: 'leaving@example.com' });
  expect(reasonOn(back)).toBe('no-member');
  const { token } = await addMember(app, { role: 'admin' });
  const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${id}`, { token });
  expect(member.statusCode).toBe(404);
});
