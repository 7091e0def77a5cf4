import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { groupedColumns, ROLLUPS, type RollupName, SOURCES } from '../aggregate/sources.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Events may arrive 24 hours late; the rest is for clocks and for what is being stored. */
const SETTLED_MS = 26 * 60 * 60_000;

/** Before this time, no event can be added any more. */
export const settledUntil = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - SETTLED_MS) / DAY_MS) * DAY_MS);

/**
 * Adds the days that have settled since the last time to the rollups of a site, each in one transaction. Repeating it
 * changes nothing.
 */
export async function rollUpSite(
  db: Kysely<DB>,
  site: SiteKey,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const until = settledUntil(now);
  let from = await findStart(db, site, until);
  while (from && from < until) {
    signal.throwIfAborted();
    const day = from;
    const next = new Date(day.getTime() + DAY_MS);
    await db.transaction().execute(async (trx) => {
      await lockSite(trx, site);
      await deleteRollups(trx, site, next);
      for (const name of ROLLUPS) await rollUpDay(trx, site, { name, day });
      await setRolledUntil(trx, site, next);
    });
    from = next;
  }
}

/** The first day that is not rolled up and may have events; undefined if there is none. */
async function findStart(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
  until: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ rolled_until: Date | null; first: Date | null }>`
    select rolled_until, (
      select min(occurred_at) from site_event e
      where e.organization_id = i.organization_id and e.site_id = i.site_id
        and e.occurred_at >= coalesce(i.rolled_until, '-infinity') and e.occurred_at < ${until}
    ) as first
    from site_insights i where organization_id = ${organizationId} and site_id = ${siteId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (row.first === null) {
    // Days without events need no rows. The next run begins after them.
    if (row.rolled_until === null || row.rolled_until < until)
      await db.transaction().execute(async (trx) => {
        await deleteRollups(trx, { organizationId, siteId }, until);
        await setRolledUntil(trx, { organizationId, siteId }, until);
      });
    return undefined;
  }
  return new Date(Math.floor(row.first.getTime() / DAY_MS) * DAY_MS);
}

/** What is left between the time up to which rollups are made and that one: a visitor's days were taken away. */
async function deleteRollups(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  until: Date,
): Promise<void> {
  const ofSite = sql`organization_id = ${organizationId} and site_id = ${siteId}`;
  const since = sql`(select coalesce(rolled_until, '-infinity') from site_insights where ${ofSite})`;
  for (const name of ROLLUPS) {
    const { table } = SOURCES[name];
    const time = sql.ref(SOURCES[name].time);
    await sql`
      delete from ${sql.table(table)} where ${ofSite} and ${time} >= ${since} and ${time} < ${until}`.execute(
      trx,
    );
  }
}

async function lockSite(trx: Transaction<DB>, { organizationId, siteId }: SiteKey): Promise<void> {
  await sql`
    select 1 from site_insights where organization_id = ${organizationId} and site_id = ${siteId}
    for no key update`.execute(trx);
}

async function setRolledUntil(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  until: Date,
): Promise<void> {
  await sql`
    update site_insights set rolled_until = greatest(rolled_until, ${until})
    where organization_id = ${organizationId} and site_id = ${siteId}`.execute(trx);
}

/** Makes one of the rollups of a day (UTC), of which there is nothing. */
async function rollUpDay(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { name, day }: { name: RollupName; day: Date },
): Promise<void> {
  const { table, time, stepMs } = SOURCES[name];
  const next = new Date(day.getTime() + DAY_MS);
  const columns = sql.join(groupedColumns(name).map((column) => sql.ref(column)));
  const ofTime = sql.ref(time);
  await sql`
    insert into ${sql.table(table)} (organization_id, site_id, ${ofTime}, row_no, ${columns}, events)
    select ${organizationId}, ${siteId}, step, row_number() over (partition by step), ${columns}, events from (
      select date_bin(${`${stepMs} milliseconds`}::interval, occurred_at, ${day}) as step, ${columns}, count(*) as events
      from site_event
      where organization_id = ${organizationId} and site_id = ${siteId}
        and occurred_at >= ${day} and occurred_at < ${next}
      group by step, ${columns}) e`.execute(trx);
}

/** Up to when the rollups of a site are made. */
export async function findRolledUntil(
  db: Kysely<DB>,
  { organizationId, siteId }: SiteKey,
): Promise<Date | undefined> {
  const { rows } = await sql<{ rolled_until: Date | null }>`
    select rolled_until from site_insights
    where organization_id = ${organizationId} and site_id = ${siteId}`.execute(db);
  return rows[0]?.rolled_until ?? undefined;
}
