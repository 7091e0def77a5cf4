import { type RawBuilder, sql } from 'kysely';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import {
  findCounted,
  isLeftOut,
  MEASURE_NAMES,
  measureSql,
  namesOf,
  orderOf,
} from '../aggregate/aggregation.queries.ts';
import { type EventCondition, type GroupCondition, readFilter } from '../aggregate/filters.queries.ts';
import { eventsOf } from '../aggregate/portions.queries.ts';
import {
  type Aggregation,
  type GroupColumn,
  keyOf,
  type QueryColumn,
} from '../aggregate/read-aggregation.ts';
import { CLICKHOUSE_EVENTS } from '../aggregate/sources.ts';
import { EVENT_TYPES, type EventType, PAGE_RATINGS } from '../codes.ts';

export interface ClickHouseStatement {
  query: RawBuilder<unknown>;
  /** The names of the parts of each selected column, and the types that they have in PostgreSQL. */
  names: readonly (readonly string[])[];
  types: ReadonlyMap<string, string>;
}

interface Question {
  site: SiteKey;
  aggregation: Aggregation;
}

/** Builds the statement for ClickHouse, which counts single events fast enough: there are no rollups. */
export function buildClickHouseStatement(question: Question): ClickHouseStatement {
  const { aggregation, site } = question;
  const conditions = aggregation.filters.map((filter) => readFilter(filter, site, aggregation.timeZone));
  const onEvents = conditions.filter((condition) => condition.kind === 'event');
  const onGroups = conditions.filter((condition) => condition.kind === 'group');
  return aggregation.groups
    ? buildGroups(question, aggregation.groups, onEvents, onGroups)
    : buildList(question, onEvents);
}

const whereOf = ({ site, aggregation: { range } }: Question, conditions: readonly EventCondition[]) =>
  eventsOf(site, { source: CLICKHOUSE_EVENTS, ...range }, conditions);

const partsOf = (column: QueryColumn): readonly RawBuilder<unknown>[] =>
  column.kind === 'dimension' ? column.dimension.parts(CLICKHOUSE_EVENTS) : [];
const typesOf = (column: QueryColumn): readonly string[] =>
  column.kind === 'dimension' ? column.dimension.types : ['text'];

function buildList(question: Question, conditions: readonly EventCondition[]): ClickHouseStatement {
  const { select, order, limit } = question.aggregation;
  const names = select.map((column, n) => partsOf(column).map((_, m) => `c${n}_${m}`));
  const types = new Map(
    select.flatMap((column, n) => typesOf(column).map((type, m) => [`c${n}_${m}`, type] as const)),
  );
  const parts = select.flatMap((column, n) =>
    partsOf(column).map((part, m) => sql`${part} as ${sql.id(`c${n}_${m}`)}`),
  );
  const present = select
    .filter((column) => column.kind === 'dimension')
    .filter(({ dimension }) => dimension.absent === 'left-out')
    .flatMap((column) => partsOf(column).map((part) => sql`${part} is not null`));
  const where = sql.join([...whereOf(question, conditions), ...present], sql` and `);
  const direction = sql.raw(order?.direction ?? 'asc');
  const by = order ? partsOf(order.column).map((part) => sql`${part} ${direction} nulls last`) : [];
  const query = sql`
    select ${sql.join(parts)} from site_event final where ${where}
    order by ${sql.join([...by, sql`occurred_at ${direction}, event_id ${direction}`])} limit ${limit}`;
  return { query, names, types };
}

