import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { type EventClient, listen as open } from '../../../../../test/event-client.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';

let clock: TestClock;
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ isListening: true, clock: clock.now });
  other = await buildTestApp({ beside: app, isListening: true });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const clients: EventClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
const listen: typeof open = async (...parameters) => {
  const client = await open(...parameters);
  clients.push(client);
  return client;
};

const WAIT = { timeout: 20_000, interval: 20 };

async function setUp() {
  const spaceId = await addSpace(app);
  const ada = await addMember(app, { role: 'edit' });
  const url = `/v1/spaces/${spaceId}/presence`;
  const { changes } = (
    await other.request('POST', `/v1/spaces/${spaceId}/content`, {
      body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
    })
  ).json();
  return {
    spaceId,
    ada,
    page: changes[0].page.id as string,
    put: async (body: object) => {
      const response = await other.request('PUT', url, { token: ada.token, body });
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    leave: (tab: string) => other.request('DELETE', `${url}?tab=${tab}`, { token: ada.token }),
    list: async () => (await app.request('GET', url)).json().items,
  };
}

test('several tabs of a person are listed side by side, each with its place, until each ends', async () => {
  const { page, put, list, leave, ada } = await setUp();
  const place = { page, block: 'abc', caret: { offset: 3, length: 2 } };
  expect(await put({ tab: 'a', ...place })).toMatchObject({ tab: 'a', ...place });
  await put({ tab: 'b', page });
  await put({});
  const tabs = async () => (await list()).map(({ tab }: { tab?: string }) => tab ?? '').sort();
  expect(await tabs()).toEqual(['', 'a', 'b']);
  expect(await list()).toContainEqual(expect.objectContaining({ tab: 'a', ...place }));
  expect((await list())[0].user.id).toBe(ada.userId);
  await leave('a');
  expect(await tabs()).toEqual(['', 'b']);
  const wrong = await put({ tab: 'b', page, caret: { offset: 3 } });
  expect(wrong).not.toHaveProperty('caret');
});

test('a person has a bounded number of tabs in a space', async () => {
  const { put, list } = await setUp();
  for (let n = 0; n < 52; n += 1) await put({ tab: `t${n}` });
  const tabs = (await list()).map(({ tab }: { tab: string }) => tab);
  expect(tabs).toHaveLength(50);
  expect(tabs).toContain('t51');
});

test('a stream tells who is there at first, and then who comes, moves and goes', async () => {
  const { spaceId, page, put, leave, ada } = await setUp();
  await put({ tab: 'a', page });
  const client = await listen(app, spaceId);
  const key = { user: ada.userId, tab: 'a' };
  const known = () => {
    const tabs = new Map<unknown, unknown>();
    for (const { change, present, user, tab, ...place } of client.ofType('presence')) {
      const name = `${user} ${tab}`;
      if (change === 'all') {
        tabs.clear();
        for (const one of present as Record<string, unknown>[]) tabs.set(`${one.user} ${one.tab}`, one.page);
      } else if (change === 'here') tabs.set(name, place.page);
      else tabs.delete(name);
    }
    return [...tabs];
  };
  const name = `${key.user} a`;
  await expect.poll(known, WAIT).toEqual([[name, page]]);
  await put({ tab: 'a' });
  await expect.poll(known, WAIT).toEqual([[name, undefined]]);
  // A heartbeat that changes nothing sends nothing.
  const count = client.events.length;
  await put({ tab: 'a' });
  await put({ tab: 'b' });
  await expect.poll(known, WAIT).toHaveLength(2);
  expect(client.events.length).toBe(count + 1);
  for (const tab of ['a', 'b']) await leave(tab);
  await expect.poll(known, WAIT).toEqual([]);
});

test('a tab is present while its stream is open, and goes with it', async () => {
  const { spaceId, put, list, ada } = await setUp();
  const watching = await listen(app, spaceId);
  const own = await listen(app, spaceId, { token: ada.token, query: 'tab=a' });
  await put({ tab: 'a' });
  const isBound = async () => {
    const rows = app.context.db.selectFrom('presence').select('streamed_at').where('space_id', '=', spaceId);
    return (await rows.execute()).every(({ streamed_at }) => streamed_at !== null);
  };
  await expect.poll(isBound, WAIT).toBe(true);
  clock.advance(120_000);
  expect(await list()).toHaveLength(1);
  await own.close();
  await expect
    .poll(() => watching.ofType('presence').map(({ change }) => change), WAIT)
    .toEqual(['all', 'here', 'gone']);
  expect(await list()).toEqual([]);
});

test('whoever is in a draft is told to those who see the draft', async () => {
  const { spaceId, put, ada } = await setUp();
  const reader = await addMember(app, { role: 'read' });
  const draft = (await other.request('POST', `/v1/spaces/${spaceId}/change-requests`)).json();
  const url = `/v1/spaces/${spaceId}/change-requests/${draft.id}`;
  const [editing, reading] = [
    await listen(app, spaceId, { token: ada.token }),
    await listen(app, spaceId, { token: reader.token }),
  ];
  // The whole list comes again after late news of the member.
  const changesOf = (client: EventClient) =>
    client
      .ofType('presence')
      .map(({ change }) => change)
      .filter((change, at) => change !== 'all' || at === 0);
  await put({ tab: 'a', changeRequest: draft.id });
  await expect.poll(() => changesOf(editing), WAIT).toEqual(['all', 'here']);
  expect(changesOf(reading)).toEqual(['all']);
  await other.request('PATCH', url, { body: { status: 'open' } });
  await expect.poll(() => changesOf(reading), WAIT).toEqual(['all', 'here']);
  const only = await listen(app, `${url}/events`, { token: reader.token });
  expect(only.ofType('presence')).toMatchObject([
    { present: [{ user: ada.userId, changeRequest: draft.id }] },
  ]);
  await other.request('PATCH', url, { body: { status: 'draft' } });
  await expect.poll(() => changesOf(reading), WAIT).toEqual(['all', 'here', 'gone']);
});
