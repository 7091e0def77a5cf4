import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  type AddedUser,
  addCollection,
  addMember,
  addServiceToken,
  addSpace,
  addTeam,
  grantRole,
} from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const move = (kind: 'space' | 'collection', id: string, body: object, token: string) =>
  app.request('POST', `/v1/${kind}s/${id}/move`, { token, body });

/** The role on a space, according to its permissions. */
async function permissionsOf(
  spaceId: string,
  { token }: AddedUser,
): Promise<Record<string, boolean> | undefined> {
  return (await app.request('GET', `/v1/spaces/${spaceId}`, { token })).json().permissions;
}

describe('moving a space needs `create` on it, and', () => {
  test('makes nobody an administrator of it, least of all the mover', async () => {
    const spaceId = await addSpace(app);
    const mine = await addCollection(app);
    const mover = await addMember(app, { role: 'create' });
    await grantRole(app, { userId: mover.userId, collectionId: mine, role: 'admin' });
    const refused = await move('space', spaceId, { parent: mine }, mover.token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.message).toContain('“create”');
    expect(await permissionsOf(spaceId, mover)).toMatchObject({ merge: true, admin: false });
    expect((await app.request('GET', `/v1/spaces/${spaceId}`)).json().parent).toBeUndefined();
    await grantRole(app, { userId: mover.userId, spaceId, role: 'admin' });
    expect((await move('space', spaceId, { parent: mine }, mover.token)).statusCode).toBe(200);
  });

  test('gives no third person a role above the mover’s, whether granted or by default', async () => {
    const spaceId = await addSpace(app);
    const mover = await addMember(app, { role: 'create' });
    const friend = await addMember(app, { role: null });
    const granting = await addCollection(app);
    await grantRole(app, { userId: friend.userId, collectionId: granting, role: 'admin' });
    const open = await addCollection(app, { defaultLevel: 'admin' });
    for (const parent of [granting, await addCollection(app, { parentId: granting }), open]) {
      expect((await move('space', spaceId, { parent }, mover.token)).statusCode).toBe(403);
      expect(await permissionsOf(spaceId, friend)).toBeUndefined();
    }
  });

  test('gives and takes nobody through a team what is above the mover’s', async () => {
    const spaceId = await addSpace(app);
    const mover = await addMember(app, { role: 'create' });
    const friend = await addMember(app, { role: null });
    const [teamId, other] = [
      await addTeam(app, { members: [friend.userId] }),
      await addTeam(app, { members: [friend.userId, mover.userId] }),
    ];
    const granting = await addCollection(app);
    await grantRole(app, { teamId: other, collectionId: granting, role: 'edit' });
    await grantRole(app, { teamId, collectionId: granting, role: 'admin' });
    const inner = await addCollection(app, { parentId: granting });
    for (const parent of [granting, inner])
      expect((await move('space', spaceId, { parent }, mover.token)).statusCode).toBe(403);
    expect(await permissionsOf(spaceId, friend)).toBeUndefined();

    const held = await addSpace(app, { parentId: inner });
    expect((await move('space', held, { parent: null }, mover.token)).statusCode).toBe(403);
    expect(await permissionsOf(held, friend)).toMatchObject({ admin: true });
    await grantRole(app, { teamId, collectionId: granting, role: 'create' });
    expect((await move('space', held, { parent: null }, mover.token)).statusCode).toBe(200);
    expect(await permissionsOf(held, friend)).toBeUndefined();
    expect((await move('space', spaceId, { parent: inner }, mover.token)).statusCode).toBe(200);
    expect(await permissionsOf(spaceId, friend)).toMatchObject({ triggerGitSync: true, admin: false });
  });

  test('makes nobody an administrator by a team that the mover is in', async () => {
    const spaceId = await addSpace(app);
    const mover = await addMember(app, { role: 'create' });
    const teamId = await addTeam(app, { members: [mover.userId] });
    const mine = await addCollection(app);
    await grantRole(app, { teamId, collectionId: mine, role: 'admin' });
    expect((await move('space', spaceId, { parent: mine }, mover.token)).statusCode).toBe(403);
    await grantRole(app, { teamId, spaceId, role: 'admin' });
    expect((await move('space', spaceId, { parent: mine }, mover.token)).statusCode).toBe(200);
  });

  test('takes from nobody a role above the mover’s', async () => {
    const from = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: from });
    const owner = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: owner.userId, collectionId: from, role: 'admin' });
    const mover = await addMember(app, { role: 'create' });
    expect((await move('space', spaceId, { parent: null }, mover.token)).statusCode).toBe(403);
    expect(await permissionsOf(spaceId, owner)).toMatchObject({ admin: true });
    expect((await move('space', spaceId, { parent: null }, owner.token)).statusCode).toBe(403);
  });

  test('may give and take what is not above the mover’s own', async () => {
    const spaceId = await addSpace(app);
    const mover = await addMember(app, { role: 'create' });
    const reader = await addMember(app, { role: null });
    const to = await addCollection(app, { defaultLevel: 'create' });
    await grantRole(app, { userId: reader.userId, collectionId: to, role: 'edit' });
    const moved = await move('space', spaceId, { parent: to }, mover.token);
    expect(moved.statusCode).toBe(200);
    expect(moved.json().permissions).toMatchObject({ triggerGitSync: true, admin: false });
    expect(await permissionsOf(spaceId, reader)).toMatchObject({ edit: true, review: false });
    expect((await move('space', spaceId, { parent: null }, mover.token)).statusCode).toBe(200);
    expect(await permissionsOf(spaceId, reader)).toBeUndefined();
  });

  test('tells who moved it out of reach what is left', async () => {
    const spaceId = await addSpace(app);
    const to = await addCollection(app, { defaultLevel: 'read' });
    const mover = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: mover.userId, spaceId, role: 'create' });
    await grantRole(app, { userId: mover.userId, collectionId: to, role: 'create' });
    const moved = await move('space', spaceId, { parent: to }, mover.token);
    expect(moved.json().permissions).toMatchObject({ view: true, triggerGitSync: true, admin: false });
  });

  test('is for service accounts too, by their role', async () => {
    const spaceId = await addSpace(app);
    const to = await addCollection(app);
    for (const [role, status] of [
      ['review', 403],
      ['create', 200],
    ] as const) {
      const token = await addServiceToken(app, { role });
      expect((await move('space', spaceId, { parent: to }, token)).statusCode).toBe(status);
    }
  });
});

