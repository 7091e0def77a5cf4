/** What every route, the sites and the jobs do for an organization that is suspended. */
import { newId } from '@lectern/std/ids';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../apps/server/domains/identity/organizations/suspension.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { SitePointer } from '../../apps/server/platform/access/pointers.ts';
import { siteUrl } from '../../apps/server/platform/http/site-url.ts';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { addAccount } from '../accounts.ts';
import { addMember, addSite, addUserToken } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import type { Call } from './call.ts';
import { callByEverybody, ONE_OF_EACH_KIND, partsOf } from './call-by-everybody.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { expectedRefusal } from './expected-status.ts';
import type { Named } from './resources.ts';
import { inject, keyOf, parametersOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** The soak asks as everybody; one of each kind tells whether a route asks at all. */
const IS_LONG = process.env.LECTERN_SOAK !== undefined;

const WHY = 'The invoice of October is open.';

/** The routes of an organization that go on: its administrators take its content out. */
const EXPORTS = Object.keys(CALLS).filter((key) => / \/v1\/orgs\/:organizationId\/exports\b/.test(key));

/** What an instance administrator can do with a suspended organization. */
const OF_INSTANCE = Object.keys(CALLS).filter((key) =>
  / \/v1\/instance\/organizations\/:organizationId\/(exports|quotas)\b/.test(key),
);

let setup: Setup;
let siteId: string;
let site: string;
let elsewhere: Record<string, Elsewhere>;
beforeAll(async () => {
  setup = await prepareSetup();
  const { app, own } = setup;
  const { organizationId } = app;
  await app.request('PATCH', `/v1/orgs/${organizationId}`, { body: { inviteLinks: true } });
  siteId = await addSite(app, { spaceIds: [own.spaceId as string], isPublished: true });
  site = (await app.context.pointers.sites.find(siteId))?.basename as string;
  elsewhere = await prepareElsewhere();
}, 120_000);
afterAll(() => setup?.close());

const suspend = () =>
  suspendOrganization(setup.app.context, BY_OPERATOR, {
    organizationId: setup.app.organizationId,
    reason: WHY,
  });
const resume = () => resumeOrganization(setup.app.context, BY_OPERATOR, setup.app.organizationId);

/** A call of a route whose access does not depend on a role in an organization. */
interface Elsewhere {
  token?: string;
  /** Where the parameters of the URL are not resources of the setup. */
  named?: Named;
  query?: string;
  body?: object;
  /** How it responds before and while the organization is suspended: the status, or what the body says. */
  before: number | string;
  during: number | string;
  /** What reads the response. */
  read?: (body: string) => string;
}

const itemsOf = (body: string): string => `${JSON.parse(body).items.length} items`;

async function prepareElsewhere(): Promise<Record<string, Elsewhere>> {
  const { app, own, callers } = setup;
  const { organizationId } = app;
  const pictureId = newId();
  await app.context.db
    .insertInto('organization_logo')
    .values({
      organization_id: organizationId,
      picture_id: pictureId,
      bytes: Buffer.from('a'),
      created_at: new Date(),
    })
    .execute();
  const member = callers.find(({ name }) => name === 'edit') as Caller;
  const colleague = callers.find(({ name }) => name === 'read') as Caller;
  const token = member.token as string;
  const body = { space: own.spaceId };
  await app.request('POST', '/v1/user/recent', { token, body });
  await app.request('PUT', '/v1/user/favorites', { token, body });
  const link = await app.request('POST', `/v1/orgs/${organizationId}/link-invites`, {
    body: { role: 'read' },
  });
  const inviteId = link.json().id as string;
  const stranger = await addAccount(app, {});
  const strangerToken = await addUserToken(app, stranger.userId);
  const invited = await app.request('POST', `/v1/orgs/${organizationId}/invites`, {
    body: { emails: ['closed@example.com'] },
  });
  const ticket = new URL(invited.json().invitations[0].url).pathname.split('/').at(-1) as string;
  const host = new URL(app.context.config.sitesUrl).host;
  const ofSite = { siteId, subdomain: site };
  const byInvite = { inviteId, ticket };
  const onSite = `url=${encodeURIComponent(`http://${host}/${site}/`)}`;
  const inApp = `url=${encodeURIComponent(`${app.context.config.baseUrl}/app/s/${own.spaceId}`)}`;
  return {
    'GET /v1/orgs/:organizationId/logo/:pictureId': { named: { pictureId }, before: 200, during: 404 },
    'GET /v1/orgs/:organizationId/openapi/:specSlug/published': { before: 200, during: 404 },
    'GET /v1/orgs/:organizationId/openapi/:specSlug/changes.atom': { before: 200, during: 404 },
    'POST /v1/orgs/:organizationId/sites/:siteId/insights/events': {
      named: ofSite,
      body: { events: [] },
      before: 204,
      during: 404,
    },
    'GET /app/enter/:siteId': { named: ofSite, before: 200, during: 404 },
    'GET /v1/subdomains/:subdomain': { token, named: ofSite, before: 200, during: 404 },
    'GET /v1/custom-hostnames/:hostname': { token, before: 200, during: 404 },
    'GET /v1/custom-hostnames/:hostname/reach': { token, before: 200, during: 404 },
    'PATCH /v1/custom-hostnames/:hostname': { token: app.adminToken, body: {}, before: 409, during: 404 },
    'DELETE /v1/custom-hostnames/:hostname': { token: app.adminToken, before: 204, during: 404 },
    'GET /v1/urls/content': { token, query: inApp, before: 200, during: 404 },
    'GET /v1/urls/published': { query: onSite, before: 200, during: 404 },
    'POST /v1/urls/published': {
      body: { url: `http://${host}/${site}/` },
      before: 200,
      during: 404,
    },
    'GET /v1/users/:userId': {
      token,
      named: { userId: colleague.userId as string },
      before: 200,
      during: 404,
    },
    'GET /v1/user/recent': { token, before: '1 items', during: '0 items', read: itemsOf },
    'GET /v1/user/favorites': { token, before: '1 items', during: '0 items', read: itemsOf },
    'GET /v1/user/notifications': { token, before: '0 items', during: '0 items', read: itemsOf },
    'POST /v1/user/recent': { token, body, before: 204, during: 404 },
    // Whoever holds a link learns why it does not work, but not the reason, which is for members.
    'GET /app/join/:organizationId/:inviteId': { named: byInvite, before: 200, during: 403 },
    'GET /app/invitation/:ticket': { named: byInvite, before: 200, during: 403 },
    'POST /v1/invitations/:ticket': {
      named: byInvite,
      body: { password: 'a long enough password' },
      before: 200,
      during: 403,
    },
    'POST /v1/orgs/:organizationId/invites/:inviteId': {
      token: strangerToken,
      named: byInvite,
      before: 200,
      during: 403,
    },
  };
}

/** They use up what they name. */
const ONCE = [
  'DELETE /v1/custom-hostnames/:hostname',
  'POST /v1/invitations/:ticket',
  'POST /v1/orgs/:organizationId/invites/:inviteId',
];

async function callElsewhere(key: string): Promise<number | string> {
  const { token, named = {}, query, body, read } = elsewhere[key] as Elsewhere;
  const [method, url] = key.split(' ') as [string, string];
  const { statusCode, body: text } = await inject(setup, { method, url }, token ? { token } : {}, {
    named,
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
  });
  expect(text, key).not.toContain(WHY);
  return read && statusCode === 200 ? read(text) : statusCode;
}

test('routes that no role decides say nothing of it and let nobody in', async () => {
  const keys = Object.keys(elsewhere);
  const pick = (when: 'before' | 'during') =>
    Object.fromEntries(keys.map((key) => [key, (elsewhere[key] as Elsewhere)[when]]));
  await suspend();
  const during: Record<string, number | string> = {};
  for (const key of keys) during[key] = await callElsewhere(key);
  await resume();
  const before: Record<string, number | string> = {};
  const isOnce = (key: string): boolean => ONCE.includes(key);
  for (const key of keys.sort((one, other) => Number(isOnce(one)) - Number(isOnce(other))))
    before[key] = await callElsewhere(key);
  expect(during).toEqual(pick('during'));
  expect(before).toEqual(pick('before'));
});

/** Parameters that name something of an organization. */
const OF_ORGANIZATIONS = [
  'organizationId',
  'siteId',
  'hostname',
  'subdomain',
  'ticket',
  'userId',
  'webhookToken',
];

/** Routes that go on although they name an organization, by the reason. */
const GO_ON: Record<string, readonly string[]> = {
  'members can sign in, because administrators can export; what is signed in can do nothing else': [
    'GET /v1/orgs/:organizationId/sso',
    'GET /sso/oidc/:organizationId/:oidcProviderId/start',
    'GET /sso/oidc/:organizationId/:oidcProviderId/callback',
    'GET /sso/oidc/:organizationId/:oidcProviderId/finish',
    'GET /sso/saml/:organizationId/:samlProviderId',
    'GET /sso/saml/:organizationId/:samlProviderId/start',
    'POST /sso/saml/:organizationId/:samlProviderId/acs',
    'GET /sso/saml/:organizationId/:samlProviderId/finish',
    'GET /app/connect/:organizationId/:samlProviderId',
    'POST /app/connect/:organizationId/:samlProviderId',
  ],
  'providers end sessions': ['POST /sso/oidc/:organizationId/:oidcProviderId/logout'],
  'the sync that it requests waits': ['POST /v1/git/webhooks/:webhookToken'],
  'the account is the concern of its owner': [
    'GET /v1/users/:userId/picture/:pictureId',
    'PATCH /v1/users/:userId',
    'POST /v1/users/:userId/picture',
    'DELETE /v1/users/:userId',
    'PUT /v1/email-verifications/:ticket',
    'PUT /v1/password-resets/:ticket',
    'GET /app/reset-password/:ticket',
    'POST /app/reset-password/:ticket',
    'GET /app/confirm-email/:ticket',
    'POST /app/confirm-email/:ticket',
    'POST /v1/unsubscribe/:ticket',
    'GET /app/unsubscribe/:ticket',
    'POST /app/unsubscribe/:ticket',
  ],
  'the same code as a route above': [
    'POST /app/invitation/:ticket',
    'POST /app/invitation/:ticket/accept',
    'POST /app/join/:organizationId/:inviteId',
    'POST /app/join/:organizationId/:inviteId/account',
    'POST /v1/orgs/:organizationId/join',
  ],
};

test('every route that names something of an organization is here, or goes on for a reason', () => {
  const known = new Set([...Object.keys(elsewhere), ...Object.values(GO_ON).flat()]);
  const isDecided = (key: string): boolean => {
    const parts = EXPECTATIONS[key] === 'everyone' ? undefined : partsOf(key);
    return parts !== undefined && (parts.place !== undefined || parts.isForInstanceAdministrators);
  };
  const open = [...new Set(setup.app.app.accessTable.map(keyOf))].filter(
    (key) => parametersOf(key).some((name) => OF_ORGANIZATIONS.includes(name)) && !isDecided(key),
  );
  expect(open.filter((key) => !known.has(key) && !key.startsWith('OPTIONS '))).toEqual([]);
  expect(
    Object.values(GO_ON)
      .flat()
      .filter((key) => !open.includes(key)),
  ).toEqual([]);
});

/** The routes that a role decides, but for those that go on, with what their calls need. */
async function prepareDecided(): Promise<{ key: string; method: string; url: string; named: Named }[]> {
  const routes = [];
  for (const { method, url } of setup.app.app.accessTable) {
    const key = keyOf({ method, url });
    if (EXPECTATIONS[key] === 'everyone' || EXPORTS.includes(key)) continue;
    if (partsOf(key).place === undefined) continue;
    routes.push({ key, method, url, named: { ...(await CALLS[key]?.name?.(setup, setup.both)) } });
  }
  return routes;
}

const SUSPENDED = '403 suspended';

function refusalOf(key: string, caller: Caller): string {
  const parts = { ...partsOf(key), isForUnbound: false, also: undefined, least: 'guest' as const };
  const facts = { isSelf: false, isDeleted: false };
  const status = expectedRefusal({ ...parts, place: 'organization' }, caller, facts);
  return status === undefined ? SUSPENDED : String(status);
}

test('every route that a role decides refuses each caller, and tells members why', async () => {
  const { app, callers } = setup;
  const routes = await prepareDecided();
  expect(routes.length).toBeGreaterThan(400);
  await suspend();
  const countEvents = async (): Promise<number> =>
    (
      await app.context.db
        .selectFrom('audit_event')
        .select('event_id')
        .where('organization_id', '=', app.organizationId)
        .execute()
    ).length;
  const events = await countEvents();
  const wrong: Record<string, string> = {};
  for (const { key, method, url, named } of routes) {
    const call = CALLS[key] as Call;
    const query = queryOf(setup, call);
    const asking = callers.filter(({ name }) => (IS_LONG && method !== 'HEAD') || ONE_OF_EACH_KIND.has(name));
    const seen = await Promise.all(
      asking.map((caller) =>
        inject(setup, { method, url }, caller, {
          named,
          ...(call.body ? { body: call.body(setup) } : {}),
          ...(query ? { query } : {}),
        }),
      ),
    );
    for (const [at, { statusCode, body, headers }] of seen.entries()) {
      const caller = asking[at] as Caller;
      const expected = refusalOf(key, caller);
      const isLedToSignIn = statusCode === 303 && /\/app\/sign-in\b/.test(String(headers.location));
      const status = isLedToSignIn ? 401 : statusCode;
      const isTold = body.includes(WHY) || (method === 'HEAD' && expected === SUSPENDED);
      if (`${status}${isTold ? ' suspended' : ''}` !== expected)
        wrong[`${method} ${url} as ${caller.name}`] = `${statusCode} ${body.slice(0, 200)}`;
    }
  }
  expect(await countEvents()).toBe(events);
  await resume();
  expect(wrong).toEqual({});
}, 300_000);

test('its administrators and those of the instance can export it, and nobody else', async () => {
  expect([...EXPORTS, ...OF_INSTANCE].length).toBe(10);
  await suspend();
  for (const key of [...EXPORTS, ...OF_INSTANCE]) await callByEverybody(setup, key);
  await resume();
});

test('the list of organizations names it, and its mail and its account go on', async () => {
  const { app } = setup;
  const { token, userId } = await addMember(app, { role: 'admin' });
  await suspend();
  const read = async (url: string) => (await app.request('GET', url, { token })).json();
  expect((await read('/v1/orgs')).items).toHaveLength(1);
  expect(await read('/v1/user')).toMatchObject({ id: userId });
  await resume();
});

/** What readers, programs and search engines get of a site. */
const ON_SITE: readonly [method: 'GET' | 'POST', path: string, payload?: object][] = [
  ['GET', '/'],
  ['GET', '/own'],
  ['GET', '/own.md'],
  ['GET', '/llms.txt'],
  ['GET', '/llms-full.txt'],
  ['GET', '/sitemap.xml'],
  ['GET', '/sitemap-pages.xml'],
  ['GET', '/feed.xml'],
  ['GET', '/feed.json'],
  ['GET', '/~/search?q=page'],
  ['GET', '/~/search.json?q=page'],
  ['POST', '/~/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
];

test('its sites and files are not found, whatever they were asked for and by whichever address', async () => {
  const { app, own } = setup;
  const { organizationId } = app;
  const published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  const hostname = 'closed.example';
  const ofHostname = await addSite(app, { spaceIds: [own.spaceId as string], isPublished: true });
  await app.context.transact(async ({ trx, announce }) => {
    const verified = { hostname, hostname_verified_at: app.context.clock() };
    await trx.updateTable('site').set(verified).where('site_id', '=', ofHostname).execute();
    const address = {
      kind: 'hostname',
      name: hostname,
      organization_id: organizationId,
      site_id: ofHostname,
    };
    await trx.insertInto('site_address').values(address).execute();
    announce({ kind: 'site', siteId: ofHostname });
    announce({ kind: 'site-address', address: 'hostname', name: hostname });
  });
  const { host } = new URL(app.context.config.sitesUrl);
  const pointer = (await app.context.pointers.sites.find(ofHostname)) as SitePointer;
  const { host: atHostname } = new URL(siteUrl(app.context.config, pointer));
  const url = `/v1/spaces/${own.spaceId}/content/files/${own.fileId}`;
  const file = new URL((await app.request('GET', url)).json().downloadURL);
  const calls = [
    ...ON_SITE.map(([method, path, payload]) => ({ method, url: `/${site}${path}`, host, payload })),
    ...ON_SITE.map(([method, path, payload]) => ({ method, url: path, host: atHostname, payload })),
    { method: 'GET' as const, url: file.pathname + file.search, host, payload: undefined },
  ];
  const readAll = async (): Promise<Record<string, number>> => {
    const seen: Record<string, number> = {};
    for (const { method, url: path, host: of, payload } of calls) {
      const headers = { host: of, accept: 'application/json, text/event-stream, text/html' };
      const { statusCode } = await published.inject({
        method,
        url: path,
        headers,
        ...(payload ? { payload } : {}),
      });
      seen[`${method} ${of}${path}`] = statusCode;
    }
    return seen;
  };
  const everything = (status: number) => Object.fromEntries(Object.keys(before).map((key) => [key, status]));
  const before = await readAll();
  expect(before).toEqual(everything(200));
  // Once more, so that everything is in memory.
  await readAll();
  await suspend();
  expect(await readAll()).toEqual(everything(404));
  await resume();
  expect(await readAll()).toEqual(before);
  await published.close();
});

test('a sync that was requested before waits until it is resumed', async () => {
  const { app, own } = setup;
  await runJobs(app);
  const countSyncs = async (): Promise<number> =>
    (await app.context.db.selectFrom('job').select('job_id').where('kind', '=', 'git-sync').execute()).length;
  expect(await countSyncs()).toBe(0);
  await app.request('POST', `/v1/spaces/${own.spaceId}/git/sync`, { body: {} });
  await suspend();
  await runJobs(app);
  expect(await countSyncs()).toBe(1);
  await resume();
  await runJobs(app);
  expect(await countSyncs()).toBe(0);
});
