import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addUser,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import {
  accept,
  call,
  findMember,
  invite,
  inviteOne,
  listEvents,
  readOrganization,
  ticketOf,
} from '../../../../../test/fixtures/access/invites/invites.ts';
import { digestToken, newSessionSecret } from '../../../platform/access/token.ts';
import { nameOfInvite } from './link-invite-events.ts';

const HOUR_MS = 3_600_000;

let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
  await switchLinks(true);
});
afterAll(() => app?.close());

const organization = (): string => `/v1/orgs/${app.organizationId}`;
const links = (): string => `${organization()}/link-invites`;

const switchLinks = (inviteLinks: boolean) => call(app, 'PATCH', organization(), { body: { inviteLinks } });

interface Link {
  id: string;
  role?: string | null;
  level?: string | null;
  space?: { id: string };
  collection?: { id: string };
  expiresAt?: string;
  url: string;
}

async function makeLink(body: object): Promise<Link> {
  const response = await call(app, 'POST', links(), { body });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json();
}

const join = (inviteId: string, token: string | null, organizationId = app.organizationId) =>
  call(app, 'POST', `/v1/orgs/${organizationId}/invites/${inviteId}`, { token });

const readSpace = async (spaceId: string, token: string): Promise<number> =>
  (await call(app, 'GET', `/v1/spaces/${spaceId}`, { token })).statusCode;

