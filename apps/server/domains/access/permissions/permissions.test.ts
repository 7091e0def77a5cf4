import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addTeam,
  addUser,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import {
  addClosed,
  eventsOn,
  KINDS,
  roleOn,
  urlOf,
} from '../../../../../test/fixtures/access/permissions/permissions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const list = async (path: string, token = app.adminToken) =>
  (await app.request('GET', path, { token })).json();

describe.each(KINDS)('on a %s', (kind) => {
  test('a member is given a role, another one, and none', async () => {
    const id = await addClosed(app, kind);
    const { userId, token, displayName, email } = await addMember(app, { role: 'create' });
    const path = urlOf(kind, id, `/users/${userId}`);
    expect(await roleOn(app, kind, id, token)).toBeUndefined();

    const given = await app.request('PATCH', path, { body: { role: 'read' } });
    expect([given.statusCode, given.body]).toEqual([204, '']);
    expect(await roleOn(app, kind, id, token)).toBe('less');
    expect(await list(urlOf(kind, id, '/users'))).toEqual({
      count: 1,
      items: [{ permission: 'read', user: expect.objectContaining({ id: userId, displayName, email }) }],
    });

    await app.request('PATCH', path, { body: { role: 'admin' } });
    expect(await roleOn(app, kind, id, token)).toBe('admin');
    expect((await app.request('PATCH', path, { body: {} })).statusCode).toBe(204);
    expect(await roleOn(app, kind, id, token)).toBe('admin');
    expect((await app.request('PATCH', path, { body: { role: null } })).statusCode).toBe(204);
    expect(await roleOn(app, kind, id, token)).toBeUndefined();
    expect((await app.request('PATCH', path, { body: { role: null } })).statusCode).toBe(204);
    expect(await list(urlOf(kind, id, '/users'))).toEqual({ count: 0, items: [] });

    const user = { id: userId, displayName };
    expect(await eventsOn(app, id)).toEqual([
      { action: 'permission.default-changed', payload: expect.anything() },
      { action: 'permission.granted', payload: { user, after: { role: 'read' } } },
      { action: 'permission.updated', payload: { user, before: { role: 'read' }, after: { role: 'admin' } } },
      { action: 'permission.removed', payload: { user, before: { role: 'admin' } } },
    ]);
  });

  test('what a team is given, its members have', async () => {
    const id = await addClosed(app, kind);
    const guest = await addMember(app, { role: null });
    const title = `Writers of a ${kind}`;
    const teamId = await addTeam(app, { title, members: [guest.userId] });
    const path = urlOf(kind, id, `/teams/${teamId}`);
    const given = await app.request('PATCH', path, { body: { role: 'edit' } });
    expect([given.statusCode, given.body]).toEqual([204, '']);
    expect(await roleOn(app, kind, id, guest.token)).toBe('less');
    const { items, count } = await list(urlOf(kind, id, '/teams'));
    expect([count, items]).toMatchObject([
      1,
      [{ permission: 'edit', team: { id: teamId, title, members: 1 } }],
    ]);

    const taken = await app.request('DELETE', path);
    expect([taken.statusCode, taken.body]).toEqual([205, '']);
    expect(await roleOn(app, kind, id, guest.token)).toBeUndefined();
    const team = { id: teamId, title };
    expect((await eventsOn(app, id)).slice(1)).toEqual([
      { action: 'permission.granted', payload: { team, after: { role: 'edit' } } },
      { action: 'permission.removed', payload: { team, before: { role: 'edit' } } },
    ]);
  });

  test('removing a missing grant is a 404, and records nothing', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    const teamId = await addTeam(app);
    const before = await eventsOn(app, id);
    for (const path of [`/users/${userId}`, `/teams/${teamId}`]) {
      expect((await app.request('DELETE', urlOf(kind, id, path))).statusCode).toBe(404);
    }
    await grantRole(app, {
      userId,
      role: 'read',
      ...(kind === 'space' ? { spaceId: id } : { collectionId: id }),
    });
    expect((await app.request('DELETE', urlOf(kind, id, `/users/${userId}`))).statusCode).toBe(205);
    expect((await app.request('DELETE', urlOf(kind, id, `/users/${userId}`))).statusCode).toBe(404);
    expect(await eventsOn(app, id)).toHaveLength(before.length + 2);
  });

  test('a user of another organization, or of none, is not found', async () => {
    const id = await addClosed(app, kind);
    const other = await addOrganization(app);
    const foreignTeam = await addTeam(app, { organizationId: other.organizationId });
    const { userId: nobody } = await addUser(app);
    const paths = [
      ...[other.creatorId, nobody, newId(), 'x'].map((userId) => `/users/${userId}`),
      ...[foreignTeam, newId(), 'x'].map((teamId) => `/teams/${teamId}`),
    ];
    for (const path of paths) {
      for (const [method, body] of [
        ['PATCH', { role: 'read' }],
        ['PATCH', {}],
        ['DELETE', undefined],
      ] as const) {
        const { statusCode } = await app.request(method, urlOf(kind, id, path), { body });
        expect([method, path, statusCode]).toEqual([method, path, 404]);
      }
    }
    expect(await list(urlOf(kind, id, '/users'))).toEqual({ count: 0, items: [] });
  });

  test('its administrators may give any role, also who is one by a grant, and take their own', async () => {
    const id = await addClosed(app, kind);
    const place = kind === 'space' ? { spaceId: id } : { collectionId: id };
    const owner = await addMember(app, { role: null });
    await grantRole(app, { userId: owner.userId, role: 'admin', ...place });
    const friend = await addMember(app, { role: 'read' });
    const { token } = owner;
    const give = (userId: string, role: string | null) =>
      app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { token, body: { role } });
    expect((await give(friend.userId, 'admin')).statusCode).toBe(204);
    expect(await roleOn(app, kind, id, friend.token)).toBe('admin');
    expect((await give('me', null)).statusCode).toBe(204);
    expect(await roleOn(app, kind, id, token)).toBeUndefined();
    expect((await give(friend.userId, null)).statusCode).toBe(404);
  });

  test('everybody below is refused, and who does not see it learns nothing', async () => {
    const id = await addClosed(app, kind);
    const place = kind === 'space' ? { spaceId: id } : { collectionId: id };
    const creator = await addMember(app, { role: 'create' });
    const teamId = await addTeam(app);
    const calls = [
      ['GET', '/users'],
      ['GET', '/teams'],
      ['GET', '/aggregate'],
      ['POST', ''],
      ['PATCH', '/users/me'],
      ['DELETE', '/users/me'],
      ['PATCH', `/teams/${teamId}`],
      ['DELETE', `/teams/${teamId}`],
    ] as const;
    const statuses = () =>
      Promise.all(
        calls.map(async ([method, path]) => {
          const body = method === 'GET' || method === 'DELETE' ? undefined : { role: 'admin', users: [] };
          return (await app.request(method, urlOf(kind, id, path), { token: creator.token, body }))
            .statusCode;
        }),
      );
    expect(new Set(await statuses())).toEqual(new Set([404]));
    await grantRole(app, { userId: creator.userId, role: 'create', ...place });
    expect(new Set(await statuses())).toEqual(new Set([403]));
  });

  test('its object tells who sees links that invite to it: administrators of the organization', async () => {
    const id = await addClosed(app, kind);
    const place = kind === 'space' ? { spaceId: id } : { collectionId: id };
    const owner = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: owner.userId, role: 'admin', ...place });
    const seen = async (token: string) =>
      (await app.request('GET', `/v1/${kind}s/${id}`, { token })).json().permissions;
    expect(await seen(owner.token)).toMatchObject({ admin: true, viewInviteLinks: false });
    expect(await seen(app.adminToken)).toMatchObject({ admin: true, viewInviteLinks: true });
    const { organizationId } = app;
    const statuses = [owner.token, app.adminToken].map(
      async (token) =>
        (await app.request('GET', `/v1/orgs/${organizationId}/link-invites`, { token })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([403, 200]);
  });

  test('lists are paginated, each with its own cursors', async () => {
    const id = await addClosed(app, kind);
    const place = kind === 'space' ? { spaceId: id } : { collectionId: id };
    const expected: string[] = [];
    for (const role of ['read', 'edit', 'admin'] as const) {
      const { userId } = await addMember(app, { role: 'read' });
      await grantRole(app, { userId, role, ...place });
      await grantRole(app, { teamId: await addTeam(app, { title: role }), role, ...place });
      expected.push(role);
    }
    for (const of of ['users', 'teams']) {
      const seen: string[] = [];
      let next: { page: string } | undefined;
      do {
        const page = next ? `&page=${encodeURIComponent(next.page)}` : '';
        const response = await list(urlOf(kind, id, `/${of}?limit=2${page}`));
        expect(response.count).toBe(3);
        seen.push(...response.items.map(({ permission }: { permission: string }) => permission));
        next = response.next ?? undefined;
        if (next) {
          const stolen = urlOf(
            kind,
            await addClosed(app, kind),
            `/${of}?page=${encodeURIComponent(next.page)}`,
          );
          expect((await app.request('GET', stolen)).statusCode).toBe(400);
        }
      } while (next);
      expect(seen).toEqual(expected);
    }
  });

  test('a body that is none is a 400, and says where', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    for (const role of ['owner', 'inherit', 7, '']) {
      const response = await app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { body: { role } });
      expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, 'role']);
    }
  });
});

