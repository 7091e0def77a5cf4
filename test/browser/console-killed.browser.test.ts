import { randomInt } from 'node:crypto';
import { test } from 'vitest';
import { killWhileTyping } from './kill-typing-rounds.ts';

test('no word is lost or doubled when the service is killed while somebody types', async () => {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of this run: LECTERN_SEED=${seed}`);
  await killWhileTyping({ rounds: 2, seed });
}, 300_000);