const grantOn = async (spaceId: string, userId: string): Promise<string | undefined> =>
  (
    await app.context.db
      .selectFrom('space_user_grant')
      .select('role')
      .where('space_id', '=', spaceId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.role;

describe('an invite link', () => {
  test('to the organization is made, shown, listed, changed and deleted', async () => {
    const response = await call(app, 'POST', links(), { body: { role: 'comment' } });
    expect(response.statusCode).toBe(201);
    const link = response.json();
    expect(link).toEqual({
      object: 'invite',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      role: 'comment',
      redundant: true,
      createdAt: clock.now().toISOString(),
      url: `${app.context.config.baseUrl}/app/join/${app.organizationId}/${link.id}`,
      urls: { location: response.headers.location },
    });
    const url = `${links()}/${link.id}`;
    expect((await call(app, 'GET', url)).json()).toEqual(link);
    expect((await call(app, 'GET', `${links()}?limit=1000`)).json().items).toContainEqual(link);
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const changed = await call(app, 'PATCH', url, { body: { role: null, expiresAt } });
    expect(changed.json()).toEqual({ ...link, role: null, expiresAt });
    expect((await call(app, 'PATCH', url, { body: {} })).json()).toEqual({ ...link, role: null, expiresAt });
    const forever = await call(app, 'PATCH', url, { body: { expiresAt: null } });
    expect(forever.json()).toEqual({ ...link, role: null });
    expect((await call(app, 'DELETE', url)).statusCode).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await call(app, method, url)).statusCode).toBe(404);
    const events = await listEvents(app, nameOfInvite(link.id));
    expect(events.map(({ action, payload }) => [action, payload])).toEqual([
      ['invite.created', { after: { role: 'comment', expiresAt: null } }],
      ['invite.updated', { before: { role: 'comment', expiresAt: null }, after: { role: null, expiresAt } }],
      ['invite.updated', { before: { role: null, expiresAt }, after: { role: null, expiresAt: null } }],
      ['invite.deleted', { before: { role: null, expiresAt: null } }],
    ]);
    expect(JSON.stringify(events)).not.toContain(link.id);
  });

  test('to a space or a collection shows what it is to, and in a list makes guests of the organization', async () => {
    const [space, collection] = [await addSpace(app), await addCollection(app)];
    const toSpace = await makeLink({ level: 'edit', space });
    const toCollection = await makeLink({ level: null, collection });
    expect(toSpace).toMatchObject({ level: 'edit', space: { object: 'space', id: space } });
    expect(toCollection).toMatchObject({ level: null, collection: { object: 'collection', id: collection } });
    const { items } = (await call(app, 'GET', `${links()}?limit=1000`)).json();
    expect(items).toContainEqual({ ...toSpace, role: null });
    expect(items).toContainEqual({ ...toCollection, role: null });
    const changed = await call(app, 'PATCH', `${links()}/${toSpace.id}`, { body: { level: 'read' } });
    expect(changed.json()).toEqual({ ...toSpace, level: 'read' });
  });

  test.each([
    ['neither a role nor a place', {}, 'role'],
    ['a role that is none', { role: 'owner' }, 'role'],
    ['two places', { level: 'read', space: newId(), collection: newId() }, 'collection'],
    ['a place without a level', { role: 'read', space: newId() }, 'level'],
    ['an expiry in the past', { role: 'read', expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    ['an expiry that is no time', { role: 'read', expiresAt: 'soon' }, 'expiresAt'],
  ])('cannot be made with %s', async (_what, body, path) => {
    const response = await call(app, 'POST', links(), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
  });

  test('cannot be made to what another organization has, or what is deleted', async () => {
    const other = await addOrganization(app);
    const { organizationId } = other;
    const deleted = await addSpace(app);
    await call(app, 'DELETE', `/v1/spaces/${deleted}`);
    for (const space of [await addSpace(app, { organizationId }), deleted, newId(), 'nonsense'])
      expect((await call(app, 'POST', links(), { body: { level: 'read', space } })).statusCode).toBe(404);
    const collection = await addCollection(app, { organizationId });
    expect((await call(app, 'POST', links(), { body: { level: 'read', collection } })).statusCode).toBe(404);
  });

  test('has no role when it has a level, and no level when it has a role', async () => {
    const toSpace = await makeLink({ level: 'edit', space: await addSpace(app) });
    const toAll = await makeLink({ role: 'edit' });
    const change = async ({ id }: Link, body: object) =>
      (await call(app, 'PATCH', `${links()}/${id}`, { body })).statusCode;
    expect([await change(toSpace, { role: 'read' }), await change(toAll, { level: 'read' })]).toEqual([
      400, 400,
    ]);
  });

  test('is for administrators alone, and of one organization', async () => {
    const { id } = await makeLink({ role: 'read' });
    const { token } = await addMember(app, { role: 'create' });
    expect((await call(app, 'GET', links(), { token })).statusCode).toBe(403);
    expect((await call(app, 'GET', `${links()}/${id}`, { token })).statusCode).toBe(403);
    const other = await addOrganization(app);
    const stranger = await addUserToken(app, other.creatorId);
    const url = `/v1/orgs/${other.organizationId}/link-invites/${id}`;
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await call(app, method, url, { token: stranger })).statusCode).toBe(404);
  });

  test('goes with the collection or the space that it is to', async () => {
    const collection = await addCollection(app);
    const { id } = await makeLink({ level: 'read', collection });
    await call(app, 'DELETE', `/v1/collections/${collection}`);
    expect((await call(app, 'GET', `${links()}/${id}`)).statusCode).toBe(404);
  });

  test('is listed in pages', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const url = `/v1/orgs/${organizationId}/link-invites`;
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.push((await call(app, 'POST', url, { token, body: { role: 'read' } })).json().id);
      if (n % 2 === 1) clock.advance(1);
    }
    const seen: string[] = [];
    let page: string | undefined = '';
    while (page !== undefined) {
      const list: { count: number; items: Link[]; next?: { page: string } } = (
        await call(app, 'GET', `${url}?limit=2${page ? `&page=${page}` : ''}`, { token })
      ).json();
      expect(list.count).toBe(5);
      seen.push(...list.items.map((item: Link) => item.id));
      page = list.next?.page;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(seen[4]).toBe(ids[4]);
  });
});