describe('moving a collection needs `admin` on it, and', () => {
  test('on all that it holds, also on what is deleted', async () => {
    const mine = await addCollection(app);
    const mover = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: mover.userId, collectionId: mine, role: 'admin' });
    const moved = await addCollection(app, { defaultLevel: 'admin' });
    const inner = await addCollection(app, { parentId: moved });
    const secret = await addSpace(app, { parentId: inner });
    await app.request('PATCH', `/v1/spaces/${secret}`, { body: { defaultLevel: null } });
    const attempt = async () => (await move('collection', moved, { parent: mine }, mover.token)).statusCode;
    expect(await attempt()).toBe(403);
    await app.request('DELETE', `/v1/spaces/${secret}`);
    expect(await attempt()).toBe(403);
    expect(await permissionsOf(secret, mover)).toBeUndefined();
    await app.request('POST', `/v1/spaces/${secret}/restore`);
    await app.request('PATCH', `/v1/spaces/${secret}`, { body: { defaultLevel: 'inherit' } });
    expect(await attempt()).toBe(200);
  });

  test('a grant on it counts on all that it holds', async () => {
    const moved = await addCollection(app);
    const secret = await addSpace(app, { parentId: await addCollection(app, { parentId: moved }) });
    await app.request('PATCH', `/v1/spaces/${secret}`, { body: { defaultLevel: null } });
    const mover = await addMember(app, { role: 'create' });
    await grantRole(app, { userId: mover.userId, collectionId: moved, role: 'admin' });
    const to = await addCollection(app);
    expect((await move('collection', moved, { parent: to }, mover.token)).statusCode).toBe(200);
  });

  test('counts what a team was given, on it and on all that it holds', async () => {
    const moved = await addCollection(app);
    const secret = await addSpace(app, { parentId: moved });
    await app.request('PATCH', `/v1/spaces/${secret}`, { body: { defaultLevel: null } });
    const mover = await addMember(app, { role: 'create' });
    const teamId = await addTeam(app, { members: [mover.userId] });
    const to = await addCollection(app);
    expect((await move('collection', moved, { parent: to }, mover.token)).statusCode).toBe(403);
    await app.request('PATCH', `/v1/collections/${moved}`, { body: { defaultLevel: 'admin' } });
    expect((await move('collection', moved, { parent: to }, mover.token)).statusCode).toBe(403);
    await grantRole(app, { teamId, spaceId: secret, role: 'admin' });
    expect((await move('collection', moved, { parent: to }, mover.token)).statusCode).toBe(200);
    await app.request('PATCH', `/v1/collections/${moved}`, { body: { defaultLevel: 'inherit' } });
    await grantRole(app, { teamId, collectionId: moved, role: 'admin' });
    expect((await move('collection', moved, { parent: null }, mover.token)).statusCode).toBe(200);
  });

  test('is refused to everybody below', async () => {
    const moved = await addCollection(app);
    const to = await addCollection(app);
    const member = await addMember(app, { role: 'create' });
    expect((await move('collection', moved, { parent: to }, member.token)).statusCode).toBe(403);
    const guest = await addMember(app, { role: null });
    expect((await move('collection', moved, { parent: to }, guest.token)).statusCode).toBe(404);
  });
});
