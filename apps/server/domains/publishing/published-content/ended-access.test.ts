/** What a key, a token or a session opened ends with it, whatever the tokens that came of it say about their end. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addMember, addServiceToken, addSite, addSpace } from '../../../../../test/factories.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';

const HOST = 'sites.example.com';
const START = new Date('2026-03-01T10:00:00.000Z');
const HOUR = 3_600_000;
let now = START;
let app: TestApp;
let published: FastifyInstance;
let spaceId: string;

beforeAll(async () => {
  app = await buildTestApp({ clock: () => now, config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Home\n' });
});
afterAll(async () => {
  await published.close();
  await app.close();
});
beforeEach(() => {
  now = START;
});

const pass = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds);
};

/** `payload`: the text of the JSON, which can write numbers that a program does not. */
function sign(key: string, payload: string): string {
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const signed = `${encode('{"alg":"HS256"}')}.${encode(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

async function publish() {
  const siteId = await addSite(app, { visibility: 'visitor-auth', spaceIds: [spaceId], isPublished: true });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
  return { site, path: `/${basename}`, privateKey: privateKey as string };
}
type Site = Awaited<ReturnType<typeof publish>>;

const rotate = async ({ site }: Site, overlapSeconds: number): Promise<string> => {
  const url = `${site}/publishing/auth/regenerate`;
  return (await app.request('POST', url, { body: { overlapSeconds } })).json().privateKey;
};

async function resolve({ path }: Site, jwtToken: string) {
  const body = { url: `https://${HOST}${path}`, ...(jwtToken === '' ? {} : { visitor: { jwtToken } }) };
  const response = await app.request('POST', '/v1/urls/published', { token: null, body });
  return { status: response.statusCode, apiToken: response.json().apiToken as string };
}

const visit = (path: string, headers: Record<string, string> = {}) =>
  published.inject({ method: 'GET', url: path, headers: { host: HOST, ...headers } });

/** Sends a message of the Model Context Protocol. */
const ping = async ({ path }: Site, token: string): Promise<number> => {
  const headers = {
    host: HOST,
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
  };
  const payload = { jsonrpc: '2.0', id: 1, method: 'ping' };
  return (await published.inject({ method: 'POST', url: `${path}/~/mcp`, headers, payload })).statusCode;
};

/** Signs in with a browser, which keeps the cookie. */
async function signIn({ path }: Site, jwt: string): Promise<string> {
  const response = await visit(`${path}?jwt_token=${jwt}`);
  return String(response.headers['set-cookie'] ?? '').split(';')[0] as string;
}

/** Whether the visit continues: with the token of a renderer, as a program, and in a browser. */
async function continues(site: Site, { apiToken, cookie }: { apiToken: string; cookie: string }) {
  const read = async (url: string) => (await app.request('GET', url, { token: apiToken })).statusCode === 200;
  return {
    api: await read(`/v1/spaces/${spaceId}/content`),
    site: await read(`${site.site}/published`),
    program: (await ping(site, apiToken)) === 200,
    browser: (await visit(`${site.path}/`, { cookie })).statusCode === 200,
  };
}
const YES = { api: true, site: true, program: true, browser: true };
const NO = { api: false, site: false, program: false, browser: false };

const seconds = (time: Date, offset: number): number => Math.floor(time.getTime() / 1000) + offset;

const FAR_ENDS = [
  '9e12',
  '8.64e12',
  '8640000000001',
  '253402300800',
  '1e300',
  '1.5e18',
  '99999999999999999999999',
];

