import { countRegExpSteps } from './count-regexp-steps.ts';
import { COUNTER } from './counter-name.ts';

/**
 * Counts the work of code instead of measuring its time: the bodies of functions and loops that it executes, the steps
 * of its regular expressions, and the characters and items that built-in functions visit for it. The code must have
 * been instrumented (see `count-blocks.ts`). Replaces built-in functions, so it needs a thread of its own.
 */
export class WorkCounter {
  readonly #counts: Counts;
  #visited = 0;
  #limit = Number.POSITIVE_INFINITY;
  #isCounting = false;

  constructor() {
    this.#counts = {
      count: 0,
      spread: (value) => {
        if (this.#isCounting) this.#visited += sizeOf(value);
        return value;
      },
    };
    (globalThis as unknown as Record<string, Counts>)[COUNTER] = this.#counts;
    this.#countBuiltIns();
  }

  /**
   * Returns the work of a call, including the size of its result. Work beyond the limit is stopped at the next call of
   * a built-in function, and counts as infinite.
   */
  async count(call: () => unknown, limit = Number.POSITIVE_INFINITY): Promise<number> {
    this.#counts.count = 0;
    this.#visited = 0;
    this.#limit = limit;
    this.#isCounting = true;
    let result: unknown;
    try {
      result = await call();
    } catch (error) {
      if (this.#done <= limit) throw error;
    } finally {
      this.#isCounting = false;
    }
    const work = this.#done + (JSON.stringify(result) ?? '').length;
    return work > limit ? Number.POSITIVE_INFINITY : work;
  }

  get #done(): number {
    return this.#counts.count + this.#visited;
  }

  #countBuiltIns(): void {
    const visit = (amount: number): void => {
      if (!this.#isCounting) return;
      this.#visited += amount;
      if (this.#done > this.#limit) throw new Error('The work exceeds its limit.');
    };
    countRegExps((pattern, text, from) => {
      // The count itself uses regular expressions, on single characters.
      if (!this.#isCounting) return;
      this.#isCounting = false;
      this.#visited += countRegExpSteps(pattern, text, from).steps;
      this.#isCounting = true;
    });
    countStrings(visit);
    countArrays(visit);
    countKeys(visit);
  }
}

/** The interface of the instrumented code, which counts in it and calls its function. */
interface Counts {
  count: number;
  /** Counts a value that is spread into a list or an object, and returns it unchanged. */
  spread<Value>(value: Value): Value;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return 1 + value.length;
  if (value instanceof Map || value instanceof Set) return 1 + value.size;
  return typeof value === 'object' && value !== null ? 1 + Object.keys(value).length : 1;
}

type Visit = (amount: number) => void;
type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a built-in function with one that also reports how much it visited. */
function replace(
  owner: object,
  name: string,
  amountOf: (self: never, result: never, first: never, second: never) => number,
  visit: Visit,
): void {
  const original = Reflect.get(owner, name) as Method;
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      visit(amountOf(this as never, result as never, args[0] as never, args[1] as never));
      return result;
    },
  });
}

function countRegExps(count: (pattern: RegExp, text: string, from: number) => void): void {
  const { exec } = RegExp.prototype;
  // `test`, `replace`, `match` and `split` call this function when it is not the built-in one.
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    count(this, String(text), from);
    return match;
  };
}

function countStrings(visit: Visit): void {
  const strings = String.prototype;
  const searched = (self: string, at: number, what: string, from = 0): number =>
    at < 0 ? Math.max(0, self.length - from) : at - from + String(what).length;
  const { indexOf } = strings;
  replace(strings, 'indexOf', searched as never, visit);
  replace(
    strings,
    'includes',
    ((self: string, _: unknown, what: string, from = 0) =>
      searched(self, indexOf.call(self, what, from), what, from)) as never,
    visit,
  );
  replace(
    strings,
    'lastIndexOf',
    ((self: string, at: number, _: unknown, from = self.length) =>
      Math.max(1, Math.min(from, self.length) - at)) as never,
    visit,
  );
  for (const name of ['trim', 'trimStart', 'trimEnd'])
    replace(
      strings,
      name,
      ((self: string, result: string) => 1 + self.length - result.length) as never,
      visit,
    );
  for (const name of ['toLowerCase', 'toUpperCase', 'normalize', 'replaceAll', 'localeCompare'])
    replace(strings, name, ((self: string) => 1 + self.length) as never, visit);
  for (const name of ['repeat', 'padStart', 'padEnd'])
    replace(strings, name, ((_: string, result: string) => 1 + result.length) as never, visit);
  for (const name of ['split', 'replace'])
    replace(
      strings,
      name,
      ((self: string, _: unknown, pattern: unknown) =>
        typeof pattern === 'string' ? 1 + self.length : 1) as never,
      visit,
    );
}

function countArrays(visit: Visit): void {
  const arrays = Array.prototype;
  for (const name of [
    'slice',
    'concat',
    'splice',
    'join',
    'flat',
    'reverse',
    'sort',
    'shift',
    'unshift',
    'fill',
  ])
    replace(
      arrays,
      name,
      ((self: unknown[], result: unknown) =>
        1 + (name === 'slice' || name === 'concat' ? (result as unknown[]).length : self.length)) as never,
      visit,
    );
  for (const name of ['includes', 'indexOf', 'lastIndexOf'])
    replace(arrays, name, ((self: unknown[]) => 1 + self.length) as never, visit);
  for (const name of ['entries', 'keys', 'values', 'fromEntries', 'assign'])
    replace(
      Object,
      name,
      ((_: unknown, result: unknown, first: unknown) =>
        1 + (Array.isArray(result) ? result.length : Array.isArray(first) ? first.length : 0)) as never,
      visit,
    );
}

/** Counts the length of keys, because long texts are hashed. */
function countKeys(visit: Visit): void {
  const amountOf = (key: unknown): number => (typeof key === 'string' ? 1 + key.length : 1);
  for (const owner of [Map.prototype, Set.prototype])
    for (const name of ['get', 'set', 'has', 'add']) {
      if (!(name in owner)) continue;
      const original = Reflect.get(owner, name) as Method;
      Object.defineProperty(owner, name, {
        configurable: true,
        writable: true,
        value(this: unknown, key: unknown, value: unknown) {
          visit(amountOf(key));
          return original.call(this, key, value);
        },
      });
    }
}
