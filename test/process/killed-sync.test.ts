import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killSyncs } from './kill-sync-rounds.ts';

test('a sync that is killed loses nothing, and the next one makes both sides equal', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killSyncs({ rounds: 2, seed });
}, 300_000);
