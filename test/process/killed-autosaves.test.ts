import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { createRandom } from '../random.ts';
import { killAutosaveUpkeep } from './kill-autosave-rounds.ts';
import { killPacking, PACKING_POINTS } from './kill-packing-rounds.ts';

const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));

// One kill in each test. The soak kills at every point, and many times.
test('an upkeep of autosaves that is killed leaves a whole history, and what was referred to', async () => {
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killAutosaveUpkeep({ rounds: 1, seed });
}, 300_000);

test('packing that is killed loses no autosave that was acknowledged', async () => {
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const drawn = Math.floor(random() * PACKING_POINTS.length);
  await killPacking({ points: PACKING_POINTS.slice(drawn, drawn + 1), random });
}, 300_000);
