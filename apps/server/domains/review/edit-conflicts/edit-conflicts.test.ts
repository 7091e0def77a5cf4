import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
let ada: { token: string };
beforeAll(async () => {
  app = await buildTestApp();
  ada = await addMember(app, { role: 'edit' });
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const documentOf = (text: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});

/** A page of three paragraphs, of which the second one is in conflict. */
async function addGround() {
  const spaceId = await addSpace(app);
  const space = `/v1/spaces/${spaceId}`;
  const { body } = await send('POST', `${space}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown: 'one\n\ntwo\n\nthree\n' } }] },
  });
  const page: string = body.changes[0].page.id;
  const edit = (markdown: string, line = space) =>
    send('POST', `${line}/content`, {
      body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
    });
  const keyOf = async (index: number, line = space): Promise<string> =>
    (await send('GET', `${line}/content/page/${page}?format=document`)).body.document.nodes[index].key;
  const url = `${space}/edit-conflicts`;
  const open = async (more = {}) =>
    send('POST', url, {
      body: {
        page,
        block: await keyOf(1),
        before: documentOf('two'),
        unsaved: documentOf('deux'),
        ...more,
      },
    });
  return { space, page, edit, keyOf, url, list: `${url}?page=${page}`, open };
}

test('a conflict is listed for everybody who edits until one of them settles it', async () => {
  const { page, keyOf, url, list, open } = await addGround();
  const { status, body: opened } = await open();
  expect(status).toBe(200);
  expect(opened).toMatchObject({
    object: 'edit-conflict',
    page,
    block: await keyOf(1),
    before: documentOf('two'),
    unsaved: documentOf('deux'),
  });
  expect((await send('GET', list, { token: ada.token })).body).toEqual({ count: 1, items: [opened] });
  const changed = await send('PUT', `${url}/${opened.id}`, {
    body: { block: await keyOf(1), unsaved: documentOf('dos') },
  });
  expect(changed.body).toMatchObject({
    id: opened.id,
    before: documentOf('two'),
    unsaved: documentOf('dos'),
  });
  expect((await send('DELETE', `${url}/${opened.id}`, { token: ada.token })).status).toBe(204);
  expect((await send('GET', list)).body.count).toBe(0);
  for (const method of ['PUT', 'DELETE'] as const) {
    const again = await send(method, `${url}/${opened.id}`, method === 'PUT' ? { body: {} } : {});
    expect(again).toMatchObject({ status: 404, body: { error: { reason: 'edit-conflict-not-found' } } });
  }
  expect((await send('GET', list)).body.count).toBe(0);
});

test('the block of a conflict is followed through later edits', async () => {
  const { edit, keyOf, list, open } = await addGround();
  await open();
  await edit('zero\n\none\n\ntwo, with more words\n\nthree\n');
  const [followed] = (await send('GET', list)).body.items;
  expect(followed.block).toBe(await keyOf(2));
  await edit('zero\n\none\n\nthree\n');
  const [gone] = (await send('GET', list)).body.items;
  expect(gone.block).toBeUndefined();
  expect(gone.unsaved).toEqual(documentOf('deux'));
});

test('the conflicts of a change request are listed with it alone', async () => {
  const { space, page, edit, keyOf, list, open } = await addGround();
  const { id } = (await send('POST', `${space}/change-requests`, { body: {} })).body;
  const request = `${space}/change-requests/${id}`;
  await edit('one\n\nzwei\n\nthree\n', request);
  const { body } = await open({ changeRequest: id, block: await keyOf(1, request) });
  expect(body).toMatchObject({ changeRequest: id, page });
  expect((await send('GET', list)).body.count).toBe(0);
  expect((await send('GET', `${list}&changeRequest=${id}`)).body.items).toEqual([body]);
});

test('only its author changes the text of a conflict, and only those who edit see it', async () => {
  const { url, list, open } = await addGround();
  const { id } = (await open()).body;
  const stranger = await addMember(app, { role: 'read' });
  for (const [method, path] of [
    ['GET', list],
    ['POST', url],
    ['PUT', `${url}/${id}`],
    ['DELETE', `${url}/${id}`],
  ] as const) {
    const body = method === 'POST' || method === 'PUT' ? { body: { page: newId() } } : {};
    expect((await send(method, path, { token: stranger.token, ...body })).status, path).toBe(403);
  }
  const others = await send('PUT', `${url}/${id}`, { token: ada.token, body: { unsaved: documentOf('x') } });
  expect(others.status).toBe(404);
  const elsewhere = (await addGround()).url;
  expect((await send('DELETE', `${elsewhere}/${id}`)).status).toBe(404);
  expect((await send('GET', list)).body.items).toMatchObject([{ unsaved: documentOf('deux') }]);
});

test.each([
  ['a page that does not exist', { page: newId() }, 404, undefined],
  ['a block that the page does not have', { block: 'nothing-1' }, 400, 'block'],
  ['a revision that does not exist', { baseRevision: newId() }, 404, undefined],
  ['a change request that does not exist', { changeRequest: '99' }, 404, undefined],
  ['a text that is no document', { unsaved: { nodes: 5 } }, 400, 'unsaved'],
  ['a text that is too long', { before: documentOf('x'.repeat(500_001)) }, 400, 'before'],
])('%s is refused', async (_name, more, status, path) => {
  const { list, open } = await addGround();
  const refused = await open(more);
  expect(refused.status, JSON.stringify(refused.body)).toBe(status);
  if (path !== undefined) expect(refused.body.error.details[0].path).toContain(path);
  expect((await send('GET', list)).body.count).toBe(0);
});

test('a conflict about a block that was deleted keeps its texts', async () => {
  const { list, open } = await addGround();
  await open({ block: undefined });
  const [item] = (await send('GET', list)).body.items;
  expect(item).toMatchObject({ before: documentOf('two'), unsaved: documentOf('deux') });
  expect(item.block).toBeUndefined();
});
