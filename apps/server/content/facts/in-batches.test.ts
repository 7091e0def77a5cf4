import { expect, test } from 'vitest';
import { inBatches, mapAhead } from './in-batches.ts';

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

async function* count(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n += 1) yield n;
}

test('makes some ahead and gives them in order', async () => {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const made = mapAhead(count(4), 2, async (n) => {
    begun.push(n);
    await new Promise<void>((resolve) => ends.push(resolve));
    return n * 10;
  });
  const first = made.next();
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  // The second is ready before the first.
  ends[1]?.();
  ends[0]?.();
  expect((await first).value).toBe(10);
  expect((await made.next()).value).toBe(20);
  await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
  for (const end of ends) end();
  expect((await made.next()).value).toBe(30);
  expect((await made.next()).value).toBe(40);
  expect((await made.next()).done).toBe(true);
});

test('fails when it is the turn of the one that failed, and after the others have ended', async () => {
  const ended: number[] = [];
  const given: number[] = [];
  const run = async (): Promise<void> => {
    const made = mapAhead(count(5), 2, async (n) => {
      if (n === 2) throw new Error('The second failed.');
      await Promise.resolve();
      ended.push(n);
      return n;
    });
    for await (const n of made) given.push(n);
  };
  await expect(run()).rejects.toThrow('The second failed.');
  expect(given).toEqual([1]);
  expect(ended).toEqual([1, 3, 4]);
});
