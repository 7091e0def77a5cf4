import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type Method, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addCollection, addMember, addSite, addSpace, grantRole } from '../../../../../test/factories.ts';

const DAY = 24 * 60 * 60 * 1000;
const clock = createTestClock();
let app: TestApp;
let token: string;
let userId: string;
let space: string;
let page: string;

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ token, userId } = await addMember(app, { role: 'edit' }));
  space = await addSpace(app, { title: 'Handbook' });
  await putContent(app, space, { 'README.md': '# Home\n', 'one.md': '# One\n' });
  page = await pageOf('One');
});

async function pageOf(title: string): Promise<string> {
  const { pages } = (await app.request('GET', `/v1/spaces/${space}/content/pages`)).json();
  return pages.find((one: { title: string }) => one.title === title).id;
}
async function send(method: Method, path: string, body?: unknown) {
  const response = await app.request(method, `/v1/user${path}`, { token, ...(body ? { body } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}
const edit = (change: object) =>
  app.request('POST', `/v1/spaces/${space}/content`, { body: { changes: [change] } });
const targets = async (path: string): Promise<string[]> =>
  (await send('GET', path)).body.items.map(({ target }: { target: { title: string } }) => target.title);

test('what was opened is listed by its present title and path, the latest first', async () => {
  expect((await send('POST', '/recent', { space, page })).status).toBe(204);
  clock.advance(1000);
  expect((await send('POST', '/recent', { space })).status).toBe(204);
  expect(await targets('/recent')).toEqual(['Handbook', 'One']);
  await edit({ operation: 'update_page', page, title: 'First', slug: 'first', into: await pageOf('Home') });
  clock.advance(1000);
  await send('POST', '/recent', { space, page });
  const { items, count } = (await send('GET', '/recent')).body;
  expect(count).toBe(2);
  expect(items[0]).toMatchObject({
    object: 'recent',
    openedAt: clock.now().toISOString(),
    target: { kind: 'page', id: page, space, title: 'First', path: expect.stringMatching(/first$/) },
  });
  await edit({ operation: 'delete_page', page });
  expect(await targets('/recent')).toEqual(['Handbook']);
  clock.advance(31 * DAY);
  expect(await targets('/recent')).toEqual([]);
});

test.each(['recent', 'favorites'])('the emoji or the icon of a page is shown in %s', async (list) => {
  const add = (one: string) => send(list === 'recent' ? 'POST' : 'PUT', `/${list}`, { space, page: one });
  await edit({ operation: 'update_page', page, icon: 'rocket' });
  await edit({ operation: 'update_page', page: await pageOf('Home'), emoji: '1f680' });
  await add(page);
  clock.advance(1000);
  await add(await pageOf('Home'));
  const { items } = (await send('GET', `/${list}`)).body;
  const signs = Object.fromEntries(
    items.map(({ target }: { target: { title: string; icon?: string; emoji?: string } }) => [
      target.title,
      [target.icon, target.emoji],
    ]),
  );
  expect(signs).toEqual({ One: ['rocket', undefined], Home: [undefined, '1f680'] });
});

test('reading notes nothing, and at most 100 are kept', async () => {
  await app.request('GET', `/v1/spaces/${space}/content/page/${page}`, { token });
  expect(await targets('/recent')).toEqual([]);
  await putContent(
    app,
    space,
    Object.fromEntries(Array.from({ length: 105 }, (_, n) => [`p${n}.md`, `# Page ${n}\n`])),
  );
  const { pages } = (await app.request('GET', `/v1/spaces/${space}/content/pages`)).json();
  for (const { id } of pages) {
    clock.advance(1000);
    await send('POST', '/recent', { space, page: id });
  }
  const { items, count } = (await send('GET', '/recent?limit=1000')).body;
  expect(count).toBe(100);
  expect(items[0].target.id).toBe(pages.at(-1).id);
});

test('favorites are in the order of the caller, one for each object', async () => {
  const collection = await addCollection(app, { title: 'All' });
  const site = await addSite(app, { title: 'Site', spaceIds: [space] });
  const request = await app.request('POST', `/v1/spaces/${space}/change-requests`, {
    body: { subject: 'Fix' },
  });
  const changeRequest = request.json().id;
  await app.request('PATCH', `/v1/spaces/${space}/change-requests/${changeRequest}`, {
    body: { status: 'open' },
  });
  const objects = [{ space }, { space, page }, { collection }, { site }, { space, changeRequest }];
  const ids = [];
  for (const object of objects) {
    const { status, body } = await send('PUT', '/favorites', object);
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(body.id);
  }
  expect(await targets('/favorites')).toEqual(['Handbook', 'One', 'All', 'Site', 'Fix']);
  expect((await send('PUT', '/favorites', { space, page })).body.id).toBe(ids[1]);
  expect((await send('PUT', '/favorites', { site, at: 0 })).body.id).toBe(ids[3]);
  expect((await send('PUT', '/favorites', { space, at: 99 })).status).toBe(200);
  expect(await targets('/favorites')).toEqual(['Site', 'One', 'All', 'Fix', 'Handbook']);
  expect((await send('DELETE', `/favorites/${ids[2]}`)).status).toBe(204);
  expect((await send('DELETE', `/favorites/${ids[2]}`)).status).toBe(404);
  expect(await targets('/favorites')).toEqual(['Site', 'One', 'Fix', 'Handbook']);
  const other = (await addMember(app, { role: 'edit' })).token;
  const foreign = await app.request('DELETE', `/v1/user/favorites/${ids[0]}`, { token: other });
  expect(foreign.statusCode).toBe(404);
  const theirs = await app.request('GET', '/v1/user/favorites', { token: other });
  expect(theirs.json().items).toEqual([]);
});

test('what the caller can no longer see is left out, and what they cannot see is not added', async () => {
  ({ token, userId } = await addMember(app, { role: null }));
  for (const object of [
    { space },
    { space, page },
    { space, page: newId() },
    { collection: newId() },
    { site: newId() },
  ])
    expect((await send('PUT', '/favorites', object)).status).toBe(404);
  expect((await send('POST', '/recent', { space, page })).status).toBe(404);
  await grantRole(app, { userId, spaceId: space, role: 'read' });
  for (const object of [{ space }, { space, page }]) await send('PUT', '/favorites', object);
  await send('POST', '/recent', { space, page });
  expect(await targets('/favorites')).toEqual(['Handbook', 'One']);
  expect(await targets('/recent')).toEqual(['One']);
  await app.request('PATCH', `/v1/spaces/${space}/permissions/users/${userId}`, { body: { role: null } });
  expect(await targets('/favorites')).toEqual([]);
  expect(await targets('/recent')).toEqual([]);
  await grantRole(app, { userId, spaceId: space, role: 'read' });
  expect(await targets('/favorites')).toEqual(['Handbook', 'One']);
  await app.request('DELETE', `/v1/spaces/${space}`);
  expect(await targets('/favorites')).toEqual([]);
});

test.each([
  {},
  { page: newId() },
  { space: newId(), collection: newId() },
  { space: newId(), page: newId(), changeRequest: newId() },
  { collection: newId(), site: newId() },
  { unknown: newId() },
  { space: newId(), at: -1 },
])('a request that does not name exactly one object is refused: %j', async (body) => {
  expect((await send('PUT', '/favorites', body)).status).toBe(400);
});

test('200 favorites are the limit, of which what is gone makes place', async () => {
  const spaces = [space];
  while (spaces.length < 200) spaces.push(await addSpace(app));
  for (const one of spaces) expect((await send('PUT', '/favorites', { space: one })).status).toBe(200);
  const last = await addSpace(app, { title: 'Last' });
  expect((await send('PUT', '/favorites', { space: last })).body.error.reason).toBe('too-many-favorites');
  expect((await send('PUT', '/favorites', { space, at: 3 })).status).toBe(200);
  await app.request('DELETE', `/v1/spaces/${spaces[7]}`);
  expect((await send('PUT', '/favorites', { space: last })).status).toBe(200);
  expect((await targets('/favorites?limit=1000')).at(-1)).toBe('Last');
});

test('both go with their user', async () => {
  await send('PUT', '/favorites', { space });
  await send('POST', '/recent', { space });
  expect((await app.request('DELETE', `/v1/users/${userId}`, { token })).statusCode).toBeLessThan(300);
  const { sql } = app.database;
  expect(await sql`select 1 from user_favorite where user_id = ${userId}`).toEqual([]);
  expect(await sql`select 1 from user_recent where user_id = ${userId}`).toEqual([]);
});
