import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../../test/clock.ts';
import { addSite, addSpace } from '../../../../../../test/factories.ts';
import { runJobs } from '../../../../../../test/jobs.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../../test/webhook-receiver.ts';

let app: TestApp;
let clock: TestClock;
/** Two caches in front of the sites origin. */
let caches: WebhookReceiver[];
let siteId: string;
let spaceId: string;
/** The repetitions shortly after a purge, which run only here. */
let soon: (() => void)[];
const SOON_MS = 300;

beforeAll(async () => {
  soon = [];
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...given: Parameters<typeof setTimeout>) => {
    if (given[1] !== SOON_MS) return setTimer(...given);
    soon.push(given[0] as () => void);
    return { unref: () => {} };
  }) as typeof setTimeout);
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  caches = [await startWebhookReceiver(), await startWebhookReceiver()];
  const [first = '', second = ''] = caches.map(({ url }) => url);
  app = await buildTestApp({
    clock: clock.now,
    config: {
      sitesCdnSeconds: 600,
      sitesPurgeUrls: [`${first.replace('://', '://purger:a%3Apassword@')}/purge`, second],
    },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app?.close();
  for (const cache of caches) await cache.close();
});
beforeEach(async () => {
  for (const cache of caches) cache.answer = () => ({ status: 200 });
  spaceId = await addSpace(app);
  siteId = await addSite(app, { spaceIds: [spaceId, await addSpace(app)], isPublished: true });
  await settle();
});

/** Sends everything that is due, and what is repeated for changes so far. */
async function settle(): Promise<void> {
  await runJobs(app);
  clock.advance(10_000);
  await runJobs(app);
  soon.splice(0);
  for (const cache of caches) cache.requests.splice(0);
}

/** The tags that the caches were asked to purge by the jobs that are due. */
async function purged(): Promise<string[][]> {
  await runJobs(app);
  return takeRequests();
}

const takeRequests = (): string[][] =>
  caches.map(({ requests }) =>
    requests.splice(0).map(({ method, headers }) => {
      expect(method).toBe('PURGE');
      return String(headers['surrogate-key']);
    }),
  );

const call = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const response = await app.request(method, path, body ? { body } : {});
  expect(response.statusCode, response.body).toBeLessThan(300);
};
const edit = (id = spaceId) =>
  call('POST', `/v1/spaces/${id}/content`, {
    changes: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Text' } }],
  });
const site = () => `/v1/orgs/${app.organizationId}/sites/${siteId}`;
const both = (...tags: string[]): string[][] => [tags, tags];

test('an edit purges the sites that show the space from all caches, and once more later', async () => {
  const other = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  await settle();
  await edit();
  const expected = both(...[siteId, other].sort().map((id) => `site:${id}`));
  const sorted = async () => (await purged()).map((tags) => tags.sort());
  await runJobs(app);
  expect(caches[0]?.requests[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('purger:a:password').toString('base64')}`,
  );
  expect(caches[0]?.requests[0]?.path).toBe('/purge');
  expect(await sorted()).toEqual(expected);
  for (const repeat of soon.splice(0)) repeat();
  await expect.poll(() => caches.map(({ requests }) => requests.length)).toEqual([2, 2]);
  expect(takeRequests().map((tags) => tags.sort())).toEqual(expected);
  clock.advance(8_000);
  expect(await sorted()).toEqual(expected);
  await settle();
  clock.advance(60_000);
  expect(await purged()).toEqual(both());
});

test('spaces that are on no site purge nothing', async () => {
  await edit(await addSpace(app));
  expect(await purged()).toEqual(both());
});

test('every change of a site purges it: restricted, unpublished and deleted ones are not shown from a cache', async () => {
  const expected = both(`site:${siteId}`);
  await call('PATCH', site(), { visibility: 'share-link' });
  expect(await purged()).toEqual(expected);
  await settle();
  await call('PATCH', `/v1/spaces/${spaceId}`, { title: 'Another title' });
  expect(await purged()).toEqual(expected);
  await settle();
  await call('POST', `${site()}/unpublish`);
  expect(await purged()).toEqual(expected);
  await settle();
  await call('DELETE', site());
  expect(await purged()).toEqual(expected);
});

test('a suspended organization is purged, and so are specs that its sites may show', async () => {
  const organization = `/v1/instance/organizations/${app.organizationId}`;
  await call('POST', `${organization}/suspend`, { reason: 'Unpaid' });
  const [first = []] = await purged();
  expect(first).toContain(`site:${siteId}`);
  await call('POST', `${organization}/resume`, {});
  await settle();
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: {} });
  await call('PUT', `/v1/orgs/${app.organizationId}/openapi/pets`, { source: { text } });
  expect((await purged())[1]).toContain(`site:${siteId}`);
});

test('a purge is repeated until every cache has done it', async () => {
  const [, second] = caches as [WebhookReceiver, WebhookReceiver];
  second.answer = () => ({ status: 503 });
  await edit();
  for (const pause of [0, 1_000, 2_000, 4_000]) {
    clock.advance(pause);
    expect(await purged()).toEqual(both(`site:${siteId}`));
    clock.advance(-1);
    expect(await purged()).toEqual(both());
    clock.advance(1);
  }
  // A later change does not wait.
  second.answer = () => 'cut';
  await edit();
  expect(await purged()).toEqual(both(`site:${siteId}`));
  second.answer = () => ({ status: 200 });
  clock.advance(60_000);
  expect(await purged()).toEqual(both(`site:${siteId}`));
  clock.advance(8_000);
  expect(await purged()).toEqual(both(`site:${siteId}`));
  await settle();
  clock.advance(600_000);
  expect(await purged()).toEqual(both());
});

test('without caches, no change enqueues a purge', async () => {
  const plain = await buildTestApp();
  try {
    const id = await addSpace(plain);
    await addSite(plain, { spaceIds: [id], isPublished: true });
    const made = await plain.request('PATCH', `/v1/spaces/${id}`, { body: { title: 'Another' } });
    expect(made.statusCode).toBe(200);
    const jobs = plain.context.db.selectFrom('job').select('job_id').where('kind', '=', 'site-purge');
    expect(await jobs.execute()).toEqual([]);
  } finally {
    await plain.close();
  }
});
