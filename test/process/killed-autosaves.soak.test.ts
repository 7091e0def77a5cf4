import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killAutosaveUpkeep } from './kill-autosave-rounds.ts';

test('upkeeps of autosaves killed at many random moments leave a whole history', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killAutosaveUpkeep({ rounds: 20, seed });
});
