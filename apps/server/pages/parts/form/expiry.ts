const DAY_MS = 24 * 60 * 60 * 1000;

const NEVER = 'never';

/** The choices for an expiry, by the value of a select. */
export const EXPIRY_OPTIONS: [value: string, label: string][] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in 1 year'],
  [NEVER, 'never'],
];

/** Returns a time in ISO 8601, or null for never. Any other value is returned as it is; the schema refuses it. */
export function readExpiry(text: string | undefined, now: Date): string | null {
  if (text === undefined || text === NEVER) return null;
  const days = EXPIRY_OPTIONS.find(([value]) => value === text) ? Number(text) : Number.NaN;
  return Number.isNaN(days) ? text : new Date(now.getTime() + days * DAY_MS).toISOString();
}
