import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Announced } from '../broker/batch-order.ts';
import { toJsonText } from '../db/json-text.ts';
import type { DB } from '../db/schema.ts';
import { CHANGES_CHANNEL } from './changes.ts';
import type { NewSpaceEvent } from './space-event.ts';
import type { SpaceKey } from './space-key.ts';

/**
 * The number before the first one of a counter: one that is created again does not repeat numbers. It is the same
 * everywhere in a statement.
 */
const FIRST_NUMBER = sql`floor(extract(epoch from statement_timestamp()) * 1000)::bigint`;
/** Adds the number of its events to a counter that exists: `excluded` has `FIRST_NUMBER` and that number. */
const addCount = (counter: 'c' | 'u') =>
  sql`last_number = ${sql.ref(`${counter}.last_number`)} + excluded.last_number - ${FIRST_NUMBER}`;

/**
 * Numbers the events of a transaction, stores them, and announces them together with `announced`; returns the number of
 * the announcement. It must be the last statement: it holds the counters of the spaces, in their order, and then those of the users, so that
 * numbers are in the order of the commits.
 */
export function storeEvents(
  events: readonly NewSpaceEvent[],
  announced: readonly Announced[],
): RawBuilder<{ number: number }> {
  const json = toJsonText(
    events.map(({ organizationId, spaceId, changeRequestId, userId, at, actorId, body }, index) => ({
      index,
      organization_id: organizationId,
      space_id: spaceId,
      change_request_id: changeRequestId ?? null,
      user_id: userId ?? null,
      at,
      body: { ...body, ...(actorId === undefined ? {} : { actor: actorId }) },
    })),
  );
  const personal = events.some(({ userId }) => userId !== undefined) ? PERSONAL : IMPERSONAL;
  return sql`
    with new as (
      select e.*, row_number() over (partition by organization_id, space_id order by index) as place
        ${personal.place}
      from jsonb_to_recordset(${json}::text::jsonb) as e(index int, organization_id uuid, space_id uuid,
        change_request_id uuid, user_id uuid, at timestamptz, body jsonb)
    ), counted as (
      insert into space_event_counter as c (organization_id, space_id, last_number)
      select organization_id, space_id, ${FIRST_NUMBER} + count(*)
      from new group by organization_id, space_id order by organization_id, space_id
      on conflict (organization_id, space_id) do update set ${addCount('c')}
      returning organization_id, space_id, last_number
    ) ${personal.counted}, stored as (
      insert into space_event (organization_id, space_id, number, at, change_request_id, user_id, body, user_number)
      select new.organization_id, new.space_id,
        counted.last_number - count(*) over (partition by new.organization_id, new.space_id) + place,
        at, change_request_id, new.user_id, body, ${personal.number}
      from new join counted using (organization_id, space_id) ${personal.join}
    )
    insert into announcement (messages)
    select ${JSON.stringify(announced)}::text::jsonb || jsonb_agg(jsonb_build_object(
      'channel', ${CHANGES_CHANNEL}::text, 'payload', change::text, 'isEvent', true))
    from (
      select jsonb_build_object('kind', 'events', 'spaceId', space_id, 'number', last_number) as change
      from counted ${personal.told}) told
    returning number::float8`;
}

/** The parts of the statement for events of single users, which most transactions do not have. */
const PERSONAL = {
  place: sql`, row_number() over (partition by user_id order by index) as user_place`,
  // The condition is always true. It locks the counters of the spaces before those of the users.
  counted: sql`, counted_user as (
    insert into user_event_counter as u (user_id, last_number)
    select user_id, ${FIRST_NUMBER} + count(*)
    from new where user_id is not null and (select count(*) from counted) > 0 group by user_id order by user_id
    on conflict (user_id) do update set ${addCount('u')}
    returning user_id, last_number)`,
  number: sql`case when new.user_id is not null then
    counted_user.last_number - count(*) over (partition by new.user_id) + user_place end`,
  join: sql`left join counted_user on counted_user.user_id = new.user_id`,
  told: sql`union all
      select jsonb_build_object('kind', 'user-events', 'userId', user_id, 'number', last_number) from counted_user`,
};
const IMPERSONAL = { place: sql``, counted: sql``, number: sql`null::bigint`, join: sql``, told: sql`` };

/** The number of the last event of a space. Makes the counter if it is the first time that somebody asks. */
export async function startCounter(db: Kysely<DB>, { organizationId, spaceId }: SpaceKey): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into space_event_counter as c (organization_id, space_id, last_number)
    values (${organizationId}, ${spaceId}, ${FIRST_NUMBER})
    on conflict (organization_id, space_id) do nothing
    returning last_number::float8 as number`.execute(db);
  const number = rows[0]?.number ?? (await findLastNumbers(db, [{ organizationId, spaceId }])).get(spaceId);
  if (number === undefined) throw new Error('The counter of the events of a space is gone.');
  return number;
}

/** The number of the last event of this user. Creates the counter at the first call. */
export async function startUserCounter(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with made as (
      insert into user_event_counter (user_id, last_number) values (${userId}, ${FIRST_NUMBER})
      on conflict (user_id) do nothing returning last_number)
    select last_number::float8 as number from made
    union all select last_number::float8 from user_event_counter where user_id = ${userId}`.execute(db);
  const [row] = rows;
  // Another transaction made it at the same time.
  return row ? row.number : startUserCounter(db, userId);
}

/** The number of the last event of each of these spaces, by the id of the space. */
export async function findLastNumbers(
  db: Kysely<DB>,
  spaces: readonly SpaceKey[],
): Promise<Map<string, number>> {
  const json = JSON.stringify(spaces.map(({ organizationId, spaceId }) => ({ organizationId, spaceId })));
  const { rows } = await sql<{ spaceId: string; number: number }>`
    select c.space_id as "spaceId", c.last_number::float8 as number
    from jsonb_to_recordset(${json}::text::jsonb) as s("organizationId" uuid, "spaceId" uuid)
    join space_event_counter c on c.organization_id = s."organizationId" and c.space_id = s."spaceId"`.execute(
    db,
  );
  return new Map(rows.map(({ spaceId, number }) => [spaceId, number]));
}

/** How many of the last events of each space are kept, and how many of those from before `before`. */
export interface KeptEvents {
  last: number;
  before: Date;
  lastBefore: number;
}

/** Whether there is an event from before `until`, or more of them in all than a space may keep. */
export const hasOldEvents = (
  until: Date,
  { lastBefore }: Pick<KeptEvents, 'lastBefore'>,
): RawBuilder<boolean> => sql`(
  exists (select 1 from space_event where at < ${until})
  or exists (select 1 from space_event offset ${lastBefore}::int))`;

/** Deletes events from before `until`, and those of each space that are not among the last ones. */
export async function deleteOldEvents(
  db: Kysely<DB>,
  { until, kept: { last, before, lastBefore } }: { until: Date; kept: KeptEvents },
): Promise<void> {
  await db.deleteFrom('space_event').where('at', '<', until).execute();
  await sql`
    delete from space_event e using space_event_counter c
    where e.organization_id = c.organization_id and e.space_id = c.space_id
      and (e.number <= c.last_number - ${last}::bigint
        or e.number <= c.last_number - ${lastBefore}::bigint and e.at < ${before})`.execute(db);
}
