import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addTeam, addUser, grantRole } from '../../../../../test/factories.ts';
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

describe.each(KINDS)('inviting to a %s', (kind) => {
  const invite = (id: string, body: object) => app.request('POST', urlOf(kind, id), { body });
  const roles = async (id: string, of: 'users' | 'teams') =>
    Object.fromEntries(
      (await app.request('GET', urlOf(kind, id, `/${of}`)))
        .json()
        .items.map((item: { permission: string; user?: { id: string }; team?: { id: string } }) => [
          (item.user ?? item.team)?.id,
          item.permission,
        ]),
    );

  test('gives teams and members the same role at once', async () => {
    const id = await addClosed(app, kind);
    const [one, two] = [await addMember(app, { role: null }), await addMember(app, { role: 'read' })];
    const inTeam = await addMember(app, { role: null });
    const teamId = await addTeam(app, { members: [inTeam.userId] });
    const response = await invite(id, {
      role: 'review',
      users: [one.userId, two.userId, one.userId],
      teams: [teamId],
    });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await roles(id, 'users')).toEqual({ [one.userId]: 'review', [two.userId]: 'review' });
    expect(await roles(id, 'teams')).toEqual({ [teamId]: 'review' });
    for (const { token } of [one, two, inTeam]) expect(await roleOn(app, kind, id, token)).toBe('less');
    const granted = (await eventsOn(app, id)).filter(({ action }) => action === 'permission.granted');
    expect(granted).toHaveLength(3);
  });

  test('sets the role that is asked for, also below the one before, and takes it with null', async () => {
    const id = await addClosed(app, kind);
    const place = kind === 'space' ? { spaceId: id } : { collectionId: id };
    const [high, low, same] = [
      await addMember(app, { role: 'read' }),
      await addMember(app, { role: 'read' }),
      await addMember(app, { role: 'read' }),
    ];
    const users = [high.userId, low.userId, same.userId];
    for (const [n, role] of (['admin', 'read', 'edit'] as const).entries()) {
      await grantRole(app, { userId: users[n] as string, role, ...place });
    }
    const before = (await eventsOn(app, id)).length;
    expect((await invite(id, { role: 'edit', users })).statusCode).toBe(204);
    expect(await roles(id, 'users')).toEqual(Object.fromEntries(users.map((userId) => [userId, 'edit'])));
    expect((await eventsOn(app, id)).slice(before).map(({ action }) => action)).toEqual([
      'permission.updated',
      'permission.updated',
    ]);
    expect((await invite(id, { role: null, users })).statusCode).toBe(204);
    expect(await roles(id, 'users')).toEqual({});
    expect((await invite(id, { role: null, users })).statusCode).toBe(204);
    expect(await eventsOn(app, id)).toHaveLength(before + 2 + 3);
  });

  test('names every id that it does not know, and gives nobody anything then', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    const { userId: stranger } = await addUser(app);
    const other = await addOrganization(app);
    const foreignTeam = await addTeam(app, { organizationId: other.organizationId });
    const unknown = newId();
    const response = await invite(id, {
      role: 'read',
      users: [userId, stranger, 'nobody', unknown],
      teams: [foreignTeam],
    });
    expect(response.statusCode).toBe(400);
    const { details } = response.json().error;
    expect(details.map(({ path }: { path: string }) => path)).toEqual([
      'teams.0',
      'users.1',
      'users.2',
      'users.3',
    ]);
    for (const [n, named] of [foreignTeam, stranger, 'nobody', unknown].entries())
      expect(details[n].message).toContain(named);
    expect(await roles(id, 'users')).toEqual({});
  });

  test('requires a role and at least one grantee', async () => {
    const id = await addClosed(app, kind);
    const { userId } = await addMember(app, { role: 'read' });
    for (const [body, path] of [
      [{ users: [userId] }, 'role'],
      [{ role: 'owner', users: [userId] }, 'role'],
      [{ role: 'read' }, 'teams'],
      [{ role: 'read', users: userId }, 'users'],
      [{ role: 'read', users: Array.from({ length: 1001 }, () => userId) }, 'users'],
    ] as const) {
      const response = await invite(id, body);
      expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, path]);
    }
    expect((await invite(id, { role: 'read', users: [] })).statusCode).toBe(204);
  });
});

test('many are forgotten at once by who has them in memory', async () => {
  const id = await addClosed(app, 'space');
  const guests = await Promise.all(Array.from({ length: 101 }, () => addMember(app, { role: null })));
  const last = guests.at(-1)?.token as string;
  expect(await roleOn(app, 'space', id, last)).toBeUndefined();
  const users = guests.map(({ userId }) => userId);
  await app.request('POST', urlOf('space', id), { body: { role: 'read', users } });
  expect(await roleOn(app, 'space', id, last)).toBe('less');
  const { count } = (await app.request('GET', urlOf('space', id, '/users'))).json();
  expect(count).toBe(101);
});
