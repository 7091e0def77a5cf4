import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;

interface Clock {
  /** In milliseconds. */
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const CLOCK: Clock = { now: Date.now, wait: (ms, signal) => sleep(ms, undefined, { signal }) };

/** Lets at most so many calls begin in any minute. The others wait, in their order. */
export function createCallRate(
  perMinute: number,
  { now, wait }: Clock = CLOCK,
): (signal: AbortSignal) => Promise<void> {
  /** When the last calls began, as many as a minute may have. */
  const begun: number[] = [];
  let line: Promise<void> = Promise.resolve();
  async function begin(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const [oldest] = begun;
    const isFull = begun.length === perMinute && oldest !== undefined;
    const ms = isFull ? oldest + MINUTE_MS - now() : 0;
    if (ms > 0) await wait(ms, signal);
    if (isFull) begun.shift();
    begun.push(now());
  }
  return (signal) => {
    const turn = line.then(() => begin(signal));
    line = turn.catch(() => {});
    return turn;
  };
}
