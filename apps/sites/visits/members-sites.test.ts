/**
 * Sites for members, for teams and with a password: every address of such a site opens to those whom it is for, and at
 * their next request no longer to those who ceased to be.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSite,
  addSpace,
  addTeam,
  addUser,
  grantRole,
} from '../../../test/factories.ts';
import { openBrowser } from '../../../test/signed-in.ts';
import { addSsoProvider, SsoBrowser, signInBySso } from '../../../test/sso-browser.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const SECRET = 'qsecretwordz';
const START = new Date('2026-03-01T10:00:00.000Z');

let now = START;
let app: TestApp;
let published: FastifyInstance;
let spaceId: string;
let pageId: string;
beforeAll(async () => {
  app = await buildTestApp({
    clock: () => now,
    config: { sitesUrl: `https://${HOST}`, sitesCdnSeconds: 3600 },
  });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  spaceId = await addSpace(app, { title: 'Handbook' });
  await putContent(app, spaceId, {
    'README.md': '# Home\n\nWelcome.\n',
    'guide.md': `---\ndescription: About ${SECRET}\n---\n\n# Guide ${SECRET}\n\nText.\n\n{% updates format="full" %}\n{% update date="2026-01-01" %}\n## ${SECRET}\n{% endupdate %}\n{% endupdates %}\n`,
    'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  });
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  pageId = pages[1].id;
});
afterAll(async () => {
  await published.close();
  await app.close();
});
beforeEach(() => {
  now = START;
});

interface Site {
  siteId: string;
  /** Its path in the API. */
  url: string;
  /** Its path on the sites origin, with a slash at the end. */
  home: string;
}

async function publish(readers: object): Promise<Site> {
  const siteId = await addSite(app, { title: 'Inside', spaceIds: [spaceId] });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const changed = await app.request('PATCH', url, { body: { readers } });
  expect(changed.statusCode, changed.body).toBe(200);
  expect((await app.request('POST', `${url}/publish`)).statusCode).toBe(200);
  return { siteId, url, home: `/${changed.json().basename}/` };
}

interface Sent {
  cookie?: string;
  accept?: string;
  host?: string;
  authorization?: string;
  dest?: string;
}

const get = (
  url: string,
  { cookie, accept = 'text/html,*/*', host = HOST, authorization, dest }: Sent = {},
) =>
  published.inject({
    method: 'GET',
    url,
    headers: {
      host,
      accept,
      ...(cookie ? { cookie } : {}),
      ...(authorization ? { authorization } : {}),
      ...(dest ? { 'sec-fetch-dest': dest } : {}),
    },
  });

const pathOf = (location: unknown): string => {
  const { pathname, search } = new URL(String(location), `https://${HOST}`);
  return pathname + search;
};
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat().map((one) => String(one).split(';')[0] as string);

/** Goes from an address of a site to the service that knows who has signed in. Returns the browser's secret, too. */
async function leave(path: string) {
  const first = await get(path);
  expect([first.statusCode, first.headers['cache-control']]).toEqual([307, 'no-store']);
  const away = await get(pathOf(first.headers.location));
  expect([away.statusCode, away.headers['cache-control']]).toEqual([303, 'no-store']);
  const address = new URL(String(away.headers.location));
  expect(address.origin).toBe(new URL(app.context.config.baseUrl).origin);
  return { to: address.pathname + address.search, secret: cookiesOf(away)[0] as string };
}

const askService = (url: string, cookie: string | undefined) =>
  app.server.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });

/** Opens an address in a browser that has signed in. */
async function open(path: string, cookie: string) {
  const { to, secret } = await leave(path);
  const back = await askService(to, cookie);
  expect([back.statusCode, back.headers['cache-control']], back.body).toEqual([303, 'no-store']);
  const address = pathOf(back.headers.location);
  const entered = await get(address, { cookie: secret });
  return { entered, address, secret, cookie: cookiesOf(entered)[0] as string };
}

async function memberOf(role: 'read' | null = 'read') {
  const member = await addMember(app, { role });
  return { ...member, browser: await openBrowser(app, { userId: member.userId }) };
}

