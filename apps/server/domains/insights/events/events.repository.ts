import { type Kysely, sql, type Transaction } from 'kysely';
import { copyRows } from '../../../platform/db/copy-rows.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { queueStatement } from '../../../platform/db/statement-queue.ts';
import { dayOf } from '../../../platform/http/times.ts';
import type { ClaimSet } from './claims.ts';
import { EVENT_COLUMNS, type EventRow } from './event-row.ts';

/** The id of an event that the sender gave, as a hash with its session. */
export interface Receipt {
  organizationId: string;
  siteId: string;
  digest: Buffer;
}

const PARTITION_LOCK = 0x6576_656e;

/**
 * Creates the partition of the month (UTC) that the time is in, unless it exists. It is made as a table of its own and
 * then attached, which waits for nobody who reads or stores events; creating it as a partition would wait for them all,
 * and meanwhile hold up those who come.
 */
export async function createPartition(db: Kysely<DB>, time: Date): Promise<void> {
  const from = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));
  const to = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
  const name = partitionName(from);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${PARTITION_LOCK}::bigint)`.execute(trx);
    const { rows } = await sql<{
      exists: boolean;
    }>`select to_regclass(${name}) is not null as exists`.execute(trx);
    if (rows[0]?.exists) return;
    // The partition takes its ids from the sequence of the whole table.
    await sql`create table ${sql.table(name)} (like site_event including all excluding identity)`.execute(
      trx,
    );
    await sql`
      alter table site_event attach partition ${sql.table(name)}
      for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(trx);
  });
}

export const partitionName = (month: Date): string =>
  `site_event_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/** Returns, of receipts that differ, those that had not been stored before, as hex. */
export async function insertReceipts(
  trx: Transaction<DB>,
  receipts: readonly Receipt[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ digest: string }>`
    insert into site_event_receipt (organization_id, site_id, digest, received_at)
    select r.o, r.s, decode(r.d, 'hex'), ${now}
    from unnest(${receipts.map(({ organizationId }) => organizationId)}::uuid[],
      ${receipts.map(({ siteId }) => siteId)}::uuid[],
      ${receipts.map(({ digest }) => digest.toString('hex'))}::text[]) as r(o, s, d)
    order by r.d
    on conflict do nothing
    returning encode(digest, 'hex') as digest`.execute(trx);
  return new Set(rows.map(({ digest }) => digest));
}

export const insertEvents = (trx: Transaction<DB>, rows: readonly EventRow[]): Promise<void> =>
  copyRows(trx, 'site_event', EVENT_COLUMNS, rows);

/** Notes why there was no page, on an event that is found by who it is of and when it was. No rollup has it. */
export async function updateNotFound(db: Database, event: EventRow, notFound: number): Promise<void> {
  await sql`
    update site_event set not_found = ${notFound}
    where organization_id = ${event.organization_id} and site_id = ${event.site_id}
      and visitor = ${String(event.visitor)}::bigint and occurred_at = ${event.occurred_at}
      and type = ${event.type} and page_id is null and url_path = ${event.url_path}`.execute(db);
}

export interface SiteClaimSet extends ClaimSet {
  organizationId: string;
  siteId: string;
}

/** `sets`: each once. */
export async function upsertClaimSets(
  trx: Transaction<DB>,
  sets: readonly SiteClaimSet[],
  now: Date,
): Promise<void> {
  const rows = [...sets]
    .sort((one, other) => (one.claimsId < other.claimsId ? -1 : 1))
    .map(({ organizationId, siteId, claimsId, claims, values }) => ({
      organization_id: organizationId,
      site_id: siteId,
      claims_id: String(claimsId),
      claims,
      seen_on: dayOf(now),
      values: [...values].flatMap(([claim, list]) => list.map((value) => ({ claim, value }))),
    }));
  const json = toJsonText(rows);
  await queueStatement(
    trx,
    sql`
      insert into site_claims (organization_id, site_id, claims_id, claims, seen_on)
      select organization_id, site_id, claims_id, claims, seen_on
      from jsonb_to_recordset(${json}::text::jsonb)
        as r(organization_id uuid, site_id uuid, claims_id bigint, claims jsonb, seen_on date)
      on conflict (organization_id, site_id, claims_id) do update set seen_on = excluded.seen_on`,
  );
  await queueStatement(
    trx,
    sql`
      insert into site_claim_value (organization_id, site_id, claims_id, claim, value)
      select r.organization_id, r.site_id, r.claims_id, v.claim, v.value
      from jsonb_to_recordset(${json}::text::jsonb)
        as r(organization_id uuid, site_id uuid, claims_id bigint, values jsonb),
        jsonb_to_recordset(r.values) as v(claim text, value text)
      on conflict do nothing`,
  );
}

export interface Usage {
  organizationId: string;
  siteId: string;
  events: number;
}

/** Adds to the numbers of events of sites on the day of `now`. */
export async function addUsage(trx: Transaction<DB>, usages: readonly Usage[], now: Date): Promise<void> {
  const sorted = [...usages].sort((one, other) => (one.siteId < other.siteId ? -1 : 1));
  await queueStatement(
    trx,
    sql`
      insert into site_event_usage as u (organization_id, site_id, day, events)
      select r.o, r.s, ${dayOf(now)}::date, r.n
      from unnest(${sorted.map(({ organizationId }) => organizationId)}::uuid[],
        ${sorted.map(({ siteId }) => siteId)}::uuid[],
        ${sorted.map(({ events }) => events)}::bigint[]) as r(o, s, n)
      on conflict (organization_id, site_id, day) do update set events = u.events + excluded.events`,
  );
}

/** How many events the site recorded on the day of `now`. */
export async function countUsage(
  db: Database,
  { organizationId, siteId }: { organizationId: string; siteId: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ events: string }>`
    select events from site_event_usage
    where organization_id = ${organizationId} and site_id = ${siteId}
      and day = ${dayOf(now)}::date`.execute(db);
  return Number(rows[0]?.events ?? 0);
}
