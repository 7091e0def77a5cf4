import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

interface Listed {
  items: { id: string }[];
  next?: { page: string };
}

test('the history of a page has the revisions that created, changed or deleted it, page by page', async () => {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const edit = async (change: object): Promise<{ revision: string; changes: { page: { id: string } }[] }> =>
    (await app.request('POST', `${space}/content`, { body: { changes: [change] } })).json();
  const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'Text' } });
  const made = await edit(insert('One'));
  const page = made.changes[0]?.page.id as string;
  const expected = [made.revision];
  for (let round = 0; round < 3; round += 1) {
    for (let other = 0; other < 20; other += 1) await edit(insert(`Other ${round} ${other}`));
    const change = { operation: 'update_page', page, ...CHANGES[round] };
    expected.unshift((await edit(change)).revision);
  }
  expected.unshift((await edit({ operation: 'delete_page', page })).revision);

  for (const limit of [2, 50]) {
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const url = `${space}/revisions?changedPage=${page}&limit=${limit}${cursor}`;
      const { items, next }: Listed = (await app.request('GET', url)).json();
      seen.push(...items.map(({ id }) => id));
      if (!next) break;
      cursor = `&page=${next.page}`;
    }
    expect(seen).toEqual(expected);
  }
  const { items, next }: Listed = (
    await app.request('GET', `${space}/revisions?changedPage=${spaceId}`)
  ).json();
  expect([items, next]).toEqual([[], undefined]);
});

const CHANGES = [{ title: 'Two' }, { document: { markdown: 'Other text' } }, { hidden: true }];

test('a cursor of the history of a page is none of the history of the space', async () => {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const changes = ['One', 'Two'].map((title) => ({ operation: 'insert_page', title, document: {} }));
  const made = (await app.request('POST', `${space}/content`, { body: { changes } })).json();
  const page = made.changes[0].page.id;
  await app.request('POST', `${space}/content`, {
    body: { changes: [{ operation: 'update_page', page, title: 'Three' }] },
  });
  const { next } = (await app.request('GET', `${space}/revisions?changedPage=${page}&limit=1`)).json();
  const refused = await app.request('GET', `${space}/revisions?page=${next.page}`);
  expect([refused.statusCode, refused.json().error.reason]).toEqual([400, 'invalid-cursor']);
});
