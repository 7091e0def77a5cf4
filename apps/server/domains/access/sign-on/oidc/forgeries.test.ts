import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { newId } from '@lectern/std/ids';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addOrganization, addUserToken } from '../../../../../../test/factories.ts';
import { addOidcProvider, beginOidc, type OidcTestProvider } from '../../../../../../test/oidc-browser.ts';
import { type Forger, startForger } from '../../../../../../test/oidc-forger.ts';
import { reasonOn, SsoBrowser } from '../../../../../../test/sso-browser.ts';

let app: TestApp;
let forger: Forger;
let provider: OidcTestProvider;
let last = 0;
const noClient = async () => ({ clientId: '', clientSecret: '' });
const add = (settings: object = {}) =>
  addOidcProvider(app, { issuer: forger.issuer, addClient: noClient }, { ...settings });

beforeAll(async () => {
  forger = await startForger();
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  provider = await add();
});
afterAll(async () => {
  await app?.close();
  await forger?.close();
});
beforeEach(() => {
  forger.metadata = {};
  forger.tokens = {};
  forger.userInfo = {};
  forger.instead.clear();
});

interface Begun {
  browser: SsoBrowser;
  state: string;
  claims: JWTPayload;
}

/** Begins a sign-in; returns what an honest provider would say at its end. */
async function begin({ service } = provider): Promise<Begun> {
  const browser = new SsoBrowser(app);
  const { searchParams } = await beginOidc(browser, service.startURL);
  const now = Math.floor(Date.now() / 1000);
  last += 1;
  const claims = {
    iss: forger.issuer,
    aud: 'lectern',
    sub: `person-${last}`,
    iat: now,
    exp: now + 300,
    nonce: searchParams.get('nonce') as string,
    email: `person-${last}@company.example`,
    email_verified: true,
    name: 'A Person',
  };
  return { browser, state: searchParams.get('state') as string, claims };
}

const back = (begun: Begun, query: Record<string, string> = {}, { service } = provider) =>
  begun.browser.get(
    `${service.redirectURL}?${new URLSearchParams({ code: 'a-code', state: begun.state, iss: forger.issuer, ...query })}`,
  );

test('an honest response is accepted', async () => {
  const begun = await begin();
  const at = createHash('sha256').update('an-access-token').digest().subarray(0, 16).toString('base64url');
  forger.tokens = { id_token: await forger.sign({ ...begun.claims, at_hash: at }) };
  const called = await back(begun);
  expect(called.statusCode, called.body).toBe(303);
  const finished = await begun.browser.get(called.headers.location as string);
  expect(finished.headers.location).toMatch(/\/app$/);
  expect((await begun.browser.get('/v1/session')).statusCode).toBe(200);
});

const past = Math.floor(Date.now() / 1000) - 3600;
test.each<[string, (claims: JWTPayload) => Promise<string>, string]>([
  [
    'signed with another key',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256');
      return forger.sign(claims, { key: privateKey });
    },
    'oidc-token',
  ],
  [
    'signed with a key that nobody publishes',
    async (claims) => {
      const { privateKey } = await generateKeyPair('RS256');
      return forger.sign(claims, { key: privateKey, kid: 'unknown' });
    },
    'oidc-token',
  ],
  [
    'not signed',
    async (claims) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    },
    'oidc-token',
  ],
  [
    'signed with the public key as a shared secret',
    async (claims) => {
      const jwks = (await (await fetch(`${forger.issuer}/jwks`)).json()) as { keys: object[] };
      const pem = await exportSPKI((await importJWK(jwks.keys[0] as never, 'RS256')) as never);
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'key-0' }).sign(Buffer.from(pem));
    },
    'oidc-token',
  ],
  [
    'signed with the client secret',
    (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('a-secret-of-the-client')),
    'oidc-token',
  ],
  ['of another issuer', (claims) => forger.sign({ ...claims, iss: 'https://other.example' }), 'oidc-token'],
  ['for another client', (claims) => forger.sign({ ...claims, aud: 'other' }), 'oidc-token'],
  [
    'for several clients',
    (claims) => forger.sign({ ...claims, aud: ['lectern', 'other'], azp: 'other' }),
    'oidc-token',
  ],
  ['of another sign-in', (claims) => forger.sign({ ...claims, nonce: 'another' }), 'oidc-token'],
  ['without a nonce', ({ nonce: _, ...claims }) => forger.sign(claims), 'oidc-token'],
  ['that has expired', (claims) => forger.sign({ ...claims, iat: past, exp: past + 60 }), 'oidc-expired'],
  ['without an end', ({ exp: _, ...claims }) => forger.sign(claims), 'oidc-token'],
  [
    'with another access token',
    (claims) => forger.sign({ ...claims, at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }),
    'oidc-token',
  ],
  ['without a name', ({ sub: _, ...claims }) => forger.sign(claims), 'oidc-token'],
  ['with a name that is too long', (claims) => forger.sign({ ...claims, sub: 'a'.repeat(256) }), 'name'],
  [
    'that is too large',
    (claims) => forger.sign({ ...claims, padding: 'a'.repeat(300_000) }),
    'oidc-unreachable',
  ],
  [
    'with an address that is not verified',
    (claims) => forger.sign({ ...claims, email_verified: false }),
    'email-unverified',
  ],
  [
    'without a usable address',
    (claims) => forger.sign({ ...claims, email: 'аdmin@company.example' }),
    'no-email',
  ],
])('refuses an ID token %s', async (_what, forge, reason) => {
  const begun = await begin();
  forger.tokens = { id_token: await forge(begun.claims) };
  const called = await back(begun);
  const refused =
    called.statusCode === 303 ? await begun.browser.get(called.headers.location as string) : called;
  expect(reasonOn(refused), refused.body).toBe(reason);
  expect((await begun.browser.get('/v1/session')).statusCode).toBe(401);
});

