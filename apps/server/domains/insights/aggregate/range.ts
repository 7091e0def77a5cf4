import { invalidField } from '../../../platform/http/errors.ts';
import { addDays, beginOfDay, beginOfHour, dayIn } from '../../../platform/http/time-zone.ts';
import { isTime } from '../../../platform/http/times.ts';
import type { RangeInput } from './aggregation.schemas.ts';
import { monthsBefore } from './intervals.ts';
import type { Source } from './sources.ts';

/** A period that includes `from` and excludes `to`. */
export interface TimeRange {
  from: Date;
  to: Date;
}

const HOUR_MS = 3_600_000;

/** Throws an `invalidField` for a range without events. `zone`: the time zone in which days begin. */
export function readRange(range: RangeInput, now: Date, zone: string): TimeRange {
  if (typeof range === 'object') {
    const from = readMoment(range.from, zone, 'range.from');
    const to = readMoment(range.to, zone, 'range.to');
    if (from >= to) throw invalidField('range.to', 'must be after `from`');
    return { from, to };
  }
  // Events in this millisecond are included.
  const to = new Date(now.getTime() + 1);
  const today = dayIn(now, zone);
  const since = (day: string): TimeRange => ({ from: beginOfDay(day, zone), to });
  switch (range) {
    case 'last24Hours':
      return { from: new Date(beginOfHour(now, zone).getTime() - 23 * HOUR_MS), to };
    case 'last7Days':
      return since(addDays(today, -6));
    case 'last30Days':
      return since(addDays(today, -29));
    case 'last3Months':
      return since(monthsBefore(today, 3));
    case 'lastYear':
      return since(monthsBefore(today, 12));
  }
}

/** Reads a time, or a day, which stands for its beginning. Throws an `invalidField` for a day beyond all calendars. */
export function readMoment(text: string, zone: string, path: string): Date {
  const isDay = text.length === 'yyyy-mm-dd'.length;
  const time = isDay ? beginOfDay(text, zone) : new Date(text);
  if (isDay && !isTime(time.toISOString())) throw invalidField(path, 'must be a day such as 2026-11-22');
  return time;
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
