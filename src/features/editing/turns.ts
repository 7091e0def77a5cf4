/**
 * Runs work on the same thing one after the other, in the order in which it was asked for. Whoever commits to a line of
 * revisions takes a turn: otherwise all but one of those who commit at once would have to merge again, and the slowest
 * of them might never be first. Another process can still be faster; the database decides.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const own = before ? before.then(work, work) : work();
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}
