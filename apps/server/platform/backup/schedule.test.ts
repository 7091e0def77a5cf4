import { expect, test } from 'vitest';
import { nextBackupAt, parseSchedule } from './schedule.ts';

const now = new Date('2026-03-01T02:30:00.000Z');
const next = (text: string): string => nextBackupAt(parseSchedule(text)!, now).toISOString();

test('backups are made every so many hours, or daily at a time', () => {
  expect(next('6h')).toBe('2026-03-01T08:30:00.000Z');
  expect(next('02:31')).toBe('2026-03-01T02:31:00.000Z');
  expect(next('02:30')).toBe('2026-03-02T02:30:00.000Z');
  expect(next('00:00')).toBe('2026-03-02T00:00:00.000Z');
});

test.each(['', '0h', '6', '24:00', '2:30', '02:60', 'daily'])('“%s” is not a schedule', (text) => {
  expect(parseSchedule(text)).toBeUndefined();
});
