/** No read shows a secret to a token that may only read, or to a member who may not change what holds the secret. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, setPassword } from '../accounts.ts';
import { addMember, addUserToken } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import { CALLS } from './calls.ts';
import { inject, isPage, keyOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** Each of the three dozen callers reads one in so many of the routes, and they read other ones in turn. */
const SHARE = process.env.LECTERN_SOAK ? 1 : 3;

let setup: Setup;
/** All that the service logs. */
const lines: string[] = [];
/** The secrets, by what holds them. */
const planted = new Map<string, string>();

/** Those that no response but the one that created them contains, for nobody. */
const neverShown = new Map<string, string>();
const plantForNobody = (holder: string, secret: string): string => {
  neverShown.set(holder, secret);
  planted.set(holder, secret);
  return secret;
};

/** An address with a secret in each place that can hold one. */
const secretUrl = (name: string): string =>
  `https://${name}user:${name}pass@files.example.com/v1;sid=${name}sid/spec.yaml?api_key=${name}key&${name}bare&v=${name}value#${name}fragment`;
const SECRET_PLACES = ['user', 'pass', 'sid', 'key', 'bare', 'value', 'fragment'];
const plantUrl = (holder: string, name: string): string => {
  for (const place of SECRET_PLACES) planted.set(`${holder}: ${place}`, `${name}${place}`);
  return secretUrl(name);
};

/** Where addresses with user information are refused. */
const plantQuery = (holder: string, secret: string): string => {
  planted.set(holder, secret);
  return `https://files.example.com/?api_key=${secret}`;
};

async function change(method: 'POST' | 'PUT' | 'PATCH', url: string, body: object) {
  const response = await setup.app.request(method, url, { body });
  expect(response.statusCode, `${method} ${url} ${response.body}`).toBeLessThan(300);
  return response.body === '' ? {} : response.json();
}
const read = async (url: string) => (await setup.app.request('GET', url)).json();

/** No server is there. */
const PROVIDERS = {
  languageModel: { url: 'http://127.0.0.1:9', key: 'qmodelkey', model: 'a', tokensPerDay: 1000 },
  translation: { provider: 'deepl', url: 'http://127.0.0.1:9', key: 'qtranslationkey', model: undefined },
} as const;

