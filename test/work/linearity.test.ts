import { beforeAll, expect, test } from 'vitest';
import type { Measurement } from './measure.ts';
import { measureSubjects } from './measure-subjects.ts';

/**
 * Linear code does four times the work for four times the input, and a little more for small inputs, because nesting is
 * followed only to a limit, and long texts are cut into pieces. Quadratic code does sixteen times the work.
 */
const MAX_RATIO = 6;

let measurements: Measurement[] = [];

beforeAll(async () => {
  measurements = await measureSubjects();
}, 300_000);

test('no input from outside makes more work than in proportion to its size', () => {
  expect(measurements.length).toBeGreaterThan(500);
  const quadratic = measurements
    .filter(({ small, large }) => large > MAX_RATIO * small)
    .map(
      ({ name, small, large }) =>
        `${name}: ${(large / small).toFixed(1)} times the work (${small}, ${large})`,
    );
  expect(quadratic).toEqual([]);
});
