import { type RawBuilder, sql } from 'kysely';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { EVENT_TYPES, type EventType, PAGE_RATINGS as PAGE_RATING_CODES } from '../codes.ts';
import type { EventCondition } from './filters.queries.ts';
import type { Portion } from './range.ts';
import type { GroupColumn } from './read-aggregation.ts';
import type { Source } from './sources.ts';

/** The measures that a group computes beside the number of its events. */
export interface Counted {
  sessions: boolean;
  visitors: boolean;
  pageRatings: boolean;
  responseRatings: boolean;
}

/** The conditions for the events of a portion: the site, the time, and the filters. */
export function eventsOf(
  { organizationId, siteId }: SiteKey,
  { source, from, to, after }: Portion,
  conditions: readonly EventCondition[],
): RawBuilder<unknown>[] {
  const time = sql.ref(source.time);
  return [
    sql`organization_id = ${organizationId}`,
    sql`site_id = ${siteId}`,
    sql`${time} >= ${from}`,
    sql`${time} < ${to}`,
    // The id is a literal, so that the planner can estimate how few events follow it.
    ...(after === undefined ? [] : [sql`event_id > ${sql.lit(after)}`]),
    ...conditions.map((condition) => condition.on(source)),
  ];
}

export interface Grouping {
  groups: readonly GroupColumn[];
  conditions: readonly EventCondition[];
  counted: Counted;
}

/** The columns by which the lowest layer groups. For claims, it is the id of the set, whose values are joined above. */
export function keysOf(source: Source, { groups, counted }: Grouping): RawBuilder<unknown>[] {
  const keys = groups.flatMap((group, n) =>
    group.kind === 'claim'
      ? []
      : group.dimension.parts(source).map((part, m) => sql`${part} as ${sql.ref(`g${n}_${m}`)}`),
  );
  const hasClaims = groups.some(({ kind }) => kind === 'claim');
  return [...keys, ...(hasClaims ? [sql`claims_id`] : []), ...people(counted)];
}

/** Builds the lowest layer for one source. */
export function buildPortion(site: SiteKey, portion: Portion, grouping: Grouping): RawBuilder<unknown> {
  const { groups, conditions, counted } = grouping;
  const { source } = portion;
  const keys = keysOf(source, grouping);
  const from = sql`
    from ${sql.table(source.table)} where ${sql.join(eventsOf(site, portion, conditions), sql` and `)}`;
  // By time, nearly every row of a rollup of visitors would be a group of its own: only the next layer groups them.
  const isByTime = groups.some(({ input }) => input.column === 'datetime');
  if (isByTime && people(counted).length > 0 && source.name !== 'events')
    return sql`(select ${sql.join([...keys, sql`events::float8 as events`])} ${from})`;
  const counts = [
    sql`${sql.raw(source.count)} as events`,
    ...(counted.pageRatings ? [sql.raw(PAGE_RATINGS)] : []),
    ...(counted.responseRatings ? [sql.raw(RESPONSE_RATINGS)] : []),
  ];
  return sql`(select ${sql.join([...keys, ...counts])} ${from} ${groupBy(keys.length)})`;
}

/** Groups by the first columns. */
export const groupBy = (columns: number): RawBuilder<unknown> =>
  columns > 0 ? sql.raw(`group by ${Array.from({ length: columns }, (_, n) => n + 1).join(', ')}`) : sql``;

const RATINGS = ['bad', 'ok', 'good'] as const;

/** The number of events of a type with a rating. */
const countRated = (type: EventType, rating: number): string =>
  `(count(*) filter (where type = ${EVENT_TYPES.codeOf(type)} and rating = ${rating}))::float8`;

/** Ratings are counted by their own events. The event of a comment repeats the rating of the page. */
const PAGE_RATINGS = RATINGS.map(
  (rating) => `${countRated('page_post_feedback', PAGE_RATING_CODES.codeOf(rating))} as page_${rating}`,
).join(', ');
const RESPONSE_RATINGS = `${countRated('ask_rate_response', 1)} as response_good, ${countRated('ask_rate_response', -1)} as response_bad`;

export const people = ({ sessions, visitors }: Counted): RawBuilder<unknown>[] => [
  ...(visitors ? [sql.ref('visitor')] : []),
  ...(sessions ? [sql.ref('session')] : []),
];
