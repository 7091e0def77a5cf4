import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type AddedUser, addMember, addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
let ada: AddedUser;
let bob: AddedUser;
let eve: AddedUser;
beforeAll(async () => {
  app = await buildTestApp();
  ada = await addMember(app, { role: 'edit', displayName: 'Ada' });
  bob = await addMember(app, { role: 'review', displayName: 'Bob' });
  eve = await addMember(app, { role: 'review', displayName: 'Eve' });
});
afterAll(() => app.close());

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  url: string,
  { body, as = ada }: { body?: unknown; as?: AddedUser } = {},
) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), token: as.token });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

/** An open change request of Ada’s. */
async function addChangeRequest(spaceId: string): Promise<string> {
  const { urls } = await send('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
  const url = new URL(urls.location).pathname;
  await send('PATCH', url, { body: { status: 'open' } });
  return url;
}

test('lists show who was asked for a review and what the reviewers decided', async () => {
  const spaceId = await addSpace(app);
  const url = await addChangeRequest(spaceId);
  await addChangeRequest(await addSpace(app));
  const list = `/v1/spaces/${spaceId}/change-requests`;
  expect((await send('GET', list)).items).toMatchObject([{ reviewers: [] }]);
  await send('POST', `${url}/requested-reviewers`, { body: { users: [bob.userId] } });
  expect((await send('GET', list)).items[0].reviewers).toEqual([
    { user: expect.objectContaining({ id: bob.userId, displayName: 'Bob' }), requested: true },
  ]);
  await send('POST', `${url}/reviews`, { body: { status: 'changes-requested' }, as: bob });
  await send('POST', `${url}/reviews`, { body: { status: 'approved' }, as: bob });
  await send('POST', `${url}/reviews`, { body: { status: 'changes-requested' }, as: eve });
  const decided = [
    { user: { id: bob.userId }, requested: true, status: 'approved', outdated: false },
    { user: { id: eve.userId }, requested: false, status: 'changes-requested', outdated: false },
  ];
  expect((await send('GET', list)).items[0].reviewers).toMatchObject(decided);
  const organization = `/v1/orgs/${app.organizationId}/change-requests?space=${spaceId}`;
  expect((await send('GET', organization)).items[0].reviewers).toMatchObject(decided);

  const changes = [{ operation: 'insert_page', title: 'Page', document: {} }];
  await send('POST', `${url}/content`, { body: { changes } });
  const reviewers = (await send('GET', list)).items[0].reviewers;
  expect(reviewers.map(({ outdated }: { outdated: boolean }) => outdated)).toEqual([true, true]);
  expect(await send('GET', url)).not.toHaveProperty('reviewers');
});

test('change requests that wait for a review are listed for whoever was asked', async () => {
  const spaceId = await addSpace(app);
  const url = await addChangeRequest(spaceId);
  await addChangeRequest(spaceId);
  const count = async (as: AddedUser) =>
    (await send('GET', `/v1/spaces/${spaceId}/change-requests?awaitedReviewer=me`, { as })).count;
  const ask = () => send('POST', `${url}/requested-reviewers`, { body: { users: [bob.userId] } });
  expect(await count(bob)).toBe(0);
  await ask();
  expect(await count(bob)).toBe(1);
  expect(await count(eve)).toBe(0);
  await send('POST', `${url}/reviews`, { body: { status: 'approved' }, as: bob });
  expect(await count(bob)).toBe(0);
  await ask();
  expect(await count(bob)).toBe(1);
  await send('POST', `${url}/reviews`, { body: { status: 'approved' }, as: bob });
  const changes = [{ operation: 'insert_page', title: 'Page', document: {} }];
  await send('POST', `${url}/content`, { body: { changes } });
  expect(await count(bob)).toBe(1);
});

test('change requests are listed by whom their comments mention', async () => {
  const spaceId = await addSpace(app);
  const [url = '', other = ''] = [await addChangeRequest(spaceId), await addChangeRequest(spaceId)];
  const mention = (user: AddedUser) => ({
    body: { body: { markdown: `Look, [x](/users/${user.userId}).` } },
  });
  const { id } = await send('POST', `${url}/comments`, mention(eve));
  await send('POST', `${url}/comments/${id}/replies`, mention(bob));
  await send('POST', `${other}/comments`, mention(eve));
  await send('POST', `/v1/spaces/${spaceId}/comments`, mention(bob));
  const numbers = async (query: string, as: AddedUser) =>
    (await send('GET', `/v1/spaces/${spaceId}/change-requests?${query}`, { as })).items.map(
      ({ number }: { number: number }) => number,
    );
  expect(await numbers('mentioned=me', bob)).toEqual([1]);
  expect((await numbers('mentioned=me', eve)).toSorted()).toEqual([1, 2]);
  expect(await numbers('mentioned=me', ada)).toEqual([]);
  expect(await numbers(`mentioned=${bob.userId}`, ada)).toEqual([1]);
  expect(await numbers('mentioned=nobody', ada)).toEqual([]);
});

test('the change requests of a space are listed by several statuses', async () => {
  const spaceId = await addSpace(app);
  const url = await addChangeRequest(spaceId);
  await addChangeRequest(spaceId);
  await send('PATCH', url, { body: { status: 'archived' } });
  const count = async (query: string) =>
    (await send('GET', `/v1/spaces/${spaceId}/change-requests?${query}`)).count;
  expect(await count('')).toBe(1);
  expect(await count('status=archived')).toBe(1);
  expect(await count('status=archived&status=open')).toBe(2);
  expect(await count('status=draft&status=merged')).toBe(0);
});