describe('a replaced key', () => {
  test.each([...FAR_ENDS, String(seconds(START, 86_400 * 40)), String(seconds(START, 90_000) + 0.5)])(
    'lets nobody in after its overlap who says that they may stay until %s',
    async (exp) => {
      const site = await publish();
      const jwt = sign(site.privateKey, `{"exp":${exp},"sub":"a"}`);
      await rotate(site, 3600);
      const { status, apiToken } = await resolve(site, jwt);
      expect(status).toBe(200);
      const cookie = await signIn(site, jwt);
      expect(await continues(site, { apiToken, cookie })).toEqual(YES);
      pass(HOUR);
      expect(await continues(site, { apiToken, cookie })).toEqual(NO);
      expect((await resolve(site, jwt)).status).toBe(401);
      pass(29 * 24 * HOUR);
      expect(await continues(site, { apiToken, cookie })).toEqual(NO);
    },
  );

  test.each(FAR_ENDS)('ends the visits from before it was replaced, which end at %s', async (exp) => {
    const site = await publish();
    const jwt = sign(site.privateKey, `{"exp":${exp},"sub":"a"}`);
    const { apiToken } = await resolve(site, jwt);
    const cookie = await signIn(site, jwt);
    const next = await rotate(site, 3600);
    expect(await continues(site, { apiToken, cookie })).toEqual(YES);
    // A visit continues in the browser with a cookie that is written again.
    const renewed = String((await visit(`${site.path}/`, { cookie })).headers['set-cookie'] ?? cookie).split(
      ';',
    )[0];
    pass(HOUR);
    expect(await continues(site, { apiToken, cookie })).toEqual(NO);
    expect((await visit(`${site.path}/`, { cookie: renewed as string })).statusCode).not.toBe(200);
    const own = sign(next, `{"exp":${seconds(now, 7200)},"sub":"a"}`);
    const again = { apiToken: (await resolve(site, own)).apiToken, cookie: await signIn(site, own) };
    expect(await continues(site, again)).toEqual(YES);
  });

  test('ends its visits at once without an overlap, and when it is replaced twice', async () => {
    for (const overlaps of [[0], [3600, 3600], [3600, 0]]) {
      const site = await publish();
      const jwt = sign(site.privateKey, `{"exp":${seconds(now, 86_400)}}`);
      const visitor = { apiToken: (await resolve(site, jwt)).apiToken, cookie: await signIn(site, jwt) };
      expect(await continues(site, visitor)).toEqual(YES);
      for (const overlap of overlaps) await rotate(site, overlap);
      expect(await continues(site, visitor), String(overlaps)).toEqual(NO);
    }
  });
});

describe('a share link', () => {
  async function share(expiresAt: Date | null) {
    const siteId = await addSite(app, { visibility: 'share-link', spaceIds: [spaceId], isPublished: true });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    const body = { name: 'Partner', expiresAt: expiresAt?.toISOString() ?? null };
    const link = (await app.request('POST', `${url}/share-links`, { body })).json();
    const { pathname } = new URL(link.urls.published);
    const site = { site: url, path: pathname.replace(/\/$/, ''), privateKey: '' };
    const { apiToken } = await resolve(site, '');
    const cookie = String((await visit(pathname)).headers['set-cookie'] ?? '').split(';')[0] as string;
    return { site, link, visitor: { apiToken, cookie }, plain: pathname.replace(/k-[^/]+\/$/, '') };
  }
  const patch = (site: Site, id: string, expiresAt: Date | null) =>
    app.request('PATCH', `${site.site}/share-links/${id}`, {
      body: { expiresAt: expiresAt?.toISOString() ?? null },
    });

  test('opens the site until it expires, also for those who have opened it before', async () => {
    const end = new Date(START.getTime() + HOUR);
    const { site, link, visitor, plain } = await share(end);
    expect(link.expiresAt).toBe(end.toISOString());
    const remembered = async () => (await visit(plain, { cookie: visitor.cookie })).statusCode;
    expect(await continues(site, visitor)).toEqual(YES);
    expect(await remembered()).toBe(200);
    pass(HOUR - 1);
    expect(await continues(site, visitor)).toEqual(YES);
    pass(1);
    expect(await continues(site, visitor)).toEqual(NO);
    expect(await remembered()).toBe(404);
    expect((await resolve(site, '')).status).toBe(404);
    const withKey = `${site.site}/structure?shareKey=${site.path.split('/').at(-1)}`;
    const { structure } = (await app.request('GET', withKey)).json();
    expect(structure[0].urls.published).not.toContain('k-');
  });

  test('opens it again when its end is moved, and for ever without one', async () => {
    const { site, link } = await share(new Date(START.getTime() + HOUR));
    pass(2 * HOUR);
    expect((await resolve(site, '')).status).toBe(404);
    await patch(site, link.id, new Date(now.getTime() + HOUR));
    expect((await resolve(site, '')).status).toBe(200);
    pass(2 * HOUR);
    expect((await resolve(site, '')).status).toBe(404);
    expect((await patch(site, link.id, null)).json()).not.toHaveProperty('expiresAt');
    expect((await resolve(site, '')).status).toBe(200);
    pass(1000 * 24 * HOUR);
    expect((await resolve(site, '')).status).toBe(200);
  });

  test('cannot end in the past', async () => {
    const { site, link } = await share(null);
    const refused = await patch(site, link.id, START);
    expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, 'expiresAt']);
  });
});

