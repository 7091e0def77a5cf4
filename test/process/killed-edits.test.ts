import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killEdits } from './kill-edit-rounds.ts';

test('edits and merges that are killed have happened or have not, and none that was acknowledged is lost', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killEdits({ rounds: 3, seed });
}, 300_000);
