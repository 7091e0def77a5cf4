import { setImmediate as nextTurn } from 'node:timers/promises';

/** Says when to wait a moment: undefined almost always, so that a loop need not await each time. */
export type Pause = (work: number) => Promise<void> | undefined;

const WORK_BETWEEN_LOOKS = 256;
const LONGEST_TURN_MILLISECONDS = 10;

/** Long work lets others take their turn. What counts as work is the caller's, in pieces of a few microseconds. */
export function createPause(): Pause {
  let done = 0;
  let startedAt = performance.now();
  return (work) => {
    done += work;
    if (done < WORK_BETWEEN_LOOKS) return undefined;
    done = 0;
    if (performance.now() - startedAt < LONGEST_TURN_MILLISECONDS) return undefined;
    return nextTurn().then(() => {
      startedAt = performance.now();
    });
  };
}
