import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { beginOfStep, ROLLUP_COLUMNS, SOURCES } from '../aggregate/sources.ts';
import { addVisitorDays, countAudiences } from './visitor-days.queries.ts';

/** Adds the events with ids from `after` on, without that one, until `to`, to all rollups. */
export async function addEvents(
  trx: Transaction<DB>,
  { after, to }: { after: number; to: number },
): Promise<void> {
  // As literals: the planner sees how few they are.
  const arrived = sql`event_id > ${sql.lit(after)} and event_id <= ${sql.lit(to)}`;
  await sql`
    with e as materialized (
      select organization_id, site_id, occurred_at, visitor, session, space_id, page_id,
        ${refs([...new Set([...ROLLUP_COLUMNS.sessions, ...ROLLUP_COLUMNS.referrals])])}
      from site_event where ${arrived}),
    hours as (${addGroups('hours', sql`count(*)`)}),
    pages as (${addGroups('pages', sql`count(*)`)}),
    sessions as (${insertGroups('sessions', ['visitor', 'session'], sql`count(*)`)}),
    referrals as (${insertGroups('referrals', ['visitor', 'session'], sql`count(*)`)}),
    ${addVisitorDays()}`.execute(trx);
  await sql`delete from site_audience_day where visitors = 0`.execute(trx);
}

/** Deletes the events of a visitor, also from the rollups, and returns their number. `mark`: locked. */
export async function deleteEventsOf(
  trx: Transaction<DB>,
  { organizationId, siteId }: SiteKey,
  { visitor, mark }: { visitor: bigint; mark: number },
): Promise<number> {
  const ofSite = sql`organization_id = ${organizationId} and site_id = ${siteId}`;
  const ofVisitor = sql`${ofSite} and visitor = ${String(visitor)}::bigint`;
  const { rows } = await sql<{ events: number }>`
    with deleted as (delete from site_event where ${ofVisitor} returning *),
    e as (select * from deleted where event_id <= ${mark}::bigint),
    hours as (${addGroups('hours', sql`-count(*)`)}),
    pages as (${addGroups('pages', sql`-count(*)`)}),
    sessions as (delete from site_session_day where ${ofVisitor}),
    referrals as (delete from site_referral_day where ${ofVisitor}),
    visitors as (delete from site_visitor_day where ${ofVisitor} returning *),
    audiences as (${countAudiences(sql`
      select organization_id, site_id, day, previous_day, ${refs(ROLLUP_COLUMNS.audiences)},
        -1 as visitors, -events as events
      from visitors where is_uniform`)})
    select count(*)::float8 as events from deleted`.execute(trx);
  await sql`delete from site_event_hour where ${ofSite} and events = 0`.execute(trx);
  await sql`delete from site_page_day where ${ofSite} and events = 0`.execute(trx);
  await sql`delete from site_audience_day where ${ofSite} and visitors = 0`.execute(trx);
  return rows[0]?.events ?? 0;
}

const refs = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)));

/** Adds to the groups of a rollup what `e` has of each. */
function addGroups(name: 'hours' | 'pages', count: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, time } = SOURCES[name];
  return sql`${insertGroups(name, [], count)}
    on conflict (organization_id, site_id, ${sql.ref(time)}, ${refs(ROLLUP_COLUMNS[name])})
    do update set events = ${sql.ref(table)}.events + excluded.events`;
}

function insertGroups(
  name: 'hours' | 'pages' | 'sessions' | 'referrals',
  people: readonly string[],
  count: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { table, time, stepMs } = SOURCES[name];
  const columns = [...people, ...ROLLUP_COLUMNS[name]];
  const step = sql.raw(beginOfStep(`${stepMs} milliseconds`, 'occurred_at'));
  const positions = sql.raw(columns.map((_, n) => n + 4).join(', '));
  return sql`
    insert into ${sql.table(table)} (organization_id, site_id, ${sql.ref(time)}, ${refs(columns)}, events)
    select organization_id, site_id, ${step}, ${refs(columns)}, ${count} from e group by 1, 2, 3, ${positions}`;
}