test('a grant on a deleted space is neither seen nor given', async () => {
  const spaceId = await addSpace(app);
  const { userId } = await addMember(app, { role: 'read' });
  await app.request('DELETE', `/v1/spaces/${spaceId}`);
  const body = { role: 'read' };
  expect((await app.request('PATCH', urlOf('space', spaceId, `/users/${userId}`), { body })).statusCode).toBe(
    404,
  );
  expect((await app.request('GET', urlOf('space', spaceId, '/users'))).statusCode).toBe(404);
});

test('an address is shown to its owner and to members of the organization, but not to guests', async () => {
  const id = await addClosed(app, 'space');
  const owner = await addMember(app, { role: null });
  const other = await addMember(app, { role: 'read' });
  for (const { userId } of [owner, other]) await grantRole(app, { userId, role: 'admin', spaceId: id });
  const emails = async (path: string, token: string) =>
    Object.fromEntries(
      (await list(urlOf('space', id, path), token)).items.map(
        ({ user }: { user: { id: string; email?: string } }) => [user.id, user.email],
      ),
    );
  const service = await addServiceToken(app, { role: 'admin' });
  for (const path of ['/users', '/aggregate']) {
    const byOwner = await emails(path, owner.token);
    expect([byOwner[owner.userId], byOwner[other.userId]]).toEqual([owner.email, undefined]);
    for (const token of [app.adminToken, other.token, service]) {
      expect((await emails(path, token))[other.userId]).toBe(other.email);
    }
  }
});

test.each(KINDS)(
  'a token reads who may what on a %s with the scope read, and changes it with admin',
  async (kind) => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'admin' });
    const [reading, writing, administering] = [
      await addUserToken(app, userId, { scopes: ['read'] }),
      await addUserToken(app, userId, { scopes: ['write'] }),
      await addUserToken(app, userId, { scopes: ['admin'] }),
    ];
    const give = (token: string) =>
      app.request('PATCH', urlOf(kind, id, `/users/${userId}`), { token, body: { role: 'read' } });
    const change = (token: string, body: object) =>
      app.request('PATCH', `/v1/${kind}s/${id}`, { token, body });
    expect((await app.request('GET', urlOf(kind, id, '/users'), { token: reading })).statusCode).toBe(200);
    for (const token of [reading, writing]) {
      expect((await give(token)).statusCode).toBe(403);
      expect((await change(token, { title: 'T', defaultLevel: 'read' })).statusCode).toBe(403);
    }
    expect((await change(writing, { title: 'T' })).statusCode).toBe(200);
    expect((await give(administering)).statusCode).toBe(204);
    expect((await change(administering, { defaultLevel: 'read' })).statusCode).toBe(200);
  },
);
