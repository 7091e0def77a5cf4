import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A value known to everything that a piece of work calls and waits for, without a parameter of every function in
 * between. While any such work is under way, Node.js follows every promise of the process, which costs warm reads some
 * percent: it stops when the last such work has ended.
 */
export class WorkLocal<T> {
  readonly #storage = new AsyncLocalStorage<T>();
  #underWay = 0;

  /** The value of the work that asks; undefined outside of such work. */
  get value(): T | undefined {
    return this.#underWay === 0 ? undefined : this.#storage.getStore();
  }

  async run<R>(value: T, work: () => R | Promise<R>): Promise<R> {
    this.#underWay += 1;
    try {
      return await this.#storage.run(value, work);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#storage.disable();
    }
  }
}
