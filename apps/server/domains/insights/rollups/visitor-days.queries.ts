import { type RawBuilder, sql } from 'kysely';
import { beginOfStep, COMBINATION } from '../aggregate/sources.ts';

const combination = sql.raw(COMBINATION.join(', '));
const KEY = sql.raw(`organization_id, site_id, visitor, day, ${COMBINATION.join(', ')}`);

/**
 * The end of a statement with the events `e`: adds them to the days of their visitors, and recounts the audiences that
 * change. A late event can be between two days of a visitor. After an event with another combination, the visitor no
 * longer counts as uniform on any day.
 */
export const addVisitorDays = (): RawBuilder<unknown> => sql`
  fresh as materialized (
    select organization_id, site_id, visitor,
      ${sql.raw(beginOfStep('1 day', 'occurred_at'))} as day, ${combination}, count(*) as events
    from e group by 1, 2, 3, 4, ${sql.raw(COMBINATION.map((_, n) => n + 5).join(', '))}),
  seen as (
    select d.* from (select distinct organization_id, site_id, visitor from fresh) f
    cross join lateral (
      -- Without the offset, the planner may read the whole table.
      select * from site_visitor_day d
      where d.organization_id = f.organization_id and d.site_id = f.site_id and d.visitor = f.visitor offset 0) d),
  merged as (
    select ${KEY}, sum(events) as events, max(row_no) as row_no, sum(had) as had,
      bool_or(was_uniform) as was_uniform, max(previous) as was_previous
    from (
      select ${KEY}, events, null::bigint as row_no, 0 as had, null::boolean as was_uniform,
        null::timestamptz as previous
      from fresh
      union all
      select ${KEY}, events, row_no, events, is_uniform, previous_day from seen) u
    group by ${KEY}),
  ranked as (
    select *, rank() over (partition by organization_id, site_id, visitor order by ${combination}) as place from merged),
  judged as (
    select *, max(place) over (partition by organization_id, site_id, visitor) = 1 as is_uniform,
      lag(day) over (partition by organization_id, site_id, visitor order by day) as last_day
    from ranked),
  changed as materialized (
    select *, case when is_uniform then last_day end as previous_day from judged
    where row_no is null or events <> had or is_uniform <> was_uniform
      or (is_uniform and last_day is distinct from was_previous)),
  updated as (
    update site_visitor_day d set events = c.events, is_uniform = c.is_uniform, previous_day = c.previous_day
    from changed c
    -- With the visitor, every index leads to few rows: whichever the planner takes while it knows nothing of the table.
    where d.organization_id = c.organization_id and d.site_id = c.site_id and d.visitor = c.visitor
      and d.day = c.day and d.row_no = c.row_no),
  inserted as (
    insert into site_visitor_day (${KEY}, events, is_uniform, previous_day)
    select ${KEY}, events, is_uniform, previous_day from changed where row_no is null)
  ${countAudiences(sql`
    select organization_id, site_id, day, was_previous as previous_day, ${combination}, -1 as visitors, -had as events
    from changed where was_uniform
    union all
    select organization_id, site_id, day, previous_day, ${combination}, 1, events from changed where is_uniform`)}`;

/** Adds changes to the numbers of uniform visitors. A change includes the negative of the former count. */
export const countAudiences = (changes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into site_audience_day (organization_id, site_id, day, previous_day, ${combination}, visitors, events)
  select organization_id, site_id, day, previous_day, ${combination}, sum(visitors), sum(events)
  from (${changes}) c
  group by organization_id, site_id, day, previous_day, ${combination}
  having sum(visitors) <> 0 or sum(events) <> 0
  on conflict (organization_id, site_id, day, previous_day, ${combination})
  do update set visitors = site_audience_day.visitors + excluded.visitors,
    events = site_audience_day.events + excluded.events`;
