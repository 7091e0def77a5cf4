import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { addTrackedSite, aggregate, eventOf, track } from '../../../../../test/fixtures/insights/insights.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: () => NOW });
});
afterAll(() => app?.close());

type Event = Record<string, unknown>;

async function exported({ url }: { url: string }, query = ''): Promise<Event[]> {
  const response = await app.request('GET', `${url}/events/export${query}`);
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'application/x-ndjson; charset=utf-8',
  ]);
  return response.body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
}

test('every event of the range is exported once, in order, in the words of aggregation', async () => {
  const site = await addTrackedSite(app);
  // Many at the same time, and more than are read at once.
  const events = Array.from({ length: 2345 }, (_, n) =>
    eventOf({
      type: 'search_type_query',
      query: `query ${n}`,
      timestamp: new Date(NOW.getTime() - (n % 10) * 60_000).toISOString(),
    }),
  );
  for (let start = 0; start < events.length; start += 1000)
    expect((await track(app, site, events.slice(start, start + 1000))).statusCode).toBe(204);
  const all = await exported(site);
  expect(all).toHaveLength(2345);
  expect(new Set(all.map(({ eventSearchQuery }) => eventSearchQuery)).size).toBe(2345);
  const times = all.map(({ datetime }) => String(datetime));
  expect(times).toEqual(times.toSorted());
  const [{ eventSearchQuery: _, ...first } = {}] = all;
  expect(first).toEqual({
    datetime: '2026-11-22T11:51:00.000Z',
    url: 'https://docs.example.com/guide',
    eventType: 'search_type_query',
    displayContext: 'site',
    visitorDevice: 'desktop',
    visitorBrowser: 'chrome',
    visitorOS: 'macos',
    visitorLanguage: 'en-US',
    visitorAuthenticated: false,
    visitor: expect.stringMatching(/^-?\d+$/),
    session: expect.stringMatching(/^-?\d+$/),
  });
  const part = await exported(site, '?from=2026-11-22T11:55:00Z&to=2026-11-22T11:58:00Z');
  expect(part).toHaveLength(Number((await countBetween(site))[0]?.[0]));
  expect(part.length).toBeGreaterThan(0);
});

const countBetween = (site: { url: string }) =>
  aggregate(app, site, { range: { from: '2026-11-22T11:55:00Z', to: '2026-11-22T11:58:00Z' } });

test('claims of visitors are exported with their events', async () => {
  const site = await addReadSite(app, { visibility: 'visitor-auth' });
  await track(app, site, [site.on('install', { session: { visitorAuthClaims: { plan: 'pro' } } })]);
  const [event] = await exported(site);
  expect(event).toMatchObject({
    page: { page: site.pages.install, space: site.spaceId },
    visitorClaims: { plan: 'pro' },
  });
});

test('a site without events exports nothing, and a wrong range is refused', async () => {
  const site = await addTrackedSite(app);
  expect(await exported(site)).toEqual([]);
  const response = await app.request('GET', `${site.url}/events/export?from=2026-11-22T11:55:00Z`);
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, 'to']);
});
