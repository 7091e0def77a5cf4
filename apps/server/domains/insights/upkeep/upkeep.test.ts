import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addTrackedSite, aggregate, eventOf, track } from '../../../../../test/fixtures/insights/insights.ts';
import { ROLLUPS, SOURCES } from '../aggregate/sources.ts';
import { createPartition } from '../events/events.repository.ts';
import { findArrived, WRITERS_LOCK } from '../rollups/mark.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = createTestClock(new Date('2026-10-30T12:00:00Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app?.close());

async function upkeep(): Promise<void> {
  const run = { organizationId: app.organizationId, jobId: app.organizationId, payload: {}, attempt: 1 };
  for (const kind of ['insights-rollups', 'insights-upkeep'] as const)
    await app.app.jobs[kind].run(run, new AbortController().signal);
}

const ROLLUP_TABLES = ROLLUPS.map((name) => SOURCES[name].table);
const TABLES = ['site_event', 'site_claims', ...ROLLUP_TABLES];

async function count(table: string, siteId: string) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from ${sql.table(table)} where site_id = ${siteId}`.execute(app.context.db);
  return rows[0]?.n;
}

/** Tracks events on a number of days, with two alternating visitors, and advances the clock. */
async function trackDays(site: { url: string }, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const visitorAuthClaims = { plan: day % 2 === 0 ? 'pro' : 'free' };
    const session = { visitorId: `visitor-${day % 2}`, visitorAuthClaims };
    await track(app, site, [eventOf({ session }), eventOf({ session, type: 'search_open' })]);
    clock.advance(DAY_MS);
  }
}

const byDay = (site: { url: string }) =>
  aggregate(app, site, {
    groupBy: [{ column: 'datetime', interval: 'day' }],
    select: [{ column: 'datetime', interval: 'day' }, { column: 'eventsCount' }, { column: 'visitorsCount' }],
  });

test('what has arrived is in the rollups, which answer for it', async () => {
  const site = await addTrackedSite(app);
  await trackDays(site, 5);
  const before = await byDay(site);
  expect(before).toHaveLength(5);
  await upkeep();
  const rows = await Promise.all(ROLLUP_TABLES.map((table) => count(table, site.siteId)));
  expect(Object.fromEntries(ROLLUPS.map((name, n) => [name, rows[n]]))).toEqual({
    hours: 10,
    pages: 10,
    audiences: 5,
    visitors: 5,
    sessions: 10,
    referrals: 10,
  });
  expect(await byDay(site)).toEqual(before);
  // The deleted events are still counted, so the answer comes from the rollups.
  await sql`delete from site_event where site_id = ${site.siteId}`.execute(app.context.db);
  expect(await byDay(site)).toEqual(before);
});

test('events that arrive late, or after the rollups were made, are counted with them', async () => {
  const site = await addTrackedSite(app);
  await trackDays(site, 2);
  await upkeep();
  const timestamp = new Date(clock.now().getTime() - 23 * HOUR_MS).toISOString();
  await track(app, site, [eventOf({ timestamp, session: { visitorId: 'visitor-0' } })]);
  const counted = await byDay(site);
  expect(counted.map((row) => row.slice(1))).toEqual([
    [2, 1],
    [3, 2],
  ]);
  await upkeep();
  expect(await byDay(site)).toEqual(counted);
});

test('the mark is never beyond events that are still being stored', async () => {
  const { db } = app.context;
  const site = await addTrackedSite(app);
  await track(app, site, [eventOf({})]);
  const order: string[] = [];
  let sending: Promise<unknown> | undefined;
  let finding: Promise<number> | undefined;
  await db.transaction().execute(async (trx) => {
    // Storing events updates this row last, so the lock stops it there.
    await sql`select 1 from site_event_usage where site_id = ${site.siteId} for update`.execute(trx);
    sending = track(app, site, [eventOf({})]).then(() => order.push('stored'));
    await waitForLock(sql`mode = 'ShareLock' and granted`);
    finding = findArrived(db).finally(() => order.push('marked'));
    await waitForLock(sql`mode = 'ExclusiveLock' and not granted`);
    expect(order).toEqual([]);
  });
  await sending;
  const arrived = await finding;
  const { rows } = await sql<{ last: number }>`
    select max(event_id)::float8 as last from site_event where site_id = ${site.siteId}`.execute(db);
  expect(arrived).toBe(rows[0]?.last);
});

/** Waits until a matching lock exists, among those of storing events and of finding the mark. */
async function waitForLock(condition: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory' and objid = ${WRITERS_LOCK}::bigint::oid
        and database = (select oid from pg_database where datname = current_database()) and ${condition}`.execute(
      app.context.db,
    );
    if (rows.length > 0) return;
    await sleep(5);
  }
}