/** Every kind of address that shows something of a site. */
const addressesOf = ({ home }: Site): string[] => [
  home,
  `${home}guide`,
  `${home}guide.md`,
  `${home}llms.txt`,
  `${home}llms-full.txt`,
  `${home}sitemap.xml`,
  `${home}feed.xml`,
  `${home}feed.json`,
  `${home}~/search.json?q=${SECRET}`,
  `${home}~/search?q=${SECRET}`,
  `${home}~/social/${pageId}.png`,
  `${home}missing`,
];

const callMcp = (site: Site, token: string | undefined) =>
  published.inject({
    method: 'POST',
    url: `${site.home}~/mcp`,
    headers: {
      host: HOST,
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_pages', arguments: {} } },
  });

describe('a site for members', () => {
  let site: Site;
  beforeAll(async () => {
    site = await publish({ kind: 'members' });
  });

  test('is shown to the public client as one for visitors who have signed in', async () => {
    const shown = (await app.request('GET', site.url)).json();
    expect([shown.visibility, shown.readers]).toEqual(['visitor-auth', { kind: 'members' }]);
    const space = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    expect(space.visibility).toBe('visitor-auth');
  });

  test('leads a member who has signed in to the address that they wanted, and shows it to them', async () => {
    const { browser } = await memberOf();
    // The query comes back as it was written.
    const wanted = `${site.home}guide?tab=a%20b+c&all&none=`;
    const { entered, cookie } = await open(wanted, browser.cookie);
    expect([entered.statusCode, entered.headers.location]).toEqual([303, wanted]);
    expect(String(entered.headers['set-cookie'])).not.toContain(browser.cookie);
    const page = await get(`${site.home}guide`, { cookie });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect(page.body).toContain(SECRET);
  });

  test('shows all that it has to a member, and lets no shared cache keep anything', async () => {
    const { browser } = await memberOf();
    const { cookie } = await open(site.home, browser.cookie);
    for (const url of addressesOf(site)) {
      const { statusCode, headers } = await get(url, { cookie });
      expect([200, 404], url).toContain(statusCode);
      expect(String(headers['cache-control']), url).not.toMatch(/public|s-maxage/);
      expect(headers['cdn-cache-control'], url).toBeUndefined();
      expect(headers['cache-tag'], url).toBeUndefined();
    }
    expect((await get(`${site.home}llms-full.txt`, { cookie })).body).toContain(SECRET);
    expect((await get(`${site.home}~/search.json?q=${SECRET}`, { cookie })).statusCode).toBe(200);
  });

  test('shows nothing of itself at any address to those who have not signed in', async () => {
    for (const url of addressesOf(site)) {
      const program = await get(url, { accept: '*/*' });
      expect([program.statusCode, program.headers['x-robots-tag']], url).toEqual([401, 'noindex']);
      const script = await get(url, { dest: 'empty' });
      expect(script.statusCode, url).toBe(401);
      const person = await get(url, { dest: 'document' });
      expect(person.statusCode, url).toBe(307);
      for (const { body, headers } of [program, script, person]) {
        expect(body, url).not.toContain(SECRET);
        expect(headers['cache-control'], url).toBe('no-store');
      }
    }
    expect((await get(`${site.home}guide`, { accept: '*/*' })).headers['www-authenticate']).toBe('Bearer');
    expect((await callMcp(site, undefined)).statusCode).toBe(401);
    const robots = await get('/robots.txt');
    expect(robots.body).not.toContain('Sitemap');
  });

  test('asks in its own look to sign in, where nobody can be led away', async () => {
    const page = await get(`${site.home}guide`, { dest: 'empty' });
    expect(page.body).toContain('Sign in to read this site');
    expect(page.body).toContain('Inside');
    expect(page.body).toContain(`href="${site.home}~/sign-in?location=%2Fguide"`);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
  });

  test('asks people to sign in first, and then leads them on by a page, which no form’s policy stops', async () => {
    const { to } = await leave(`${site.home}guide`);
    const asked = await askService(to, undefined);
    const signIn = new URL(String(asked.headers.location));
    expect([asked.statusCode, signIn.pathname]).toEqual([303, '/app/sign-in']);
    const { browser } = await memberOf();
    const led = await askService(signIn.searchParams.get('to') as string, browser.cookie);
    expect(led.statusCode).toBe(200);
    expect(led.headers.refresh).toContain(`https://${HOST}${site.home}~/enter?code=`);
    expect([led.headers['cache-control'], led.headers['referrer-policy']]).toEqual([
      'no-store',
      'no-referrer',
    ]);
  });

  test('accepts a code once, within a minute, in the browser that asked for it', async () => {
    const { browser } = await memberOf();
    const once = await open(site.home, browser.cookie);
    expect(once.entered.statusCode).toBe(303);
    const again = await get(once.address, { cookie: once.secret });
    expect([again.statusCode, cookiesOf(again)]).toEqual([401, []]);
    expect(again.body).toContain('Try again');

    const codeFor = async (): Promise<{ address: string; secret: string }> => {
      const { to, secret } = await leave(site.home);
      return { address: pathOf((await askService(to, browser.cookie)).headers.location), secret };
    };
    const stolen = await codeFor();
    expect((await get(stolen.address)).statusCode).toBe(401);
    const elsewhere = await codeFor();
    const other = await leave(site.home);
    expect((await get(elsewhere.address, { cookie: other.secret })).statusCode).toBe(401);
    expect((await get(elsewhere.address, { cookie: elsewhere.secret })).statusCode).toBe(401);
    const late = await codeFor();
    now = new Date(START.getTime() + 61_000);
    expect((await get(late.address, { cookie: late.secret })).statusCode).toBe(401);
  });

  test('accepts a code of another site no more than its cookie', async () => {
    const other = await publish({ kind: 'members' });
    const { browser } = await memberOf();
    const { to, secret } = await leave(site.home);
    const code = new URL(String((await askService(to, browser.cookie)).headers.location)).searchParams.get(
      'code',
    );
    const siteCookie = secret.replace(site.siteId, other.siteId);
    expect((await get(`${other.home}~/enter?code=${code}`, { cookie: siteCookie })).statusCode).toBe(401);
    const entered = await open(site.home, browser.cookie);
    const renamed = entered.cookie.replace(site.siteId, other.siteId);
    expect((await get(`${other.home}guide`, { cookie: renamed, accept: '*/*' })).statusCode).toBe(401);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/../other/',
    '/~/enter',
    '/%2f%2fevil',
  ])('never leads to %s after signing in', async (location) => {
    const { browser } = await memberOf();
    const { to, secret } = await leave(site.home);
    const wanted = new URL(to, 'http://service');
    wanted.searchParams.set('location', location);
    const back = await askService(wanted.pathname + wanted.search, browser.cookie);
    const target = new URL(String(back.headers.location));
    expect(target.origin).toBe(`https://${HOST}`);
    const entered = await get(target.pathname + target.search, { cookie: secret });
    expect(entered.statusCode).toBe(303);
    expect(String(entered.headers.location)).toMatch(new RegExp(`^${site.home}(?:evil|$)`));
  });

  test('refuses those who have signed in and are no members, in its own look', async () => {
    const stranger = await openBrowser(app, { userId: (await addUser(app)).userId });
    const guest = await openBrowser(app, { userId: (await addMember(app, { role: null })).userId });
    const { creatorId } = await addOrganization(app);
    const outsider = await openBrowser(app, { userId: creatorId });
    for (const { cookie } of [stranger, guest, outsider]) {
      const { entered } = await open(`${site.home}guide`, cookie);
      expect([entered.statusCode, entered.headers['set-cookie']]).toEqual([403, undefined]);
      expect(entered.headers['x-robots-tag']).toBe('noindex');
      expect(entered.body).toContain('You cannot read this site');
      expect(entered.body).toContain('Use another account');
    }
  });

  test('opens to a guest who has a role on it', async () => {
    const { userId, browser } = await memberOf(null);
    await grantRole(app, { role: 'read', userId, siteId: site.siteId });
    const { cookie } = await open(site.home, browser.cookie);
    expect((await get(`${site.home}guide`, { cookie })).statusCode).toBe(200);
  });

  test('closes at the next request when the session ends', async () => {
    const { browser } = await memberOf();
    const { cookie } = await open(site.home, browser.cookie);
    expect((await get(site.home, { cookie })).statusCode).toBe(200);
    const ended = await browser.request('DELETE', `/v1/session`);
    expect(ended.statusCode, ended.body).toBeLessThan(300);
    const after = await get(`${site.home}guide`, { cookie });
    expect([
      after.statusCode,
      (await get(`${site.home}guide.md`, { cookie, accept: '*/*' })).statusCode,
    ]).toEqual([307, 401]);
  });

  test('closes at the next request when a member leaves', async () => {
    const { userId, browser } = await memberOf();
    const other = await addOrganization(app, { creatorId: userId });
    expect(other.creatorId).toBe(userId);
    const { cookie } = await open(site.home, browser.cookie);
    const removed = await app.request('DELETE', `/v1/orgs/${app.organizationId}/members/${userId}`);
    expect(removed.statusCode).toBeLessThan(300);
    const after = await get(`${site.home}guide`, { cookie });
    expect([307, 403]).toContain(after.statusCode);
    expect(after.body).not.toContain(SECRET);
    const again = await openBrowser(app, { userId });
    expect((await open(site.home, again.cookie)).entered.statusCode).toBe(403);
  });

  test('accepts only sessions of single sign-on from members who must use it', async () => {
    // The certificate of the provider is made now.
    now = new Date();
    const { userId, email, browser } = await memberOf();
    const { cookie } = await open(site.home, browser.cookie);
    const provider = await addSsoProvider(app);
    await app.request('POST', `/v1/orgs/${app.organizationId}/members/${userId}/sso`);
    const requireSso = (sso: boolean) =>
      app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { sso } });
    expect((await requireSso(true)).statusCode).toBe(200);
    expect((await get(`${site.home}guide`, { cookie, accept: '*/*' })).statusCode).toBe(401);
    const { to } = await leave(`${site.home}guide`);
    const sent = await askService(to, browser.cookie);
    expect(pathOf(sent.headers.location)).toMatch(
      /^\/app\/sign-in\/sso\?organization=.*&to=%2Fapp%2Fenter%2F/,
    );
    const saml = new SsoBrowser(app);
    await signInBySso(app, saml, provider, { nameId: email });
    const entered = await open(site.home, `lectern=${saml.cookies.get('lectern')}`);
    expect((await get(`${site.home}guide`, { cookie: entered.cookie })).statusCode).toBe(200);
    await requireSso(false);
  });

  test('refuses a session that the single sign-on of another organization opened', async () => {
    const { userId } = await memberOf();
    const { organizationId } = await addOrganization(app, { creatorId: userId });
    const { cookie } = await openBrowser(app, { userId, organizationId });
    expect((await open(site.home, cookie)).entered.statusCode).toBe(403);
  });

  test('opens to programs with a token of a member or of a service account, and keeps no cookie for them', async () => {
    const { token } = await addMember(app, { role: 'read' });
    const service = await addServiceToken(app, { role: 'read' });
    for (const one of [token, service]) {
      const page = await get(`${site.home}guide.md`, { authorization: `Bearer ${one}`, accept: '*/*' });
      expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
      expect(page.headers['cache-control']).toBe('private, no-cache');
      expect((await callMcp(site, one)).body).toContain('Guide');
    }
    const outside = (await addUser(app)).token;
    const guest = (await addMember(app, { role: null })).token;
    for (const one of [outside, guest]) {
      expect((await get(`${site.home}guide.md`, { authorization: `Bearer ${one}` })).statusCode).toBe(403);
      expect((await callMcp(site, one)).statusCode).toBe(403);
    }
    const { browser } = await memberOf();
    const secret = browser.cookie.split('=')[1] as string;
    for (const one of ['lct_nothing', secret, 'x'])
      expect(
        (await get(`${site.home}guide.md`, { authorization: `Bearer ${one}`, accept: '*/*' })).statusCode,
      ).toBe(401);
  });

  test('sends renderers to its sign-in, and gives them no token', async () => {
    for (const visitor of [{}, { jwtToken: (await addMember(app, { role: 'read' })).token }]) {
      const body = { url: `https://${HOST}${site.home}guide`, visitor };
      const resolved = await app.request('POST', '/v1/urls/published', { token: null, body });
      expect(resolved.statusCode, resolved.body).toBe(200);
      expect(resolved.json()).toMatchObject({ site: site.siteId });
      expect(resolved.json().apiToken).toBeUndefined();
      expect(resolved.json().redirect).toBe(`https://${HOST}${site.home}~/sign-in?location=%2Fguide`);
    }
  });

  test('opens neither to visitors of its own sign-in, nor by a share link', async () => {
    const link = await app.request('POST', `${site.url}/share-links`, { body: { name: 'Partner' } });
    const key = new URL(link.json().urls.published).pathname.split('/').at(-2) as string;
    expect((await get(`${site.home}${key}/guide`, { accept: '*/*' })).statusCode).toBe(401);
  });

  test('signs its readers out of itself, and says that their account is still signed in', async () => {
    const { browser } = await memberOf();
    const { cookie } = await open(site.home, browser.cookie);
    const out = await get(`${site.home}~/logout`, { cookie });
    expect([out.statusCode, out.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect(out.body).toContain('You have signed out');
    expect(out.body).toContain('still signed in');
  });

  test('is closed to members who entered it once it is for a team', async () => {
    const closing = await publish({ kind: 'members' });
    const { browser } = await memberOf();
    const { cookie } = await open(closing.home, browser.cookie);
    const teamId = await addTeam(app);
    await app.request('PATCH', closing.url, { body: { readers: { kind: 'teams', teams: [teamId] } } });
    expect((await get(`${closing.home}guide`, { cookie })).statusCode).toBe(403);
    await app.request('PATCH', closing.url, { body: { visibility: 'public' } });
    expect((await get(`${closing.home}guide`)).statusCode).toBe(200);
    await app.request('PATCH', closing.url, { body: { readers: { kind: 'members' } } });
    expect((await get(`${closing.home}guide`, { accept: '*/*' })).statusCode).toBe(401);
    await app.request('POST', `${closing.url}/unpublish`);
    expect((await get(`${closing.home}guide`, { cookie })).statusCode).toBe(404);
    expect((await get(`${closing.home}~/sign-in`, { cookie })).statusCode).toBe(404);
  });
});

test('a site for members at a hostname of its own lets them in there, and nowhere else', async () => {
  const site = await publish({ kind: 'members' });
  const hostname = 'handbook.example';
  await app.context.transact(async ({ trx, announce }) => {
    await trx
      .updateTable('site')
      .set({ hostname, hostname_verified_at: now })
      .where('site_id', '=', site.siteId)
      .execute();
    await trx
      .insertInto('site_address')
      .values({ kind: 'hostname', name: hostname, organization_id: app.organizationId, site_id: site.siteId })
      .execute();
    announce({ kind: 'site-address', address: 'hostname', name: hostname });
    announce({ kind: 'site', siteId: site.siteId });
  });
  const { browser } = await memberOf();
  const first = await get(`${site.home}guide?tab=2`);
  const signIn = new URL(String(first.headers.location));
  expect([first.statusCode, signIn.host, signIn.searchParams.get('location')]).toEqual([
    307,
    hostname,
    '/guide?tab=2',
  ]);
  const away = await get(signIn.pathname + signIn.search, { host: hostname });
  const [secret = ''] = cookiesOf(away);
  const back = await askService(pathOf(away.headers.location), browser.cookie);
  const address = pathOf(back.headers.location);
  expect(new URL(String(back.headers.location)).host).toBe(hostname);
  expect((await get(site.home + address.slice(1), { cookie: secret })).statusCode).toBe(404);
  const entered = await get(address, { host: hostname, cookie: secret });
  expect([entered.statusCode, entered.headers.location]).toEqual([303, '/guide?tab=2']);
  const page = await get('/guide', { host: hostname, cookie: cookiesOf(entered)[0] as string });
  expect([page.statusCode, page.body.includes(SECRET)]).toEqual([200, true]);
});

describe('a site for teams', () => {
  test('opens to members and guests of its teams, and closes when they leave them', async () => {
    const inside = await memberOf();
    const guest = await memberOf(null);
    const outside = await memberOf();
    const teamId = await addTeam(app, { members: [inside.userId, guest.userId] });
    const site = await publish({ kind: 'teams', teams: [teamId] });
    const opened = await open(site.home, inside.browser.cookie);
    const asGuest = await open(site.home, guest.browser.cookie);
    for (const { cookie } of [opened, asGuest])
      expect((await get(`${site.home}guide`, { cookie })).statusCode).toBe(200);
    expect((await open(site.home, outside.browser.cookie)).entered.statusCode).toBe(403);
    const removed = await app.request(
      'DELETE',
      `/v1/orgs/${app.organizationId}/teams/${teamId}/members/${inside.userId}`,
    );
    expect(removed.statusCode, removed.body).toBeLessThan(300);
    const after = await get(`${site.home}guide`, { cookie: opened.cookie });
    expect([after.statusCode, after.body.includes(SECRET)]).toEqual([403, false]);

    await app.request('DELETE', `/v1/orgs/${app.organizationId}/teams/${teamId}`);
    expect((await get(`${site.home}guide`, { cookie: asGuest.cookie })).statusCode).toBe(403);
    expect((await app.request('GET', site.url)).json().readers).toEqual({ kind: 'teams', teams: [] });
  });

  test('opens to an administrator, who decides for which teams it is', async () => {
    const site = await publish({ kind: 'teams', teams: [await addTeam(app)] });
    const { userId } = await addMember(app, { role: 'read' });
    const { cookie } = await openBrowser(app, { userId });
    expect((await open(site.home, cookie)).entered.statusCode).toBe(403);
    await grantRole(app, { role: 'admin', userId, siteId: site.siteId });
    expect((await open(site.home, cookie)).entered.statusCode).toBe(303);
  });
});

describe('a site with a password', () => {
  const PASSWORD = 'the lighthouse keeper';
  let address = 0;
  const send = (
    site: Site,
    password: string,
    options: { ip?: string; location?: string; site?: string } = {},
  ) => {
    address += 1;
    return published.inject({
      method: 'POST',
      url: `${site.home}~/password`,
      remoteAddress: options.ip ?? `10.1.0.${address}`,
      headers: {
        host: HOST,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': options.site ?? 'same-origin',
      },
      payload: String(new URLSearchParams({ password, location: options.location ?? '/guide' })),
    });
  };

  test('asks for it in its own look, without a script, and shows nothing before', async () => {
    const site = await publish({ kind: 'password', password: PASSWORD });
    for (const url of addressesOf(site)) {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['x-robots-tag'], headers['cache-control']], url).toEqual([
        401,
        'noindex',
        'no-store',
      ]);
      expect(body, url).not.toContain(SECRET);
    }
    expect((await callMcp(site, app.adminToken)).statusCode).toBe(401);
    const page = await get(`${site.home}guide?tab=2`);
    expect(page.body).toContain(`<form method="post" action="${site.home}~/password">`);
    expect(page.body).toContain('<input type="hidden" name="location" value="/guide?tab=2">');
    expect(page.body).not.toContain('<script type="module"');
    expect(String(page.headers['content-security-policy'])).toContain("form-action 'self'");
  });

  test('opens with it, at the address that was wanted, until it is changed', async () => {
    const site = await publish({ kind: 'password', password: PASSWORD });
    const entered = await send(site, PASSWORD, { location: '/guide?tab=a%20b&all' });
    expect([entered.statusCode, entered.headers.location]).toEqual([303, `${site.home}guide?tab=a%20b&all`]);
    const [cookie = ''] = cookiesOf(entered);
    const page = await get(`${site.home}guide`, { cookie });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    await app.request('PATCH', site.url, { body: { readers: { kind: 'password' }, title: 'Renamed' } });
    expect((await get(`${site.home}guide`, { cookie })).statusCode).toBe(200);
    await app.request('PATCH', site.url, {
      body: { readers: { kind: 'password', password: 'another secret' } },
    });
    expect((await get(`${site.home}guide`, { cookie })).statusCode).toBe(401);
    expect((await send(site, PASSWORD)).statusCode).toBe(401);
  });

  test('refuses wrong ones, forms of other pages, and too many attempts', async () => {
    const site = await publish({ kind: 'password', password: PASSWORD });
    const ip = '10.2.0.1';
    const wrong = await send(site, 'a wrong one', { ip });
    expect([wrong.statusCode, wrong.headers['set-cookie']]).toEqual([401, undefined]);
    expect(wrong.body).toContain('This password is incorrect');
    expect((await send(site, PASSWORD, { ip, site: 'cross-site' })).statusCode).toBe(403);
    for (let attempt = 1; attempt < 10; attempt += 1) await send(site, `wrong ${attempt}`, { ip });
    const blocked = await send(site, PASSWORD, { ip });
    expect([blocked.statusCode, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(blocked.body).toContain('Too many attempts');
    expect((await send(site, PASSWORD)).statusCode).toBe(303);
  });

  test('is asked for in the language of the site', async () => {
    const site = await publish({ kind: 'password', password: PASSWORD });
    for (const [language, title] of [
      ['de', 'durch ein Passwort geschützt'],
      ['es', 'protegido con una contraseña'],
      ['fr', 'protégé par un mot de passe'],
      ['ja', 'パスワードで保護されています'],
      ['en', 'protected by a password'],
    ] as const) {
      await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { language } });
      const { body } = await get(site.home);
      expect(body).toContain(title);
      expect(body).toContain(`<html lang="${language}"`);
    }
  });

  test('is stored as a hash, and no response has it', async () => {
    const site = await publish({ kind: 'password', password: PASSWORD });
    const shown = await app.request('GET', site.url);
    expect(shown.json()).toMatchObject({
      visibility: 'visitor-auth',
      readers: { kind: 'password', passwordChangedAt: START.toISOString() },
    });
    const row = await app.context.db
      .selectFrom('site')
      .select(['password_hash', 'visibility', 'readers'])
      .where('site_id', '=', site.siteId)
      .executeTakeFirst();
    // An earlier version, which still runs during an upgrade, knows only the visibility.
    expect(row).toMatchObject({ visibility: 'visitor-auth', readers: 'password' });
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect(shown.body + JSON.stringify(row)).not.toContain(PASSWORD);
    await app.request('PATCH', site.url, { body: { visibility: 'unlisted' } });
    const after = await app.context.db
      .selectFrom('site')
      .select(['password_hash', 'visibility', 'readers'])
      .where('site_id', '=', site.siteId)
      .executeTakeFirst();
    expect(after).toEqual({ password_hash: null, visibility: 'unlisted', readers: null });
  });
});

