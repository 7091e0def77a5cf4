import { type RawBuilder, sql } from 'kysely';
import { writeTime } from '../../../platform/clickhouse/compile-statement.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { SiteKey } from '../../publishing/sites/structure.queries.ts';
import type { FilterInput, Operator } from './aggregation.schemas.ts';
import type { ColumnOptions, Comparable, Dimension } from './dimension.ts';
import { DIMENSIONS, type DimensionName, programsOf } from './dimensions.ts';
import { isMeasure, type Measure } from './measures.ts';
import { checkClaim, isClaimColumn } from './read-aggregation.ts';
import { type Source, type SourceName, sourcesWith } from './sources.ts';

/** A condition on single events. */
export interface EventCondition {
  kind: 'event';
  sources: readonly SourceName[];
  on(source: Source): RawBuilder<unknown>;
}

/** A condition on groups. */
export interface GroupCondition {
  kind: 'group';
  measure: Measure;
  on(count: RawBuilder<unknown>, isInClickHouse?: boolean): RawBuilder<unknown>;
}

type Condition = EventCondition | GroupCondition;

const COMPARISONS: Readonly<Record<Exclude<Operator, 'in' | 'notIn'>, string>> = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
};

/** Throws an `invalidField` for values that the column does not have, and for operators without a meaning for it. */
export function readFilter(
  filter: FilterInput & { path: string },
  site: SiteKey,
  timeZone: string,
): Condition {
  const { column, path } = filter;
  checkClaim(filter, path);
  if (isMeasure(column)) return readMeasureFilter(filter, column);
  if (isClaimColumn(column)) return readClaimFilter(filter, site);
  return readDimensionFilter(filter, column as DimensionName, timeZone);
}

type PlacedFilter = FilterInput & { path: string };

function comparisonOf({ operator = 'in', values, path }: PlacedFilter): RawBuilder<unknown> | undefined {
  if (operator === 'in' || operator === 'notIn') return undefined;
  if (values.length !== 1)
    throw invalidField(`${path}.values`, `must be one value for the operator ${operator}`);
  return sql.raw(COMPARISONS[operator]);
}

function readMeasureFilter(filter: PlacedFilter, measure: Measure): GroupCondition {
  const { path, values, operator } = filter;
  if (measure === 'pageFeedbackRating' || measure === 'askResponseRating')
    throw invalidField(`${path}.column`, `cannot be a filter: ${measure} consists of several numbers`);
  const numbers = values.map((value, n) => {
    if (typeof value !== 'number') throw invalidField(`${path}.values.${n}`, 'must be a number');
    return value;
  });
  const comparison = comparisonOf(filter);
  return {
    kind: 'group',
    measure,
    on: (count, isInClickHouse = false) => {
      if (comparison)
        return sql`${count} ${comparison} ${isInClickHouse ? sql`toFloat64(${numbers[0]})` : sql`${numbers[0]}::float8`}`;
      if (isInClickHouse) return sql`${operator === 'notIn' ? sql`not ` : sql``}has(${numbers}, ${count})`;
      return operator === 'notIn'
        ? sql`${count} <> all(${numbers}::float8[])`
        : sql`${count} = any(${numbers}::float8[])`;
    },
  };
}

function readClaimFilter(filter: PlacedFilter, { organizationId, siteId }: SiteKey): EventCondition {
  const { column, claim, values, operator = 'in', path } = filter;
  if (operator !== 'in' && operator !== 'notIn')
    throw invalidField(`${path}.operator`, 'must be in or notIn: claims are strings without an order');
  const texts = values.map((value, n) => {
    if (typeof value !== 'string') throw invalidField(`${path}.values.${n}`, 'must be a string');
    return value.replaceAll('\0', '\ufffd');
  });
  const ofSite = sql`v.organization_id = ${organizationId} and v.site_id = ${siteId}`;
  const having = (condition: RawBuilder<unknown>) =>
    sql`coalesce(claims_id in (select v.claims_id from site_claim_value v where ${ofSite} and ${condition}), false)`;
  const matches =
    column === 'visitorClaim'
      ? having(sql`v.claim = ${claim} and v.value = any(${texts}::text[])`)
      : having(sql`v.claim = any(${texts}::text[])`);
  // An empty text means visitors without the claim.
  const isAbsent = column === 'visitorClaim' && texts.includes('');
  const found = isAbsent ? sql`(${matches} or not ${having(sql`v.claim = ${claim}`)})` : matches;
  const isFoundInClickHouse =
    column === 'visitorClaim'
      ? sql`(hasAny(claims[${claim}], ${texts}) or ${isAbsent ? sql`empty(claims[${claim}])` : sql`false`})`
      : sql`hasAny(mapKeys(claims), ${texts})`;
  return {
    kind: 'event',
    sources: sourcesWith(['claims_id']),
    on: ({ isInClickHouse }) => {
      const matching = isInClickHouse ? isFoundInClickHouse : found;
      return operator === 'in' ? matching : sql`not ${matching}`;
    },
  };
}

