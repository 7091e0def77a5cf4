import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { createRandom } from '../random.ts';
import { killAutosaveUpkeep } from './kill-autosave-rounds.ts';
import { killPacking, PACKING_POINTS } from './kill-packing-rounds.ts';

test('upkeeps of autosaves killed at many random moments leave a whole history', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killAutosaveUpkeep({ rounds: 10, seed });
});

test('packing killed at every point loses no autosave that was acknowledged', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killPacking({ points: PACKING_POINTS, random: createRandom(seed) });
});
