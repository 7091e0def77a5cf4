import { describe, expect, test } from 'vitest';
import { createCallRate } from './call-rate.ts';

describe('the rate of calls', () => {
  function createClock() {
    let time = 0;
    return {
      now: () => time,
      wait: async (ms: number, signal: AbortSignal) => {
        signal.throwIfAborted();
        time += ms;
      },
      pass: (ms: number) => {
        time += ms;
      },
    };
  }
  const { signal } = new AbortController();

  test('is kept in every minute, in the order of the calls', async () => {
    const clock = createClock();
    const takeTurn = createCallRate(2, clock);
    const begun: [number, number][] = [];
    const call = (index: number) => takeTurn(signal).then(() => begun.push([index, clock.now()]));
    await Promise.all([call(0), call(1), call(2), call(3), call(4)]);
    expect(begun).toEqual([
      [0, 0],
      [1, 0],
      [2, 60_000],
      [3, 60_000],
      [4, 120_000],
    ]);
    clock.pass(60_000);
    await Promise.all([call(5), call(6)]);
    expect(begun.at(-1)).toEqual([6, 180_000]);
  });

  test('does not count those that were given up, and lets the others go on', async () => {
    const clock = createClock();
    const takeTurn = createCallRate(1, clock);
    await takeTurn(signal);
    const controller = new AbortController();
    const givenUp = takeTurn(controller.signal);
    const next = takeTurn(signal).then(() => clock.now());
    controller.abort();
    await expect(givenUp).rejects.toThrow();
    expect(await next).toBe(60_000);
  });
});
