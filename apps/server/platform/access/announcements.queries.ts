import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Announced } from '../broker/batch-order.ts';
import type { DB } from '../db/schema.ts';

/** Held by the process that announces: batches are heard in the order in which they were taken. */
const ANNOUNCE_LOCK = 5_171_986_300_280;

/** How many transactions one batch tells of. */
const BATCH = 1_000;

/** The channel on which processes hear which rows were announced, as numbers separated by commas. */
export const ANNOUNCED_CHANNEL = 'lectern_announced';
/** How many numbers fit into a notification, which has at most 8,000 bytes. */
const NUMBERS = 380;

/** What a notification on `ANNOUNCED_CHANNEL` says. */
export const readAnnounced = (payload: string): number[] => payload.split(',').map(Number);

/** Must be sent with the commit: the row waits for whoever announces next. Returns its number. */
export const storeAnnouncement = (announced: readonly Announced[]): RawBuilder<{ number: number }> =>
  sql`insert into announcement (messages) values (${JSON.stringify(announced)}::text::jsonb) returning number::float8`;

/** Whether there is an announcement that nobody has told for seconds: its process has ended, or announcing fails. */
export const HAS_LEFT_ANNOUNCEMENTS: RawBuilder<boolean> = sql`
  exists (select 1 from announcement where created_at < clock_timestamp() - interval '2 seconds')`;

/** What a batch told. */
export interface AnnouncedBatch {
  /** Rises by one with each batch of all processes; null if there was nothing to tell. */
  number: number | null;
  messages: Announced[];
  /** The numbers of the announcements. Without contents, this and `messages` are empty. */
  announcements: number[];
  /** How many transactions it told of. */
  transactions: number;
  /** The number of the last one of them. */
  lastNumber: number;
  /** Seconds since the oldest of them stored its announcement. */
  age: number;
}

/**
 * Tells all processes what transactions have announced, whichever process they ran in, and removes their rows in the
 * same transaction. What is seen here includes everything that was committed before it, so the end of an access is told
 * before, or with, any event that was committed later; within a batch, events come last. The lock is taken before a row
 * is, and only if there is one. With `after`, rows with smaller numbers are left to a later look. Rows are found by the
 * index alone: the table consists of rows that are gone.
 */
export async function announceCommitted(
  db: Kysely<DB>,
  after: number,
  { withContents }: { withContents: boolean },
): Promise<AnnouncedBatch> {
  const contents = withContents
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'payload', payload)), '[]') from told)
        as messages, coalesce(jsonb_agg(number), '[]') as announcements`
    : sql`'[]'::jsonb as messages, '[]'::jsonb as announcements, (select count(*) from told) as told`;
  const { rows } = await sql<AnnouncedBatch>`
    with turn as materialized (
      select pg_advisory_xact_lock(${ANNOUNCE_LOCK}::bigint) as taken
      where (select number from announcement where number > ${after}::bigint order by number limit 1) is not null
    ), gone as (
      delete from announcement using turn
      where announcement.ctid = any(array(
        select ctid from announcement where number > ${after}::bigint order by number limit ${sql.lit(BATCH)}))
      returning announcement.number, messages, created_at
    ), message as (
      select channel, payload, bool_or(m."isEvent" is true) as is_event, min(number) as number
      from gone cross join jsonb_to_recordset(messages) m(channel text, payload text, "isEvent" boolean)
      group by channel, payload
    ), told as (
      select channel, payload, pg_notify(channel, payload)
      from (select channel, payload from message order by is_event, number) ordered
    ), taken as (
      select pg_notify(${ANNOUNCED_CHANNEL}, string_agg(number::text, ','))
      from (select number, (row_number() over (order by number) - 1) / ${sql.lit(NUMBERS)} as part from gone) numbered
      group by part
    )
    select case when count(*) > 0 then nextval('announcement_batch')::float8 end as number,
      ${contents}, (select count(*) from taken) as parts, count(*)::int as transactions,
      coalesce(max(number), 0)::float8 as "lastNumber",
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
    from gone`.execute(db);
  return rows[0] as AnnouncedBatch;
}

/** The number of the last batch of all processes. */
export async function readLastBatch(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select (case when is_called then last_value else 0 end)::float8 as number from announcement_batch`.execute(
    db,
  );
  return rows[0]?.number ?? 0;
}

/** Whether one batch may not have told everything. */
export const isFullBatch = ({ transactions }: AnnouncedBatch): boolean => transactions >= BATCH;
