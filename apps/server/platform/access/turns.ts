/** Turns at something that only a few can use at once. The owners that wait for it take turns. */
export interface Turns {
  /**
   * Waits for a turn, for at most so many milliseconds. Returns what ends the turn. Throws the error of `refuse` if too
   * many wait already, or for too long.
   */
  take(owner: string, waitMs: number): Promise<() => void>;
}

export interface TurnLimits {
  /** Turns at once, of one owner and of all. */
  ofOne: number;
  ofAll: number;
  /** How many of one owner may wait. */
  waiting: number;
  refuse: () => Error;
}

interface Owner {
  running: number;
  waiting: (() => void)[];
}

export function createTurns({ ofOne, ofAll, waiting, refuse }: TurnLimits): Turns {
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
    forgetIdle(name, owner);
  }

  function forgetIdle(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) owners.delete(name);
  }

  function wait(name: string, owner: Owner, waitMs: number): Promise<void> {
    if (owner.waiting.length >= waiting) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        clearTimeout(late);
        begin(name, owner);
        resolve();
      };
      const late = setTimeout(() => {
        owner.waiting.splice(owner.waiting.indexOf(admit), 1);
        forgetIdle(name, owner);
        reject(refuse());
      }, waitMs);
      owner.waiting.push(admit);
    });
  }

  return {
    take: async (name, waitMs) => {
      const owner = owners.get(name) ?? { running: 0, waiting: [] };
      owners.set(name, owner);
      if (owner.running < ofOne && running < ofAll) begin(name, owner);
      else await wait(name, owner, waitMs);
      return () => end(name, owner);
    },
  };
}
