import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSpace,
  grantRole,
} from '../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../test/oracle.ts';
import { MAX_DEPTH } from '../../../platform/access/above.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Kind = 'space' | 'collection';
interface Thing {
  kind: Kind;
  id: string;
}

const space = async (parentId?: string): Promise<Thing> => ({
  kind: 'space',
  id: await addSpace(app, parentId ? { parentId } : {}),
});
const collection = async (parentId?: string): Promise<Thing> => ({
  kind: 'collection',
  id: await addCollection(app, parentId ? { parentId } : {}),
});
const named = ({ kind, id }: Thing) => ({ type: kind, [kind]: id });
const move = ({ kind, id }: Thing, body: object, token = app.adminToken) =>
  app.request('POST', `/v1/${kind}s/${id}/move`, { token, body });
const statusOf = async (thing: Thing, body: object, token?: string): Promise<number> =>
  (await move(thing, body, token)).statusCode;

/** Returns the content of a collection in order, spaces and collections. */
async function orderIn(parentId: string): Promise<string[]> {
  const rows = await app.database.sql<{ id: string }[]>`
    select space_id as id, position from space where parent_id = ${parentId} and deleted_at is null
    union all select collection_id, position from collection where parent_id = ${parentId}
    order by position, id`;
  return rows.map(({ id }) => id);
}

const KINDS = [
  ['a space', space],
  ['a collection', collection],
] as const;

