import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addTrackedSite } from '../../../../../test/fixtures/insights/insights.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { addEvents } from './rollups.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

/** Inserts an event of each visitor on each of four days, and returns the ids between which they are. */
async function insertEvents(
  trx: Transaction<DB>,
  site: { organizationId: string; siteId: string },
  visitors: number,
): Promise<{ after: number; to: number }> {
  const { rows } = await sql<{ after: number; to: number }>`
    with inserted as (
      insert into site_event (organization_id, site_id, occurred_at, type, visitor, session, display_context, device,
        browser, os, url_origin, url_path)
      select ${site.organizationId}::uuid, ${site.siteId}::uuid, '2026-03-02'::timestamptz + d * interval '1 day', 0, v, v,
        0, 0, 0, 0, 'https://docs.example.com', '/'
      from generate_series(1, ${visitors}::bigint) v, generate_series(0, 3) d
      returning event_id)
    select (min(event_id) - 1)::float8 as after, max(event_id)::float8 as to from inserted`.execute(trx);
  return rows[0] as { after: number; to: number };
}

/** The number of rows that the transaction has read of a table. */
async function countRead(trx: Transaction<DB>, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return rows[0]?.read ?? 0;
}

test('adding events reads only the days of their visitors, also while the planner knows nothing of the table', async () => {
  const site = { organizationId: app.organizationId, siteId: (await addTrackedSite(app)).siteId };
  await sql`
    create table site_event_2026_03 partition of site_event for values from ('2026-03-01') to ('2026-04-01')`.execute(
    app.context.db,
  );
  await sql`alter table site_visitor_day set (autovacuum_enabled = false)`.execute(app.context.db);
  const VISITORS = 1000;
  await app.context.db.transaction().execute(async (trx) => {
    await addEvents(trx, await insertEvents(trx, site, VISITORS));
    const before = await countRead(trx, 'site_visitor_day');
    await addEvents(trx, await insertEvents(trx, site, VISITORS));
    // Four days of each visitor: to compare, to find what changes, and to change it.
    expect((await countRead(trx, 'site_visitor_day')) - before).toBeLessThanOrEqual(5 * 4 * VISITORS);
  });
});
