import { WorkLocal } from './work-local.ts';

const meters = new WorkLocal<WorkMeter>();

/** The meter of the work that runs now, if it is measured. */
export const findMeter = (): WorkMeter | undefined => meters.value;

/**
 * Measures the processor time of work on this thread, from wait to wait: whatever it waits for outside of this thread
 * is wrapped in `waitOutside`. Work that waits for something else is measured until the next turn of the event loop.
 */
export class WorkMeter {
  /** The owner of the work, such as an organization: in threads, owners take turns. */
  readonly owner: string;
  readonly #spend: (milliseconds: number) => void;
  readonly #now: () => number;
  #since: number | undefined;
  #nextTurn: NodeJS.Immediate | undefined;

  constructor(owner: string, spend: (milliseconds: number) => void, now = () => performance.now()) {
    this.owner = owner;
    this.#spend = spend;
    this.#now = now;
  }

  measure<T>(work: () => Promise<T>): Promise<T> {
    return meters.run(this, async () => {
      this.resume();
      try {
        return await work();
      } finally {
        this.pause();
      }
    });
  }

  resume(): void {
    this.#since ??= this.#now();
    this.#nextTurn ??= setImmediate(() => this.pause());
  }

  pause(): void {
    clearImmediate(this.#nextTurn);
    this.#nextTurn = undefined;
    if (this.#since === undefined) return;
    this.#spend(this.#now() - this.#since);
    this.#since = undefined;
  }

  /** Adds the time of a task in another thread, from its start to its end. */
  async measureTask<T>(run: () => Promise<T>): Promise<T> {
    const startedAt = this.#now();
    try {
      return await run();
    } finally {
      this.#spend(this.#now() - startedAt);
    }
  }
}

/** Waits for the database, for another thread, or for the next turn; that time is nobody's work on this thread. */
export function waitOutside<T>(wait: () => Promise<T>): Promise<T> {
  const meter = findMeter();
  return meter ? pauseDuring(meter, wait) : wait();
}

async function pauseDuring<T>(meter: WorkMeter, wait: () => Promise<T>): Promise<T> {
  const waiting = wait();
  meter.pause();
  try {
    return await waiting;
  } finally {
    meter.resume();
  }
}
