import { type Kysely, sql, type Transaction } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { DB } from '../../platform/db/schema.ts';
import { dayOf } from '../../platform/http/times.ts';
import { SOURCES } from './aggregate/sources.ts';
import {
  AD_PLACEMENTS,
  BOTS,
  BROWSERS,
  DEVICES,
  DISPLAY_CONTEXTS,
  EVENT_TYPES,
  LINK_POSITIONS,
  LLMS_VARIANTS,
  MARKDOWN_SOURCES,
  NOT_FOUND_TYPES,
  SYSTEMS,
  TRADEMARK_PLACEMENTS,
} from './codes.ts';
import { createPartition, partitionName } from './events/events.repository.ts';
import { openEvents } from './open-events.ts';
import { joinWriters, lockMark } from './rollups/mark.repository.ts';
import { MAX_RETENTION_DAYS } from './settings/insights-settings.schemas.ts';

/**
 * Stores the events of an archive, for an organization that does not exist yet. They are new events with old times: the
 * rollups add them by their arrival, as they do with all others.
 */

const DAY_MS = 24 * 60 * 60 * 1000;

/** For how long events can be kept, and in how many months they can be. */
export const LONGEST_RETENTION_MS = MAX_RETENTION_DAYS * DAY_MS;

const longest = (...codes: { values: readonly string[] }[]): number =>
  Math.max(...codes.map(({ values }) => values.length));

/** The number of codes that a column can have: others would show nothing, or something else. */
const CODES: Readonly<Record<string, number>> = {
  type: longest(EVENT_TYPES),
  display_context: longest(DISPLAY_CONTEXTS),
  bot: longest(BOTS),
  device: longest(DEVICES),
  browser: longest(BROWSERS),
  os: longest(SYSTEMS),
  link_position: longest(LINK_POSITIONS),
  variant: longest(LLMS_VARIANTS, MARKDOWN_SOURCES),
  not_found: longest(NOT_FOUND_TYPES),
  placement: longest(AD_PLACEMENTS, TRADEMARK_PLACEMENTS),
};

/** Whether a column of `site_event` can have this code; true for columns that have none. */
export function isKnownCode(column: string, value: string | null): boolean {
  const count = CODES[column];
  return count === undefined || value === null || (/^\d{1,3}$/.test(value) && Number(value) < count);
}

/** Stores events of these times in one short transaction, and creates the months that are missing. */
export async function storeArchivedEvents(
  db: Kysely<DB>,
  { times, months }: { times: readonly Date[]; months: Set<string> },
  insert: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  for (const time of times) {
    const month = partitionName(time);
    if (months.has(month)) continue;
    await createPartition(db, time);
    months.add(month);
  }
  await db.transaction().execute(async (trx) => {
    await joinWriters(trx);
    await insert(trx);
  });
}

/** The upkeep finds the events of a site by its usage, and deletes those whose site is gone. */
export async function noteArchivedEvents(
  trx: Transaction<DB>,
  organizationId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into site_event_usage (organization_id, site_id, day, events)
    select organization_id, site_id, ${dayOf(now)}::date, 0 from site where organization_id = ${organizationId}
    on conflict do nothing`.execute(trx);
}

/** Whether every set of claims is of a site of the organization: the tables do not refer to sites. */
export async function areClaimsOfSites(trx: Transaction<DB>, organizationId: string): Promise<boolean> {
  const isForeign = (table: string) => sql`
    select 1 from ${sql.table(table)} c where organization_id = ${organizationId} and not exists (
      select 1 from site s where s.organization_id = c.organization_id and s.site_id = c.site_id)`;
  const { rows } = await sql`
    ${isForeign('site_claims')} union all ${isForeign('site_claim_value')} limit 1`.execute(trx);
  return rows.length === 0;
}

const PORTION = 5000;

/** Removes what an import stored of an organization that does not exist, in portions. */
export async function removeArchivedEvents(
  context: Pick<Context, 'db' | 'clickHouse'>,
  organizationId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clickHouse } = context;
  const isLeft = sql`organization_id = ${organizationId} and not exists (
    select 1 from organization where organization_id = ${organizationId})`;
  for (let removed = PORTION; removed === PORTION; signal?.throwIfAborted()) {
    const { numAffectedRows } = await sql`
      delete from site_event where ${isLeft} and (site_id, occurred_at, event_id) in (
        select site_id, occurred_at, event_id from site_event
        where organization_id = ${organizationId} limit ${PORTION})`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
  await db.transaction().execute(async (trx) => {
    // No run adds what it has just read of them.
    await lockMark(trx);
    for (const { name, table } of Object.values(SOURCES))
      if (name !== 'events') await sql`delete from ${sql.table(table)} where ${isLeft}`.execute(trx);
  });
  if (!clickHouse) return;
  const { rows } = await sql`select 1 from organization where organization_id = ${organizationId}`.execute(
    db,
  );
  if (rows.length === 0)
    while (await openEvents(context).deleteSomeOf(organizationId)) signal?.throwIfAborted();
}
