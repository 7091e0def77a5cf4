const MIN_DELAY_MS = 60_000;
const DEFAULT_MS = 60 * 60_000;

/**
 * Returns when an address with this `Retry-After` (seconds, or a date) may be requested again: in a minute at the
 * earliest, in an hour if the header is missing or invalid, and never later than `latest`.
 */
export function readRetryAfter(header: string | undefined, now: Date, latest: Date): Date {
  const text = header?.trim() ?? '';
  const retryAt = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1000 : Date.parse(text);
  const wanted = Number.isNaN(retryAt) ? now.getTime() + DEFAULT_MS : retryAt;
  const earliest = now.getTime() + MIN_DELAY_MS;
  return new Date(Math.min(Math.max(wanted, earliest), latest.getTime()));
}