describe('joining by a link to the organization', () => {
  test('makes whoever has it a member with its role', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const user = await addUser(app);
    expect(await readOrganization(app, user)).toBe(404);
    const response = await join(id, user.token);
    expect([response.statusCode, response.json()]).toEqual([200, {}]);
    expect(await readOrganization(app, user)).toBe(200);
    expect(await findMember(app, user.userId)).toMatchObject({
      role: 'edit',
      is_invited: false,
      disabled: false,
    });
    expect(await listEvents(app, user.userId)).toMatchObject([
      {
        action: 'member.joined',
        actor_id: user.userId,
        payload: { by: { invite: nameOfInvite(id) }, after: { role: 'edit' } },
      },
    ]);
  });

  test('gives a member the higher of the two roles, and never lowers', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const member = await addMember(app, { role: 'read' });
    const admin = await addMember(app, { role: 'admin' });
    for (const { token } of [member, admin, member]) expect((await join(id, token)).statusCode).toBe(200);
    expect((await findMember(app, member.userId))?.role).toBe('edit');
    expect((await findMember(app, admin.userId))?.role).toBe('admin');
    expect(await listEvents(app, admin.userId)).toEqual([]);
    expect(await listEvents(app, member.userId)).toMatchObject([
      { action: 'member.updated', payload: { before: { role: 'read' }, after: { role: 'edit' } } },
    ]);
  });

  test('counts at once, also for who was answered before', async () => {
    const { id } = await makeLink({ role: 'admin' });
    const member = await addMember(app, { role: 'read' });
    expect((await call(app, 'GET', links(), { token: member.token })).statusCode).toBe(403);
    await join(id, member.token);
    expect((await call(app, 'GET', links(), { token: member.token })).statusCode).toBe(200);
  });

  test('twice at once makes one membership', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const user = await addUser(app);
    const responses = await Promise.all([1, 2, 3, 4].map(() => join(id, user.token)));
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200, 200]);
    expect(await listEvents(app, user.userId)).toHaveLength(1);
  });

  test('does not work with what is no link of the organization', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const other = await addOrganization(app);
    const { token } = await addUser(app);
    expect((await join(id, token, other.organizationId)).statusCode).toBe(404);
    expect((await join(id, token, newId())).statusCode).toBe(404);
    expect((await join(id, token, 'nonsense')).statusCode).toBe(404);
    expect((await join(newId(), token)).statusCode).toBe(404);
    expect((await join('nonsense', token)).statusCode).toBe(404);
    await call(app, 'DELETE', `${links()}/${id}`);
    expect((await join(id, token)).statusCode).toBe(404);
  });

  test('does not work when it has expired', async () => {
    const expiresAt = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const { id } = await makeLink({ role: 'edit', expiresAt });
    const [early, late] = [await addUser(app), await addUser(app)];
    clock.advance(HOUR_MS - 1);
    expect((await join(id, early.token)).statusCode).toBe(200);
    clock.advance(1);
    const response = await join(id, late.token);
    expect(response.statusCode).toBe(409);
    expect(response.json().error.message).toContain('expired');
    expect(await findMember(app, late.userId)).toBeUndefined();
  });

  test('does not work while the organization lets nobody in by links', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const { token } = await addUser(app);
    await switchLinks(false);
    expect((await join(id, token)).statusCode).toBe(409);
    await switchLinks(true);
    expect((await join(id, token)).statusCode).toBe(200);
  });

  test('is for people: not for service accounts, not for who may only read, not for nobody', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const { userId } = await addUser(app);
    expect((await join(id, await addServiceToken(app, { role: 'admin' }))).statusCode).toBe(403);
    expect((await join(id, await addUserToken(app, userId, { scopes: ['read'] }))).statusCode).toBe(403);
    expect((await join(id, null)).statusCode).toBe(401);
  });

  test('is not for who acts in another organization only', async () => {
    const { id } = await makeLink({ role: 'edit' });
    const other = await addOrganization(app);
    const secret = newSessionSecret();
    await app.context.db
      .insertInto('user_session')
      .values({
        digest: digestToken(secret),
        session_id: newId(),
        user_id: other.creatorId,
        organization_id: other.organizationId,
        method: 'saml',
        created_at: clock.now(),
        expires_at: new Date(clock.now().getTime() + HOUR_MS),
      })
      .execute();
    const { cookie, csrfToken, origin } = app.server.sessions;
    const [value] = cookie.issue(secret, clock.now()).split(';') as [string];
    const response = await app.server.inject({
      method: 'POST',
      url: `${organization()}/invites/${id}`,
      headers: { cookie: value, origin, 'x-lectern-csrf': csrfToken(secret) },
    });
    expect(response.statusCode).toBe(403);
    expect(await findMember(app, other.creatorId)).toBeUndefined();
  });

  test('gives nobody the role that waits for whom an administrator invited', async () => {
    const { id } = await makeLink({ role: 'read' });
    const user = await addUser(app);
    const { invitations } = await invite(app, { emails: [user.email], role: 'admin' });
    expect((await join(id, user.token)).statusCode).toBe(409);
    expect(await findMember(app, user.userId)).toMatchObject({ role: 'admin', disabled: true });
    await accept(app, ticketOf(invitations?.[0]?.url), { token: user.token });
    expect((await join(id, user.token)).statusCode).toBe(200);
  });

  test('does not make who joined known to the organizations of the administrators', async () => {
    const { id } = await makeLink({ role: 'read' });
    const user = await addUser(app);
    await join(id, user.token);
    const me = (await app.request('GET', '/v1/user')).json();
    const { organizationId } = await addOrganization(app, { creatorId: me.id });
    await inviteOne(app, user.email, { organizationId });
    expect(await findMember(app, user.userId, organizationId)).toMatchObject({ disabled: true });
  });
});

