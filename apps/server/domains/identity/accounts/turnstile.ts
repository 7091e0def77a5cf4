import { defineError } from '../../../platform/http/errors.ts';

/** Admits a limited number of callers at once; others wait in order, and are refused when the queue is full. */
export interface Turnstile {
  /** Throws a 503 when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export const signInBusy = defineError({ status: 503, reason: 'sign-in-busy' }, () => ({
  message: 'Too many people are signing in right now. Try again in a few seconds.',
  headers: { 'retry-after': '5' },
}));

export function createTurnstile({ atOnce, waiting }: { atOnce: number; waiting: number }): Turnstile {
  let working = 0;
  const queue: (() => void)[] = [];
  return {
    async pass(work) {
      if (working >= atOnce) {
        if (queue.length >= waiting) throw signInBusy();
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        working += 1;
      }
      try {
        return await work();
      } finally {
        // The place goes to the next caller in the queue, so that no later one overtakes.
        const next = queue.shift();
        if (next) next();
        else working -= 1;
      }
    },
  };
}
