import { GitError } from '@lectern/git/program/git-error';
import { invalidField } from '../../platform/http/errors.ts';

/** A malformed part of the request is a 400 that names its field. */
export function parseField<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw invalidField(path, `is invalid: ${error.message.replace(/\.$/, '')}`);
  }
}

/** The `timestamp` of a request may be ahead of our clock by this much. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Whether a time of another clock can be past. A later one would make every operation until then stale. */
export const isPlausible = (time: Date, now: Date): boolean =>
  time.getTime() <= now.getTime() + MAX_CLOCK_SKEW_MS;

/** The time of the event behind a request. */
export function parseTimestamp(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const timestamp = new Date(text);
  if (!isPlausible(timestamp, now))
    throw invalidField('timestamp', 'must not be more than five minutes in the future');
  return timestamp;
}
