/** Returns a function that waits for the caller's turn: requests are sent one at a time, with a pause between them. */
export function createPace(
  delayMs: number,
  sleep: (milliseconds: number) => Promise<unknown>,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  let next = 0;
  return async () => {
    const at = Math.max(next, now());
    next = at + delayMs;
    const pause = at - now();
    if (pause > 0) await sleep(pause);
  };
}
