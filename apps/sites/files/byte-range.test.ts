import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=2-99', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes= 2-5 ', { start: 2, end: 5 }],
    [`bytes=9-${'9'.repeat(400)}`, { start: 9, end: 9 }],
  ])('asks for one part of ten bytes: %s', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'cannot be satisfied by ten bytes: %s',
    (header) => {
      expect(parseRange(header, 10)).toBe('unsatisfiable');
    },
  );

  it.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,3-4',
    'lines=0-1',
    'bytes=-1-2',
  ])('leaves the whole: %s', (header) => {
    expect(parseRange(header, 10)).toBeUndefined();
  });

  it('finds no first byte in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-5', 0)).toBeUndefined();
  });
});
