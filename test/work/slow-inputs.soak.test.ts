import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { searchSlowInputs } from './measure-subjects.ts';

/** Quadratic work is sixteen times as much for an input that is four times as long. */
const MAX_RATIO = 7;

/** To repeat a run that failed, set both: the seed is in the name of the test, the round in the message. */
const SEED = Number(process.env.LECTERN_SOAK_SEED ?? randomInt(2 ** 31));
const ROUNDS = Number(process.env.LECTERN_SOAK_ROUNDS ?? 2500);

test(`no random text makes more work than in proportion to its length (LECTERN_SOAK_SEED=${SEED})`, async () => {
  const measurements = await searchSlowInputs({ seed: SEED, rounds: ROUNDS });
  expect(measurements).toHaveLength(4 * ROUNDS);
  const slow = measurements
    .filter(({ small, large }) => large > MAX_RATIO * small || large === Number.POSITIVE_INFINITY)
    .map(
      ({ name, small, large }) =>
        `${name}: ${(large / small).toFixed(1)} times the work (${small}, ${large})`,
    );
  expect(slow).toEqual([]);
});
