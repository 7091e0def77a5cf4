import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killImports } from './kill-rounds.ts';

test('an import that is killed leaves the old or the new revision, whole, and ends after the restart', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killImports({ rounds: 2, pages: 60, seed });
}, 300_000);
