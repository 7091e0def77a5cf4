import { expect, test } from 'vitest';
import { killKeyed, ROUNDS } from './kill-keyed-rounds.ts';

test('every creating operation that is killed at every point and repeated creates one object, in 50 rounds', async () => {
  const rounds = [...ROUNDS, ...ROUNDS, ...ROUNDS].slice(0, 50);
  expect(rounds).toHaveLength(50);
  await killKeyed(rounds);
}, 3_600_000);
