import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addMember, addSpace } from '../../../../../../test/factories.ts';

let app: TestApp;
let ada: { userId: string; token: string };
let ben: { userId: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  ada = await addMember(app, { role: 'review' });
  ben = await addMember(app, { role: 'review' });
});
afterAll(() => app.close());

interface Person {
  token: string;
}

async function send(
  { token }: Person,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) {
  const response = await app.request(method, url, { token, ...(body ? { body } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

/** An open change request of Ada. */
async function open(): Promise<{ all: string; one: string; page: string }> {
  const all = `/v1/spaces/${await addSpace(app)}/change-requests`;
  const { id } = (await send(ada, 'POST', all, { subject: 'Words' })).body;
  const one = `${all}/${id}`;
  const page = await write(ada, one);
  await send(ada, 'PATCH', one, { status: 'open' });
  return { all, one, page };
}

/** Inserts a page. Returns its id. */
async function write(who: Person, one: string): Promise<string> {
  const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text.' } }];
  const { body } = await send(who, 'POST', `${one}/content?compat=false`, { changes });
  return body.changes[0].page.id;
}

const isUnread = async (who: Person, one: string): Promise<boolean> =>
  (await send(who, 'GET', one)).body.unread;

test('a change request is unread until it is marked as seen, and again when somebody else does something', async () => {
  const { one } = await open();
  expect((await send(ben, 'GET', one)).body).toMatchObject({ unread: true, lastSeen: null });
  expect((await send(ada, 'GET', one)).body).toMatchObject({ unread: false, lastSeen: null });
  const { revision } = (await send(ben, 'GET', one)).body;
  const seen = await send(ben, 'PUT', `${one}/seen`, {});
  expect(seen).toEqual({
    status: 200,
    body: { unread: false, lastSeen: { revision, at: expect.any(String) } },
  });
  expect((await send(ben, 'GET', one)).body).toMatchObject(seen.body);
  const acts: [who: Person, act: () => Promise<unknown>][] = [
    [ada, () => write(ada, one)],
    [ada, () => send(ada, 'PATCH', one, { subject: 'Better words' })],
    [ada, () => send(ada, 'POST', `${one}/comments`, { body: { markdown: 'Why?' } })],
    [ada, () => send(ada, 'PATCH', one, { status: 'draft' })],
    [ada, () => send(ada, 'PATCH', one, { status: 'open' })],
    [ben, () => send(ben, 'POST', `${one}/reviews`, { status: 'approved' })],
    [ben, () => write(ben, one)],
    [ben, () => send(ben, 'POST', `${one}/merge`)],
  ];
  for (const [who, act] of acts) {
    const other = who === ada ? ben : ada;
    await send(ada, 'PUT', `${one}/seen`, {});
    await send(ben, 'PUT', `${one}/seen`, {});
    await act();
    expect([await isUnread(who, one), await isUnread(other, one)], String(act)).toEqual([false, true]);
  }
});

test('what one does oneself does not hide what others did before', async () => {
  const { one } = await open();
  await send(ben, 'PUT', `${one}/seen`, {});
  await write(ada, one);
  await write(ben, one);
  await send(ben, 'POST', `${one}/comments`, { body: { markdown: 'Yes.' } });
  expect(await isUnread(ben, one)).toBe(true);
  expect(await isUnread(ada, one)).toBe(true);
});

test('a reply makes a change request unread, and a reaction does not', async () => {
  const { one } = await open();
  const comment = (await send(ada, 'POST', `${one}/comments`, { body: { markdown: 'Why?' } })).body.id;
  await send(ben, 'PUT', `${one}/seen`, {});
  await send(ada, 'PUT', `${one}/comments/${comment}`, { addReactions: ['1f600'] });
  expect(await isUnread(ben, one)).toBe(false);
  await send(ada, 'POST', `${one}/comments/${comment}/replies`, { body: { markdown: 'Because.' } });
  expect(await isUnread(ben, one)).toBe(true);
});

test('a change request that was seen at an earlier revision remains unread if others have changed it since', async () => {
  const { one } = await open();
  const first: string = (await send(ben, 'GET', one)).body.revision;
  await write(ben, one);
  const own = await send(ben, 'PUT', `${one}/seen`, { revision: first });
  expect(own.body).toMatchObject({ unread: false, lastSeen: { revision: first } });
  const second: string = (await send(ben, 'GET', one)).body.revision;
  await write(ada, one);
  const behind = await send(ben, 'PUT', `${one}/seen`, { revision: second });
  expect(behind.body).toMatchObject({ unread: true, lastSeen: { revision: second } });
  const { revision } = (await send(ben, 'GET', one)).body;
  expect((await send(ben, 'PUT', `${one}/seen`, { revision })).body.unread).toBe(false);
  // Another tab, which is behind, takes nothing back.
  const late = await send(ben, 'PUT', `${one}/seen`, { revision: second });
  expect(late.body).toMatchObject({ unread: false, lastSeen: { revision } });
});

test('only revisions of the change request can be seen in it', async () => {
  const { one } = await open();
  const other = await open();
  const { revision } = (await send(ben, 'GET', other.one)).body;
  for (const named of [revision, 'none', '00000000-0000-0000-0000-000000000000']) {
    const refused = await send(ben, 'PUT', `${one}/seen`, { revision: named });
    expect(refused).toMatchObject({ status: 404, body: { error: { reason: 'revision-not-found' } } });
  }
  expect((await send(ben, 'PUT', `${one}/seen`, { revision: 1 })).status).toBe(400);
  const reader = await addMember(app, { role: 'read' });
  await send(ada, 'PATCH', one, { status: 'draft' });
  expect((await send(reader, 'PUT', `${one}/seen`, {})).status).toBe(404);
});

test('lists tell what is unread and can be limited to it', async () => {
  const { all, one } = await open();
  const { id } = (await send(ada, 'GET', one)).body;
  const listed = await send(ben, 'GET', all);
  expect(listed.body.items).toMatchObject([{ id, unread: true, lastSeen: null }]);
  expect((await send(ben, 'GET', `${all}?unread=true`)).body).toMatchObject({ count: 1, items: [{ id }] });
  expect((await send(ada, 'GET', `${all}?unread=true`)).body.count).toBe(0);
  await send(ben, 'PUT', `${one}/seen`, {});
  expect((await send(ben, 'GET', `${all}?unread=true`)).body.count).toBe(0);
  expect((await send(ben, 'GET', all)).body.items).toMatchObject([{ id, unread: false }]);
  const inOrganization = `/v1/orgs/${app.organizationId}/change-requests?unread=true&creator=${ada.userId}`;
  const before = (await send(ben, 'GET', inOrganization)).body.count;
  await send(ada, 'POST', `${one}/comments`, { body: { markdown: 'News.' } });
  expect((await send(ben, 'GET', inOrganization)).body.count).toBe(before + 1);
});

test('what others do at the same moment remains unread', async () => {
  const { one } = await open();
  for (let round = 0; round < 5; round += 1) {
    const { revision } = (await send(ben, 'GET', one)).body;
    const [, seen] = await Promise.all([
      send(ada, 'POST', `${one}/comments`, { body: { markdown: 'Now.' } }),
      send(ben, 'PUT', `${one}/seen`, { revision }),
      write(ada, one),
    ]);
    expect(seen.status).toBe(200);
    expect(await isUnread(ben, one)).toBe(true);
    await send(ben, 'PUT', `${one}/seen`, {});
    expect(await isUnread(ben, one)).toBe(false);
  }
});
