import { type RawBuilder, sql } from 'kysely';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import { buildAudience } from './audiences.queries.ts';
import type { Dimension } from './dimension.ts';
import { type EventCondition, type GroupCondition, readFilter } from './filters.queries.ts';
import type { Measure } from './measures.ts';
import { buildPortion, type Counted, eventsOf, type Grouping, groupBy, people } from './portions.queries.ts';
import { type Portion, type Rolled, splitRange, type TimeRange } from './range.ts';
import { type Aggregation, type GroupColumn, keyOf, type QueryColumn } from './read-aggregation.ts';
import { type RollupName, rollupsThatCount, SOURCES, sourcesWith } from './sources.ts';

/** A statement, and the names under which it returns the parts of each column. */
export interface BuiltStatement {
  query: RawBuilder<Record<string, unknown>>;
  /** The names of the parts of each selected column. */
  names: readonly (readonly string[])[];
}

interface Question {
  site: SiteKey;
  aggregation: Aggregation;
  /** Undefined if the rollups are not used. */
  rolled: Rolled | undefined;
}

export function buildStatement(question: Question): BuiltStatement {
  const { aggregation, site } = question;
  const conditions = aggregation.filters.map((filter) => readFilter(filter, site, aggregation.timeZone));
  const onEvents = conditions.filter((condition) => condition.kind === 'event');
  return aggregation.groups
    ? buildGroups(
        question,
        aggregation.groups,
        onEvents,
        conditions.filter((condition) => condition.kind === 'group'),
      )
    : buildList(question, onEvents);
}

/** Builds a statement that returns one row for each event. */
function buildList({ aggregation, site }: Question, conditions: readonly EventCondition[]): BuiltStatement {
  const { select, order, range, limit } = aggregation;
  const source = SOURCES.events;
  const partsOf = (column: QueryColumn) =>
    column.kind === 'dimension' ? column.dimension.parts(source) : [];
  const names = select.map((column, n) => partsOf(column).map((_, m) => `c${n}_${m}`));
  const parts = select.flatMap((column, n) =>
    partsOf(column).map((part, m) => {
      const isText = column.kind === 'dimension' && isReadAsText(column.dimension, m);
      return sql`${isText ? sql`${part}::text` : part} as ${sql.id(`c${n}_${m}`)}`;
    }),
  );
  const columns = select.filter((column) => column.kind === 'dimension');
  const present = columns
    .filter(({ dimension }) => dimension.absent === 'left-out')
    .flatMap(({ dimension }) => dimension.parts(source).map((part) => sql`${part} is not null`));
  const where = sql.join([...eventsOf(site, { source, ...range }, conditions), ...present], sql` and `);
  const direction = sql.raw(order?.direction ?? 'asc');
  const by = order ? partsOf(order.column).map((part) => sql`${part} ${direction} nulls last`) : [];
  const query = sql<Record<string, unknown>>`
    select ${sql.join(parts)} from site_event where ${where}
    order by ${sql.join([...by, sql`occurred_at ${direction}, event_id ${direction}`])} limit ${limit}`;
  return { query, names };
}

/**
 * Counts by group in layers, each of which groups the rows of the one below: by group, visitor and session; then by
 * group and visitor, which counts sessions; then by group, which counts visitors. A session belongs to one visitor, so
 * no count needs to sort.
 */
