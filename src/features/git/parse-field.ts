import { invalidField } from '../../http/errors.ts';
import { GitError } from './program/git-error.ts';

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

/** The time of the event behind a request. Otherwise one wrong clock would make every later operation stale. */
export function parseTimestamp(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined;
  const timestamp = new Date(text);
  if (timestamp.getTime() > now.getTime() + MAX_CLOCK_SKEW_MS)
    throw invalidField('timestamp', 'must not be more than five minutes in the future');
  return timestamp;
}