/** A session belongs to one visitor, as everywhere: its hash alone tells it from all others. */
function buildGroups(
  question: Question,
  groups: readonly GroupColumn[],
  conditions: readonly EventCondition[],
  having: readonly GroupCondition[],
): ClickHouseStatement {
  const { select, order, limit } = question.aggregation;
  const counted = findCounted([...select, ...(order ? [order.column] : [])], having);
  const dimensions = groups.map((group, n) => ({ group, names: namesOf(group, n) }));
  const types = new Map(
    dimensions.flatMap(({ group, names }) =>
      names.map((name, m) => [name, typesOf(group)[m] ?? 'text'] as const),
    ),
  );
  const keys = [...types.keys()];
  const parts = dimensions.flatMap(({ group, names }) =>
    partsOf(group).map((part, m) => sql`${part} as ${sql.ref(names[m] as string)}`),
  );
  const columns = [
    ...parts,
    ...['visitor', 'session', 'type', 'rating', 'claims'].map((name) => sql.ref(name)),
  ];
  let events = sql`
    select ${sql.join(columns)} from site_event final
    where ${sql.join(whereOf(question, conditions), sql` and `)}`;
  // One after the other: an event with several values counts for each combination.
  for (const { group, names } of dimensions)
    if (group.kind === 'claim')
      events = sql`select *, arrayJoin(${valuesOf(group)}) as ${sql.ref(names[0] as string)} from (${events}) e`;
  const refs = keys.map((name) => sql.ref(name));
  const counts = {
    events: sql`count(*)`,
    ...(counted.sessions ? { sessions: sql`uniqExact(session)` } : {}),
    ...(counted.visitors ? { visitors: sql`uniqExact(visitor)` } : {}),
    ...(counted.pageRatings ? PAGE_COUNTS : {}),
    ...(counted.responseRatings ? RESPONSE_COUNTS : {}),
  };
  const measures = Object.entries(counts).map(
    ([name, count]) => sql`toFloat64(${count}) as ${sql.ref(name)}`,
  );
  const grouped = sql`
    select ${sql.join([...refs, ...measures])} from (${events}) e
    ${keys.length > 0 ? sql`group by ${sql.join(refs)}` : sql``}`;
  // Ids are ordered as texts, as PostgreSQL orders them.
  const shown = keys.map((name) =>
    types.get(name) === 'uuid' ? sql`toString(${sql.ref(name)}) as ${sql.ref(name)}` : sql.ref(name),
  );
  const present = dimensions.flatMap(({ group, names }) =>
    isLeftOut(group) && group.kind === 'dimension'
      ? names.map((name) => sql`${sql.ref(name)} is not null`)
      : [],
  );
  const where = [...having.map((condition) => condition.on(measureSql(condition.measure), true)), ...present];
  const query = sql`
    select * from (select ${sql.join([...shown, ...Object.keys(counts).map((name) => sql.ref(name))])} from (${grouped}) c) g
    ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by ${sql.join(orderOf(question.aggregation, dimensions))} limit ${limit}`;
  const namesOfColumn = (column: QueryColumn): readonly string[] => {
    if (column.kind === 'measure') return MEASURE_NAMES[column.measure];
    return dimensions.find(({ group }) => keyOf(group.input) === keyOf(column.input))?.names ?? [];
  };
  return { query, names: select.map(namesOfColumn), types };
}

const countRated = (type: EventType, rating: number): RawBuilder<unknown> =>
  sql.raw(`countIf(type = ${EVENT_TYPES.codeOf(type)} and rating = ${rating})`);

const ofPages = (rating: 'bad' | 'ok' | 'good') =>
  countRated('page_post_feedback', PAGE_RATINGS.codeOf(rating));
const PAGE_COUNTS = { page_bad: ofPages('bad'), page_ok: ofPages('ok'), page_good: ofPages('good') };
const RESPONSE_COUNTS = {
  response_good: countRated('ask_rate_response', 1),
  response_bad: countRated('ask_rate_response', -1),
};

/** All values that an event has of a claim, or names of its claims. Events without the claim have an empty text. */
function valuesOf(group: Extract<GroupColumn, { kind: 'claim' }>): RawBuilder<unknown> {
  if (group.column === 'visitorClaimProperty') return sql`mapKeys(claims)`;
  return sql`emptyArrayToSingle(claims[${group.claim}])`;
}