function readDimensionFilter(filter: PlacedFilter, name: DimensionName, timeZone: string): EventCondition {
  const isBot = name === 'visitorBot';
  const dimension = DIMENSIONS[isBot ? 'visitorProgram' : name]({
    ...optionsOf(name, filter),
    timeZone,
  });
  const { path, values, operator = 'in', column } = filter;
  const comparison = comparisonOf(filter);
  const read = values.flatMap((value, n) =>
    (isBot ? programsOf(value) : [value]).map((one) => {
      const comparable = readValue(dimension, one);
      if (comparable === undefined) throw invalidField(`${path}.values.${n}`, `is not a value of ${column}`);
      return comparable;
    }),
  );
  if (comparison) {
    if (!dimension.isOrdered)
      throw invalidField(`${path}.operator`, `must be in or notIn: values of ${column} have no order`);
    const [value] = read;
    if (!value) throw invalidField(`${path}.values.0`, 'cannot be compared');
    return conditionOf(
      dimension,
      ([part], isInClickHouse) =>
        sql`${part} ${comparison} ${(isInClickHouse ? asClickHouseType : asType)(value[0], dimension.types[0])}`,
    );
  }
  const isIn = operator === 'in';
  return conditionOf(dimension, (parts, isInClickHouse) =>
    (isInClickHouse ? isAmongInClickHouse : isAmong)(dimension, parts, read, isIn),
  );
}

/** Points in a filter are cells of any resolution: the comparison uses the coarsest one. */
function optionsOf(name: DimensionName, { values }: FilterInput): ColumnOptions {
  if (name !== 'visitorGeoPoint') return {};
  const cells = values.flatMap((value) =>
    typeof value === 'object' && value !== null && 'h3' in value && typeof value.h3 === 'string'
      ? [value.h3]
      : [],
  );
  // The second digit of a cell is its resolution.
  const resolutions = cells
    .map((cell) => Number.parseInt(cell[1] ?? '', 16))
    .filter((resolution) => resolution >= 0);
  return resolutions.length > 0 ? { precision: Math.min(...resolutions) } : {};
}

function readValue(dimension: Dimension, value: unknown): Comparable {
  if (value === null) return dimension.absent === 'left-out' ? undefined : null;
  if (value === '' && dimension.absent === 'empty') return null;
  const comparable = dimension.write(value);
  return comparable?.map((text) => text.replaceAll('\0', '\ufffd')) ?? comparable;
}

const conditionOf = (
  dimension: Dimension,
  on: (parts: readonly RawBuilder<unknown>[], isInClickHouse: boolean) => RawBuilder<unknown>,
): EventCondition => ({
  kind: 'event',
  sources: dimension.sources,
  on: (source) => sql`coalesce(${on(dimension.parts(source), source.isInClickHouse ?? false)}, false)`,
});

const asType = (text: string | undefined, type = 'text') => sql`${text}::text::${sql.raw(type)}`;

/** Types whose values ClickHouse does not compare as texts. */
function asClickHouseType(text: string | undefined, type = 'text'): RawBuilder<unknown> {
  if (type === 'timestamptz') return sql`${new Date(text ?? '')}`;
  return type === 'integer' ? sql`toInt64(${text})` : sql`${text}`;
}

/** Events without a value are not among values, so that they remain when those are taken away. */
function isAmong(
  { types }: Dimension,
  parts: readonly RawBuilder<unknown>[],
  values: readonly (readonly string[] | null)[],
  isIn: boolean,
): RawBuilder<unknown> {
  const given = values.filter((value) => value !== null);
  const lists = types.map((type, n) => sql`${given.map((value) => value[n])}::text[]::${sql.raw(type)}[]`);
  const [part] = parts;
  const equal =
    parts.length === 1
      ? sql`${part} = any(${lists[0]})`
      : sql`(${sql.join(parts)}) in (select * from unnest(${sql.join(lists)}))`;
  const found = sql`coalesce(${equal}, false)`;
  const hasNull = given.length < values.length;
  const isMissing = sql`${part} is null`;
  const matches = hasNull ? sql`(${found} or ${isMissing})` : found;
  return isIn ? matches : sql`not ${matches}`;
}

/** The same in ClickHouse, which compares texts: they are looked up in a set, however many there are. */
function isAmongInClickHouse(
  { types }: Dimension,
  parts: readonly RawBuilder<unknown>[],
  values: readonly (readonly string[] | null)[],
  isIn: boolean,
): RawBuilder<unknown> {
  const given = values.filter((value) => value !== null);
  const texts = given.map((value) =>
    value.map((text, n) => (types[n] === 'timestamptz' ? writeTime(new Date(text)) : text)).join(' '),
  );
  const [part] = parts;
  const text =
    parts.length === 1
      ? sql`toString(${part})`
      : sql`concat(${sql.join(
          parts.map((one) => sql`toString(${one})`),
          sql`, ' ', `,
        )})`;
  const found = sql`coalesce(${text} in (select arrayJoin(${texts})), false)`;
  const hasNull = given.length < values.length;
  const matches = hasNull ? sql`(${found} or ${part} is null)` : found;
  return isIn ? matches : sql`not ${matches}`;
}