describe.each(KINDS)('%s', (_name, make) => {
  test('goes into a collection, to its end, and back to the top', async () => {
    const parent = await addCollection(app);
    const there = [await space(parent), await collection(parent)];
    const moved = await make();
    const response = await move(moved, { parent });
    expect(response.statusCode).toBe(200);
    expect(
      violationsOfClientSchema(moved.kind === 'space' ? 'Space' : 'Collection', response.json()),
    ).toEqual([]);
    expect(response.json()).toMatchObject({ id: moved.id, parent });
    expect(await orderIn(parent)).toEqual([...there, moved].map(({ id }) => id));
    expect((await app.request('GET', `/v1/${moved.kind}s/${moved.id}`)).json()).toEqual(response.json());
    const back = await move(moved, { parent: null });
    expect(back.json().parent).toBeUndefined();
    expect(await orderIn(parent)).toEqual(there.map(({ id }) => id));
  });

  test('goes before or after a space or a collection, also in another parent', async () => {
    const parent = await addCollection(app);
    const [first, second, third] = [await space(parent), await collection(parent), await space(parent)];
    const moved = await make();
    const put = async (position: object, body: object = {}) => {
      expect(await statusOf(moved, { ...body, position })).toBe(200);
      return (await orderIn(parent)).map((id) => [first, second, third].findIndex((one) => one.id === id));
    };
    expect(await put({ before: named(first) }, { parent })).toEqual([-1, 0, 1, 2]);
    expect(await put({ after: named(first) })).toEqual([0, -1, 1, 2]);
    expect(await put({ before: named(third) })).toEqual([0, 1, -1, 2]);
    expect(await put({ after: named(second) })).toEqual([0, 1, -1, 2]);
    expect(await put({ after: named(third) })).toEqual([0, 1, 2, -1]);
    expect(await put({ after: named(first), before: named(second) })).toEqual([0, -1, 1, 2]);
    expect(await put({ after: named(first), before: named(second) })).toEqual([0, -1, 1, 2]);
    expect(await statusOf(moved, { parent })).toBe(200);
    expect((await orderIn(parent)).at(-1)).toBe(moved.id);
  });

  test('conflicts with siblings that are elsewhere, itself, or not beside each other', async () => {
    const parent = await addCollection(app);
    const [first, second, third] = [await space(parent), await collection(parent), await space(parent)];
    const moved = await make(parent);
    const elsewhere = await space();
    const order = await orderIn(parent);
    for (const body of [
      { position: { before: named(elsewhere) } },
      { parent: null, position: { after: named(first) } },
      { position: { after: named(moved) } },
      { position: { before: named(moved) } },
      { position: { after: named(first), before: named(third) } },
      { position: { after: named(second), before: named(first) } },
      { position: { after: named(first), before: named(first) } },
      { position: { after: named(third), before: named(elsewhere) } },
    ]) {
      const response = await move(moved, body);
      expect(response.statusCode, JSON.stringify(body)).toBe(409);
    }
    expect(await orderIn(parent)).toEqual(order);
  });

  test('does not find what is unknown, of the other kind, deleted, elsewhere or hidden', async () => {
    const { organizationId } = await addOrganization(app);
    const parent = await addCollection(app);
    const moved = await make(parent);
    const deleted = await space(parent);
    await app.request('DELETE', `/v1/spaces/${deleted.id}`);
    const foreign = await addCollection(app, { organizationId });
    const inside = await space(parent);
    for (const body of [
      { parent: newId() },
      { parent: 'nonsense' },
      { parent: foreign },
      { parent: inside.id },
      { position: { before: { type: 'space', space: newId() } } },
      { position: { after: { type: 'collection', collection: 'nonsense' } } },
      { position: { after: { type: 'collection', collection: inside.id } } },
      { position: { before: named(deleted) } },
      { parent: null, position: { before: { type: 'collection', collection: foreign } } },
      { position: { before: { type: 'space', space: await addSpace(app, { organizationId }) } } },
    ]) {
      expect(await statusOf(moved, body), JSON.stringify(body)).toBe(404);
    }

    const owner = await addMember(app, { role: 'read' });
    await grantRole(app, { userId: owner.userId, role: 'admin', ...keyOf(moved) });
    const target = await addCollection(app);
    await grantRole(app, { userId: owner.userId, role: 'create', collectionId: target });
    const hidden = await addCollection(app, { defaultLevel: null });
    const hiddenSpace = await space(hidden);
    expect(await statusOf(moved, { parent: hidden }, owner.token)).toBe(404);
    expect(
      await statusOf(moved, { parent: target, position: { after: named(hiddenSpace) } }, owner.token),
    ).toBe(404);
    expect(await statusOf(moved, { parent: target, position: { after: named(inside) } }, owner.token)).toBe(
      409,
    );
  });

  test('takes a place between two although something that the mover does not see is there', async () => {
    const parent = await addCollection(app);
    const first = await space(parent);
    const hidden = await space(parent);
    await app.request('PATCH', `/v1/spaces/${hidden.id}`, { body: { defaultLevel: null } });
    const gone = await space(parent);
    await app.request('DELETE', `/v1/spaces/${gone.id}`);
    const last = await space(parent);
    const moved = await make(parent);
    const between = { position: { after: named(first), before: named(last) } };
    expect(await statusOf(moved, between)).toBe(409);
    const mover = await addMember(app, { role: 'create' });
    await grantRole(app, { userId: mover.userId, role: 'admin', ...keyOf(moved) });
    expect(await statusOf(moved, between, mover.token)).toBe(200);
    const order = await orderIn(parent);
    expect(order.indexOf(moved.id)).toBeGreaterThan(order.indexOf(first.id));
    expect(order.indexOf(moved.id)).toBeLessThan(order.indexOf(last.id));
  });

  test.each([{}, { position: {} }])('to no position goes to the end: %j', async (body) => {
    const parent = await addCollection(app);
    const moved = await make(parent);
    const others = [await space(parent), await collection(parent)];
    expect(await statusOf(moved, body)).toBe(200);
    expect(await orderIn(parent)).toEqual([...others, moved].map(({ id }) => id));
  });

  test('needs a position in a form that there is', async () => {
    const moved = await make();
    for (const body of [
      { parent: 5 },
      { position: 'first' },
      { position: { before: { type: 'page', page: moved.id } } },
      { position: { before: { type: 'space', collection: moved.id } } },
      { position: { before: moved.id } },
    ]) {
      expect(await statusOf(moved, body), JSON.stringify(body)).toBe(400);
    }
  });

  test('needs `create` where it goes', async () => {
    const mover = await addMember(app, { role: 'read' });
    const from = await addCollection(app);
    const moved = await make(from);
    await grantRole(app, { userId: mover.userId, role: 'admin', ...keyOf(moved) });
    const to = await addCollection(app);
    const sibling = await space(from);
    expect(await statusOf(moved, { parent: to }, mover.token)).toBe(403);
    expect(await statusOf(moved, { parent: null }, mover.token)).toBe(403);
    expect(await statusOf(moved, { position: { after: named(sibling) } }, mover.token)).toBe(403);
    await grantRole(app, { userId: mover.userId, role: 'create', collectionId: to });
    expect(await statusOf(moved, { parent: to }, mover.token)).toBe(200);
  });
});

