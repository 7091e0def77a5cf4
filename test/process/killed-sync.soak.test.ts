import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killSyncs } from './kill-sync-rounds.ts';

test('syncs that are killed at many random moments lose nothing, and both sides become equal', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killSyncs({ rounds: 30, seed });
});