describe('joining by a link to a space', () => {
  test('makes a guest, who sees that space alone', async () => {
    const [spaceId, otherId] = [await addSpace(app), await addSpace(app)];
    const { id } = await makeLink({ level: 'comment', space: spaceId });
    const { userId, token } = await addUser(app);
    expect((await join(id, token)).statusCode).toBe(200);
    expect(await findMember(app, userId)).toMatchObject({ role: null });
    expect([await readSpace(spaceId, token), await readSpace(otherId, token)]).toEqual([200, 404]);
    expect(await grantOn(spaceId, userId)).toBe('comment');
    expect(await listEvents(app, userId)).toMatchObject([
      { action: 'member.joined', payload: { after: { role: null } } },
    ]);
    expect((await listEvents(app, spaceId)).at(-1)).toMatchObject({
      action: 'permission.granted',
      payload: { user: { id: userId }, after: { role: 'comment' } },
    });
  });

  test('gives a member the higher of what they were given there and the level, and keeps the role', async () => {
    const spaceId = await addSpace(app);
    const { id } = await makeLink({ level: 'edit', space: spaceId });
    const member = await addMember(app, { role: 'read' });
    const editor = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: editor.userId, role: 'review', spaceId });
    await join(id, member.token);
    await join(id, editor.token);
    expect([await grantOn(spaceId, member.userId), await grantOn(spaceId, editor.userId)]).toEqual([
      'edit',
      'review',
    ]);
    expect((await findMember(app, member.userId))?.role).toBe('read');
  });

  test('that is deleted does not work, until it is restored', async () => {
    const spaceId = await addSpace(app);
    const { id } = await makeLink({ level: 'edit', space: spaceId });
    const { userId, token } = await addUser(app);
    await call(app, 'DELETE', `/v1/spaces/${spaceId}`);
    expect((await join(id, token)).statusCode).toBe(404);
    expect(await findMember(app, userId)).toBeUndefined();
    await call(app, 'POST', `/v1/spaces/${spaceId}/restore`);
    expect((await join(id, token)).statusCode).toBe(200);
  });

  test('in a collection works for what is in it', async () => {
    const collection = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: collection });
    const { id } = await makeLink({ level: 'read', collection });
    const { token } = await addUser(app);
    await join(id, token);
    expect(await readSpace(spaceId, token)).toBe(200);
  });

  test('without a level makes a guest who was given nothing', async () => {
    const spaceId = await addSpace(app);
    const { id } = await makeLink({ level: null, space: spaceId });
    const { userId, token } = await addUser(app);
    expect((await join(id, token)).statusCode).toBe(200);
    expect([await grantOn(spaceId, userId), await readSpace(spaceId, token)]).toEqual([undefined, 404]);
  });
});

test('the first administrator, whose address cannot be invited, joins another organization with a link', async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  const token = await addUserToken(app, creatorId);
  const other = `/v1/orgs/${organizationId}`;
  const { email } = (await call(app, 'GET', '/v1/user', {})).json();
  const refused = await call(app, 'POST', `${other}/invites`, { body: { emails: [email] }, token });
  expect(refused.json().error.message).toContain('with an invite link');
  await call(app, 'PATCH', other, { body: { inviteLinks: true }, token });
  const link = await call(app, 'POST', `${other}/link-invites`, { body: { role: 'admin' }, token });
  expect((await join(link.json().id, app.adminToken, organizationId)).statusCode).toBe(200);
  const { items } = (await call(app, 'GET', '/v1/orgs', {})).json();
  expect(items.map(({ id }: { id: string }) => id)).toContain(organizationId);
});
