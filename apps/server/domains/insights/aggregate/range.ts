import { invalidField } from '../../../platform/http/errors.ts';
import type { RangeInput } from './aggregation.schemas.ts';
import type { Source } from './sources.ts';

/** A period that includes `from` and excludes `to`. */
export interface TimeRange {
  from: Date;
  to: Date;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Throws an `invalidField` for a range without events. */
export function readRange(range: RangeInput, now: Date): TimeRange {
  if (typeof range === 'object') {
    const [from, to] = [new Date(range.from), new Date(range.to)];
    if (from >= to) throw invalidField('range.to', 'must be after `from`');
    return { from, to };
  }
  // Events in this millisecond are included.
  const to = new Date(now.getTime() + 1);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  switch (range) {
    case 'last24Hours':
      return { from: new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - 23 * HOUR_MS), to };
    case 'last7Days':
      return { from: new Date(today - 6 * DAY_MS), to };
    case 'last30Days':
      return { from: new Date(today - 29 * DAY_MS), to };
    case 'last3Months':
      return { from: monthsBefore(today, 3), to };
    case 'lastYear':
      return { from: monthsBefore(today, 12), to };
  }
}

/** Returns the day after the same day of an earlier month, or after its last day if that month is shorter. */
function monthsBefore(today: number, months: number): Date {
  const day = new Date(today);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day.getUTCDate(), days) + 1);
  return first;
}

export interface Portion extends TimeRange {
  source: Source;
  /** Only events that arrived after the one with this id. */
  after?: number;
}

/** `mark`: the id of the last event in the rollups. `now`: the present time, after which there are no events. */
export interface Rolled {
  mark: number;
  now: Date;
}

/**
 * Splits a range into whole steps, which are read from a rollup, events that arrived after the rollup, and the ends of
 * the range, which are read from single events. If `rolled` is undefined, everything is read from single events.
 */
export function splitRange(
  { from, to }: TimeRange,
  { rollup, events }: { rollup: Source; events: Source },
  rolled: Rolled | undefined,
): Portion[] {
  const { stepMs } = rollup;
  const first = Math.ceil(from.getTime() / stepMs) * stepMs;
  const last = (rolled && to > rolled.now ? Math.ceil : Math.floor)(to.getTime() / stepMs) * stepMs;
  if (!rolled || first >= last) return [{ source: events, from, to }];
  const [begin, end] = [new Date(first), new Date(last)];
  const portions: Portion[] = [
    { source: events, from, to: begin },
    { source: rollup, from: begin, to: end },
    { source: events, from: begin, to: end < to ? end : to, after: rolled.mark },
    { source: events, from: end, to },
  ];
  return portions.filter((portion) => portion.from < portion.to);
}