test('a month is created while others read and store events, who do not wait for it either', async () => {
  const { db } = app.context;
  const time = new Date('2031-05-20T12:00:00Z');
  await db.transaction().execute(async (trx) => {
    await sql`select count(*) from site_event`.execute(trx);
    await sql`lock table site_event in row exclusive mode`.execute(trx);
    // Ends only if it does not wait for this transaction.
    await createPartition(db, time);
    await createPartition(db, time);
  });
  const { rows } = await sql<{ month: string; id: string }>`
    insert into site_event (organization_id, site_id, occurred_at, type, visitor, session, display_context, device,
      browser, os, url_origin, url_path)
    values (${app.organizationId}, ${app.organizationId}, ${time}, 0, 1, 1, 0, 0, 0, 0, 'https://example.org', '/')
    returning tableoid::regclass::text as month, event_id::text as id`.execute(db);
  expect(rows).toEqual([{ month: 'site_event_2031_05', id: expect.stringMatching(/^[1-9]/) }]);
  const { rows: indexes } = await sql<{ whole: number; month: number }>`
    select (select count(*) from pg_index where indrelid = 'site_event'::regclass)::int as whole,
      (select count(*) from pg_index where indrelid = 'site_event_2031_05'::regclass)::int as month`.execute(
    db,
  );
  expect(indexes[0]?.month).toBe(indexes[0]?.whole);
  await sql`drop table site_event_2031_05`.execute(db);
});

test('the rollups follow when a visitor is deleted', async () => {
  const site = await addTrackedSite(app);
  await trackDays(site, 6);
  await upkeep();
  const deleted = await app.request('POST', `${site.url}/visitors/delete`, {
    body: { visitorId: 'visitor-1' },
  });
  expect(deleted.json()).toEqual({ deleted: 6 });
  const left = await byDay(site);
  expect(left.map((row) => row.slice(1))).toEqual([
    [2, 1],
    [2, 1],
    [2, 1],
  ]);
  await upkeep();
  expect(await byDay(site)).toEqual(left);
  expect(await count('site_event_hour', site.siteId)).toBe(6);
});

test('events, rollups and claims are deleted after the retention of the organization', async () => {
  const site = await addTrackedSite(app);
  await trackDays(site, 6);
  await upkeep();
  const body = { retentionDays: 4 };
  const changed = await app.request('PATCH', `/v1/orgs/${app.organizationId}/insights`, { body });
  expect(changed.json()).toEqual({ object: 'organization-insights', retentionDays: 4 });
  await upkeep();
  expect(await byDay(site)).toHaveLength(4);
  expect(await count('site_event', site.siteId)).toBe(8);
  clock.advance(10 * DAY_MS);
  await upkeep();
  const left = await Promise.all(TABLES.map((table) => count(table, site.siteId)));
  expect(left).toEqual(TABLES.map(() => 0));
});

test('nothing is left of a deleted site', async () => {
  const site = await addTrackedSite(app);
  await trackDays(site, 4);
  await upkeep();
  await app.request('DELETE', site.url.replace('/insights', ''));
  clock.advance(HOUR_MS);
  await upkeep();
  const left = await Promise.all(TABLES.map((table) => count(table, site.siteId)));
  expect(left).toEqual(TABLES.map(() => 0));
});

test('salts of days are gone two days later', async () => {
  const site = await addTrackedSite(app);
  await track(app, site, [eventOf({})]);
  clock.advance(2 * DAY_MS);
  await upkeep();
  expect(await app.context.db.selectFrom('insights_day_salt').selectAll().execute()).toEqual([]);
});
