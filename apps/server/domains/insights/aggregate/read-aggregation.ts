import { invalidField } from '../../../platform/http/errors.ts';
import type { AggregationInput, ColumnInput, FilterInput } from './aggregation.schemas.ts';
import type { Dimension } from './dimension.ts';
import { CLAIM_COLUMNS, type ClaimColumn, DIMENSIONS, type DimensionName } from './dimensions.ts';
import { isMeasure, type Measure } from './measures.ts';
import { readRange, type TimeRange } from './range.ts';

/** A column of the query whose meaning is checked. */
export type QueryColumn =
  | { kind: 'measure'; input: ColumnInput; measure: Measure }
  | { kind: 'claim'; input: ColumnInput; column: ClaimColumn; claim: string | undefined }
  | { kind: 'dimension'; input: ColumnInput; dimension: Dimension };

export type GroupColumn = Exclude<QueryColumn, { kind: 'measure' }>;

export interface Aggregation {
  select: readonly QueryColumn[];
  /** Undefined: each event is a row of its own. */
  groups: readonly GroupColumn[] | undefined;
  filters: readonly (FilterInput & { path: string })[];
  order: { column: QueryColumn; direction: 'asc' | 'desc' } | undefined;
  range: TimeRange;
  /** The zone of days and hours. */
  timeZone: string;
  limit: number;
}

/** Two names of one column in a query. */
export const keyOf = ({ column, interval, precision, claim }: ColumnInput): string =>
  JSON.stringify([column, interval, precision, claim]);

const EVENTS_COUNT: ColumnInput = { column: 'eventsCount' };

/** Throws an `invalidField` that says where the query contradicts itself. */
export function readAggregation(
  input: AggregationInput,
  { now, timeZone }: { now: Date; timeZone: string },
): Aggregation {
  const readColumn = (column: ColumnInput, path: string) => readColumnIn(timeZone, column, path);
  const groupBy = input.groupBy?.map((column, n) =>
    toGroup(readColumn(column, `groupBy.${n}`), `groupBy.${n}`),
  );
  const selected = input.select?.length ? input.select : [...(input.groupBy ?? []), EVENTS_COUNT];
  const select = selected.map((column, n) => readColumn(column, `select.${n}`));
  const order = input.order && readColumn(input.order.by, 'order.by');
  const isGrouped = Boolean(groupBy?.length) || [...select, ...(order ? [order] : [])].some(isMeasureColumn);
  const chosen = select.filter((column): column is GroupColumn => column.kind !== 'measure');
  const groups = isGrouped ? (groupBy?.length ? groupBy : unique(chosen)) : undefined;
  if (groups) {
    const keys = new Set(groups.map(({ input: group }) => keyOf(group)));
    for (const [n, { kind, input: column }] of select.entries())
      if (kind !== 'measure' && !keys.has(keyOf(column)))
        throw invalidField(`select.${n}`, `must also be in groupBy, with the same options: ${column.column}`);
    if (order && order.kind !== 'measure' && !keys.has(keyOf(order.input)))
      throw invalidField('order.by', 'must be a count or a column of groupBy, with the same options');
  } else if (select.some(({ kind }) => kind === 'claim') || order?.kind === 'claim') {
    throw invalidField('groupBy', 'is required for claims, because an event can have several');
  }
  return {
    select,
    groups: groups && unique(groups),
    filters: (input.where ?? []).map((filter, n) => ({ ...filter, path: `where.${n}` })),
    order: order && input.order && { column: order, direction: input.order.direction },
    range: readRange(input.range, now, timeZone),
    timeZone,
    limit: input.limit ?? 1000,
  };
}

const isMeasureColumn = ({ kind }: QueryColumn): boolean => kind === 'measure';

const unique = <Column extends QueryColumn>(columns: readonly Column[]): Column[] => [
  ...new Map(columns.map((column) => [keyOf(column.input), column])).values(),
];

function toGroup(column: QueryColumn, path: string): GroupColumn {
  if (column.kind === 'measure') throw invalidField(path, `cannot be a count: ${column.input.column}`);
  return column;
}

function readColumnIn(timeZone: string, input: ColumnInput, path: string): QueryColumn {
  const { column, interval, precision, claim } = input;
  if (interval !== undefined && column !== 'datetime')
    throw invalidField(`${path}.interval`, 'can be given for datetime only');
  if (precision !== undefined && column !== 'visitorGeoPoint')
    throw invalidField(`${path}.precision`, 'can be given for visitorGeoPoint only');
  checkClaim(input, path);
  if (isMeasure(column)) return { kind: 'measure', input, measure: column };
  if (isClaimColumn(column)) return { kind: 'claim', input, column, claim };
  return { kind: 'dimension', input, dimension: DIMENSIONS[column as DimensionName]({ ...input, timeZone }) };
}

export function checkClaim({ column, claim }: Pick<ColumnInput, 'column' | 'claim'>, path: string): void {
  if (claim === undefined && column === 'visitorClaim')
    throw invalidField(`${path}.claim`, 'is required: the name of the claim');
  if (claim !== undefined && column !== 'visitorClaim')
    throw invalidField(`${path}.claim`, 'can be given for visitorClaim only');
}

export const isClaimColumn = (column: string): column is ClaimColumn =>
  (CLAIM_COLUMNS as readonly string[]).includes(column);
