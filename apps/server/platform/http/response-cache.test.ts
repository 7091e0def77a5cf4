import { expect, test } from 'vitest';
import { createReadyResponse } from './ready-response.ts';
import { ResponseCache } from './response-cache.ts';

/** An answer that counts as 1,000 bytes. */
const response = createReadyResponse(Buffer.alloc(488));

/** Asks for each key as a reader does, in this order; returns how many answers were there. */
function readAll(cache: ResponseCache, keys: readonly string[]): number {
  let found = 0;
  for (const key of keys) {
    if (cache.get(key)) found += 1;
    else cache.set(key, response);
  }
  return found;
}

const keysOf = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);

test('everything is found again while it fits', () => {
  const cache = new ResponseCache(100_000);
  const keys = keysOf('a', 99);
  readAll(cache, keys);
  for (let pass = 0; pass < 3; pass += 1) expect(readAll(cache, keys)).toBe(99);
  expect(cache.bytes).toBe(99_000);
});

test('reading twice as much as fits, over and over, finds a part of it', () => {
  const cache = new ResponseCache(100_000);
  const keys = keysOf('a', 200);
  readAll(cache, keys);
  for (let pass = 0; pass < 5; pass += 1) expect(readAll(cache, keys)).toBeGreaterThan(60);
});

test('reading much once leaves what is read often', () => {
  const cache = new ResponseCache(100_000);
  const often = keysOf('often', 50);
  readAll(cache, often);
  readAll(cache, often);
  for (let round = 0; round < 5; round += 1) {
    readAll(cache, keysOf(`once in ${round}/`, 100));
    expect(readAll(cache, often)).toBeGreaterThanOrEqual(45);
  }
});

test('what is read often replaces what no one reads any more', () => {
  const cache = new ResponseCache(100_000);
  readAll(cache, keysOf('old', 100));
  readAll(cache, keysOf('old', 100));
  const fresh = keysOf('new', 80);
  // Each is asked for again soon.
  for (const key of fresh) readAll(cache, [key, key]);
  expect(readAll(cache, fresh)).toBe(80);
});

test('a large answer is cached where there is space, and never takes more than a quarter of it', () => {
  const cache = new ResponseCache(100_000);
  cache.set('large', createReadyResponse(Buffer.alloc(20_000)));
  cache.set('too large', createReadyResponse(Buffer.alloc(25_000)));
  expect(cache.get('large')).toBeDefined();
  expect(cache.get('too large')).toBeUndefined();
});

test('a large answer that is read once does not replace many small ones', () => {
  const cache = new ResponseCache(100_000);
  const often = keysOf('often', 80);
  readAll(cache, often);
  readAll(cache, often);
  cache.set('large', createReadyResponse(Buffer.alloc(20_000)));
  expect(cache.get('large')).toBeUndefined();
  expect(readAll(cache, often)).toBe(80);
});

test('the bytes stay within the limit', () => {
  const cache = new ResponseCache(100_000);
  readAll(cache, keysOf('a', 1000));
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
  expect(cache.bytes).toBeGreaterThan(90_000);
});

test('simultaneous callers share one response, and a failure is not kept', async () => {
  const cache = new ResponseCache(1_000_000);
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 1) throw new Error('It failed.');
    return createReadyResponse('body');
  };
  const failed = await Promise.allSettled([cache.make('key', make), cache.make('key', make)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(made).toBe(1);
  const [one, other] = await Promise.all([cache.make('key', make), cache.make('key', make)]);
  expect(other).toBe(one);
  expect(made).toBe(2);
  expect(cache.get('key')).toBe(one);
});
