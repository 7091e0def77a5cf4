import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { MAX_DEPTH } from '../../../platform/access/above.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const url = (collectionId: string): string => `/v1/collections/${collectionId}`;
const listUrl = (organizationId = app.organizationId): string => `/v1/orgs/${organizationId}/collections`;
const spacesUrl = (): string => `/v1/orgs/${app.organizationId}/spaces`;

describe('creating a collection', () => {
  test('gives one that both clients know, with its address', async () => {
    const response = await app.request('POST', listUrl(), { body: { title: 'Guides' } });
    expect(response.statusCode).toBe(201);
    const collection = response.json();
    expect(violationsOfClientSchema('Collection', collection)).toEqual([]);
    expect(collection).toEqual({
      object: 'collection',
      id: collection.id,
      title: 'Guides',
      organization: app.organizationId,
      defaultLevel: 'inherit',
      urls: {
        location: `${app.context.config.baseUrl}/v1/collections/${collection.id}`,
        app: `${app.context.config.baseUrl}/app/c/${collection.id}`,
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
    expect(response.headers.location).toBe(collection.urls.location);
    expect((await app.request('GET', url(collection.id))).json()).toEqual(collection);
  });

  test('needs nothing, and takes a parent', async () => {
    const outer = (await app.request('POST', listUrl(), { body: { parent: null } })).json();
    expect(outer).toMatchObject({ title: 'Untitled' });
    expect(outer.parent).toBeUndefined();
    expect((await app.request('POST', listUrl(), { body: { title: ' ' } })).json().title).toBe('Untitled');
    const blank = await app.request('PATCH', url(outer.id), { body: { title: '' } });
    expect(blank.json().title).toBe('Untitled');
    const inner = await app.request('POST', listUrl(), { body: { parent: outer.id } });
    expect(inner.statusCode).toBe(201);
    expect(inner.json().parent).toBe(outer.id);
    expect(violationsOfClientSchema('Collection', inner.json())).toEqual([]);
  });

  test.each([
    ['title', { title: 'x'.repeat(51) }],
    ['title', { title: 5 }],
    ['parent', { parent: 5 }],
  ])('refuses a bad %s by its name', async (path, body) => {
    const response = await app.request('POST', listUrl(), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
  });

  test('stops where they nest too deep', async () => {
    let parentId = await addCollection(app);
    for (let depth = 1; depth < MAX_DEPTH; depth += 1) parentId = await addCollection(app, { parentId });
    const response = await app.request('POST', listUrl(), { body: { parent: parentId } });
    expect(response.statusCode).toBe(409);
    expect((await app.request('POST', spacesUrl(), { body: { parent: parentId } })).statusCode).toBe(201);
  });
});

describe('what is made in a collection', () => {
  const kinds: [string, () => string][] = [
    ['a space', spacesUrl],
    ['a collection', listUrl],
  ];

  test.each(kinds)('%s asks for admin there, and there only', async (_kind, where) => {
    const collectionId = await addCollection(app);
    const owner = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: owner.userId, collectionId, role: 'admin' });
    const guest = await addMember(app, { role: null });
    await grantRole(app, { userId: guest.userId, collectionId, role: 'create' });
    const statusFor = async (token: string, body: object): Promise<number> =>
      (await app.request('POST', where(), { token, body })).statusCode;

    expect(await statusFor(owner.token, { parent: collectionId })).toBe(201);
    expect(await statusFor(owner.token, {})).toBe(403);
    expect(await statusFor(owner.token, { parent: null })).toBe(403);
    expect(await statusFor(guest.token, { parent: collectionId })).toBe(403);
    const member = await addMember(app, { role: 'create' });
    expect(await statusFor(member.token, { parent: collectionId })).toBe(403);
    const otherGuest = await addMember(app, { role: null });
    expect(await statusFor(otherGuest.token, { parent: collectionId })).toBe(404);
    const readOnly = await addUserToken(app, owner.userId, { scopes: ['read'] });
    expect(await statusFor(readOnly, { parent: collectionId })).toBe(403);
  });

  test.each(kinds)('%s finds no collection that is unknown, malformed or elsewhere', async (_kind, where) => {
    const { organizationId, creatorId } = await addOrganization(app);
    const foreign = await addCollection(app, { organizationId });
    for (const parent of [newId(), 'nonsense', foreign, app.organizationId]) {
      expect((await app.request('POST', where(), { body: { parent } })).statusCode, parent).toBe(404);
    }
    const token = await addUserToken(app, creatorId);
    expect((await app.request('POST', where(), { token, body: { parent: foreign } })).statusCode).toBe(404);
  });

  test('a space tells its parent and is seen like the collection', async () => {
    const parent = await addCollection(app);
    const space = (await app.request('POST', spacesUrl(), { body: { parent } })).json();
    expect(space).toMatchObject({ parent, visibility: 'in-collection', defaultLevel: 'inherit' });
    expect(violationsOfClientSchema('Space', space)).toEqual([]);
  });
});

describe('changing a collection', () => {
  test('leaves what is absent; null removes, and returns a title to its default', async () => {
    const collectionId = await addCollection(app, { title: 'Before' });
    const change = async (body: object) => (await app.request('PATCH', url(collectionId), { body })).json();
    expect(await change({ description: 'What it is about', defaultLevel: 'comment' })).toMatchObject({
      title: 'Before',
      description: 'What it is about',
      defaultLevel: 'comment',
    });
    const reset = await change({ title: null, description: null, defaultLevel: null });
    expect(reset).toMatchObject({ title: 'Untitled', defaultLevel: null });
    expect(reset.description).toBeUndefined();
    expect(violationsOfClientSchema('Collection', reset)).toEqual([]);
    expect(await change({})).toEqual(reset);
    expect(await change({ description: '' })).toMatchObject({ description: '' });
  });

  test.each([
    ['title', { title: 'x'.repeat(51) }],
    ['description', { description: 'x'.repeat(101) }],
    ['defaultLevel', { defaultLevel: 'owner' }],
  ])('refuses a bad %s by its name', async (path, body) => {
    const response = await app.request('PATCH', url(await addCollection(app)), { body });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toMatchObject([{ path }]);
  });

  test('answers with the role that the change leaves', async () => {
    const collectionId = await addCollection(app, { defaultLevel: 'admin' });
    const member = await addMember(app, { role: 'read' });
    const changed = await app.request('PATCH', url(collectionId), {
      token: member.token,
      body: { defaultLevel: 'edit' },
    });
    expect(changed.json().permissions).toMatchObject({ view: true, admin: false, create: false });
    const body = { defaultLevel: 'admin' };
    expect((await app.request('PATCH', url(collectionId), { token: member.token, body })).statusCode).toBe(
      403,
    );
  });
});

describe('listing collections', () => {
  test('goes through all pages and shows what the caller may read', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const top = [await addCollection(app, { organizationId }), await addCollection(app, { organizationId })];
    const [first, second] = top as [string, string];
    const inner = await addCollection(app, { organizationId, parentId: first });
    const hidden = await addCollection(app, { organizationId, defaultLevel: null });
    const below = await addCollection(app, { organizationId, parentId: hidden });
    const list = async (query: string, as = token) =>
      (await app.request('GET', `${listUrl(organizationId)}?${query}`, { token: as })).json();
    const ids = (found: { items: { id: string }[] }) => found.items.map(({ id }) => id);

    const seen: string[] = [];
    let page = '';
    do {
      const found = await list(`limit=2${page}`);
      expect(found.count).toBe(5);
      seen.push(...ids(found));
      page = found.next ? `&page=${encodeURIComponent(found.next.page)}` : '';
    } while (page);
    expect(seen.toSorted()).toEqual([first, second, inner, hidden, below].toSorted());

    const onlyTop = await list('nested=false');
    expect([ids(onlyTop), onlyTop.count]).toEqual([[first, second, hidden], 3]);
    const part = await list('nested=false&limit=1');
    expect(ids(await list(`nested=false&page=${encodeURIComponent(part.next.page)}`))).toEqual([
      second,
      hidden,
    ]);
    expect(
      (
        await app.request('GET', `${listUrl(organizationId)}?page=${encodeURIComponent(part.next.page)}`, {
          token,
        })
      ).statusCode,
    ).toBe(400);

    const reader = await addMember(app, { organizationId, role: 'read' });
    expect(ids(await list('', reader.token)).toSorted()).toEqual([first, second, inner].toSorted());
    const guest = await addMember(app, { organizationId, role: null });
    expect(await list('', guest.token)).toEqual({ count: 0, items: [] });
    await grantRole(app, { organizationId, userId: guest.userId, collectionId: hidden, role: 'edit' });
    const granted = await list('', guest.token);
    expect(ids(granted).toSorted()).toEqual([hidden, below].toSorted());
    expect(granted.items[0].permissions).toEqual({
      view: true,
      admin: false,
      viewInviteLinks: false,
      create: false,
    });
    expect((await app.request('GET', listUrl(organizationId))).statusCode).toBe(404);
  });
});

describe('the spaces in a collection', () => {
  test('are those right in it that the caller may read, with the caller’s role on each', async () => {
    const collectionId = await addCollection(app);
    const spaces = [
      await addSpace(app, { parentId: collectionId }),
      await addSpace(app, { parentId: collectionId }),
      await addSpace(app, { parentId: collectionId }),
    ] as [string, string, string];
    await addSpace(app, { parentId: await addCollection(app, { parentId: collectionId }) });
    await addSpace(app);
    await app.request('PATCH', `/v1/spaces/${spaces[1]}`, { body: { defaultLevel: null } });
    const list = async (token: string, query = '') =>
      (await app.request('GET', `${url(collectionId)}/spaces?${query}`, { token })).json();

    const all = await list(app.adminToken);
    expect(all.items.map(({ id }: { id: string }) => id)).toEqual(spaces);
    expect(all.count).toBe(3);
    const first = await list(app.adminToken, 'limit=2');
    expect(first.items).toHaveLength(2);
    const rest = await list(app.adminToken, `page=${encodeURIComponent(first.next.page)}`);
    expect(rest.items.map(({ id }: { id: string }) => id)).toEqual([spaces[2]]);

    const reader = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: reader.userId, spaceId: spaces[2], role: 'admin' });
    const { items } = await list(reader.token);
    expect(
      items.map(({ id, permissions }: { id: string; permissions: { admin: boolean } }) => [
        id,
        permissions.admin,
      ]),
    ).toEqual([
      [spaces[0], false],
      [spaces[2], true],
    ]);
    await app.request('DELETE', `/v1/spaces/${spaces[0]}`);
    expect((await list(app.adminToken)).count).toBe(2);
  });
});

