import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  addTeam,
  addUser,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { urlOf } from '../../../../../test/fixtures/access/permissions/permissions.ts';
import { insertMember } from '../../identity/members/insert-members.queries.ts';

let app: TestApp;
/** A separate organization for each list, without other members. */
let organizationId: string;
let token: string;
let creatorId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ organizationId, creatorId } = await addOrganization(app));
  token = await addUserToken(app, creatorId);
});
afterAll(() => app.close());

interface Item {
  permission: string;
  user: { id: string };
  source: object;
}

async function read(
  kind: 'space' | 'collection',
  id: string,
  query = '',
): Promise<{ count: number; items: Item[] }> {
  const response = await app.request('GET', urlOf(kind, id, `/aggregate${query}`), { token });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const found = ({ items }: { items: Item[] }) =>
  Object.fromEntries(items.map(({ user, permission, source }) => [user.id, [permission, source]]));

test('everyone is listed with the effective role and its source', async () => {
  const here = { organizationId };
  const outer = await addCollection(app, { ...here, defaultLevel: 'comment' });
  const inner = await addCollection(app, { ...here, parentId: outer });
  const spaceId = await addSpace(app, { ...here, parentId: inner });
  const person = async (role: 'admin' | 'create' | 'read' | null) =>
    (await addMember(app, { role, ...here })).userId;
  const [byDefault, byOwn, byTeam, byNearest, guest] = [
    await person('create'),
    await person('read'),
    await person('read'),
    await person('read'),
    await person(null),
  ];
  await person(null);
  const teamId = await addTeam(app, { ...here, members: [byTeam, byNearest, guest] });
  const second = await addTeam(app, { ...here, members: [guest] });
  await grantRole(app, { ...here, userId: byOwn, collectionId: outer, role: 'review' });
  await grantRole(app, { ...here, teamId, collectionId: inner, role: 'edit' });
  await grantRole(app, { ...here, teamId: second, spaceId, role: 'admin' });
  // Not higher than the role from further away: the nearest source is reported.
  await grantRole(app, { ...here, userId: byNearest, spaceId, role: 'edit' });
  // An administrator stays one, whatever they were granted.
  await grantRole(app, { ...here, userId: creatorId, spaceId, role: 'read' });
  const { userId: waiting } = await addUser(app);
  await app.context.transact(({ trx }) =>
    insertMember(trx, { ...here, userId: waiting, role: 'create', disabled: true, joinedAt: new Date() }),
  );
  await grantRole(app, { ...here, userId: waiting, spaceId, role: 'admin' });

  const expected = {
    [creatorId]: ['admin', { type: 'organization' }],
    [byDefault]: ['comment', { type: 'default', collection: outer }],
    [byOwn]: ['review', { type: 'user', collection: outer }],
    [byTeam]: ['edit', { type: 'team', team: teamId, collection: inner }],
    [byNearest]: ['edit', { type: 'user', space: spaceId }],
    [guest]: ['admin', { type: 'team', team: second, space: spaceId }],
  };
  const all = await read('space', spaceId);
  expect([all.count, found(all)]).toEqual([6, expected]);
  for (const role of ['read', 'comment', 'edit', 'review', 'create', 'admin']) {
    const only = await read('space', spaceId, `?role=${role}`);
    const wanted = Object.entries(expected).filter(([, [permission]]) => permission === role);
    expect([role, only.count, found(only)]).toEqual([role, wanted.length, Object.fromEntries(wanted)]);
  }
  expect(
    (await app.request('GET', urlOf('space', spaceId, '/aggregate?role=guest'), { token })).statusCode,
  ).toBe(400);

  for (const userId of Object.keys(expected)) {
    const only = await read('space', spaceId, `?user=${userId}`);
    expect([only.count, found(only)]).toEqual([1, { [userId]: expected[userId] }]);
  }
  const { userId: stranger } = await addUser(app);
  for (const nobody of [waiting, stranger, 'nobody', `${byTeam}&role=admin`])
    expect(await read('space', spaceId, `?user=${nobody}`)).toEqual({ count: 0, items: [] });

  const above = found(await read('collection', inner));
  expect(above[byNearest]).toEqual(['edit', { type: 'team', team: teamId, collection: inner }]);
  expect(above[guest]).toEqual(['edit', { type: 'team', team: teamId, collection: inner }]);

  await app.request('PATCH', `/v1/collections/${outer}`, { token, body: { defaultLevel: 'inherit' } });
  expect(found(await read('space', spaceId))[byDefault]).toEqual(['create', { type: 'organization' }]);
  await app.request('PATCH', `/v1/spaces/${spaceId}`, { token, body: { defaultLevel: 'read' } });
  expect(found(await read('space', spaceId))[byDefault]).toEqual([
    'read',
    { type: 'default', space: spaceId },
  ]);
});

test('pages follow each other, each with the count of all, and by a role only those with it', async () => {
  const { organizationId, creatorId } = await addOrganization(app);
  token = await addUserToken(app, creatorId);
  const spaceId = await addSpace(app, { organizationId });
  const members = [creatorId];
  for (const role of ['read', 'edit', 'read', 'create', 'read'] as const) {
    members.push((await addMember(app, { role, organizationId })).userId);
  }
  for (const [query, ids] of [
    ['', members],
    ['&role=read', [1, 3, 5].map((n) => members[n])],
  ] as const) {
    const seen: string[] = [];
    let page = '';
    for (;;) {
      const response = await read('space', spaceId, `?limit=2${query}${page}`);
      expect(response.count).toBe(ids.length);
      seen.push(...response.items.map(({ user }) => user.id));
      const { next } = response as { next?: { page: string } };
      if (!next) break;
      page = `&page=${encodeURIComponent(next.page)}`;
    }
    expect(seen).toEqual(ids);
    if (query) continue;
    const first = (await read('space', spaceId, '?limit=2')) as unknown as { next: { page: string } };
    const stolen = urlOf(
      'space',
      spaceId,
      `/aggregate?role=read&page=${encodeURIComponent(first.next.page)}`,
    );
    expect((await app.request('GET', stolen, { token })).statusCode).toBe(400);
  }
});
