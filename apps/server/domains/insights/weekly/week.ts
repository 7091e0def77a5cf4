import { dayOf } from '../../../platform/http/times.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** A Monday. */
const MONDAY = Date.UTC(2001, 0, 1);

/** Returns the Monday (UTC) of the week of a time. */
export const mondayOf = (time: Date): string =>
  dayOf(new Date(MONDAY + Math.floor((time.getTime() - MONDAY) / WEEK_MS) * WEEK_MS));

/** Returns the Monday a number of weeks before a Monday. */
export const weeksBefore = (monday: string, weeks: number): Date =>
  new Date(Date.parse(monday) - weeks * WEEK_MS);

/** Returns the Sunday before a Monday. */
export const sundayBefore = (monday: string): string => dayOf(new Date(Date.parse(monday) - DAY_MS));
