import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { type EventClient, listen as open } from '../../../../../test/event-client.ts';
import {
  type AddedUser,
  addMember,
  addServiceToken,
  addSpace,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';
import { EVENT_SWEEP } from './event-sweep.jobs.ts';

const PATH = '/v1/user/events';
const WAIT = { timeout: 20_000, interval: 20 };

let clock: TestClock;
/** Streams to its clients what the other one writes. */
let app: TestApp;
let other: TestApp;
let ada: AddedUser;
beforeAll(async () => {
  clock = createTestClock();
  app = await buildTestApp({ isListening: true, clock: clock.now, config: { eventStreams: 3 } });
  other = await buildTestApp({ beside: app, isListening: true, config: { eventStreams: 3 } });
  ada = await addMember(app, { role: 'edit', displayName: 'Ada' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const clients: EventClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});
async function listen(token: string, options: Parameters<typeof open>[2] = {}): Promise<EventClient> {
  const client = await open(app, PATH, { token, ...options });
  clients.push(client);
  return client;
}

async function send(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object, as = ada) {
  const response = await other.request(method, url, { ...(body ? { body } : {}), token: as.token });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

/** Creates a change request in a space, and asks somebody to review it. Returns its id. */
async function askToReview(spaceId: string, { userId }: AddedUser): Promise<string> {
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { id } = await send('POST', base, {});
  await send('POST', `${base}/${id}/requested-reviewers`, { users: [userId] });
  return id;
}

test('notifications about all spaces are heard in one stream, and when they are read elsewhere', async () => {
  const bob = await addMember(app, { role: 'review' });
  const [first, second] = [await addSpace(app), await addSpace(app)];
  const [client, others] = [await listen(bob.token), await listen(ada.token)];
  expect(client.status).toBe(200);
  expect(client.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(client.events).toMatchObject([{ type: 'open', heartbeatSeconds: 15 }]);
  const requests = [await askToReview(first, bob), await askToReview(second, bob)];
  await expect.poll(() => client.logged.length, WAIT).toBe(2);
  expect(client.logged).toMatchObject([
    { type: 'notification', change: 'created', kind: 'review-requested', space: first, actor: ada.userId },
    { type: 'notification', change: 'created', space: second, changeRequest: requests[1] },
  ]);
  const [begin = 0, ...ids] = client.events.map(({ id }) => Number(id));
  expect(ids).toEqual([begin + 1, begin + 2]);

  const { notification } = client.logged[0] as unknown as { notification: string };
  await send('PUT', `/v1/user/notifications/${notification}`, { read: true }, bob);
  await send('PUT', `/v1/spaces/${first}/change-requests/${requests[0]}/seen`, {}, bob);
  await send('POST', '/v1/user/notifications/read-all', undefined, bob);
  await expect.poll(() => client.logged.length, WAIT).toBe(5);
  expect(client.logged.slice(2)).toMatchObject([
    { type: 'notification', change: 'read', notification },
    { type: 'seen', space: first, changeRequest: requests[0] },
    { type: 'notification', change: 'all-read', space: second },
  ]);
  expect(others.logged).toEqual([]);
});

test('a stream continues after the last event that was heard, and says if some are no longer stored', async () => {
  const bob = await addMember(app, { role: 'review' });
  const spaceId = await addSpace(app);
  const client = await listen(bob.token);
  await askToReview(spaceId, bob);
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  const { lastEventId } = client as { lastEventId: string };
  await client.close();
  await askToReview(spaceId, bob);
  const next = await listen(bob.token, { lastEventId });
  await expect.poll(() => next.logged.length, WAIT).toBe(1);
  expect(next.logged[0]?.id).toBe(String(Number(lastEventId) + 1));
  const missed = await listen(bob.token, { query: `since=${lastEventId}&duration=0` });
  await missed.ended;
  expect(missed.events.map(({ type }) => type)).toEqual(['open', 'notification']);

  await startJob(app, EVENT_SWEEP);
  clock.advance(25 * 3_600_000);
  await runJobs(app);
  const late = await listen(bob.token, { query: `since=${lastEventId}&duration=0` });
  await late.ended;
  expect(late.events.map(({ type }) => type)).toEqual(['open', 'reset']);
  const unknown = await listen(bob.token, { query: 'since=999999999999999&duration=0' });
  await unknown.ended;
  expect(unknown.events.map(({ type }) => type)).toEqual(['open', 'reset']);
});

test('nothing is heard about a space that the user may no longer read', async () => {
  const bob = await addMember(app, { role: null });
  const [first, second] = [await addSpace(app), await addSpace(app)];
  for (const spaceId of [first, second])
    await grantRole(app, { role: 'review', userId: bob.userId, spaceId });
  const client = await listen(bob.token);
  const id = await askToReview(first, bob);
  await expect.poll(() => client.logged.length, WAIT).toBe(1);
  await app.request('PATCH', `/v1/spaces/${first}/permissions/users/${bob.userId}`, { body: { role: null } });
  // Whoever comments can mention somebody who cannot read the space.
  await send('POST', `/v1/spaces/${first}/change-requests/${id}/comments`, {
    body: { markdown: `Look, [Bob](/users/${bob.userId}).` },
  });
  await askToReview(second, bob);
  await expect.poll(() => client.logged.length, WAIT).toBe(2);
  expect(client.logged.map(({ space }) => space)).toEqual([first, second]);
  expect(client.isEnded).toBe(false);
});

test('a stream ends with its session or token, and each caller can have only so many', async () => {
  const bob = await addMember(app, { role: 'review' });
  const browser = await openBrowser(app, { userId: bob.userId });
  const client = await listen('', { headers: { cookie: browser.cookie } });
  const { tokenId } = (await app.context.pointers.tokens.find(bob.token)) as { tokenId: string };
  const byToken = await listen(bob.token);
  const inSpace = await open(app, await addSpace(app), { token: bob.token });
  clients.push(inSpace);
  const refused = await listen(bob.token);
  expect([refused.status, refused.error?.reason]).toEqual([429, 'too-many-streams']);
  await browser.request('DELETE', '/v1/session');
  await client.ended;
  expect(byToken.isEnded).toBe(false);
  await send('DELETE', `/v1/user/tokens/${tokenId}`, undefined, {
    ...bob,
    token: await addUserToken(app, bob.userId),
  });
  await byToken.ended;
});

test('service accounts have no notifications to listen to', async () => {
  const client = await listen(await addServiceToken(app, { role: 'review' }));
  expect(client.status).toBe(403);
});