test.each([
  ['create', 403],
  ['admin', 200],
] as const)('as %s of the organization, to move what is only to be read there: %i', async (role, status) => {
  const { token } = await addMember(app, { role });
  const moved = await space();
  await app.request('PATCH', `/v1/spaces/${moved.id}`, { body: { defaultLevel: 'review' } });
  expect(await statusOf(moved, { parent: null }, token)).toBe(status);
});

const keyOf = ({ kind, id }: Thing) => (kind === 'space' ? { spaceId: id } : { collectionId: id });

test('a place between two is found again and again', async () => {
  const parent = await addCollection(app);
  const first = await space(parent);
  let order = [await collection(parent), await space(parent)];
  // Each move halves the gap after the first: the digits would grow without end.
  for (let round = 0; round < 100; round += 1) {
    const last = order.at(-1) as Thing;
    expect(await statusOf(last, { position: { after: named(first) } })).toBe(200);
    order = [last, ...order.slice(0, -1)];
    expect(await orderIn(parent)).toEqual([first, ...order].map(({ id }) => id));
  }
  const scales = await app.database.sql<{ digits: number }[]>`
    select scale(position) as digits from space where parent_id = ${parent}`;
  expect(Math.max(...scales.map(({ digits }) => digits))).toBeLessThan(60);
}, 60_000);

test('things that share a position are told apart by their ids, and get a place between them', async () => {
  const parent = await addCollection(app);
  const things = [await space(parent), await collection(parent), await space(parent)];
  await app.database.sql`update space set position = 1 where parent_id = ${parent}`;
  await app.database.sql`update collection set position = 1 where parent_id = ${parent}`;
  const moved = await space(parent);
  const [first, second, third] = things as [Thing, Thing, Thing];
  expect(await statusOf(moved, { position: { after: named(first), before: named(second) } })).toBe(200);
  expect(await orderIn(parent)).toEqual([first, moved, second, third].map(({ id }) => id));
});

