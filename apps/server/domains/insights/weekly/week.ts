import { addDays, beginOfDay, dayIn } from '../../../platform/http/time-zone.ts';
import { beginOfInterval } from '../aggregate/intervals.ts';

/** Returns the Monday of the week of a time in a time zone. */
export const mondayOf = (time: Date, zone: string): string =>
  dayIn(beginOfInterval(time, 'week', zone), zone);

/** Returns when the week begins that is a number of weeks before a Monday. */
export const weeksBefore = (monday: string, weeks: number, zone: string): Date =>
  beginOfDay(addDays(monday, -7 * weeks), zone);