test('refuses a response twice, in another browser, of another provider, or with a forged state', async () => {
  const begun = await begin();
  forger.tokens = { id_token: await forger.sign(begun.claims) };
  const other = { ...begun, browser: new SsoBrowser(app) };
  expect(reasonOn(await back(other))).toBe('other-browser');
  expect(reasonOn(await back({ ...begun, state: `${begun.state.slice(0, -2)}AA` }))).toBe('oidc-state');
  expect(reasonOn(await back({ ...begun, state: 'x' }))).toBe('oidc-state');
  const { organizationId, creatorId } = await addOrganization(app);
  const foreign = await add({ organizationId, token: await addUserToken(app, creatorId) });
  expect(reasonOn(await back(begun, {}, foreign))).toBe('oidc-state');
  expect((await back(begun)).statusCode).toBe(303);
  expect(reasonOn(await back(begun))).toBe('request-used');
});

test('refuses a response that names another issuer, and shows nothing of what it says', async () => {
  expect(reasonOn(await back(await begin(), { iss: 'https://mixed-up.example' }))).toBe('oidc-token');
  const begun = await begin();
  const page = await begun.browser.get(
    `${provider.service.redirectURL}?${new URLSearchParams({ state: begun.state, iss: forger.issuer, error: 'access_denied', error_description: 'Call 555-0100' })}`,
  );
  expect(reasonOn(page)).toBe('status');
  expect(page.body).not.toContain('555-0100');
});

test('refuses a new account at the domain of another organization', async () => {
  const { organizationId } = await addOrganization(app);
  const domain = {
    organization_id: organizationId,
    domain: 'other.example',
    challenge: 'x',
    verified_at: new Date(),
  };
  await app.context.db.insertInto('organization_domain').values(domain).execute();
  const begun = await begin();
  forger.tokens = { id_token: await forger.sign({ ...begun.claims, email: 'ceo@Other.example' }) };
  const called = await back(begun);
  expect(reasonOn(await begun.browser.get(called.headers.location as string))).toBe('email-of-others');
});

test('takes claims from the address for them, if they are about the same person', async () => {
  const { email, email_verified: _, name: __, ...claims } = (await begin()).claims as Record<string, string>;
  const begun = await begin();
  forger.tokens = { id_token: await forger.sign({ ...claims, nonce: begun.claims.nonce as string }) };
  forger.userInfo = { sub: 'somebody-else', email, email_verified: true };
  expect(reasonOn(await back(begun))).toBe('oidc-token');
  const again = await begin();
  forger.tokens = { id_token: await forger.sign({ ...claims, nonce: again.claims.nonce as string }) };
  forger.userInfo = { sub: claims.sub, email, email_verified: true };
  expect((await back(again)).statusCode).toBe(303);
});

test('starts at the portal of the provider, which names itself and the person', async () => {
  const browser = new SsoBrowser(app);
  const url = await beginOidc(browser, provider.service.startURL, {
    iss: forger.issuer,
    login_hint: 'ada@company.example',
    target_link_uri: 'https://evil.example/app',
  });
  expect(url.searchParams.get('login_hint')).toBe('ada@company.example');
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  const other = await browser.get(`${provider.service.startURL}?iss=https%3A%2F%2Fother.example`);
  expect(reasonOn(other)).toBe('issuer');
});

test.each<[string, () => void, RegExp]>([
  [
    'another issuer',
    () => Object.assign(forger.metadata, { issuer: 'https://other.example' }),
    /issuer differs .*other\.example/,
  ],
  [
    'no PKCE with S256',
    () => Object.assign(forger.metadata, { code_challenge_methods_supported: ['plain'] }),
    /PKCE with S256/,
  ],
  [
    'no code flow',
    () => Object.assign(forger.metadata, { response_types_supported: ['id_token'] }),
    /authorization code flow/,
  ],
  [
    'shared secrets only',
    () => Object.assign(forger.metadata, { id_token_signing_alg_values_supported: ['HS256'] }),
    /only with HS256/,
  ],
  ['no keys', () => Object.assign(forger.metadata, { jwks_uri: undefined }), /no jwks_uri/],
  [
    'no usable authentication',
    () => Object.assign(forger.metadata, { token_endpoint_auth_methods_supported: ['tls_client_auth'] }),
    /client_secret_basic/,
  ],
  ['a redirect', () => redirect('http://169.254.169.254/'), /redirects elsewhere.* 302/],
  ['ten megabytes', () => flood(10_000_000), /larger than 262144 bytes/],
  ['no JSON', () => instead((response) => response.end('<html>')), /not a JSON object/],
  ['an error', () => instead((response) => response.writeHead(500).end()), /status 500/],
])('refuses an issuer with %s, and says so', async (_what, spoil, message) => {
  spoil();
  const response = await app.request('POST', `/v1/orgs/${app.organizationId}/oidc`, {
    body: { label: 'Bad', issuer: forger.issuer, clientId: 'lectern', clientSecret: 'another-secret' },
  });
  expect(response.statusCode).toBe(400);
  expect(response.json().error.message).toMatch(message);
  expect(response.body).not.toContain('another-secret');
});

