import { type RawBuilder, sql } from 'kysely';
import type { ClickHouse } from '../../../platform/clickhouse/clickhouse.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import type { TimeRange } from '../aggregate/range.ts';
import { EVENT_COLUMNS, type EventRow } from '../events/event-row.ts';
import type { StoredEvent } from './stored-event.ts';

/** All other statements on events in ClickHouse: what is stored, exported and deleted. */

const ofSite = ({ organizationId, siteId }: SiteKey): RawBuilder<unknown> =>
  sql`organization_id = ${organizationId} and site_id = ${siteId}`;

const KEPT = ['event_key', 'event_id', 'claims', ...EVENT_COLUMNS].filter((name) => name !== 'not_found');

/** Stores a version of the event that has the reason: no statement changes a row. */
export async function updateNotFound(
  clickHouse: ClickHouse,
  event: EventRow,
  notFound: number,
): Promise<void> {
  const columns = sql.join(KEPT.map((name) => sql.ref(name)));
  await clickHouse.execute(sql`
    insert into site_event (${columns}, not_found, version)
    select ${columns}, ${notFound}, version + 1 from site_event final
    where ${ofSite({ organizationId: event.organization_id, siteId: event.site_id })}
      and visitor = ${event.visitor} and occurred_at = ${event.occurred_at}
      and type = ${event.type} and page_id is null and url_path = ${event.url_path} and not_found is null`);
}

export async function deleteVisitor(clickHouse: ClickHouse, site: SiteKey, visitor: bigint): Promise<number> {
  const [row] = await clickHouse.select<{ events: string }>(
    sql`select count(*) as events from site_event final where ${ofSite(site)} and visitor = ${visitor}`,
  );
  const events = Number(row?.events ?? 0);
  if (events > 0)
    await clickHouse.execute(sql`delete from site_event where ${ofSite(site)} and visitor = ${visitor}`);
  return events;
}

/** Deletes only if there is something: each deletion rewrites parts. */
export async function deleteBefore(clickHouse: ClickHouse, site: SiteKey, until: Date): Promise<void> {
  const where = sql`${ofSite(site)} and occurred_at < ${until}`;
  const rows = await clickHouse.select(sql`select 1 as found from site_event where ${where} limit 1`);
  if (rows.length > 0) await clickHouse.execute(sql`delete from site_event where ${where}`);
}

export async function deleteMonthsBefore(clickHouse: ClickHouse, time: Date): Promise<void> {
  const first = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));
  const months = await clickHouse.select<{ month: number }>(
    sql`select distinct toYYYYMM(occurred_at) as month from site_event where occurred_at < ${first}`,
  );
  for (const { month } of months)
    await clickHouse.execute(sql`alter table site_event drop partition ${sql.raw(String(Number(month)))}`);
}

export async function deleteOrganization(clickHouse: ClickHouse, organizationId: string): Promise<void> {
  const where = sql`organization_id = ${organizationId}`;
  const rows = await clickHouse.select(sql`select 1 as found from site_event where ${where} limit 1`);
  if (rows.length > 0) await clickHouse.execute(sql`delete from site_event where ${where}`);
}

/** By site and time, and those of one time in the order in which they arrived. */
export function streamOrganization(
  clickHouse: ClickHouse,
  organizationId: string,
): AsyncGenerator<StoredEvent[]> {
  return inOrderOfArrival(
    clickHouse.stream<StoredEvent>(sql`
      select * from site_event final where organization_id = ${organizationId}
      order by organization_id, site_id, occurred_at, event_key`),
  );
}

/** The events of a site, with these expressions. */
export function streamSite(
  clickHouse: ClickHouse,
  site: SiteKey,
  { from, to }: TimeRange,
  parts: readonly RawBuilder<unknown>[],
): AsyncGenerator<StoredEvent[]> {
  return inOrderOfArrival(
    clickHouse.stream<StoredEvent>(sql`
      select site_id, occurred_at, event_id, visitor, session, claims_id, ${sql.join(parts)}
      from site_event final where ${ofSite(site)} and occurred_at >= ${from} and occurred_at < ${to}
      order by organization_id, site_id, occurred_at, event_key`),
  );
}

const BATCH = 1000;

/** The order of the key is that of the disk, which is read without sorting. Few events have the same time. */
async function* inOrderOfArrival(read: AsyncGenerator<StoredEvent[]>): AsyncGenerator<StoredEvent[]> {
  let batch: StoredEvent[] = [];
  let same: StoredEvent[] = [];
  const flush = (): void => {
    same.sort((one, other) => (BigInt(one.event_id as string) < BigInt(other.event_id as string) ? -1 : 1));
    batch.push(...same);
    same = [];
  };
  for await (const events of read)
    for (const event of events) {
      const last = same.at(-1);
      if (last && (last.occurred_at !== event.occurred_at || last.site_id !== event.site_id)) {
        flush();
        if (batch.length >= BATCH) {
          yield batch;
          batch = [];
        }
      }
      same.push(event);
    }
  flush();
  yield batch;
}
