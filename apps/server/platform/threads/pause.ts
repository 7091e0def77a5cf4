import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitOutside } from '../work-meter.ts';

/** Returns a promise when it is time to yield: undefined almost always, so that a loop need not await each time. */
export type Pause = (work: number) => Promise<void> | undefined;

const WORK_BETWEEN_CHECKS = 256;
const MAX_BLOCKING_MS = 10;

/** Long work lets others take their turn. What counts as work is the caller's, in pieces of a few microseconds. */
export function createPause(): Pause {
  let done = 0;
  let startedAt = performance.now();
  return (work) => {
    done += work;
    if (done < WORK_BETWEEN_CHECKS) return undefined;
    done = 0;
    if (performance.now() - startedAt < MAX_BLOCKING_MS) return undefined;
    return waitOutside(nextTurn).then(() => {
      startedAt = performance.now();
    });
  };
}
