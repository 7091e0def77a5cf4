/** Tests that a stream ends, with nothing more delivered, by every way in which access ends, in both processes. */
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { type EventClient, listen } from '../../../../../test/event-client.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addTeam,
  addUserToken,
  grantRole,
  joinOrganization,
} from '../../../../../test/factories.ts';
import { signIn } from '../../../../../test/session.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { suspendOrganization } from '../../identity/organizations/suspension.service.ts';

let clock: TestClock;
/** Holds the streams. */
let app: TestApp;
/** Makes the changes. */
let other: TestApp;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ isListening: true, clock: clock.now });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

interface Setup {
  organizationId: string;
  adminToken: string;
  collectionId: string;
  /** In the collection, which nobody has access to by default. */
  spaceId: string;
  teamId: string;
  /** A member who reads the space by their team. */
  userId: string;
  token: string;
  tokenId: string;
  /** Sends a change through the process that `by` is. */
  send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<void>;
}

async function prepare(by: TestApp): Promise<Setup> {
  const { organizationId, creatorId } = await addOrganization(app);
  const adminToken = await addUserToken(app, creatorId);
  const collectionId = await addCollection(app, { organizationId, defaultLevel: null });
  const spaceId = await addSpace(app, { organizationId, parentId: collectionId });
  const { userId, token } = await addMember(app, { organizationId, role: 'read' });
  const teamId = await addTeam(app, { organizationId, members: [userId] });
  await grantRole(app, { organizationId, role: 'read', teamId, collectionId });
  const { tokenId } = (await app.context.pointers.tokens.find(token)) as { tokenId: string };
  return {
    organizationId,
    adminToken,
    collectionId,
    spaceId,
    teamId,
    userId,
    token,
    tokenId,
    send: async (method, url, body) => {
      const response = await by.request(method, url, { token: adminToken, ...(body ? { body } : {}) });
      expect(response.statusCode, response.body).toBeLessThan(300);
    },
  };
}

/** Ends the access of the reader. Some ways need a reader of another kind, whose token they return first. */
type Way = (setup: Setup, by: TestApp) => Promise<void>;