describe('deleting a collection', () => {
  test('is refused while it holds anything', async () => {
    const holdsSpace = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: holdsSpace });
    const holdsCollection = await addCollection(app);
    const inner = await addCollection(app, { parentId: holdsCollection });
    for (const collectionId of [holdsSpace, holdsCollection]) {
      const response = await app.request('DELETE', url(collectionId));
      expect(response.statusCode).toBe(409);
      expect((await app.request('GET', url(collectionId))).statusCode).toBe(200);
    }
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    for (const collectionId of [holdsSpace, inner, holdsCollection]) {
      const deleted = await app.request('DELETE', url(collectionId));
      expect([deleted.statusCode, deleted.body]).toEqual([205, '']);
      expect((await app.request('GET', url(collectionId))).statusCode).toBe(404);
      expect((await app.request('DELETE', url(collectionId))).statusCode).toBe(404);
    }
  });

  test.each([
    ['its own level', 'comment', ['read', 'edit'], 'comment'],
    ['the level of the collection', 'inherit', ['inherit', 'read'], 'read'],
    ['nobody', 'inherit', ['inherit', null], null],
    ['what it inherits from the top', 'inherit', ['inherit', 'inherit'], 'inherit'],
  ] as const)(
    'leaves deleted spaces to be restored at the top, with %s',
    async (_name, own, levels, kept) => {
      const [innerLevel, outerLevel] = levels;
      const outer = await addCollection(app, { defaultLevel: outerLevel });
      const inner = await addCollection(app, { parentId: outer, defaultLevel: innerLevel });
      const spaceId = await addSpace(app, { parentId: inner });
      await app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { defaultLevel: own } });
      const member = await addMember(app, { role: 'create' });
      const statusBefore = (await app.request('GET', `/v1/spaces/${spaceId}`, { token: member.token }))
        .statusCode;

      await app.request('DELETE', `/v1/spaces/${spaceId}`);
      expect((await app.request('DELETE', url(inner))).statusCode).toBe(205);
      const restored = (await app.request('POST', `/v1/spaces/${spaceId}/restore`)).json();
      expect(restored).toMatchObject({ defaultLevel: kept, visibility: 'private' });
      expect(restored.parent).toBeUndefined();
      const statusAfter = (await app.request('GET', `/v1/spaces/${spaceId}`, { token: member.token }))
        .statusCode;
      expect(statusAfter).toBe(statusBefore);
    },
  );

  test('brings a space that is restored before back into it', async () => {
    const collectionId = await addCollection(app);
    const spaceId = await addSpace(app, { parentId: collectionId });
    await app.request('DELETE', `/v1/spaces/${spaceId}`);
    const restored = (await app.request('POST', `/v1/spaces/${spaceId}/restore`)).json();
    expect(restored.parent).toBe(collectionId);
  });
});

test('an id that is none, and another organization’s collection, are 404', async () => {
  const { organizationId } = await addOrganization(app);
  const foreign = await addCollection(app, { organizationId });
  for (const collectionId of ['x', newId(), foreign.toUpperCase(), foreign, app.organizationId]) {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { title: 'x' }],
      ['DELETE', '', undefined],
      ['GET', '/spaces', undefined],
      ['POST', '/move', { parent: null }],
    ] as const) {
      const response = await app.request(method, url(collectionId) + path, body ? { body } : {});
      expect(response.statusCode, `${method} ${collectionId}${path}`).toBe(404);
    }
  }
});

test('what the API does not have yet is said by name', async () => {
  const response = await app.request('POST', `${url(await addCollection(app))}/transfer`, { body: {} });
  expect([response.statusCode, response.json().error.message]).toEqual([
    501,
    expect.stringContaining('transferCollection'),
  ]);
});
