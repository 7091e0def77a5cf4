import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

test('lists count what programs have reported for the current content, and what rules wait for', async () => {
  const admin = await addMember(app, { role: 'admin' });
  const spaceId = await addSpace(app);
  const url = await addChangeRequest(spaceId);
  const list = `/v1/spaces/${spaceId}/change-requests`;
  const first = async () => (await send('GET', list)).items[0];
  expect(await first()).not.toHaveProperty('checks');
  expect(await first()).not.toHaveProperty('reviewState');
  const report = (name: string, status: string) =>
    send('POST', `${url}/checks`, { body: { name, status }, as: bob });
  await report('build', 'passed');
  await report('links', 'failed');
  expect((await first()).checks).toEqual({ passed: 1, failed: 1, pending: 0 });
  const rules = [
    { rule: 'require_external_checks', names: ['build', 'spelling'] },
    { rule: 'require_at_least_one_approved_review' },
  ];
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules: { type: 'rules', rules } }, as: admin });
  expect(await first()).toMatchObject({
    checks: { passed: 1, failed: 1, pending: 1 },
    reviewState: 'waiting',
  });
  await send('POST', `${url}/reviews`, { body: { status: 'approved' }, as: bob });
  expect((await first()).reviewState).toBe('approved');
  const changes = [{ operation: 'insert_page', title: 'Page', document: {} }];
  await send('POST', `${url}/content`, { body: { changes } });
  expect(await first()).toMatchObject({
    checks: { passed: 0, failed: 0, pending: 2 },
    reviewState: 'waiting',
  });
  await send('PATCH', url, { body: { status: 'archived' } });
  const [archived] = (await send('GET', `${list}?status=archived`)).items;
  expect(archived).not.toHaveProperty('checks');
  expect(await send('GET', url)).not.toHaveProperty('reviewState');
});

test('authors may review only where a rule allows it, and are told so', async () => {
  const admin = await addMember(app, { role: 'admin' });
  const spaceId = await addSpace(app);
  const { urls } = await send('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {}, as: bob });
  const url = new URL(urls.location).pathname;
  const mayReview = async (as: AddedUser) => (await send('GET', url, { as })).permissions.review;
  expect([await mayReview(bob), await mayReview(eve), await mayReview(ada)]).toEqual([false, true, false]);
  const rules = [{ rule: 'allow_self_review' }];
  const mergeRules = { type: 'rules', rules };
  await send('PATCH', `/v1/spaces/${spaceId}`, { body: { mergeRules: { type: 'inherit' } }, as: admin });
  await send('PATCH', `/v1/orgs/${app.organizationId}`, { body: { mergeRules }, as: admin });
  expect([await mayReview(bob), await mayReview(ada)]).toEqual([true, false]);
  const none = { mergeRules: { type: 'none' } };
  await send('PATCH', `/v1/orgs/${app.organizationId}`, { body: none, as: admin });
  expect(await mayReview(bob)).toBe(false);
});

test('a list takes as many statements for many change requests as for one', async () => {
  const spaceId = await addSpace(app);
  await addChangeRequest(spaceId);
  const list = `/v1/spaces/${spaceId}/change-requests`;
  const sent = vi.spyOn(app.context.db.getExecutor(), 'executeQuery');
  const count = async (): Promise<number> => {
    await send('GET', list);
    sent.mockClear();
    await send('GET', list);
    return sent.mock.calls.length;
  };
  const one = await count();
  for (let at = 0; at < 4; at += 1) await addChangeRequest(spaceId);
  expect(await count()).toBe(one);
  sent.mockRestore();
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