function buildGroups(
  question: Question,
  groups: readonly GroupColumn[],
  conditions: readonly EventCondition[],
  having: readonly GroupCondition[],
): BuiltStatement {
  const { aggregation, site, rolled } = question;
  const { select, order, range, limit } = aggregation;
  const counted = findCounted([...select, ...(order ? [order.column] : [])], having);
  const grouping = { groups, conditions, counted };
  const portions = findPortions(range, rolled, grouping);
  const dimensions = groups.map((group, n) => ({ group, names: namesOf(group, n) }));
  const names = dimensions.flatMap((dimension) => dimension.names);

  const isAudience = portions.some(({ source }) => source.name === 'audiences');
  const known = isAudience && counted.visitors ? [sql`sum(known) as known`] : [];
  const inner = isAudience
    ? buildAudience(site, portions, grouping)
    : sql.join(
        portions.map((portion) => buildPortion(site, portion, grouping)),
        sql` union all `,
      );
  const claims = buildClaims(site, groups);
  const keys = names.map((name) => sql.ref(name));
  const bySession = isBySession(portions, grouping)
    ? inner
    : layer(inner, {
        keys: [...claims.keys, ...people(counted)],
        counts: [sql`coalesce(sum(events), 0) as events`, ...known, ...ratings(counted)],
        joins: claims.joins,
      });
  const byVisitor = counted.sessions
    ? layer(bySession, {
        keys: [...keys, ...(counted.visitors ? [sql.ref('visitor')] : [])],
        counts: [
          sql`coalesce(sum(events), 0) as events`,
          sql`count(session)::float8 as sessions`,
          ...ratings(counted),
        ],
      })
    : bySession;
  const byGroup = counted.visitors
    ? layer(byVisitor, {
        keys,
        counts: [
          sql`coalesce(sum(events), 0) as events`,
          sql`count(visitor) ${isAudience ? sql`+ coalesce(sum(known), 0)` : sql``} as visitors`,
          ...(counted.sessions ? [sql`coalesce(sum(sessions), 0) as sessions`] : []),
          ...ratings(counted),
        ],
      })
    : byVisitor;

  const conditionsOnGroups = having.map((condition) => condition.on(measureSql(condition.measure)));
  const present = dimensions.flatMap(({ group, names: parts }) =>
    isLeftOut(group) ? parts.map((name) => sql`${sql.ref(name)} is not null`) : [],
  );
  const where = [...conditionsOnGroups, ...present];
  const query = sql<Record<string, unknown>>`
    select ${sql.join([
      ...dimensions.flatMap(({ group, names: parts }) => parts.map((name, n) => selectPart(group, name, n))),
      sql`events::float8`,
      ...(counted.sessions ? [sql`sessions::float8`] : []),
      ...(counted.visitors ? [sql`visitors::float8`] : []),
      ...(counted.pageRatings ? [sql`page_bad::float8, page_ok::float8, page_good::float8`] : []),
      ...(counted.responseRatings ? [sql`response_good::float8, response_bad::float8`] : []),
    ])}
    from (${byGroup}) g
    ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by ${sql.join(orderOf(aggregation, dimensions))}
    limit ${limit}`;
  const partsOf = (column: QueryColumn): readonly string[] => {
    if (column.kind === 'measure') return MEASURE_NAMES[column.measure];
    return dimensions.find(({ group }) => keyOf(group.input) === keyOf(column.input))?.names ?? [];
  };
  return { query, names: select.map(partsOf) };
}

/** Whether a single portion of events is enough, which it groups by session itself, like the first layer. */
const isBySession = (portions: readonly Portion[], { groups, counted }: Grouping): boolean =>
  portions.length === 1 &&
  portions[0]?.source.name === 'events' &&
  people(counted).length > 0 &&
  groups.every(({ kind }) => kind !== 'claim');

function selectPart(group: GroupColumn, name: string, n: number): RawBuilder<unknown> {
  const isText = group.kind === 'dimension' && isReadAsText(group.dimension, n);
  return isText ? sql`${sql.ref(name)}::text as ${sql.ref(name)}` : sql.ref(name);
}

/** The driver would read large numbers as numbers, which cannot hold 64 bits, and days as times. */
const isReadAsText = ({ types }: Dimension, n: number): boolean =>
  types[n] === 'bigint' || types[n] === 'date';

export const namesOf = (group: GroupColumn, n: number): string[] =>
  group.kind === 'claim' ? [`g${n}_0`] : group.dimension.types.map((_, m) => `g${n}_${m}`);

/** Whether events without a value are left out. Those without a claim are grouped under an empty text instead. */
export const isLeftOut = (group: GroupColumn): boolean =>
  group.kind === 'claim' ? group.column === 'visitorClaimProperty' : group.dimension.absent === 'left-out';

export const MEASURE_NAMES: Readonly<Record<Measure, readonly string[]>> = {
  eventsCount: ['events'],
  sessionsCount: ['sessions'],
  visitorsCount: ['visitors'],
  pageFeedbackRating: ['page_ok', 'page_good', 'page_bad'],
  askResponseRating: ['response_good', 'response_bad'],
};

/** The expression by which a measure is compared and ordered: for ratings, the share of good ones. */
export function measureSql(measure: Measure): RawBuilder<unknown> {
  switch (measure) {
    case 'pageFeedbackRating':
      return sql`(page_good + page_ok * 0.5) / nullIf(page_good + page_ok + page_bad, 0)`;
    case 'askResponseRating':
      return sql`response_good / nullIf(response_good + response_bad, 0)`;
    default:
      return sql.ref(MEASURE_NAMES[measure][0] as string);
  }
}

export function findCounted(columns: readonly QueryColumn[], having: readonly GroupCondition[]): Counted {
  const measures = new Set<Measure>([
    ...columns.flatMap((column) => (column.kind === 'measure' ? [column.measure] : [])),
    ...having.map(({ measure }) => measure),
  ]);
  return {
    sessions: measures.has('sessionsCount'),
    visitors: measures.has('visitorsCount'),
    pageRatings: measures.has('pageFeedbackRating'),
    responseRatings: measures.has('askResponseRating'),
  };
}

