import { beforeAll, expect, test } from 'vitest';
import type { Measurement } from './measure.ts';
import { measureSubjects } from './measure-subjects.ts';

/**
 * Linear code does four times the work for four times the input, and a little more for small inputs, because nesting is
 * followed only to a limit, and long texts are cut into pieces. Quadratic code does sixteen times the work.
 */
const MAX_RATIO = 6;

/**
 * The work for each further character of an input. An edit of a table whose rows are short needs most of it: it reads,
 * writes, compares and merges the table, in which a character stands for a cell.
 */
const MAX_WORK_PER_CHARACTER = 4000;

/** The soak measures all inputs, `npm test` one in fifteen of every kind. */
const ONE_IN = process.env.LECTERN_SOAK ? 1 : 15;

let measurements: Measurement[] = [];

beforeAll(async () => {
  measurements = await measureSubjects({ oneIn: ONE_IN });
}, 600_000);

test('no input from outside makes more work than in proportion to its size', () => {
  expect(measurements.length).toBeGreaterThan(2500 / ONE_IN);
  const quadratic = measurements
    .filter(({ small, large }) => large > MAX_RATIO * small)
    .map(
      ({ name, small, large }) =>
        `${name}: ${(large / small).toFixed(1)} times the work (${small}, ${large})`,
    );
  expect(quadratic).toEqual([]);
});

test('no character of an input from outside makes more than a bounded amount of work', () => {
  const expensive = measurements
    .map(({ name, small, large, characters }) => ({ name, work: (large - small) / Math.max(1, characters) }))
    .filter(({ work }) => work > MAX_WORK_PER_CHARACTER)
    .map(({ name, work }) => `${name}: ${Math.round(work)} for each character`);
  expect(expensive).toEqual([]);
});
