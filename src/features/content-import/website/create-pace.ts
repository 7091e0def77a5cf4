/** Returns a function that waits for its caller's turn: one request at a time goes out, with a pause before the next. */
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
