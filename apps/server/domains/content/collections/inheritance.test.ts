import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addServiceToken,
  addSpace,
  grantRole,
  joinOrganization,
} from '../../../../../test/factories.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other?.close();
  await app.close();
});

const statusOf = async (where: TestApp, url: string, token: string): Promise<number> =>
  (await where.request('GET', url, { token })).statusCode;

/** Polls the other process, which is notified of changes asynchronously. */
const elsewhere = (url: string, token: string) => expect.poll(() => statusOf(other, url, token));

describe('a grant on a collection', () => {
  test('counts for all that is in it, at any depth, also for guests, and for nothing beside it', async () => {
    const outer = await addCollection(app);
    const inner = await addCollection(app, { parentId: outer });
    const inside = await addSpace(app, { parentId: inner });
    const beside = await addSpace(app);
    const guest = await addMember(app, { role: null });
    const spaces = async () =>
      (await app.request('GET', `/v1/orgs/${app.organizationId}/spaces`, { token: guest.token })).json()
        .items;
    expect(await statusOf(app, `/v1/spaces/${inside}`, guest.token)).toBe(404);
    expect(await spaces()).toEqual([]);
    await grantRole(app, { userId: guest.userId, collectionId: outer, role: 'edit' });
    const space = (await app.request('GET', `/v1/spaces/${inside}`, { token: guest.token })).json();
    expect(space.permissions).toMatchObject({ view: true, edit: true, review: false, admin: false });
    expect(await spaces()).toEqual([space]);
    expect(await statusOf(app, `/v1/spaces/${inside}/content`, guest.token)).toBe(200);
    expect(await statusOf(app, `/v1/collections/${inner}`, guest.token)).toBe(200);
    expect(await statusOf(app, `/v1/spaces/${beside}`, guest.token)).toBe(404);
  });

  test('on a space alone does not open the collection', async () => {
    const collectionId = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: collectionId });
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, spaceId, role: 'create' });
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, guest.token)).toBe(200);
    expect(await statusOf(app, `/v1/collections/${collectionId}`, guest.token)).toBe(404);
  });

  test('ends with the membership and does not come back with a new one', async () => {
    const collectionId = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: collectionId });
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, collectionId, role: 'admin' });
    await grantRole(app, { userId: guest.userId, spaceId, role: 'admin' });
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, guest.token)).toBe(200);
    const { userId } = guest;
    await app.context.transact(async ({ trx, announce }) => {
      await trx.deleteFrom('member').where('user_id', '=', userId).execute();
      announce({ kind: 'member', organizationId: app.organizationId, userId });
    });
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, guest.token)).toBe(404);
    await joinOrganization(app, { userId, role: null });
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, guest.token)).toBe(404);
    expect(await statusOf(app, `/v1/collections/${collectionId}`, guest.token)).toBe(404);
  });
});

describe('the default level', () => {
  test('is asked of the nearest that has one, for members and service accounts', async () => {
    const outer = await addCollection(app, { defaultLevel: 'comment' });
    const inner = await addCollection(app, { parentId: outer });
    const spaceId = await addSpace(app, { parentId: inner });
    const member = await addMember(app, { role: 'create' });
    const service = await addServiceToken(app, { role: 'read' });
    const guest = await addMember(app, { role: null });
    for (const token of [member.token, service]) {
      const space = (await app.request('GET', `/v1/spaces/${spaceId}`, { token })).json();
      expect(space.permissions).toMatchObject({ comment: true, edit: false });
    }
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, guest.token)).toBe(404);
    await app.request('PATCH', `/v1/collections/${outer}`, { body: { defaultLevel: null } });
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, member.token)).toBe(404);
    expect(await statusOf(app, `/v1/spaces/${spaceId}`, app.adminToken)).toBe(200);
  });
});

describe('another process, warm, learns', () => {
  test('of a new default on a collection above', async () => {
    const collectionId = await addCollection(app);
    const url = `/v1/spaces/${await addSpace(app, { parentId: collectionId })}`;
    const { token } = await addMember(app, { role: 'read' });
    await elsewhere(url, token).toBe(200);
    await app.request('PATCH', `/v1/collections/${collectionId}`, { body: { defaultLevel: null } });
    await elsewhere(url, token).toBe(404);
  });

  test('of a grant', async () => {
    const collectionId = await addCollection(app);
    const url = `/v1/spaces/${await addSpace(app, { parentId: collectionId })}`;
    const { token, userId } = await addMember(app, { role: null });
    await elsewhere(url, token).toBe(404);
    await grantRole(app, { userId, collectionId, role: 'read' });
    await elsewhere(url, token).toBe(200);
  });

  test('of a move of the space, and of a collection above it', async () => {
    const hidden = await addCollection(app, { defaultLevel: null });
    const collectionId = await addCollection(app);
    const spaceId = await addSpace(app);
    const url = `/v1/spaces/${spaceId}`;
    const { token } = await addMember(app, { role: 'read' });
    await elsewhere(url, token).toBe(200);
    await app.request('POST', `${url}/move`, { body: { parent: hidden } });
    await elsewhere(url, token).toBe(404);
    await app.request('POST', `${url}/move`, { body: { parent: collectionId } });
    await elsewhere(url, token).toBe(200);
    await app.request('POST', `/v1/collections/${collectionId}/move`, { body: { parent: hidden } });
    await elsewhere(url, token).toBe(404);
  });

  test('that a collection is deleted', async () => {
    const collectionId = await addCollection(app);
    const url = `/v1/collections/${collectionId}`;
    const { token } = await addMember(app, { role: 'read' });
    await elsewhere(url, token).toBe(200);
    await app.request('DELETE', url);
    await elsewhere(url, token).toBe(404);
  });
});
