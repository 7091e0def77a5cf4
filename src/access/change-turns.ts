/** Turns for changes, so that those of one organization, which wait for each other, never use up the connections. */
import { defineError } from '../http/errors.ts';

const RETRY_SECONDS = 5;

export const tooManyChanges = defineError({ status: 503, reason: 'too-many-changes' }, () => ({
  message: `Too many changes are being made at once. Nothing was changed. Try again in ${RETRY_SECONDS} seconds.`,
  headers: { 'retry-after': String(RETRY_SECONDS) },
}));

export interface ChangeTurns {
  /**
   * Waits for a turn of this organization (or account). Returns what ends the turn.
   * @throws tooManyChanges when too many wait already, or for too long
   */
  take(owner: string): Promise<() => void>;
}

export interface ChangeTurnLimits {
  /** Changes at once, of one owner and of all. */
  ofOne: number;
  ofAll: number;
  /** Changes of one owner that may wait, and for how long. */
  waiting: number;
  waitMs: number;
}

const MAX_WAITING = 200;
const MAX_WAIT_MS = 20_000;
/** What changes leave to reads, in a pool with more than one connection. */
const FOR_READS = 1;

/** One owner may change with half of the connections at once, all together with nearly all of them. */
export const limitChanges = (poolSize: number): ChangeTurnLimits => ({
  ofOne: Math.max(1, Math.floor(poolSize / 2)),
  ofAll: Math.max(1, poolSize - FOR_READS),
  waiting: MAX_WAITING,
  waitMs: MAX_WAIT_MS,
});

interface Owner {
  running: number;
  waiting: (() => void)[];
}

export function createChangeTurns({ ofOne, ofAll, waiting, waitMs }: ChangeTurnLimits): ChangeTurns {
  // In the order of their last turns, the longest ago first.
  const owners = new Map<string, Owner>();
  let running = 0;

  function begin(name: string, owner: Owner): void {
    running += 1;
    owner.running += 1;
    owners.delete(name);
    owners.set(name, owner);
  }

  function end(name: string, owner: Owner): void {
    running -= 1;
    owner.running -= 1;
    for (const candidate of [...owners.values()]) {
      if (running >= ofAll) break;
      if (candidate.running < ofOne) candidate.waiting.shift()?.();
    }
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
  }

  function wait(owner: Owner, start: () => void): Promise<void> {
    if (owner.waiting.length >= waiting) return Promise.reject(tooManyChanges());
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(late);
        start();
        resolve();
      };
      const late = setTimeout(() => {
        owner.waiting.splice(owner.waiting.indexOf(admit), 1);
        reject(tooManyChanges());
      }, waitMs);
      owner.waiting.push(admit);
    });
  }

  return {
    take: async (name) => {
      const owner = owners.get(name) ?? { running: 0, waiting: [] };
      owners.set(name, owner);
      const start = (): void => begin(name, owner);
      if (owner.running < ofOne && running < ofAll) start();
      else await wait(owner, start);
      return () => end(name, owner);
    },
  };
}