test('refuses an issuer inside private networks unless the operator allows it', async () => {
  const strict = await buildTestApp({ config: { allowPrivateNetworks: false } });
  try {
    for (const issuer of ['https://127.0.0.1', 'https://169.254.169.254', forger.issuer]) {
      const response = await strict.request('POST', `/v1/orgs/${strict.organizationId}/oidc`, {
        body: { label: 'Bad', issuer, clientId: 'lectern' },
      });
      expect(response.statusCode, issuer).toBe(400);
      expect(response.json().error.message).toMatch(/private or local address|must begin with https/);
    }
  } finally {
    await strict.close();
  }
});

test('follows new keys of the provider, but reads none without end', async () => {
  const fresh = await add({ clientId: 'rotating' });
  forger.metadata = {};
  forger.instead.set('/jwks', (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('a'.repeat(400_000));
  });
  const begun = await begin(fresh);
  forger.tokens = { id_token: await forger.sign({ ...begun.claims, aud: 'rotating' }) };
  expect(reasonOn(await back(begun, {}, fresh))).toBe('oidc-unreachable');
  forger.instead.clear();
  const again = await begin(fresh);
  forger.tokens = { id_token: await forger.sign({ ...again.claims, aud: 'rotating' }) };
  expect((await back(again, {}, fresh)).statusCode).toBe(303);
});

test('keeps the client secret to itself, and asks for it again for another issuer', async () => {
  const url = `/v1/orgs/${app.organizationId}/oidc/${provider.id}`;
  const read = await app.request('GET', url);
  expect(read.json()).toMatchObject({ hasClientSecret: true });
  expect(read.body).not.toContain('a-secret-of-the-client');
  const other = await startForger();
  try {
    const moved = await app.request('PATCH', url, { body: { issuer: other.issuer } });
    expect(moved.statusCode).toBe(400);
    expect(moved.json().error.message).toContain('clientSecret must be entered again');
  } finally {
    await other.close();
  }
  const events = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?limit=100`);
  expect(events.body).not.toContain('a-secret-of-the-client');
  expect((await app.request('POST', `${url}/test`)).statusCode).toBe(204);
  forger.metadata = { code_challenge_methods_supported: ['plain'] };
  expect((await app.request('POST', `${url}/test`)).json().error.message).toMatch(/PKCE/);
  expect((await app.request('GET', `/v1/orgs/${app.organizationId}/saml/${provider.id}`)).statusCode).toBe(
    404,
  );
});

const logout = (claims: object) => ({
  iss: forger.issuer,
  aud: 'lectern',
  iat: Math.floor(Date.now() / 1000),
  jti: newId(),
  sub: 'nobody',
  events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  ...claims,
});
test.each<[string, object, number]>([
  ['that is honest', {}, 200],
  ['for another client', { aud: 'other' }, 400],
  ['of another issuer', { iss: 'https://other.example' }, 400],
  ['that is old', { iat: past }, 400],
  ['that is an ID token', { nonce: 'a' }, 400],
  ['without the event', { events: {} }, 400],
  ['without an id', { jti: undefined }, 400],
  ['about nobody', { sub: undefined }, 400],
])('a logout token %s', async (_what, claims, status) => {
  const token = await forger.sign(logout(claims) as JWTPayload);
  const sent = await new SsoBrowser(app).postFromElsewhere(provider.service.backChannelLogoutURL, {
    logout_token: token,
  });
  expect(sent.statusCode, sent.body).toBe(status);
  expect(sent.body).not.toContain(token);
});

test('accepts tokens of a new key as soon as the provider publishes it', async () => {
  const fresh = await add({ clientId: 'with-new-keys' });
  const signInAgain = async () => {
    const begun = await begin(fresh);
    forger.tokens = { id_token: await forger.sign({ ...begun.claims, aud: 'with-new-keys' }) };
    return back(begun, {}, fresh);
  };
  expect((await signInAgain()).statusCode).toBe(303);
  await forger.rotate();
  // The library asks for keys at most once a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    expect((await signInAgain()).statusCode).toBe(303);
  } finally {
    vi.useRealTimers();
  }
});

const instead = (answer: (response: ServerResponse) => void) =>
  forger.instead.set('/.well-known/openid-configuration', answer);
const redirect = (location: string) => instead((response) => response.writeHead(302, { location }).end());
const flood = (bytes: number) =>
  instead((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(bytes, 32));
  });
