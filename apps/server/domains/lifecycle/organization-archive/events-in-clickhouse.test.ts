import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { type FakeClickHouse, startFakeClickHouse } from '../../../../../test/fake-clickhouse.ts';
import { FIRST, NOW } from '../../../../../test/fixtures/insights/aggregate/facts.ts';
import { addTrackedSite, eventOf, track } from '../../../../../test/fixtures/insights/insights.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import { UTC } from '../../../platform/http/time-zone.ts';
import { aggregateEvents } from '../../insights/aggregate/aggregate-events.ts';
import type { FilterInput } from '../../insights/aggregate/aggregation.schemas.ts';
import { openEvents } from '../../insights/open-events.ts';
import { runImport } from './run-import.ts';
import { writeArchive } from './write-archive.ts';

let database: TestDatabase;
let fake: FakeClickHouse;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startFakeClickHouse(database.connection);
  app = await buildTestApp({ clock: () => new Date(NOW), config: { insightsUrl: fake.url } });
});
afterAll(async () => {
  await app?.close();
  await fake?.close();
  await database?.drop();
});

test('archives bring events to another instance, wherever either has them, and deletion finds them', async () => {
  const { siteId, url } = await addTrackedSite(app);
  const claims = { plan: 'pro', roles: ['admin', 'writer'] };
  const at = (n: number): string => new Date(NOW - n * 3_600_000).toISOString();
  const link = { kind: 'url', url: 'https://other.example.com/' };
  const sent = [0, 1, 2].map((n) =>
    eventOf({ timestamp: at(n), session: { visitorId: `visitor-${n % 2}`, visitorAuthClaims: claims } }),
  );
  sent.push(eventOf({ timestamp: at(3), type: 'link_click', link: { target: link, position: 'content' } }));
  expect((await track(app, { url }, sent)).statusCode).toBe(204);
  const exported = async (from: TestApp, organizationId: string, site: string): Promise<unknown[]> => {
    const range = { from: new Date(FIRST), to: new Date(NOW + 1) };
    const events: unknown[] = [];
    for await (const some of openEvents(from.context).readEvents({ organizationId, siteId: site }, range))
      events.push(...some);
    return events;
  };
  const expected = await exported(app, app.organizationId, siteId);
  expect(expected).toHaveLength(4);
  expect(expected[3]).toMatchObject({ visitorClaims: claims });

  const other = await buildTestApp({ clock: () => new Date(NOW) });
  const inPostgres = await moveOrganization(app, app.organizationId, other);
  expect(await exported(other, inPostgres, siteId)).toEqual(expected);
  const again = await moveOrganization(other, inPostgres, app);
  await other.close();
  const { rows } = await sql<{ site: string }>`
    select site_id as site from site where organization_id = ${again}`.execute(app.context.db);
  const events = await Promise.all(rows.map(({ site }) => exported(app, again, site)));
  expect(events).toContainEqual(expected);
  const where: FilterInput[] = [{ column: 'visitorClaim', claim: 'roles', values: ['writer'] }];
  const range = { from: new Date(FIRST).toISOString(), to: new Date(NOW + 1).toISOString() };
  const counts = await Promise.all(
    rows.map(({ site }) =>
      aggregateEvents(
        app.context,
        { organizationId: again, siteId: site },
        { where, range },
        { timeZone: UTC },
      ),
    ),
  );
  expect(Math.max(...counts.map(({ columns }) => Number(columns[0]?.values[0])))).toBe(3);

  await openEvents(app.context).deleteSomeOf(again);
  for (const { site } of rows) expect(await exported(app, again, site)).toEqual([]);
  expect(await exported(app, app.organizationId, siteId)).toEqual(expected);
});

/** Returns the id of the organization there. */
async function moveOrganization(from: TestApp, organizationId: string, to: TestApp): Promise<string> {
  const { signal } = new AbortController();
  const archive = await buffer(writeArchive(from.context, { organizationId, signal }).stream);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-archive-'));
  const path = join(folder, 'archive.zip');
  await writeFile(path, archive);
  const [administrator] = await to.context.db
    .selectFrom('member')
    .select('user_id')
    .where('organization_id', '=', to.organizationId)
    .execute();
  const report = await runImport(to.context, {
    path,
    size: archive.length,
    organizationId: newId(),
    administratorId: administrator?.user_id as string,
    cause: BY_OPERATOR,
    signal,
  });
  await rm(folder, { recursive: true });
  return report.organizationId;
}
