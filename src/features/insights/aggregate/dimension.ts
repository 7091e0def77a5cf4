import type { RawBuilder } from 'kysely';
import type { Source, SourceName } from './sources.ts';

export type Interval = 'hour' | 'day' | 'week' | 'month';

/** What a query says of a column beside its name. */
export interface ColumnOptions {
  interval?: Interval | undefined;
  precision?: number | undefined;
  claim?: string | undefined;
}

/** A value as the database compares it: one text for each part, or null for none. Undefined: not a value of the column. */
export type Comparable = readonly string[] | null | undefined;

/** A column by which events are told apart. */
export interface Dimension {
  /** The sources from which it can be told. */
  sources: readonly SourceName[];
  /** Its expressions: several for a value that is made of several columns. */
  parts(source: Source): readonly RawBuilder<unknown>[];
  /** The SQL types of the parts. */
  types: readonly string[];
  /**
   * What stands for events without a value: null, or an empty text where the public clients know no null. Events are
   * left out of a grouping for which they know neither.
   */
  absent: 'null' | 'empty' | 'left-out';
  /** Whether values have an order, so that they can be compared. */
  isOrdered: boolean;
  /** Makes a value for the answer of what the parts returned, none of them null. */
  read(parts: readonly unknown[]): unknown;
  /** Reads a value of a filter; '' of an `empty` column and null are read before. */
  write(value: unknown): Comparable;
}
