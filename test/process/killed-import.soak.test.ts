import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killImports } from './kill-rounds.ts';

/** A round takes several times as long when other suites are killing, too. */
const LIMIT_MS = 7_200_000;

test(
  'imports killed at many random moments leave the old or the new revision, whole',
  async () => {
    const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
    console.log(`The seed of this run: LECTERN_SEED=${seed}`);
    await killImports({ rounds: 100, pages: 300, seed });
  },
  LIMIT_MS,
);