test('any moves leave the order that they say', async () => {
  const parents = [await addCollection(app), await addCollection(app)] as const;
  const things = [
    await space(parents[0]),
    await collection(parents[0]),
    await space(parents[0]),
    await collection(parents[1]),
    await space(parents[1]),
  ];
  const expected: Record<string, string[]> = {};
  for (const parent of parents) expected[parent] = await orderIn(parent);
  const index = fc.nat({ max: things.length - 1 });
  const step = fc.record({
    moved: index,
    beside: index,
    side: fc.constantFrom('before' as const, 'after' as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { moved, beside, side } of steps) {
        if (moved === beside) continue;
        const [thing, sibling] = [things[moved] as Thing, things[beside] as Thing];
        const parent = parents.find((one) => expected[one]?.includes(sibling.id)) as string;
        expect(await statusOf(thing, { parent, position: { [side]: named(sibling) } })).toBe(200);
        for (const one of parents)
          expected[one] = (expected[one] as string[]).filter((id) => id !== thing.id);
        const there = expected[parent] as string[];
        there.splice(there.indexOf(sibling.id) + (side === 'after' ? 1 : 0), 0, thing.id);
        for (const one of parents) expect(await orderIn(one)).toEqual(expected[one]);
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);

describe('a cycle', () => {
  test('is a conflict', async () => {
    const outer = await collection();
    const middle = await collection(outer.id);
    const inner = await collection(middle.id);
    for (const parent of [outer.id, middle.id, inner.id]) expect(await statusOf(outer, { parent })).toBe(409);
    expect(await statusOf(inner, { parent: outer.id })).toBe(200);
  });

  test('is not made by moves at the same time, in two processes', async () => {
    const other = await buildTestApp({ beside: app });
    try {
      for (let round = 0; round < 5; round += 1) {
        const [one, two, three] = [await collection(), await collection(), await collection()];
        const responses = await Promise.all([
          move(one, { parent: two.id }),
          other.request('POST', `/v1/collections/${two.id}/move`, { body: { parent: three.id } }),
          move(three, { parent: one.id }),
        ]);
        expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
      }
    } finally {
      await other.close();
    }
  });

  test('cannot be, nor can nesting get too deep, by way of what a collection holds', async () => {
    const outer = await collection();
    let deepest = outer.id;
    for (let depth = 1; depth < MAX_DEPTH - 1; depth += 1) {
      deepest = await addCollection(app, { parentId: deepest });
    }
    const pair = await collection();
    await collection(pair.id);
    expect(await statusOf(pair, { parent: deepest })).toBe(409);
    expect(await statusOf(await collection(), { parent: deepest })).toBe(200);
  });
});

describe('at the same time', () => {
  test('a collection is deleted and something is moved or made in it: one of the two happens', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const parent = await addCollection(app);
      const moved = await space();
      const rivals = [
        () => move(moved, { parent }),
        () => app.request('POST', `/v1/orgs/${app.organizationId}/spaces`, { body: { parent } }),
        () => app.request('POST', `/v1/orgs/${app.organizationId}/collections`, { body: { parent } }),
      ];
      const rival = rivals[round % rivals.length] as () => ReturnType<typeof move>;
      const remove = () => app.request('DELETE', `/v1/collections/${parent}`);
      const [first, second] = await Promise.all(round % 2 ? [rival(), remove()] : [remove(), rival()]);
      const [rivalled, removed] = round % 2 ? [first, second] : [second, first];
      outcomes.add(`${removed.statusCode} ${rivalled.statusCode < 300 ? 'in' : rivalled.statusCode}`);
      const isThere = (await app.request('GET', `/v1/collections/${parent}`)).statusCode === 200;
      expect(isThere).toBe(removed.statusCode === 409);
      expect((await orderIn(parent)).length).toBe(isThere ? 1 : 0);
    }
    for (const outcome of outcomes) expect(['205 404', '409 in']).toContain(outcome);
  });

  test('a deleted space is restored and its collection deleted: it comes back where there is something', async () => {
    for (let round = 0; round < 5; round += 1) {
      const parent = await addCollection(app);
      const { id } = await space(parent);
      await app.request('DELETE', `/v1/spaces/${id}`);
      const [restored, removed] = await Promise.all([
        app.request('POST', `/v1/spaces/${id}/restore`),
        app.request('DELETE', `/v1/collections/${parent}`),
      ]);
      expect(restored.statusCode).toBe(200);
      expect([205, 409]).toContain(removed.statusCode);
      const now = (await app.request('GET', `/v1/spaces/${id}`)).json();
      expect(now.parent).toBe(removed.statusCode === 409 ? parent : undefined);
    }
  });

  test('many are put at the same place: all are there, in one order', async () => {
    const parent = await addCollection(app);
    const first = await space(parent);
    const moved = await Promise.all(Array.from({ length: 6 }, () => space()));
    const responses = await Promise.all(
      moved.map((one) => move(one, { parent, position: { after: named(first) } })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(moved.map(() => 200));
    const order = await orderIn(parent);
    expect(order[0]).toBe(first.id);
    expect(order.toSorted()).toEqual([first, ...moved].map(({ id }) => id).toSorted());
    const positions = await app.database.sql`select distinct position from space where parent_id = ${parent}`;
    expect(positions).toHaveLength(7);
  });
});
