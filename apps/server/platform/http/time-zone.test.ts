import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  beginOfDay,
  beginOfHour,
  dayIn,
  findTimeZone,
  hasWholeHours,
  offsetAt,
  writeTimeIn,
} from './time-zone.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['utc', 'UTC'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('finds %s', (name, zone) => {
  expect(findTimeZone(name)).toBe(zone);
});

test.each([
  '',
  'CET',
  'EST5EDT',
  '+05:30',
  'GMT',
  'Europe/Nowhere',
  "Europe/Berlin'",
  'Europe/',
  'a/b/c/d',
  '中',
])('finds nothing named %o', (name) => {
  expect(findTimeZone(name)).toBeUndefined();
});

describe('days', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['Europe/Berlin', '2026-11-22', '2026-11-21T23:00:00.000Z', 24],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
    // Midnight is left out.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    // Midnight happens twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', 25],
    // The day is left out: Samoa moved to the other side of the date line.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z', 24],
  ])('in %s, %s begins at %s and has %s hours', (zone, day, begin, hours) => {
    const from = beginOfDay(day, zone);
    expect(from.toISOString()).toBe(begin);
    const to = beginOfDay(addDays(day, 1), zone);
    expect((to.getTime() - from.getTime()) / HOUR_MS).toBe(hours);
  });

  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone').filter((name) => findTimeZone(name)));
  const times = fc
    .integer({ min: Date.UTC(2016, 0, 1), max: Date.UTC(2040, 0, 1) })
    .map((ms) => new Date(ms));

  test('contain all of their times, in every zone', () => {
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const day = dayIn(time, zone);
        const begin = beginOfDay(day, zone);
        expect(begin <= time).toBe(true);
        expect(beginOfDay(addDays(day, 1), zone) > time).toBe(true);
        expect(dayIn(begin, zone)).toBe(day);
        expect(dayIn(new Date(begin.getTime() - 1), zone) < day).toBe(true);
        const hour = beginOfHour(time, zone);
        expect(hour <= time && time.getTime() - hour.getTime() < HOUR_MS).toBe(true);
        expect(hasWholeHours(zone) && offsetAt(time, zone) % HOUR_MS !== 0).toBe(false);
        expect(new Date(writeTimeIn(time, zone)).getTime()).toBe(time.getTime());
      }),
      { numRuns: 300 },
    );
  });
});

test('writes times with the offset of the zone', () => {
  const time = new Date('2026-11-22T12:00:00.000Z');
  expect(writeTimeIn(time, 'UTC')).toBe('2026-11-22T12:00:00.000Z');
  expect(writeTimeIn(time, 'Europe/London')).toBe('2026-11-22T12:00:00.000Z');
  expect(writeTimeIn(time, 'America/St_Johns')).toBe('2026-11-22T08:30:00.000-03:30');
  expect(writeTimeIn(time, 'Asia/Kathmandu')).toBe('2026-11-22T17:45:00.000+05:45');
});
