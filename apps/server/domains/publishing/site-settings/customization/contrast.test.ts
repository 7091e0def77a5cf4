import { expect, test } from 'vitest';
import { contrastOf } from './contrast.ts';

test.each([
  ['#000', '#fff', 21],
  ['#ffffff', '#FFFFFF', 1],
  ['#767676', '#fff', 4.54],
  ['#777777', '#fff', 4.48],
  ['#f00', '#ffffff', 4],
])('%s on %s has the contrast of WCAG', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2);
});
