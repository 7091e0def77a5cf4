import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killEdits } from './kill-edit-rounds.ts';

test('edits and merges killed at many random moments lose nothing that was acknowledged', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killEdits({ rounds: 60, seed });
});
