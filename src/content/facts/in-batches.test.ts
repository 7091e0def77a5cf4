import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test('batches are limited in number and size, and a larger item is a batch of its own', async () => {
  const batches: number[][] = [];
  for await (const batch of inBatches([1, 1, 1, 1, 5, 6, 20, 3], {
    count: 3,
    bytes: 10,
    sizeOf: (size) => size,
  }))
    batches.push(batch);
  expect(batches).toEqual([[1, 1, 1], [1, 5], [6], [20], [3]]);
});
