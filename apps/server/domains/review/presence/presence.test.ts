import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { addMember, addSpace } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { PRESENCE_SWEEP } from './presence-sweep.jobs.ts';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  app = await buildTestApp({ clock: clock.now });
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

async function addPage(spaceId: string): Promise<string> {
  const { body } = await send('POST', `/v1/spaces/${spaceId}/content`, {
    body: { changes: [{ operation: 'insert_page', document: { markdown: '# Page\n' } }] },
  });
  return body.changes[0].page.id;
}

test('whoever edits is listed until half a minute after the last heartbeat', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId);
  const ada = await addMember(app, { role: 'edit', displayName: 'Ada' });
  const reader = await addMember(app, { role: 'read' });
  const url = `/v1/spaces/${spaceId}/presence`;
  const began = clock.now().toISOString();
  const { body: own } = await send('PUT', url, { body: { page, block: 'abc' }, token: ada.token });
  expect(own).toMatchObject({ object: 'presence', user: { displayName: 'Ada' }, page, block: 'abc' });
  clock.advance(20_000);
  await send('PUT', url, { body: { page }, token: ada.token });
  clock.advance(29_999);
  expect((await send('GET', url, { token: reader.token })).body).toMatchObject({
    count: 1,
    items: [{ user: { id: ada.userId }, page, since: began }],
  });
  clock.advance(1);
  expect((await send('GET', url, { token: reader.token })).body).toEqual({ count: 0, items: [] });
});

test('who was editing is stored for less than a minute after the last heartbeat, in every space', async () => {
  const [left, busy] = [await addSpace(app), await addSpace(app)];
  const ada = await addMember(app, { role: 'edit' });
  const storedIn = async (spaceId: string) => {
    const rows = app.context.db.selectFrom('presence').select('author_id').where('space_id', '=', spaceId);
    return (await rows.execute()).length;
  };
  const passTime = async () => {
    clock.advance(20_000);
    await send('PUT', `/v1/spaces/${busy}/presence`, { token: ada.token });
    await runJobs(app);
  };
  await startJob(app, PRESENCE_SWEEP);
  clock.advance(1);
  await send('PUT', `/v1/spaces/${left}/presence`, { token: ada.token });
  await passTime();
  expect(await storedIn(left)).toBe(1);
  await passTime();
  await passTime();
  expect([await storedIn(left), await storedIn(busy)]).toEqual([0, 1]);
});

test('a heartbeat replaces the last one of the same person, and can be taken back', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId);
  const [ada, bob] = [await addMember(app, { role: 'edit' }), await addMember(app, { role: 'edit' })];
  const url = `/v1/spaces/${spaceId}/presence`;
  await send('PUT', url, { token: ada.token });
  clock.advance(1000);
  await send('PUT', url, { body: { page }, token: bob.token });
  await send('PUT', url, { body: { page }, token: ada.token });
  const { body } = await send('GET', url);
  expect(body.items.map((one: { user: { id: string } }) => one.user.id).sort()).toEqual(
    [ada.userId, bob.userId].sort(),
  );
  expect((await send('DELETE', url, { token: ada.token })).status).toBe(204);
  expect((await send('GET', url)).body.items).toMatchObject([{ user: { id: bob.userId } }]);
});

test('whoever edits a draft is listed for those who see the draft', async () => {
  const spaceId = await addSpace(app);
  const page = await addPage(spaceId);
  const reader = await addMember(app, { role: 'read' });
  const url = `/v1/spaces/${spaceId}/presence`;
  const { body: draft } = await send('POST', `/v1/spaces/${spaceId}/change-requests`);
  const { body: own } = await send('PUT', url, { body: { page, changeRequest: '1' } });
  expect(own.changeRequest).toBe(draft.id);
  expect((await send('GET', url, { token: reader.token })).body.count).toBe(0);
  expect((await send('GET', url)).body.count).toBe(1);
  await send('PATCH', `/v1/spaces/${spaceId}/change-requests/1`, { body: { status: 'open' } });
  expect((await send('GET', url, { token: reader.token })).body.count).toBe(1);
});

test('what does not exist cannot be edited', async () => {
  const spaceId = await addSpace(app);
  const url = `/v1/spaces/${spaceId}/presence`;
  expect((await send('PUT', url, { body: { page: newId() } })).body.error.reason).toBe('page-not-found');
  expect((await send('PUT', url, { body: { changeRequest: '7' } })).body.error.reason).toBe(
    'change-request-not-found',
  );
});
