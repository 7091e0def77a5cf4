import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addCollection, addMember, addSpace, addTeam, grantRole } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.sql`truncate audit_event`;
});

/** Returns the audit events about default levels, oldest first. */
const recorded = async () =>
  app.database.sql<{ target_type: string; target_id: string; target_label: string; payload: object }[]>`
    select target_type, target_id, target_label, payload from audit_event
    where action = 'permission.default-changed' order by event_id`;

const patch = (path: string, body: object) => app.request('PATCH', path, { body });
const move = (path: string, parent: string | null) =>
  app.request('POST', `${path}/move`, { body: { parent } });

describe.each(['space', 'collection'] as const)('of a %s', (kind) => {
  const add = (options: { title?: string; parentId?: string } = {}) =>
    kind === 'space' ? addSpace(app, options) : addCollection(app, options);
  const url = (id: string) => `/v1/${kind}s/${id}`;

  test('a default level that is changed is recorded, with the one before', async () => {
    const id = await add({ title: 'Handbook' });
    await patch(url(id), { defaultLevel: null, title: 'Manual' });
    await patch(url(id), { defaultLevel: 'read' });
    const target = { target_type: kind, target_id: id, target_label: 'Manual' };
    expect(await recorded()).toEqual([
      { ...target, payload: { before: { defaultLevel: 'inherit' }, after: { defaultLevel: null } } },
      { ...target, payload: { before: { defaultLevel: null }, after: { defaultLevel: 'read' } } },
    ]);
    const [event] = await app.database.sql`select actor_type, actor_label, source from audit_event limit 1`;
    expect(event).toMatchObject({ actor_type: 'user', source: 'api' });
  });

  test('what stays as it is is not', async () => {
    const id = await add();
    await patch(url(id), { defaultLevel: 'inherit' });
    await patch(url(id), { title: 'Another' });
    await patch(url(id), {});
    expect(await recorded()).toEqual([]);
  });

  test('a move is recorded when another level counts', async () => {
    const closed = await addCollection(app, { defaultLevel: null });
    const id = await add();
    await app.database.sql`truncate audit_event`;
    await move(url(id), closed);
    expect(await recorded()).toMatchObject([
      {
        target_type: kind,
        target_id: id,
        payload: {
          before: { parent: null, level: 'inherit', grantsOf: [] },
          after: { parent: closed, level: null, grantsOf: [] },
        },
      },
    ]);
  });

  test.each(['user', 'team'] as const)(
    'a move is recorded when what a %s was given counts there',
    async (grantee) => {
      const granting = await addCollection(app);
      const inner = await addCollection(app, { parentId: granting });
      const { userId } = await addMember(app, { role: null });
      const whom = grantee === 'user' ? { userId } : { teamId: await addTeam(app) };
      await grantRole(app, { ...whom, collectionId: granting, role: 'read' });
      const id = await add();
      await move(url(id), inner);
      await move(url(id), granting);
      await move(url(id), null);
      expect((await recorded()).map(({ payload }) => payload)).toEqual([
        {
          before: { parent: null, level: 'inherit', grantsOf: [] },
          after: { parent: inner, level: 'inherit', grantsOf: [granting] },
        },
        {
          before: { parent: granting, level: 'inherit', grantsOf: [granting] },
          after: { parent: null, level: 'inherit', grantsOf: [] },
        },
      ]);
    },
  );

  test('a move that changes nobody’s role is not', async () => {
    const [open, other] = [await addCollection(app), await addCollection(app)];
    const id = await add({ parentId: open });
    await move(url(id), other);
    await move(url(id), null);
    await patch(url(id), { defaultLevel: 'read' });
    await app.database.sql`truncate audit_event`;
    await move(url(id), await addCollection(app, { defaultLevel: 'inherit' }));
    expect(await recorded()).toEqual([]);
  });
});

test('a deleted space that goes to the top with its collection is recorded when grants are left behind', async () => {
  const collectionId = await addCollection(app, { defaultLevel: 'read' });
  const [spaceId, live] = [await addSpace(app, { parentId: collectionId }), await addSpace(app)];
  await grantRole(app, { teamId: await addTeam(app), collectionId, role: 'admin' });
  await app.request('DELETE', `/v1/spaces/${spaceId}`);
  await app.database.sql`truncate audit_event`;
  await app.request('DELETE', `/v1/collections/${collectionId}`);
  expect(await recorded()).toMatchObject([
    {
      target_id: spaceId,
      payload: {
        before: { parent: collectionId, level: 'read', grantsOf: [collectionId] },
        after: { parent: null, level: 'read', grantsOf: [] },
      },
    },
  ]);
  expect((await app.request('GET', `/v1/spaces/${live}`)).statusCode).toBe(200);
});
