import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../../../../test/fake-clickhouse.ts';
import {
  claimSetsOf,
  FIRST,
  fact,
  NOW,
  toEvent,
} from '../../../../../test/fixtures/insights/aggregate/facts.ts';
import {
  addTrackedSite,
  aggregate,
  eventOf,
  type TrackedSiteOfTest,
  track,
} from '../../../../../test/fixtures/insights/insights.ts';
import { openClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import { UTC } from '../../../platform/http/time-zone.ts';
import { aggregateEvents } from '../aggregate/aggregate-events.ts';
import { NOT_FOUND_TYPES } from '../codes.ts';
import { EventWriter } from '../events/event-writer.ts';
import { openEvents } from '../open-events.ts';
import { openPostgresEvents } from '../postgres-events.ts';
import { copyEvents } from './copy-events.ts';
import { CLICKHOUSE_TABLES } from './tables.queries.ts';

let database: TestDatabase;
let fake: FakeClickHouse;
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startFakeClickHouse(database.connection);
  app = await buildTestApp({
    clock: () => new Date(NOW),
    config: { insightsUrl: fake.url },
    onLog: (line) => lines.push(line),
  });
});
afterEach(() => {
  fake.failure = undefined;
});
afterAll(async () => {
  await app?.close();
  await fake?.close();
  await database?.drop();
});

const count = async (site: TrackedSiteOfTest): Promise<unknown> => (await aggregate(app, site, {}))[0]?.[0];

test.each([
  ['ends connections', 'ended' as const],
  ['has no memory', { code: 241, message: 'Memory limit exceeded' }],
])(
  'while ClickHouse %s, events and questions are refused, and everything else is served',
  async (_, failure) => {
    const site = await addTrackedSite(app);
    expect((await track(app, site, [eventOf({ id: 'one' })])).statusCode).toBe(204);
    fake.failure = failure;
    const refused = await track(app, site, [eventOf({ id: 'two' })]);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([503, 'events-overload']);
    for (const [method, url, body] of [
      ['POST', `${site.url}/events/aggregate`, { range: 'last7Days' }],
      ['GET', `${site.url}/answers/searches`, undefined],
      ['GET', `${site.url}/events/export`, undefined],
      ['POST', `${site.url}/visitors/delete`, { visitorId: 'visitor-1' }],
    ] as const) {
      const response = await app.request(method, url, { body });
      expect([url, response.statusCode, response.json().error.reason]).toEqual([
        url,
        503,
        'insights-unavailable',
      ]);
      expect(response.headers['retry-after']).toBe('5');
    }
    const ready = await app.request('GET', '/readyz', { token: null });
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', insights: 'unavailable' }]);
    expect((await app.request('GET', `/v1/orgs/${app.organizationId}/sites/${site.siteId}`)).statusCode).toBe(
      200,
    );
    fake.failure = undefined;
    // What was refused is accepted later, and what was stored is not stored again.
    expect((await track(app, site, [eventOf({ id: 'one' }), eventOf({ id: 'two' })])).statusCode).toBe(204);
    expect(await count(site)).toBe(2);
    expect((await app.request('GET', '/readyz', { token: null })).json().insights).toBe('available');
    expect(lines.join('\n')).not.toContain('secret@');
  },
);

test('an insertion without an answer is repeated, and stored once', async () => {
  const site = await addTrackedSite(app);
  fake.failure = 'unanswered';
  expect((await track(app, site, [eventOf({}), eventOf({})])).statusCode).toBe(204);
  expect(fake.failure).toBeUndefined();
  expect(await count(site)).toBe(2);
});

test('an event counts once if the process dies before its id is stored', async () => {
  const site = await addTrackedSite(app);
  const event = () => eventOf({ id: 'one', timestamp: new Date(NOW - 1000).toISOString() });
  await track(app, site, [event()]);
  await sql`delete from site_event_receipt where site_id = ${site.siteId}`.execute(app.context.db);
  await track(app, site, [event()]);
  expect(await count(site)).toBe(1);
});

test('the reason why a page is missing is noted on the event, once', async () => {
  const { siteId, url } = await addTrackedSite(app);
  const site = { organizationId: app.organizationId, siteId };
  const [one] = fc.sample(fact, { numRuns: 1, seed: 1 });
  const { row } = toEvent(site, {
    ...(one as never as Parameters<typeof toEvent>[1]),
    type: 'page_view',
    rating: 0,
    path: '/b/c',
  });
  const writer = new EventWriter({
    db: app.context.db,
    events: openEvents(app.context),
    clock: () => new Date(NOW),
  });
  await writer.write({ ...site, events: [{ row, receipt: undefined }], claimSets: claimSetsOf(site) });
  await writer.noteNotFound(row, NOT_FOUND_TYPES.codeOf('conditional'));
  await writer.noteNotFound(row, NOT_FOUND_TYPES.codeOf('conditional'));
  const select = [{ column: 'eventPageNotFoundType' }, { column: 'eventsCount' }];
  const range = { from: new Date(FIRST).toISOString(), to: new Date(NOW + 1).toISOString() };
  expect(await aggregate(app, { url }, { select, range })).toEqual([['conditional', 1]]);
});

test('events are copied from PostgreSQL, and those that are copied again count once', async () => {
  const { siteId } = await addTrackedSite(app);
  const site = { organizationId: app.organizationId, siteId };
  const { db, jobDb, clickHouse } = app.context;
  const facts = fc.sample(fact, { numRuns: 300, seed: 7 });
  const before = new EventWriter({ db, events: openPostgresEvents(db), clock: () => new Date(NOW) });
  await before.write({
    ...site,
    events: facts.map((one) => toEvent(site, one)),
    claimSets: claimSetsOf(site),
  });
  const ask = (context: Parameters<typeof aggregateEvents>[0]) =>
    aggregateEvents(
      context,
      site,
      {
        select: [
          { column: 'datetime', interval: 'day' },
          { column: 'visitorClaim', claim: 'role' },
          { column: 'eventSearchQuery' },
          ...(['eventsCount', 'visitorsCount', 'sessionsCount'] as const).map((column) => ({ column })),
        ],
        range: { from: new Date(FIRST).toISOString(), to: new Date(NOW).toISOString() },
      },
      { timeZone: UTC },
    );
  if (!clickHouse) throw new Error('There is no ClickHouse.');
  const copy = async (): Promise<number> => {
    let events = 0;
    for await (const copied of copyEvents(jobDb, clickHouse)) events += copied;
    return events;
  };
  expect(await copy()).toBe(300);
  expect(await copy()).toBe(0);
  const expected = await ask({ ...app.context, clickHouse: undefined });
  expect(expected.columns[0]?.values.length).toBeGreaterThan(5);
  expect(await ask(app.context)).toEqual(expected);
  // As after an interruption: the last of them were not copied.
  await clickHouse.execute(
    sql`delete from site_event where site_id = ${siteId} and event_id > 150 and event_id < 1000000`,
  );
  await copy();
  expect(await ask(app.context)).toEqual(expected);
});

test('tables of a newer version are left alone', async () => {
  const newer = await openClickHouse(fake.url, [...CLICKHOUSE_TABLES, sql`select 1`]);
  await newer.select(sql`select 1 as one`);
  const older = await openClickHouse(fake.url, CLICKHOUSE_TABLES);
  await expect(older.select(sql`select 1 as one`)).rejects.toThrow('Run the newer release');
  await Promise.all([newer.close(), older.close()]);
});
