import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function send(method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, body?: object, token?: string) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const edit = (url: string, ...changes: object[]) => send('POST', `${url}/content?compat=false`, { changes });
const write = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
});
const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
});

async function markdownOf(url: string, page: string): Promise<string | undefined> {
  const { body } = await send('GET', `${url}/content/page/${page}?format=markdown`);
  return body.markdown?.replace(/^# (?:Page|Added)\n\n/, '');
}

/** A space with a page, and a merged change request that changed the page and inserted another one. */
async function mergeOne(subject = 'New words') {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const inserted = await edit(space, insert('Page', 'First.\n\nSecond.\n\nThird.\n'));
  const page: string = inserted.body.changes[0].page.id;
  const { id } = (await send('POST', `${space}/change-requests`, { subject })).body;
  const request = `${space}/change-requests/${id}`;
  const changed = await edit(
    request,
    write(page, 'First, changed.\n\nSecond.\n\nThird.\n'),
    insert('Added', 'Added.\n'),
  );
  const added: string = changed.body.changes[1].page.id;
  await send('POST', `${request}/merge`);
  return { space, page, added, request, id };
}

test('a merged change request is taken back by a new one', async () => {
  const { space, page, added, request, id } = await mergeOne();
  const reverted = await send('POST', `${request}/revert`);
  expect(reverted).toMatchObject({
    status: 201,
    body: { number: 2, status: 'draft', subject: 'Revert “New words”', reverts: id, outdated: false },
  });
  const other = `${space}/change-requests/2`;
  const { changes } = (await send('GET', `${other}/changes?limit=100`)).body;
  expect(changes.map(({ type }: { type: string }) => type).sort()).toEqual(['page_deleted', 'page_edited']);
  expect((await send('GET', `${other}/contributors`)).body.items).toMatchObject([{ actionType: 'edit' }]);
  expect(await markdownOf(space, page)).toContain('First, changed.');
  expect((await send('POST', `${other}/merge`)).body.result).toBe('merge');
  expect(await markdownOf(space, page)).toBe('First.\n\nSecond.\n\nThird.\n');
  expect((await send('GET', `${space}/content/page/${added}`)).status).toBe(404);
  // And that one, too: the changes are there again.
  const again = await send('POST', `${other}/revert`, { subject: 'Once more' });
  expect(again.body).toMatchObject({ subject: 'Once more', number: 3 });
  await send('POST', `${space}/change-requests/3/merge`);
  expect(await markdownOf(space, page)).toContain('First, changed.');
  expect(await markdownOf(space, added)).toBe('Added.\n');
});

test('what others have changed since in other places stays', async () => {
  const { space, page, request } = await mergeOne();
  await edit(
    space,
    write(page, 'First, changed.\n\nSecond.\n\nThird, later.\n'),
    insert('Later', 'Later.\n'),
  );
  const reverted = await send('POST', `${request}/revert`);
  expect(reverted.body).toMatchObject({ outdated: false });
  expect(await markdownOf(`${space}/change-requests/2`, page)).toBe('First.\n\nSecond.\n\nThird, later.\n');
  expect((await send('POST', `${space}/change-requests/2/merge`)).body.result).toBe('merge');
  expect(await markdownOf(space, page)).toBe('First.\n\nSecond.\n\nThird, later.\n');
  const { pages } = (await send('GET', `${space}/content`)).body;
  expect(pages.map(({ title }: { title: string }) => title)).toContain('Later');
});

test('what others have changed since in the same places conflicts, and nothing of it is lost', async () => {
  const { space, page, added, request } = await mergeOne();
  await edit(space, write(page, 'First, changed by others.\n\nSecond.\n\nThird.\n'), write(added, 'Used.\n'));
  const reverted = await send('POST', `${request}/revert`);
  expect(reverted).toMatchObject({ status: 201, body: { outdated: true } });
  const other = `${space}/change-requests/2`;
  const refused = (await send('POST', `${other}/merge`)).body;
  expect(refused.result).toBe('conflicts');
  expect(await markdownOf(space, page)).toContain('changed by others');
  const { items } = (await send('GET', `${other}/conflicts`)).body;
  expect(items).toHaveLength(2);
  for (const conflict of items)
    await send('PUT', `${other}/conflicts/${conflict.id}/answer`, { choice: 'theirs' });
  expect((await send('POST', `${other}/merge`)).body.result).toBe('merge');
  expect(await markdownOf(space, page)).toContain('First, changed by others.');
  expect(await markdownOf(space, added)).toBe('Used.\n');
});

test('what is not merged, and what changed nothing, cannot be reverted', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  await edit(space, insert('Page', 'Text.\n'));
  await send('POST', `${space}/change-requests`, {});
  const one = `${space}/change-requests/1`;
  const early = await send('POST', `${one}/revert`);
  expect(early).toMatchObject({ status: 409, body: { error: { reason: 'change-request-not-merged' } } });
  await send('POST', `${one}/merge`);
  const empty = await send('POST', `${one}/revert`);
  expect(empty).toMatchObject({ status: 409, body: { error: { reason: 'nothing-to-revert' } } });
  expect((await send('POST', `${one}/revert`, { subject: 'a'.repeat(101) })).status).toBe(400);
  expect((await send('POST', `${space}/change-requests/7/revert`)).status).toBe(404);
  expect((await send('GET', space)).body.changeRequests).toBe(1);
});

test('a change request whose changes the space had already is taken back, too', async () => {
  const space = `/v1/spaces/${await addSpace(app)}`;
  const page: string = (await edit(space, insert('Page', 'First.\n\nSecond.\n'))).body.changes[0].page.id;
  await send('POST', `${space}/change-requests`, { subject: 'a'.repeat(100) });
  const one = `${space}/change-requests/1`;
  await edit(one, write(page, 'First, changed.\n\nSecond.\n'));
  await edit(space, write(page, 'First, changed.\n\nSecond.\n'));
  await send('POST', `${one}/merge`);
  const { revision } = (await send('GET', space)).body;
  expect((await send('GET', one)).body.revisionMerged).toBe(revision);
  await edit(space, write(page, 'First, changed.\n\nSecond, too.\n'));
  const reverted = await send('POST', `${one}/revert`);
  expect(reverted.status).toBe(201);
  expect(reverted.body.subject.length).toBeLessThanOrEqual(100);
  expect(await markdownOf(`${space}/change-requests/2`, page)).toBe('First.\n\nSecond, too.\n');
  expect((await send('POST', `${space}/change-requests/2/merge`)).body).toMatchObject({ result: 'merge' });
  expect(await markdownOf(space, page)).toBe('First.\n\nSecond, too.\n');
});

test('a revert takes the right to edit, and works while the space is locked', async () => {
  const { space, request } = await mergeOne();
  const commenter = await addMember(app, { role: 'comment' });
  expect((await send('POST', `${request}/revert`, {}, commenter.token)).status).toBe(403);
  await send('PATCH', space, { editMode: 'locked' });
  const editor = await addMember(app, { role: 'edit' });
  const reverted = await send('POST', `${request}/revert`, {}, editor.token);
  expect(reverted).toMatchObject({ status: 201, body: { createdBy: { id: editor.userId } } });
});
