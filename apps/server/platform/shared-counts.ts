/**
 * What the workers of one service count in memory together, such as failed attempts to sign in: each counts for itself
 * and tells the others, which know of it a moment later. Covers the process, and therefore belongs to the module.
 */

/** `null` as the amount: forgotten. */
export type SharedCount = readonly [name: string, key: string, amount: number | null];

interface Counted {
  add(key: string, amount: number): void;
  forget(key: string): void;
}

/** Short beside the minutes that are counted in, and long enough that a busy caller is one message. */
const FLUSH_MS = 20;

const counted = new Map<string, Counted>();
let tell: ((name: string, key: string, amount: number | null) => void) | undefined;

/** Tells the other workers what is counted here. `others` applies what they counted. */
export function shareCounts(name: string, others: Counted): Counted {
  counted.set(name, others);
  return {
    add: (key, amount) => tell?.(name, key, amount),
    forget: (key) => tell?.(name, key, null),
  };
}

/** From now on, counts are sent to other workers. Returns what applies those that they sent. */
export function joinSharedCounts(
  send: (counts: SharedCount[]) => void,
): (counts: readonly SharedCount[]) => void {
  /** In the order in which the keys were first counted. */
  let waiting = new Map<string, SharedCount>();
  let isScheduled = false;
  const flush = (): void => {
    isScheduled = false;
    const counts = [...waiting.values()];
    waiting = new Map();
    send(counts);
  };
  tell = (name, key, amount) => {
    const at = `${name}\n${key}`;
    const earlier = waiting.get(at)?.[2];
    // What is counted after it was forgotten counts from then on.
    if (amount !== null && earlier === null) {
      flush();
      waiting.set(at, [name, key, amount]);
    } else waiting.set(at, [name, key, amount === null ? null : amount + (earlier ?? 0)]);
    if (!isScheduled) setTimeout(flush, FLUSH_MS).unref();
    isScheduled = true;
  };
  return (counts) => {
    for (const [name, key, amount] of counts) {
      if (amount === null) counted.get(name)?.forget(key);
      else counted.get(name)?.add(key, amount);
    }
  };
}
