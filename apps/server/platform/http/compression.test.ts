import { expect, test } from 'vitest';
import { chooseEncoding } from './compression.ts';

const OFFERED = ['br', 'zstd', 'gzip'] as const;

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['gzip;q=1, zstd;q=0', 'gzip'],
  ['*', 'br'],
  ['identity', undefined],
  [undefined, undefined],
])('of what a client accepts by “%s”, the first that is offered is %s', (accepted, chosen) => {
  expect(chooseEncoding(accepted, OFFERED)).toBe(chosen);
  expect(chooseEncoding(accepted, [])).toBeUndefined();
});
