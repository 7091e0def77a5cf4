import { type Static, type TSchema, Type } from 'typebox';
import { Timestamp } from '../../../platform/http/schemas.ts';
import { CLAIM_COLUMNS, DIMENSIONS, type DimensionName } from './dimensions.ts';
import { MEASURES } from './measures.ts';

const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[];
const COLUMN_NAMES = [...DIMENSION_NAMES, ...CLAIM_COLUMNS, ...MEASURES] as const;

const columnFields = {
  column: Type.Enum([...COLUMN_NAMES]),
  interval: Type.Optional(
    Type.Enum(['hour', 'day', 'week', 'month'], {
      description:
        'For `datetime`: the interval by which events are grouped, in the time zone of the organization; weeks begin on Monday. By default, each point in time is a group.',
    }),
  ),
  precision: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 15,
      description: 'For `visitorGeoPoint`: the resolution of the H3 cell.',
    }),
  ),
  claim: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'For `visitorClaim`: the name of the claim. Join nested names with dots.',
    }),
  ),
};

const Column = Type.Object(columnFields);
export type ColumnInput = Static<typeof Column>;

const OPERATORS = [
  'in',
  'notIn',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
] as const;
export type Operator = (typeof OPERATORS)[number];

const MAX_VALUES = 1000;

const Filter = Type.Object({
  column: columnFields.column,
  claim: columnFields.claim,
  values: Type.Array(Type.Unknown(), { maxItems: MAX_VALUES }),
  operator: Type.Optional(
    Type.Enum([...OPERATORS], {
      default: 'in',
      description:
        'How the column is compared with the values. Operators other than `in` and `notIn` require one value.',
    }),
  ),
});
export type FilterInput = Static<typeof Filter>;

const columns = <T extends TSchema>(item: T) => Type.Optional(Type.Array(item, { maxItems: 60 }));

export const RANGE_PRESETS = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const;

/** A time, or a day. */
export const Moment = Type.Union([Timestamp, Type.String({ format: 'date' })]);

const RangeSchema = Type.Union([Type.Enum([...RANGE_PRESETS]), Type.Object({ from: Moment, to: Moment })], {
  description:
    'The period whose events are counted. A preset of days or longer begins at midnight and includes today; `last24Hours` begins with a full hour. `from` is included, `to` is not; a day stands for its beginning. Days are those of the time zone of the organization.',
});
export type RangeInput = Static<typeof RangeSchema>;

export const MAX_ROWS = 1000;

export const AggregationBody = Type.Object({
  select: columns(Column),
  where: Type.Optional(Type.Array(Filter, { maxItems: 50 })),
  groupBy: columns(Column),
  order: Type.Optional(Type.Object({ by: Column, direction: Type.Enum(['asc', 'desc']) })),
  range: RangeSchema,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS })),
});
export type AggregationInput = Static<typeof AggregationBody>;

export const AggregationSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        column: Type.Enum([...COLUMN_NAMES]),
        claim: Type.Optional(Type.String()),
        values: Type.Array(Type.Unknown()),
      }),
    ),
  },
  { $id: 'InsightsAggregation' },
);
export type Aggregation = Static<typeof AggregationSchema>;
