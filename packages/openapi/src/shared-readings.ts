import type { Json } from './resolve.ts';

/**
 * What is read of the schemas of a spec once for all operations that use them. It is kept for the spec that was read
 * last, of which many operations are read one after the other. The spec must not change meanwhile.
 */
export class SharedReadings<Key, Reading> {
  readonly #maximum: number;
  readonly #readings = new Map<Key, Reading>();
  #spec: Json | undefined;
  #size = 0;

  /** `maximum`: of the sizes of all that is kept. When there is more, it begins anew. */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  find(spec: Json, key: Key): Reading | undefined {
    return this.#spec === spec ? this.#readings.get(key) : undefined;
  }

  keep(spec: Json, key: Key, reading: Reading, size = 1): void {
    this.#size += size;
    if (this.#spec !== spec || this.#size > this.#maximum) {
      this.#readings.clear();
      this.#size = size;
    }
    this.#spec = spec;
    this.#readings.set(key, reading);
  }
}
