/** A message to all processes. */
export interface Announced {
  channel: string;
  /** Shorter than the 8,000 bytes of a notification. */
  payload: string;
}

/** What a batch of announcements told, as it goes through the broker. */
export interface Batch {
  /** Rises by one with each batch of all processes. */
  number: number;
  messages: readonly Announced[];
  /** The numbers of the announcements. */
  announcements: readonly number[];
}

/** A batch that arrives after later ones is waited for this long. */
const LATE_MS = 100;

interface BatchOrderOptions {
  deliver(batch: Batch): void;
  /** A batch is missing: anything may have changed. Called before later batches are delivered. */
  onMissed(): void;
}

/**
 * Delivers batches in the order of their numbers, whichever process sent them, and notices those that are missing. A
 * batch that was given up and arrives nevertheless is delivered, too.
 */
export class BatchOrder {
  readonly #options: BatchOrderOptions;
  #heard = 0;
  readonly #early = new Map<number, Batch>();
  /** Runs while a batch is missing. */
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatchOrderOptions) {
    this.#options = options;
  }

  /** The number up to which everything was delivered or given up. */
  get heard(): number {
    return this.#heard;
  }

  /** Everything up to this number is known. */
  startAt(number: number): void {
    this.#heard = number;
    for (const early of this.#early.keys()) if (early <= number) this.#early.delete(early);
    this.#deliverNext();
  }

  receive(batch: Batch): void {
    if (batch.number <= this.#heard) {
      this.#options.deliver(batch);
      return;
    }
    this.#early.set(batch.number, batch);
    this.#deliverNext();
  }

  /** Gives up what is missing up to this number. */
  skipTo(number: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#options.onMissed();
    this.startAt(number);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#early.clear();
  }

  #deliverNext(): void {
    const before = this.#heard;
    for (let next = this.#early.get(this.#heard + 1); next; next = this.#early.get(this.#heard + 1)) {
      this.#early.delete(next.number);
      this.#heard = next.number;
      this.#options.deliver(next);
    }
    if (this.#timer && this.#early.size > 0 && this.#heard === before) return;
    clearTimeout(this.#timer);
    this.#timer =
      this.#early.size === 0
        ? undefined
        : setTimeout(() => this.skipTo(Math.min(...this.#early.keys()) - 1), LATE_MS).unref();
  }
}
