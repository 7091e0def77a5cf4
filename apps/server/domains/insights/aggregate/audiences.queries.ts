import { type RawBuilder, sql } from 'kysely';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { buildPortion, eventsOf, type Grouping, groupBy, keysOf } from './portions.queries.ts';
import type { Portion } from './range.ts';
import { SOURCES, type Source } from './sources.ts';

/**
 * Counts visitors without looking at each of them: those who never change are counted by their first day in the range,
 * or in each interval of it, as `known`; the others, and those who arrived after the mark, one by one. Visitors who are
 * counted both ways are subtracted from `known`.
 */
export function buildAudience(
  site: SiteKey,
  portions: readonly Portion[],
  grouping: Grouping,
): RawBuilder<unknown> {
  const built = portions.flatMap((portion) =>
    portion.source.name === 'audiences'
      ? buildKnown(
          site,
          portion,
          grouping,
          portions.filter(({ after }) => after !== undefined),
        )
      : [withKnown(buildPortion(site, portion, grouping), grouping)],
  );
  return sql.join(built, sql` union all `);
}

function buildKnown(
  site: SiteKey,
  portion: Portion,
  grouping: Grouping,
  arrived: readonly Portion[],
): RawBuilder<unknown>[] {
  const { conditions, counted } = grouping;
  const { audiences, visitors } = SOURCES;
  const ofVisitors = { ...portion, source: visitors };
  const onVisitors = sql.join(eventsOf(site, ofVisitors, conditions), sql` and `);
  const changing = withKnown(
    sql`(select ${sql.join([...keysOf(visitors, grouping), sql`events::float8 as events`])}
      from site_visitor_day where ${onVisitors} and not is_uniform)`,
    grouping,
  );
  const withoutVisitor = { ...grouping, counted: { ...counted, visitors: false } };
  const keys = keysOf(audiences, withoutVisitor);
  const onAudiences = sql.join(eventsOf(site, portion, conditions), sql` and `);
  if (!counted.visitors)
    return [
      sql`(select ${sql.join([...keys, sql`sum(events)::float8 as events`])}
        from site_audience_day where ${onAudiences} ${groupBy(keys.length)})`,
      changing,
    ];
  const isFirst = (source: Source): RawBuilder<unknown> => isFirstDay(source, portion, grouping);
  return [
    sql`(
      select ${sql.join([...keys, sql`null::bigint as visitor`, sql`sum(events)::float8 as events`])},
        coalesce(sum(visitors) filter (where ${isFirst(audiences)}), 0)::float8 as known
      from site_audience_day where ${onAudiences} ${groupBy(keys.length)})`,
    changing,
    ...arrived.map(
      (late) => sql`(
        select ${sql.join(keysOf(visitors, grouping))}, 0, case when ${isFirst(visitors)} then -1 else 0 end
        from (
          select d.* from (
            select distinct visitor as late from site_event
            where ${sql.join(eventsOf(site, late, conditions), sql` and `)}) a
          cross join lateral (
            -- Without the offset, the planner may read the days of all visitors.
            select * from site_visitor_day
            where organization_id = ${site.organizationId} and site_id = ${site.siteId} and visitor = late offset 0) d
        ) d
        where ${onVisitors} and is_uniform)`,
    ),
  ];
}

/** Visitors who are counted one by one are not counted before. */
const withKnown = (rows: RawBuilder<unknown>, { counted }: Grouping): RawBuilder<unknown> =>
  counted.visitors ? sql`(select *, 0 from ${rows} o)` : rows;

/** Whether a visitor was not there before in the range, and in the interval by which events are grouped. */
function isFirstDay(source: Source, { from }: Portion, { groups }: Grouping): RawBuilder<unknown> {
  const begins = groups.flatMap((group) =>
    group.kind === 'dimension' && group.input.column === 'datetime' ? group.dimension.parts(source) : [],
  );
  return sql`(previous_day is null or previous_day < greatest(${sql.join([sql`${from}::timestamptz`, ...begins])}))`;
}
