import { expect, test } from 'vitest';
import { chooseKept, parseRetention } from './retention.ts';

const HOUR_MS = 60 * 60 * 1000;
const END = Date.parse('2026-03-31T22:00:00Z');
/** One backup each six hours, for a year. */
const backups = Array.from({ length: 4 * 365 }, (_, n) => ({
  takenAt: new Date(END - n * 6 * HOUR_MS).toISOString(),
}));
const keep = (text: string): string[] =>
  [...chooseKept(backups, parseRetention(text)!)].map(({ takenAt }) => takenAt.slice(0, 13)).sort();

test('the last of each day, week and month is kept', () => {
  expect(keep('2d')).toEqual(['2026-03-30T22', '2026-03-31T22']);
  // The 29th was a Sunday.
  expect(keep('2w')).toEqual(['2026-03-29T22', '2026-03-31T22']);
  expect(keep('3m')).toEqual(['2026-01-31T22', '2026-02-28T22', '2026-03-31T22']);
  expect(keep('1d,1y')).toEqual(['2026-03-31T22']);
  expect(keep('7d, 4w ,12m')).toHaveLength(7 + 2 + 11);
});

test('the latest is kept even if its period keeps none', () => {
  expect(keep('1y,0d')).toEqual(['2026-03-31T22']);
  expect(chooseKept([], parseRetention('7d')!).size).toBe(0);
});

test.each(['', '7', 'd', '7d;4w', '-1d', '0d', '7d,', '99999d'])('“%s” is not a retention', (text) => {
  expect(parseRetention(text)).toBeUndefined();
});
