/** What every route, the sites and the jobs do for an organization that is suspended. */
import { newId } from '@lectern/std/ids';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../apps/server/domains/identity/organizations/suspension.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import type { Method } from '../app.ts';
import { addAccount } from '../accounts.ts';
import { addMember, addOrganization, addSite, addSpace, addUserToken } from '../factories.ts';
import { runJobs } from '../jobs.ts';
import type { Call } from './call.ts';
import { callByEverybody, partsOf } from './call-by-everybody.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { expectedRefusal } from './expected-status.ts';
import type { Named } from './resources.ts';
import { inject, isPage, keyOf, parametersOf, queryOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

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
/** The response to each call while the organization is not suspended. */
const openly: Record<string, string> = {};
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
  then: number | string;
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
    .values({ organization_id: organizationId, picture_id: pictureId, bytes: Buffer.from('a'), created_at: new Date() })
    .execute();
  const member = callers.find(({ name }) => name === 'edit') as Caller;
  const colleague = callers.find(({ name }) => name === 'read') as Caller;
  const token = member.token as string;
  const body = { space: own.spaceId };
  await app.request('POST', '/v1/user/recent', { token, body });
  await app.request('PUT', '/v1/user/favorites', { token, body });
  const link = await app.request('POST', `/v1/orgs/${organizationId}/link-invites`, { body: { role: 'read' } });
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
    'GET /v1/orgs/:organizationId/logo/:pictureId': { named: { pictureId }, before: 200, then: 404 },
    'GET /v1/orgs/:organizationId/openapi/:specSlug/published': { before: 200, then: 404 },
    'GET /v1/orgs/:organizationId/openapi/:specSlug/changes.atom': { before: 200, then: 404 },
    'POST /v1/orgs/:organizationId/sites/:siteId/insights/events': {
      named: ofSite,
      body: { events: [] },
      before: 204,
      then: 404,
    },
    'GET /app/enter/:siteId': { named: ofSite, before: 200, then: 404 },
    'GET /v1/subdomains/:subdomain': { token, named: ofSite, before: 200, then: 404 },
    'GET /v1/custom-hostnames/:hostname': { token, before: 200, then: 404 },
    'GET /v1/custom-hostnames/:hostname/reach': { token, before: 200, then: 404 },
    'PATCH /v1/custom-hostnames/:hostname': { token: app.adminToken, body: {}, before: 409, then: 404 },
    'DELETE /v1/custom-hostnames/:hostname': { token: app.adminToken, before: 204, then: 404 },
    'GET /v1/urls/content': { token, query: inApp, before: 200, then: 404 },
    'GET /v1/urls/published': { query: onSite, before: 200, then: 404 },
    'POST /v1/urls/published': {
      body: { url: `http://${host}/${site}/` },
      before: 200,
      then: 404,
    },
    'GET /v1/users/:userId': {
      token,
      named: { userId: colleague.userId as string },
      before: 200,
      then: 404,
    },
    'GET /v1/user/recent': { token, before: '1 items', then: '0 items', read: itemsOf },
    'GET /v1/user/favorites': { token, before: '1 items', then: '0 items', read: itemsOf },
    'GET /v1/user/notifications': { token, before: '0 items', then: '0 items', read: itemsOf },
    'POST /v1/user/recent': { token, body, before: 204, then: 404 },
    // Whoever holds a link learns why it does not work, but not the reason, which is for members.
    'GET /app/join/:organizationId/:inviteId': { named: byInvite, before: 200, then: 403 },
    'GET /app/invitation/:ticket': { named: byInvite, before: 200, then: 403 },
    'POST /v1/invitations/:ticket': {
      named: byInvite,
      body: { password: 'a long enough password' },
      before: 200,
      then: 403,
    },
    'POST /v1/orgs/:organizationId/invites/:inviteId': {
      token: strangerToken,
      named: byInvite,
      before: 200,
      then: 403,
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
  const pick = (when: 'before' | 'then') =>
    Object.fromEntries(keys.map((key) => [key, (elsewhere[key] as Elsewhere)[when]]));
  await suspend();
  const then: Record<string, number | string> = {};
  for (const key of keys) then[key] = await callElsewhere(key);
  await resume();
  const before: Record<string, number | string> = {};
  const isOnce = (key: string): boolean => ONCE.includes(key);
  for (const key of keys.sort((one, other) => Number(isOnce(one)) - Number(isOnce(other))))
    before[key] = await callElsewhere(key);
  expect(then).toEqual(pick('then'));
  expect(before).toEqual(pick('before'));
});

/** Parameters that name something of an organization. */
const OF_ORGANIZATIONS = ['organizationId', 'siteId', 'hostname', 'subdomain', 'ticket', 'userId', 'webhookToken'];

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
  expect(Object.values(GO_ON).flat().filter((key) => !open.includes(key))).toEqual([]);
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
    (await app.context.db.selectFrom('audit_event').select('event_id').where('organization_id', '=', app.organizationId).execute()).length;
  const events = await countEvents();
  const wrong: Record<string, string> = {};
  for (const { key, method, url, named } of routes) {
    const call = CALLS[key] as Call;
    const query = queryOf(setup, call);
    const seen = await Promise.all(
      callers.map((caller) =>
        inject(setup, { method, url }, caller, {
          named,
          ...(call.body ? { body: call.body(setup) } : {}),
          ...(query ? { query } : {}),
        }),
      ),
    );
    for (const [at, { statusCode, body, headers }] of seen.entries()) {
      const caller = callers[at] as Caller;
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

test('the list of organizations names it, and nothing else of it is listed', async () => {
  const { app } = setup;
  const { token, userId } = await addMember(app, { role: 'admin' });
  await suspend();
  const read = async (url: string) => (await app.request('GET', url, { token })).json();
  expect((await read('/v1/orgs')).items).toHaveLength(1);
  expect(await read('/v1/user')).toMatchObject({ id: userId });
  await resume();
});