const WAYS: Record<string, Way> = {
  'the role of the team is removed': ({ collectionId, teamId, send }) =>
    send('DELETE', `/v1/collections/${collectionId}/permissions/teams/${teamId}`),
  'the member leaves the team': ({ organizationId, teamId, userId, send }) =>
    send('DELETE', `/v1/orgs/${organizationId}/teams/${teamId}/members/${userId}`),
  'the team is deleted': ({ organizationId, teamId, send }) =>
    send('DELETE', `/v1/orgs/${organizationId}/teams/${teamId}`),
  'the member is removed': ({ organizationId, userId, send }) =>
    send('DELETE', `/v1/orgs/${organizationId}/members/${userId}`),
  'the token is revoked': async ({ token, tokenId }, by) => {
    const response = await by.request('DELETE', `/v1/user/tokens/${tokenId}`, { token });
    expect(response.statusCode).toBeLessThan(300);
  },
  'the space moves out of the reach of the team': async ({ organizationId, spaceId, send }) => {
    const elsewhere = await addCollection(app, { organizationId, defaultLevel: null });
    await send('POST', `/v1/spaces/${spaceId}/move`, { parent: elsewhere });
  },
  'the user is deleted': async ({ userId, token }, by) => {
    const response = await by.request('DELETE', `/v1/users/${userId}`, { token });
    expect(response.statusCode, response.body).toBeLessThan(300);
  },
  'the space is deleted': ({ spaceId, send }) => send('DELETE', `/v1/spaces/${spaceId}`),
  'the organization is deleted': ({ organizationId, send }) => send('DELETE', `/v1/orgs/${organizationId}`),
  'the organization is suspended': ({ organizationId }, by) =>
    suspendOrganization(by.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' }),
};

const cases = Object.entries(WAYS).flatMap(([name, end]) =>
  (['another process', 'the same process'] as const).map((where): [string, string, Way] => [
    name,
    where,
    end,
  ]),
);

const edit = (by: TestApp, spaceId: string, token: string) =>
  by.request('POST', `/v1/spaces/${spaceId}/content`, {
    token,
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  });

const WAIT = { timeout: 20_000, interval: 10 };

test.each(cases)('a stream ends when %s, by %s', async (_way, where, end) => {
  const by = where === 'the same process' ? app : other;
  const setup = await prepare(by);
  const client = await listen(app, setup.spaceId, { token: setup.token });
  expect(client.status).toBe(200);
  const admin = await listen(app, setup.spaceId, { token: setup.adminToken });
  await edit(by, setup.spaceId, setup.adminToken);
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  await end(setup, by);
  await edit(by, setup.spaceId, setup.adminToken);
  await client.ended;
  expect(client.logged).toHaveLength(1);
  expect((await listen(app, setup.spaceId, { token: setup.token })).status).toBeGreaterThanOrEqual(401);
  await admin.close();
});

test('a stream ends when the space becomes private', async () => {
  const { organizationId, send } = await prepare(other);
  const { token } = await addMember(app, { organizationId, role: 'read' });
  const spaceId = await addSpace(app, { organizationId });
  const client = await listen(app, spaceId, { token });
  expect(client.status).toBe(200);
  await send('PATCH', `/v1/spaces/${spaceId}`, { defaultLevel: null });
  await client.ended;
});

test('a stream of a signed-in browser ends with the session', async () => {
  const { spaceId, userId } = await prepare(other);
  const browser = await openBrowser(app, { userId });
  const client = await listen(app, spaceId, { token: '', headers: { cookie: browser.cookie } });
  expect(client.status).toBe(200);
  expect(client.headers.get('access-control-allow-origin')).not.toBe('*');
  await browser.request('DELETE', '/v1/session');
  await client.ended;
});

/** Lets members of the organization sign in by single sign-on alone. */
async function requireSso({ organizationId, send }: Setup): Promise<void> {
  const at = clock.now();
  await app.context.db
    .insertInto('saml_provider')
    .values({
      organization_id: organizationId,
      provider_id: newId(),
      label: 'A provider',
      entity_id: 'https://idp.example',
      certificate: 'a certificate',
      sso_url: 'https://idp.example/sso',
      created_at: at,
      updated_at: at,
    })
    .execute();
  await send('PATCH', `/v1/orgs/${organizationId}`, { sso: true });
}

const openStream = async (spaceId: string, options: Parameters<typeof openBrowser>[1]) => {
  const browser = await openBrowser(app, options);
  const client = await listen(app, spaceId, { token: '', headers: { cookie: browser.cookie } });
  return { browser, client };
};

test('where single sign-on is required, sessions without it lose their streams, and only those with it hear more', async () => {
  const setup = await prepare(other);
  const { organizationId, spaceId, userId, adminToken, send } = setup;
  const elsewhere = await addOrganization(app);
  const byPassword = await openStream(spaceId, { userId });
  const bySso = await openStream(spaceId, { userId, organizationId });
  const byToken = await listen(app, spaceId, { token: setup.token });
  expect([byPassword.client.status, bySso.client.status, byToken.status]).toEqual([200, 200, 200]);
  await requireSso(setup);
  await edit(other, spaceId, adminToken);
  await byPassword.client.ended;
  expect(byPassword.client.logged).toEqual([]);
  for (const client of [bySso.client, byToken]) await expect.poll(() => client.logged.length, WAIT).toBe(1);
  for (const options of [{ userId }, { userId, organizationId: elsewhere.organizationId }]) {
    const { client } = await openStream(spaceId, options);
    expect(client.status).toBeGreaterThanOrEqual(403);
  }
  // With its session, the browser loses the stream.
  await bySso.browser.request('DELETE', '/v1/session');
  await edit(other, spaceId, adminToken);
  await bySso.client.ended;
  expect(bySso.client.logged).toHaveLength(1);
  await send('PATCH', `/v1/orgs/${organizationId}`, { sso: false });
  let again = await openStream(spaceId, { userId });
  // The news of what another process changed takes a moment.
  for (const deadline = Date.now() + WAIT.timeout; again.client.status !== 200 && Date.now() < deadline; )
    again = await openStream(spaceId, { userId });
  expect(again.client.status).toBe(200);
  for (const client of [again.client, byToken]) await client.close();
});

test('a session of single sign-on has streams only in its own organization', async () => {
  const [one, two] = [await prepare(other), await prepare(other)];
  await joinOrganization(app, { organizationId: two.organizationId, userId: one.userId, role: 'read' });
  await grantRole(app, {
    organizationId: two.organizationId,
    role: 'read',
    userId: one.userId,
    spaceId: two.spaceId,
  });
  const options = { userId: one.userId, organizationId: one.organizationId };
  const own = await openStream(one.spaceId, options);
  const foreign = await openStream(two.spaceId, options);
  expect(own.client.status).toBe(200);
  expect(foreign.client.status).toBeGreaterThanOrEqual(403);
  await own.client.close();
});

test('a session that a token opened loses its stream with the token', async () => {
  const { spaceId, token, tokenId, userId } = await prepare(other);
  const cookie = await signIn(app, token);
  const client = await listen(app, spaceId, { token: '', headers: { cookie } });
  expect(client.status).toBe(200);
  const wide = await addUserToken(app, userId);
  const response = await other.request('DELETE', `/v1/user/tokens/${tokenId}`, { token: wide });
  expect(response.statusCode).toBeLessThan(300);
  await client.ended;
});

test('a stream ends when the token expires', async () => {
  const { spaceId, userId } = await prepare(other);
  const token = await addUserToken(app, userId, { expiresAt: new Date(clock.now().getTime() + 60_000) });
  const client = await listen(app, spaceId, { token });
  expect(client.status).toBe(200);
  clock.advance(60_000);
  await client.ended;
});

test('a service account loses its streams with its token', async () => {
  const { organizationId, send } = await prepare(other);
  const open = await addSpace(app, { organizationId });
  const token = await addServiceToken(app, { organizationId, role: 'read' });
  const client = await listen(app, open, { token });
  expect(client.status).toBe(200);
  const { tokenId } = (await app.context.pointers.tokens.find(token)) as { tokenId: string };
  await send('DELETE', `/v1/orgs/${organizationId}/tokens/${tokenId}`);
  await client.ended;
});

test('a stream goes on with the new role when it changes, and hears no drafts any more', async () => {
  const { organizationId, spaceId, userId, token, adminToken, send } = await prepare(other);
  await grantRole(app, { organizationId, role: 'edit', userId, spaceId });
  const client: EventClient = await listen(app, spaceId, { token });
  const createDraft = () => send('POST', `/v1/spaces/${spaceId}/change-requests`);
  await createDraft();
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  await send('DELETE', `/v1/spaces/${spaceId}/permissions/users/${userId}`);
  await createDraft();
  await edit(other, spaceId, adminToken);
  await expect.poll(() => client.logged.map(({ type }) => type), WAIT).toEqual(['change_request', 'content']);
  expect(client.isEnded).toBe(false);
  await send('DELETE', `/v1/orgs/${organizationId}/members/${userId}`);
  await client.ended;
});
