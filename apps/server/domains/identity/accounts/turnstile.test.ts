import { describe, expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';
import { createTurnstile } from './turnstile.ts';

describe('a turnstile', () => {
  test('lets as many through at once as it may, the others in order, and sends away for whom there is no room', async () => {
    const turnstile = createTurnstile({ atOnce: 2, waiting: 3 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const passes = Array.from({ length: 7 }, (_, n) =>
      turnstile.pass(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n;
      }),
    );
    const outcomes = Promise.allSettled(passes);
    for (let ended = 0; ended < 5; ended += 1) {
      expect(begun.length - ended).toBeLessThanOrEqual(2);
      ends[ended]?.();
      await new Promise(setImmediate);
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    expect(
      (await outcomes).map((outcome) => ('value' in outcome ? outcome.value : outcome.reason.status)),
    ).toEqual([0, 1, 2, 3, 4, 503, 503]);
  });

  test('is free again after work that failed', async () => {
    const turnstile = createTurnstile({ atOnce: 1, waiting: 0 });
    const failing = () => turnstile.pass(() => Promise.reject(new Error('broken')));
    await expect(failing()).rejects.toThrow('broken');
    await expect(failing()).rejects.toThrow('broken');
    expect(await turnstile.pass(async () => 'through')).toBe('through');
  });
});

describe('attempts', () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const fail = async (): Promise<boolean> => false;
  const failTen = async (attempts: ReturnType<typeof createAttempts>): Promise<void> => {
    for (let n = 0; n < 10; n += 1) await attempts.try('ada', later(n), fail);
  };

  test('are refused after ten failures until a quarter of an hour after the first, and then begin anew', async () => {
    const attempts = createAttempts('test');
    await failTen(attempts);
    await expect(attempts.try('ada', later(60), async () => true)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '840' },
    });
    expect(await attempts.try('somebody else', later(60), async () => true)).toBe(true);
    expect(await attempts.try('ada', later(900), fail)).toBe(false);
    expect(await attempts.try('ada', later(901), async () => true)).toBe(true);
  });

  test('that could not be made are no failures', async () => {
    const attempts = createAttempts('test');
    const broken = () => Promise.reject(new Error('broken'));
    for (let n = 0; n < 20; n += 1) await expect(attempts.try('ada', now, broken)).rejects.toThrow('broken');
    expect(await attempts.try('ada', now, async () => true)).toBe(true);
  });

  test('are forgotten when whoever has the account proves it otherwise', async () => {
    const attempts = createAttempts('test');
    await failTen(attempts);
    attempts.forget('ada');
    expect(await attempts.try('ada', later(60), async () => true)).toBe(true);
  });
});