test.each(['1e999', '-1e999', '"9e12"', 'null', 'true', '[]', '{}', '-1', '0', '-9e12', '9e-400'])(
  'a visitor’s token whose end is %s is refused',
  async (exp) => {
    const site = await publish();
    const jwt = sign(site.privateKey, `{"exp":${exp}}`);
    expect((await resolve(site, jwt)).status).toBe(401);
    expect(await signIn(site, jwt)).toBe('');
  },
);

test.each(['nbf', 'iat'])('a visitor’s token with an odd %s is either refused or ends', async (name) => {
  for (const value of ['1e999', '"x"', 'null', '-9e12', '9e12', '0']) {
    const site = await publish();
    const jwt = sign(site.privateKey, `{"exp":${seconds(START, 600)},"${name}":${value}}`);
    const { status, apiToken } = await resolve(site, jwt);
    expect([200, 401], value).toContain(status);
    if (status === 401) continue;
    now = new Date(START.getTime() + HOUR);
    expect((await app.request('GET', `/v1/spaces/${spaceId}`, { token: apiToken })).statusCode).toBe(401);
    now = START;
  }
});

describe('a preview', () => {
  interface Opener {
    preview(url: string): Promise<{ url: string }>;
    end(): Promise<unknown>;
  }
  const org = () => `/v1/orgs/${app.organizationId}`;
  const byToken =
    (token: string) =>
    async (url: string): Promise<{ url: string }> =>
      (await app.request('GET', url, { token })).json();
  const idOf = async (token: string): Promise<string> =>
    (await app.context.pointers.tokens.find(token))?.tokenId as string;

  async function service(end: (tokenId: string) => Promise<unknown>, expiresAt?: Date): Promise<Opener> {
    const token = await addServiceToken(app, { role: 'read', ...(expiresAt ? { expiresAt } : {}) });
    const tokenId = await idOf(token);
    return { preview: byToken(token), end: () => end(tokenId) };
  }
  async function member(end: (who: { userId: string; token: string }) => Promise<unknown>): Promise<Opener> {
    const who = await addMember(app, { role: 'read' });
    return { preview: byToken(who.token), end: () => end(who) };
  }

  const OPENERS: Record<string, () => Promise<Opener>> = {
    'a service account that is revoked': () =>
      service((tokenId) => app.request('DELETE', `${org()}/tokens/${tokenId}`)),
    'a service account that becomes a guest': () =>
      service((tokenId) => app.request('PATCH', `${org()}/tokens/${tokenId}`, { body: { role: null } })),
    'a token that expires': () => service(async () => pass(600_000), new Date(START.getTime() + 600_000)),
    'a personal token that is revoked': () =>
      member(async ({ token }) => app.request('DELETE', `/v1/user/tokens/${await idOf(token)}`, { token })),
    'a member who is removed': () =>
      member(({ userId }) => app.request('DELETE', `${org()}/members/${userId}`)),
    'a member who becomes a guest': () =>
      member(({ userId }) => app.request('PATCH', `${org()}/members/${userId}`, { body: { role: null } })),
    'a browser that signs out': async () => {
      const { userId } = await addMember(app, { role: 'read' });
      const browser = await openBrowser(app, { userId });
      return {
        preview: async (url) => (await browser.request('GET', url)).json(),
        end: () => browser.request('DELETE', `/v1/user/sessions/${browser.sessionId}`),
      };
    },
  };

  test.each(Object.entries(OPENERS))('ends with %s', async (_name, open) => {
    const siteId = await addSite(app, { spaceIds: [spaceId] });
    const { preview, end } = await open();
    const { url } = await preview(`${org()}/sites/${siteId}/publishing/preview`);
    const address = new URL(url);
    const jwtToken = address.searchParams.get('jwt_token') as string;
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
    const site = { site: `${org()}/sites/${siteId}`, path: `/${basename}`, privateKey: '' };
    const { apiToken } = await resolve(site, jwtToken);
    const cookie = await signIn(site, jwtToken);
    expect(await continues(site, { apiToken, cookie })).toEqual(YES);
    const ended = (await end()) as { statusCode?: number } | undefined;
    if (ended?.statusCode !== undefined) expect(ended.statusCode).toBeLessThan(300);
    expect(await continues(site, { apiToken, cookie })).toEqual(NO);
    expect((await resolve(site, jwtToken)).status).toBe(404);
  });
});