beforeAll(async () => {
  const adminToken = plantForNobody('admin token', 'qadmintoken0123456');
  setup = await prepareSetup({ ...PROVIDERS, adminToken }, (line) => lines.push(line));
  const { app, own } = setup;
  const { organizationId, siteId, spaceId, specSlug } = own;
  const org = `/v1/orgs/${organizationId}`;
  const site = `${org}/sites/${siteId}`;
  await change('POST', `${site}/publish`, {});
  await change('PATCH', site, { visibility: 'share-link' });
  const { urls } = await change('POST', `${site}/share-links`, { name: 'A link' });
  planted.set(
    'share link',
    new URL(urls.published).pathname.split('/').find((part) => part.startsWith('k-')) ?? '',
  );
  planted.set('key of visitors', (await read(`${site}/publishing/auth`)).privateKey);
  await change('PATCH', `${site}/publishing/auth`, {
    fallbackURL: plantQuery('fallback URL', 'qfallbackkey'),
  });
  const webhook = { title: 'A', url: plantQuery('webhook', 'qhookkey'), events: ['page.created'] };
  const made = await change('POST', `${org}/webhooks`, webhook);
  plantForNobody('first secret of a webhook', made.secret);
  plantForNobody(
    'secret of a webhook',
    (await change('POST', `${org}/webhooks/${made.id}/secret`, {})).secret,
  );
  const secret = plantForNobody('renderer', 'qrenderersecret');
  await change('PUT', `${site}/renderer`, { url: 'http://renderer.example.com/', secret });
  await change('PUT', `/v1/spaces/${spaceId}/git`, {
    url: setup.gitUrl.replace(
      '//',
      `//qgiturluser:${plantForNobody('password in a Git URL', 'qgiturlpass')}@`,
    ),
    ref: 'refs/heads/main',
    direction: 'import',
    webhookSecret: plantForNobody('secret of Git webhooks', 'qgitwebhooksecret'),
  });
  const { key } = await change('PUT', `${org}/visitor-claims`, { claims: ['email'] });
  plantForNobody('key of the visitor claims', key);
  for (const { userId } of setup.callers) {
    if (!userId) continue;
    await setPassword(app, userId);
    const token = await addUserToken(app, userId);
    const response = await app.request('POST', '/v1/user/totp', { token, body: { password: PASSWORD } });
    expect(response.statusCode, response.body).toBe(201);
    plantForNobody(`second factor of ${userId}`, response.json().secret);
  }
  for (const one of app.context.config.secrets ?? []) plantForNobody('secret of the instance', one);
  plantForNobody('key of the language model', PROVIDERS.languageModel.key);
  plantForNobody('key of the translation service', PROVIDERS.translation.key);
  planted.set('invite link', own.inviteId as string);
  const source = plantUrl('source of a spec', 'qspec');
  const problems = [{ message: `No file at ${source}.`, code: 'x', severity: 'error', file: source }];
  const { db } = app.context;
  await sql`update openapi_spec set source_url = ${source}, problem_count = 1,
    problems = ${JSON.stringify(problems)}::text::jsonb where slug = ${specSlug}`.execute(db);
  await sql`update openapi_version set source_url = ${source}`.execute(db);
  const imported = plantUrl('source of an import', 'qimport');
  const problem = [{ path: imported, reason: 'unreadable', message: `Nothing at ${imported}` }];
  await sql`update content_import set request = jsonb_set(request, '{url}', to_jsonb(${imported}::text)),
    message = ${`Failed: ${imported}`}, problems = ${JSON.stringify(problem)}::text::jsonb,
    problem_count = 1 where space_id = ${spaceId}`.execute(db);
  for (const { token, name } of setup.callers) if (token) planted.set(`token of ${name}`, token);
}, 300_000);
afterAll(() => setup?.close());

/** The address of a preview is a token that was made for the caller. */
const MADE_FOR_CALLER = /\/publishing\/preview$/;

interface FindOptions {
  secrets?: ReadonlyMap<string, string>;
  /** Whether the route with this number is read. */
  isRead?: (at: number) => boolean;
}

async function findShown(
  token: string | undefined,
  { secrets = planted, isRead = () => true }: FindOptions = {},
): Promise<{ shown: string[]; read: Map<string, string> }> {
  const shown: string[] = [];
  const found = new Map<string, string>();
  for (const [at, route] of setup.app.app.accessTable.entries()) {
    const call = CALLS[keyOf(route)];
    if (route.method !== 'GET' || isPage(route.url) || !call || MADE_FOR_CALLER.test(route.url)) continue;
    if (!isRead(at)) continue;
    const caller = { ...(token === undefined ? {} : { token }), session: undefined };
    const named = await call.name?.(setup, setup.both);
    const query = queryOf(setup, call);
    const { statusCode, body } = await inject(setup, route, caller, {
      ...(named ? { named } : {}),
      ...(query ? { query } : {}),
    });
    if (statusCode === 200) found.set(route.url, body);
    for (const [holder, secret] of secrets) {
      // The caller put the id of the invite into the address.
      if (body.includes(secret)) shown.push(`${route.url} shows the ${holder}`);
    }
  }
  return { shown, read: found };
}

const SPEC = '/v1/orgs/:organizationId/openapi/:specSlug';
const IMPORT = '/v1/spaces/:spaceId/content/imports/:importId';