/** Finds the sources for a query: the smallest rollup with all columns that it needs, and the events after its end. */
function findPortions(range: TimeRange, rolled: Rolled | undefined, grouping: Grouping): Portion[] {
  const { events } = SOURCES;
  for (const name of listRollups(grouping)) {
    const portions = splitRange(range, { rollup: SOURCES[name], events }, rolled);
    // Audiences have only whole days: a visitor of a part of a day would be counted again there.
    const isWhole = portions.every(({ source, after }) => source !== events || after !== undefined);
    if (name !== 'audiences' || isWhole) return portions;
  }
  return [{ source: events, ...range }];
}

/** Lists the rollups that can answer a query, from the smallest to the largest. */
function listRollups({ groups, conditions, counted }: Grouping): readonly RollupName[] {
  const { sessions, visitors, pageRatings, responseRatings } = counted;
  if (pageRatings || responseRatings) return [];
  const needed = [
    ...groups.map((group) => (group.kind === 'claim' ? sourcesWith(['claims_id']) : group.dimension.sources)),
    ...conditions.map((condition) => condition.sources),
  ];
  const who = [...(visitors ? (['visitor'] as const) : []), ...(sessions ? (['session'] as const) : [])];
  return rollupsThatCount(who).filter((name) => needed.every((sources) => sources.includes(name)));
}

const ratings = ({ pageRatings, responseRatings }: Counted): RawBuilder<unknown>[] =>
  [
    ...(pageRatings ? ['page_bad', 'page_ok', 'page_good'] : []),
    ...(responseRatings ? ['response_good', 'response_bad'] : []),
  ].map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);

interface Layer {
  keys: readonly RawBuilder<unknown>[];
  counts: readonly RawBuilder<unknown>[];
  joins?: RawBuilder<unknown>;
}

function layer(inner: RawBuilder<unknown>, { keys, counts, joins = sql`` }: Layer): RawBuilder<unknown> {
  return sql`select ${sql.join([...keys, ...counts])} from (${inner}) l ${joins} ${groupBy(keys.length)}`;
}

/** Joins the values of claims to the sets of claims. An event with several values counts for each of them. */
function buildClaims(
  { organizationId, siteId }: SiteKey,
  groups: readonly GroupColumn[],
): { keys: RawBuilder<unknown>[]; joins: RawBuilder<unknown> } {
  const joins: RawBuilder<unknown>[] = [];
  const keys = groups.flatMap((group, n) => {
    if (group.kind !== 'claim') return namesOf(group, n).map((name) => sql`l.${sql.ref(name)}`);
    const table = sql.ref(`v${n}`);
    const isProperty = group.column === 'visitorClaimProperty';
    const kept = isProperty ? sql`claim` : sql`value`;
    joins.push(sql`
      left join (
        select distinct claims_id, ${kept} as kept from site_claim_value
        where organization_id = ${organizationId} and site_id = ${siteId}
        ${isProperty ? sql`` : sql`and claim = ${group.claim}`}
      ) ${table} on ${table}.claims_id = l.claims_id`);
    const value = isProperty ? sql`${table}.kept` : sql`coalesce(${table}.kept, '')`;
    return [sql`${value} as ${sql.ref(`g${n}_0`)}`];
  });
  return { keys, joins: sql.join(joins, sql` `) };
}

/** By default, times ascend, and other groups begin with the largest. Groups break ties, for a stable order. */
export function orderOf(
  { order, select }: Aggregation,
  dimensions: readonly { group: GroupColumn; names: readonly string[] }[],
): RawBuilder<unknown>[] {
  const ties = dimensions.flatMap(({ names }) => names.map((name) => sql`g.${sql.ref(name)} nulls last`));
  const direction = sql.raw(order?.direction ?? 'desc');
  const byMeasure = (measure: Measure) => sql`${measureSql(measure)} ${direction} nulls last`;
  if (order?.column.kind === 'measure') return [byMeasure(order.column.measure), ...ties];
  if (order) {
    const key = keyOf(order.column.input);
    const { names = [] } = dimensions.find(({ group }) => keyOf(group.input) === key) ?? {};
    return [...names.map((name) => sql`g.${sql.ref(name)} ${direction} nulls last`), ...ties];
  }
  const isTimed = dimensions.some(({ group }) => group.input.column === 'datetime');
  const measure = select.find((column) => column.kind === 'measure');
  return [
    ...(isTimed || !measure ? [] : [byMeasure(measure.measure)]),
    ...ties,
    ...(dimensions.length === 0 ? [sql`events`] : []),
  ];
}
