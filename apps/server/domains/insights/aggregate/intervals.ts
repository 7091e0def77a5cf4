import { addDays, beginOfDay, beginOfHour, dayIn } from '../../../platform/http/time-zone.ts';
import type { Interval } from './dimension.ts';

const HOUR_MS = 3_600_000;

/** Returns when the interval of a time begins in a time zone. Weeks begin on Mondays. */
export function beginOfInterval(time: Date, interval: Interval, zone: string): Date {
  if (interval === 'hour') return beginOfHour(time, zone);
  return beginOfDay(firstDay(dayIn(time, zone), interval), zone);
}

/** Lists when the intervals begin that a range touches, at most `limit` of them and one more. */
export function listBegins(
  { from, to }: { from: Date; to: Date },
  { interval, zone, limit }: { interval: Interval; zone: string; limit: number },
): Date[] {
  const begins: Date[] = [];
  let day = firstDay(dayIn(from, zone), interval);
  let begin = beginOfInterval(from, interval, zone);
  while (begin < to && begins.length <= limit) {
    // A day that a zone leaves out begins when the next one does.
    if (begins.at(-1)?.getTime() !== begin.getTime()) begins.push(begin);
    day = nextDay(day, interval);
    begin =
      interval === 'hour' ? beginOfHour(new Date(begin.getTime() + HOUR_MS), zone) : beginOfDay(day, zone);
  }
  return begins;
}

/** The first day of the interval that contains a day. */
function firstDay(day: string, interval: Interval): string {
  if (interval === 'month') return `${day.slice(0, -2)}01`;
  return interval === 'week' ? addDays(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** The first day of the next interval. */
function nextDay(day: string, interval: Interval): string {
  if (interval === 'month') return `${addDays(day, 31).slice(0, -2)}01`;
  return addDays(day, interval === 'week' ? 7 : 1);
}

/** Returns the day after the same day of an earlier month, or after its last day if that month is shorter. */
export function monthsBefore(today: string, months: number): string {
  const day = new Date(today);
  const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day.getUTCDate(), days) + 1);
  return dayIn(first, 'UTC');
}
