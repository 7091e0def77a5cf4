import { test } from 'vitest';
import { killKeyed, POINTS, type Point } from './kill-keyed-rounds.ts';

test('a request with a key that is killed at any point and repeated changes something once', async () => {
  const operations = ['page', 'comment', 'space', 'token'];
  await killKeyed(
    (Object.keys(POINTS) as Point[]).map((point, at) => ({ point, operation: operations[at] as string })),
  );
}, 300_000);
