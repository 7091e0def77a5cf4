import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { createContentStore } from '../../../content/revisions/content-store.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { describeChanges } from './describe-changes.ts';
import { listHistory } from './history.queries.ts';
import { createHistoryCounts } from './history-counts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function edit(spaceId: string, changes: object[]): Promise<string[]> {
  const { changes: outcomes } = (
    await app.request('POST', `/v1/spaces/${spaceId}/content`, { body: { changes } })
  ).json();
  return outcomes.map(({ page }: { page: { id: string } }) => page.id);
}

const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: 'Text' },
  ...more,
});

async function open(spaceId: string) {
  const space = await app.context.pointers.spaces.find(spaceId);
  if (!space) throw new Error('The space is not there.');
  const statements = { count: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db: Kysely<DB> = app.context.db.withPlugin(plugin);
  const store = createContentStore({ ...app.context, db });
  return { space, statements, store, counts: createHistoryCounts(db, store) };
}

test('the changes of each revision are as many as are described', async () => {
  const spaceId = await addSpace(app);
  const [first, second] = await edit(spaceId, [insert('One'), insert('Two'), insert('Three')]);
  await edit(spaceId, [{ operation: 'update_page', page: first, title: 'Uno', at: 2 }]);
  await edit(spaceId, [{ operation: 'delete_page', page: second }, insert('Four', { into: first })]);
  const { space, store, counts } = await open(spaceId);
  const { rows } = await listHistory(app.context, space, { from: space.revisionId, limit: 10 });
  const described = [];
  for (const { revision_id: id, parents } of rows) {
    const before = parents[0] === undefined ? undefined : await store.open(space, parents[0]);
    const after = await store.open(space, id);
    described.push(
      before
        ? (await describeChanges(app.context, store, { before, after }, { limit: 100 })).changes.length
        : 0,
    );
  }
  expect([...(await counts.countChanges(space, rows)).values()]).toEqual(described);
  expect(described).toEqual([2, 2, 3, 0]);
  expect(await counts.countRevisions(space)).toBe(4);
});

test('a list takes as many statements for 40 revisions as for 10, and none for what was counted', async () => {
  const spaceId = await addSpace(app);
  for (let n = 0; n < 40; n += 1) await edit(spaceId, [insert(`Page ${n}`)]);
  const used: number[] = [];
  for (const limit of [10, 40]) {
    const { space, counts, statements } = await open(spaceId);
    const { rows } = await listHistory(app.context, space, { from: space.revisionId, limit });
    await counts.countChanges(space, rows);
    used.push(statements.count);
    await counts.countChanges(space, rows);
    expect(statements.count).toBe(used.at(-1));
  }
  expect(used[1]).toBeLessThanOrEqual((used[0] as number) + 1);
});

test('the revisions that came since the last time are added to their count', async () => {
  const spaceId = await addSpace(app);
  await edit(spaceId, [insert('One')]);
  const { space, counts } = await open(spaceId);
  expect(await counts.countRevisions(space)).toBe(2);
  await edit(spaceId, [insert('Two')]);
  await edit(spaceId, [insert('Three')]);
  const current = await app.context.pointers.spaces.find(spaceId);
  expect(await counts.countRevisions({ ...space, revisionId: current?.revisionId ?? '' })).toBe(4);
  expect(await counts.countRevisions(space)).toBe(2);
});
