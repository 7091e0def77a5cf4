import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { type AddedUser, addMember, addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
let editor: AddedUser;
let reader: AddedUser;
beforeAll(async () => {
  app = await buildTestApp();
  editor = await addMember(app, { role: 'edit' });
  reader = await addMember(app, { role: 'read' });
});
afterAll(() => app.close());

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, as = editor) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), token: as.token });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.json();
}

/** A space with three pages, of which the last is below the second. */
async function addPages(): Promise<{ spaceId: string; base: string; pages: string[] }> {
  const spaceId = await addSpace(app);
  const pages: string[] = [];
  for (const title of ['A', 'B', 'C']) {
    const into = title === 'C' ? { into: pages[1] } : {};
    const insert = { operation: 'insert_page', title, document: { markdown: `${title}.\n` }, ...into };
    const { changes } = await send('POST', `/v1/spaces/${spaceId}/content`, { changes: [insert] });
    pages.push(changes[0].page.id);
  }
  return { spaceId, base: `/v1/spaces/${spaceId}/change-requests`, pages };
}

const propose = async (base: string, ...changes: object[]): Promise<number> => {
  const { number } = await send('POST', base, {});
  if (changes.length > 0) await send('POST', `${base}/${number}/content`, { changes });
  await send('PATCH', `${base}/${number}`, { status: 'open' });
  return number;
};

const numbersOf = async (list: string, as = editor): Promise<number[]> =>
  (await send('GET', list, undefined, as)).items
    .map(({ number }: { number: number }) => number)
    .toSorted((a: number, b: number) => a - b);

test('change requests are found by a page that they edit, move, create or delete, until they no longer do', async () => {
  const { base, pages } = await addPages();
  const [a, b, c] = pages;
  const edit = (page: unknown, markdown: string) => ({
    operation: 'update_page',
    page,
    document: { markdown },
  });
  await propose(base, edit(a, 'Other.\n'));
  await propose(base, { operation: 'update_page', page: c, into: null });
  await propose(base, { operation: 'delete_page', page: a });
  await propose(base);
  const of = (page: unknown) => numbersOf(`${base}?changedPage=${page}`);
  expect(await of(a)).toEqual([1, 3]);
  expect(await of(b)).toEqual([]);
  expect(await of(c)).toEqual([2]);
  const back = { operation: 'update_page', page: c, into: b };
  await send('POST', `${base}/2/content`, { changes: [back, edit(b, 'Other.\n')] });
  expect(await of(c)).toEqual([]);
  expect(await of(b)).toEqual([2]);
  await send('POST', `${base}/4/content`, {
    changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.\n' } }],
  });
  const { pages: all } = await send('GET', `${base}/4/content/pages`);
  const created = all.find(({ title }: { title: string }) => title === 'New');
  expect(await of(created.id)).toEqual([4]);
  expect(await numbersOf(`${base}?changedPage=${a}&status=merged`)).toEqual([]);
  expect(await of(newId())).toEqual([]);
  expect(await of('nothing')).toEqual([]);
});

test('what the space changed does not count after an update from it', async () => {
  const { spaceId, base, pages } = await addPages();
  const [a, b] = pages;
  const edit = (page: unknown) => ({ operation: 'update_page', page, document: { markdown: 'Other.\n' } });
  await propose(base, edit(a));
  await send('POST', `/v1/spaces/${spaceId}/content`, { changes: [edit(b)] });
  await send('POST', `${base}/1/update`);
  expect(await numbersOf(`${base}?changedPage=${b}`)).toEqual([]);
  expect(await numbersOf(`${base}?changedPage=${a}`)).toEqual([1]);
});

test('a page is named with its space in the list of an organization, and drafts remain hidden', async () => {
  const { spaceId, base, pages } = await addPages();
  const [a] = pages;
  const copy = (await send('POST', `/v1/spaces/${spaceId}/duplicate`, undefined, await admin())).id;
  await propose(base, { operation: 'delete_page', page: a });
  await propose(`/v1/spaces/${copy}/change-requests`, { operation: 'delete_page', page: a });
  await send('PATCH', `${base}/1`, { status: 'draft' });
  const inbox = `/v1/orgs/${app.organizationId}/change-requests?status=draft&status=open&changedPage=${a}`;
  const refused = await app.request('GET', inbox, { token: editor.token });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().error.details).toMatchObject([{ path: 'changedPage' }]);
  expect((await send('GET', `${inbox}&space=${spaceId}`)).items).toMatchObject([{ space: spaceId }]);
  expect(await numbersOf(`${inbox}&space=${spaceId}`, reader)).toEqual([]);
  const hidden = await addSpace(app);
  await send('PATCH', `/v1/spaces/${hidden}`, { defaultLevel: null }, await admin());
  expect(await numbersOf(`${inbox}&space=${hidden}`, reader)).toEqual([]);
});

const admin = async (): Promise<AddedUser> => addMember(app, { role: 'admin' });

test('only change requests that have changed since are read again', async () => {
  const { base, pages } = await addPages();
  for (const page of pages.slice(0, 2)) await propose(base, { operation: 'delete_page', page });
  const read = vi.spyOn(app.context.db, 'transaction');
  const readings = async (): Promise<number> => {
    read.mockClear();
    await numbersOf(`${base}?changedPage=${pages[0]}`);
    return read.mock.calls.length;
  };
  expect(await readings()).toBe(2);
  expect(await readings()).toBe(0);
  await send('POST', `${base}/1/content`, { changes: [{ operation: 'delete_page', page: pages[1] }] });
  expect(await readings()).toBe(1);
  read.mockRestore();
});
