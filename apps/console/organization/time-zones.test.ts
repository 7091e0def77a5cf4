import { expect, test } from 'vitest';
import { findTimeZones } from './time-zones.ts';

test.each([
  ['berlin', ['Europe/Berlin']],
  ['New York', ['America/New_York']],
  ['america/new_york', ['America/New_York']],
  // By the former name and by the present one.
  ['kolkata', ['Asia/Kolkata']],
  ['Calcutta', ['Asia/Kolkata']],
  ['utc', ['UTC']],
  ['nowhere', []],
])('finds %s', (text, zones) => {
  expect(findTimeZones(text, 20)).toEqual(zones);
});

test('begins with UTC, lists every zone once, and no more than asked for', () => {
  expect(findTimeZones('', 3)).toHaveLength(3);
  const all = findTimeZones('', 1000);
  expect(all[0]).toBe('UTC');
  expect(new Set(all).size).toBe(all.length);
});