test.each([
  ['an administrator’s token that may only read', { role: 'admin', scopes: ['read'] }],
  ['a reader', { role: 'read', scopes: ['admin'] }],
  ['an editor', { role: 'edit', scopes: ['admin'] }],
] as const)('%s reads no secret', async (_name, { role, scopes }) => {
  expect(planted.size).toBeGreaterThan(20);
  expect([...planted.values()].every((secret) => secret.length >= 6)).toBe(true);
  const { userId } = await addMember(setup.app, { role });
  const token = await addUserToken(setup.app, userId, { scopes: [...scopes] });
  const { shown, read: bodies } = await findShown(token);
  expect(bodies.size).toBeGreaterThan(70);
  expect(shown).toEqual([]);
  const masked = 'https://files.example.com/v1;sid=***/spec.yaml?api_key=***&***&v=***';
  expect(JSON.parse(bodies.get(SPEC) as string)).toMatchObject({
    sourceURL: masked,
    lastProcessedErrors: [{ file: masked, message: expect.stringContaining(`No file at ${masked}`) }],
  });
  for (const url of [`${SPEC}/versions/latest`, `${SPEC}/versions/:versionId`])
    expect(JSON.parse(bodies.get(url) as string).url).not.toContain('qspec');
  expect(JSON.parse(bodies.get(IMPORT) as string).source.url).toBe(masked);
});

test('no member, guest, service account or stranger reads a secret that is shown only when it is made', async () => {
  expect(neverShown.size).toBeGreaterThan(15);
  const shown: string[] = [];
  for (const [turn, { name, token }] of setup.callers.entries()) {
    const isRead = (at: number): boolean => (at + turn) % SHARE === 0;
    const found = await findShown(token, { secrets: neverShown, isRead });
    for (const one of found.shown) shown.push(`${name}: ${one}`);
  }
  expect(shown).toEqual([]);
}, 600_000);

test('those who may change a secret see it', async () => {
  const { token } = await addMember(setup.app, { role: 'admin' });
  const { shown } = await findShown(token);
  const holders = new Set(shown.map((one) => one.split(' shows the ')[1]?.split(':')[0]));
  for (const holder of [
    'share link',
    'key of visitors',
    'source of a spec',
    'source of an import',
    'invite link',
  ])
    expect(holders).toContain(holder);
});

/** Sends every secret in addresses, as those who pass on links do. */
async function sendSecrets(): Promise<void> {
  for (const secret of planted.values())
    for (const url of [
      `/v1/urls/content?url=${encodeURIComponent(`https://user:${secret}@files.example.com/?token=${secret}`)}`,
      `/v1/spaces/${setup.own.spaceId}/search?query=a&access_token=${encodeURIComponent(secret)}`,
      `/v1/nothing?next=${encodeURIComponent(encodeURIComponent(`https://files.example.com/?api_key=${secret}`))}`,
    ])
      await setup.app.request('GET', url, { token: secret });
}

test('no secret is logged, whatever was read, sent, or failed', async () => {
  const { app, own } = setup;
  await findShown(setup.both.token);
  await sendSecrets();
  // The hosts of webhooks, specs, imports, models and translations do not respond.
  const changes = [{ operation: 'insert_page', title: 'A', document: { markdown: 'A' } }];
  await app.request('POST', `/v1/spaces/${own.spaceId}/content`, { body: { changes } });
  const url = setup.gitUrl.replace('//', '//qgiturluser:qgiturlpass@');
  for (const broken of [`${url}-missing`, url.replace(/:\d+\//, ':9/')])
    await app.request('POST', `/v1/spaces/${own.spaceId}/git/import`, {
      body: { url: broken, ref: 'refs/heads/main' },
    });
  await runJobs(app);
  const samlResponse = Buffer.from('<Response>qsamlsecret</Response>').toString('base64');
  await app.server.inject({
    method: 'POST',
    url: `/app/sso/${own.organizationId}/${own.samlProviderId}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: samlResponse, RelayState: 'qrelaystate' }).toString(),
  });
  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(200);
  for (const [holder, secret] of planted) expect(text.includes(secret), holder).toBe(false);
  for (const secret of ['qsamlsecret', samlResponse, 'qrelaystate', 'qgiturluser'])
    expect(text.includes(secret), secret).toBe(false);
}, 600_000);
