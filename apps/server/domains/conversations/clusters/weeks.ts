import { WEEKS } from './clusters.schemas.ts';

const DAY_MS = 24 * 3_600_000;

/** The Mondays on which the last 13 weeks begin, oldest first; the last week is the present one. */
export function lastMondays(now: Date): Date[] {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  // Sunday is 0.
  const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, at) => new Date(monday - (WEEKS - 1 - at) * 7 * DAY_MS));
}
