/** Runs a function when the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(run: () => void, timeout: number): () => void {
  // Safari does not support `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run, { timeout });
  return () => cancelIdleCallback(idle);
}
