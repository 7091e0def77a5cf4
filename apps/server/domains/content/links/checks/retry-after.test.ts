import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const LATEST = new Date('2030-01-08T00:00:00Z');
const read = (header: string | undefined): string => readRetryAfter(header, NOW, LATEST).toISOString();

test('seconds and dates are understood, within bounds', () => {
  expect(read('7200')).toBe('2030-01-01T02:00:00.000Z');
  expect(read('Tue, 01 Jan 2030 03:00:00 GMT')).toBe('2030-01-01T03:00:00.000Z');
  expect(read('0')).toBe('2030-01-01T00:01:00.000Z');
  expect(read('Mon, 01 Jan 2001 00:00:00 GMT')).toBe('2030-01-01T00:01:00.000Z');
  expect(read('99999999999999999999')).toBe(LATEST.toISOString());
  for (const untold of [undefined, '', 'soon']) expect(read(untold)).toBe('2030-01-01T01:00:00.000Z');
});

test('whatever it says, the time is after now and not after the regular check', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const at = readRetryAfter(header, NOW, LATEST);
      expect(at > NOW && at <= LATEST).toBe(true);
    }),
  );
});
