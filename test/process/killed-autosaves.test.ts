import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killAutosaveUpkeep } from './kill-autosave-rounds.ts';

test('an upkeep of autosaves that is killed leaves a whole history, and what was referred to', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killAutosaveUpkeep({ rounds: 2, seed });
}, 300_000);
