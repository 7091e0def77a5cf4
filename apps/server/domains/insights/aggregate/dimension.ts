import type { RawBuilder } from 'kysely';
import type { Source, SourceName } from './sources.ts';

export type Interval = 'hour' | 'day' | 'week' | 'month';

/** The options of a column in a query, beside its name. */
export interface ColumnOptions {
  interval?: Interval | undefined;
  precision?: number | undefined;
  claim?: string | undefined;
  /** The zone of the days and hours by which events are grouped; UTC by default. */
  timeZone?: string | undefined;
}

/** A value as the database compares it: one text for each part; null for no value; undefined for an invalid value. */
export type Comparable = readonly string[] | null | undefined;

/** A column by which events can be grouped and filtered. */
export interface Dimension {
  /** The sources that have the column. */
  sources: readonly SourceName[];
  /** Its SQL expressions: several if the value is composed of several columns. */
  parts(source: Source): readonly RawBuilder<unknown>[];
  /** The SQL types of the parts. */
  types: readonly string[];
  /**
   * The value of events without one: null, or an empty text if the public clients do not support null. If they support
   * neither, these events are left out of the grouping.
   */
  absent: 'null' | 'empty' | 'left-out';
  /** Whether values have an order, so that they can be compared. */
  isOrdered: boolean;
  /** Converts the values of the parts, none of them null, to the value in the answer. */
  read(parts: readonly unknown[]): unknown;
  /** Converts a value of a filter; null, and '' for an `empty` column, are handled before. */
  write(value: unknown): Comparable;
}
