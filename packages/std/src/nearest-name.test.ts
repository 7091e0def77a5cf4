import { expect, test } from 'vitest';
import { findNearestName } from './nearest-name.ts';

const NAMES = ['LECTERN_PORT', 'LECTERN_HOST', 'LECTERN_SITES_PORT', 'LECTERN_SECRET'];

test.each([
  ['LECTERN_PROT', 'LECTERN_PORT'],
  ['LECTERN_SITE_PORT', 'LECTERN_SITES_PORT'],
  ['lectern_host', 'LECTERN_HOST'],
  ['LECTERN_SECRETS', 'LECTERN_SECRET'],
])('%s means %s', (text, name) => {
  expect(findNearestName(text, NAMES)).toBe(name);
});

test('nothing is nearest where there are no names; a very long word costs no more than a long one', () => {
  expect(findNearestName('x', [])).toBeUndefined();
  expect(findNearestName('x'.repeat(10_000_000), NAMES)).toBeDefined();
});