describe('the readers of a site', () => {
  const change = async (site: Site, body: object) => {
    const response = await app.request('PATCH', site.url, { body });
    const { visibility, readers, error } = response.json();
    return response.statusCode === 200
      ? [visibility, readers?.kind]
      : [response.statusCode, error.details.map(({ path }: { path: string }) => path)];
  };

  test('stay when a client writes back what it read, and never become more by what it leaves out', async () => {
    const site = await publish({ kind: 'members' });
    expect(await change(site, { visibility: 'visitor-auth', title: 'Again' })).toEqual([
      'visitor-auth',
      'members',
    ]);
    expect(await change(site, { title: 'Again' })).toEqual(['visitor-auth', 'members']);
    expect(await change(site, { readers: null })).toEqual(['visitor-auth', undefined]);
    expect((await get(`${site.home}guide`, { accept: '*/*' })).statusCode).toBe(401);
    expect(await change(site, { readers: { kind: 'members' } })).toEqual(['visitor-auth', 'members']);
    expect(await change(site, { visibility: 'unlisted' })).toEqual(['unlisted', undefined]);
    expect(await change(site, { visibility: 'visitor-auth' })).toEqual(['visitor-auth', undefined]);
    expect(await change(site, { visibility: 'public', readers: null })).toEqual(['public', undefined]);
  });

  test('are checked', async () => {
    const site = await publish({ kind: 'members' });
    const { organizationId } = await addOrganization(app);
    const foreign = await addTeam(app, { organizationId });
    const own = await addTeam(app);
    expect(await change(site, { visibility: 'public', readers: { kind: 'members' } })).toEqual([
      400,
      ['visibility'],
    ]);
    expect(await change(site, { readers: { kind: 'password' } })).toEqual([400, ['readers.password']]);
    expect(await change(site, { readers: { kind: 'password', password: 'short' } })).toEqual([
      400,
      ['readers.password'],
    ]);
    expect(await change(site, { readers: { kind: 'teams', teams: [own, foreign] } })).toEqual([
      400,
      ['readers.teams.1'],
    ]);
    expect(await change(site, { readers: { kind: 'teams', teams: [own, 'x'] } })).toEqual([
      400,
      ['readers.teams.1'],
    ]);
    expect((await app.request('GET', site.url)).json().readers).toEqual({ kind: 'members' });
    expect(await change(site, { readers: { kind: 'teams', teams: [own] } })).toEqual([
      'visitor-auth',
      'teams',
    ]);
  });

  test('are recorded in the audit, without the password', async () => {
    const site = await publish({ kind: 'members' });
    const teams = [await addTeam(app)];
    const password = 'the lighthouse keeper';
    await change(site, { readers: { kind: 'teams', teams } });
    await change(site, { readers: { kind: 'password', password } });
    const events = await app.context.db
      .selectFrom('audit_event')
      .select('payload')
      .where('action', '=', 'site.updated')
      .where('target_id', '=', site.siteId)
      .orderBy('event_id')
      .execute();
    expect(events.map(({ payload }) => payload)).toEqual([
      { before: { visibility: 'public' }, after: { visibility: 'members' } },
      { before: { visibility: 'members', teams: [] }, after: { visibility: 'teams', teams } },
      {
        before: { visibility: 'teams', teams, passwordChangedAt: null },
        after: { visibility: 'password', teams: [], passwordChangedAt: START.toISOString() },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(password);
  });

  test('can be chosen when a site is created', async () => {
    const url = `/v1/orgs/${app.organizationId}/sites`;
    const teams = [await addTeam(app)];
    for (const readers of [{ kind: 'members' }, { kind: 'teams', teams }]) {
      const created = await app.request('POST', url, { body: { spaces: [spaceId], readers } });
      expect([created.statusCode, created.json().visibility, created.json().readers]).toEqual([
        201,
        'visitor-auth',
        readers,
      ]);
    }
    const secret = await app.request('POST', url, {
      body: { spaces: [spaceId], readers: { kind: 'password', password: 'the lighthouse keeper' } },
    });
    expect(secret.json().readers.kind).toBe('password');
  });
});

test('the key of a share link that was ended is refused in the look of the site, any other as if there was no site', async () => {
  const siteId = await addSite(app, {
    title: 'Shared',
    spaceIds: [spaceId],
    visibility: 'share-link',
    isPublished: true,
  });
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const link = (await app.request('POST', `${url}/share-links`, { body: { name: 'Partner' } })).json();
  const { pathname } = new URL(link.urls.published);
  expect((await get(pathname)).statusCode).toBe(200);
  await app.request('PATCH', `${url}/share-links/${link.id}`, { body: { active: false } });
  const ended = await get(pathname);
  expect([ended.statusCode, ended.headers['x-robots-tag'], ended.headers['cache-control']]).toEqual([
    404,
    'noindex',
    'no-store',
  ]);
  expect(ended.body).toContain('This link no longer works');
  expect(ended.body).toContain('Shared');
  const digest = createHash('sha256').update('x').digest('base64url').slice(0, 22);
  const unknown = await get(pathname.replace(/k-[\w-]{22}/, `k-${digest}`));
  const nowhere = await get('/no-such-site/guide');
  expect(unknown.body).toBe(nowhere.body);
});

test('visitors of a site without a page to sign in are told in its look', async () => {
  await addSite(app, {
    title: 'Customers',
    spaceIds: [spaceId],
    visibility: 'visitor-auth',
    isPublished: true,
  });
  const page = await get('/customers/guide');
  expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([401, 'noindex']);
  expect(page.body).toContain('Customers');
  expect(page.body).toContain('Open it with the link that its owner gave you.');
});
