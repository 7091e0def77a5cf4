import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killTranslations } from './kill-translation-rounds.ts';

test('translations that are killed lose nothing that a person wrote, and every block becomes current or is reported', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  const rounds = Number(process.env.LECTERN_ROUNDS ?? 12);
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  console.log(await killTranslations({ rounds, seed }));
});
