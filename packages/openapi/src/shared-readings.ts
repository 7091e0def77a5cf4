import type { Json } from './resolve.ts';

/**
 * Keeps what was read of the schemas of a spec, for all operations that use them. Only the spec that was read last is
 * kept, because many of its operations are read one after the other. It must not change meanwhile.
 */
export class SharedReadings<Key, Reading> {
  readonly #maximum: number;
  readonly #readings = new Map<Key, Reading>();
  #spec: Json | undefined;
  #size = 0;

  /** `maximum`: the total size of what is kept. Beyond it, everything is removed. */
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
