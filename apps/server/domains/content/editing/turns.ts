/**
 * Runs functions with the same key one at a time, in the order of the calls. Without it, all but one of several
 * simultaneous commits would have to merge again, and the slowest might never succeed. Another process can still
 * commit first; the database decides.
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
