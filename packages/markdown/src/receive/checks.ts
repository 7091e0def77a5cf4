import { joinAlternatives } from '@lectern/std/alternatives';
import { isRecord } from '@lectern/std/is-record';

/** A document that was sent is not one. `place`: the keys that lead to the value; `issue`: in words that follow it. */
export class DocumentFault extends Error {
  readonly place: string;
  readonly issue: string;

  constructor(place: readonly (string | number)[], issue: string) {
    super(`${place.join('.')} ${issue}`);
    this.place = place.join('.');
    this.issue = issue;
  }
}

/** The keys that lead to the value that is being checked. */
export class ValuePath {
  readonly #keys: (string | number)[] = [];

  /** Checks the value of a key. */
  at<T>(key: string | number, check: () => T): T {
    this.#keys.push(key);
    const checked = check();
    this.#keys.pop();
    return checked;
  }

  fail(issue: string): never {
    throw new DocumentFault(this.#keys, issue);
  }
}

/** Returns the value as documents have it, or fails. An optional value that is null counts as absent. */
export interface Check<T> {
  (value: unknown, place: ValuePath): T;
  isOptional?: boolean;
}

export type Fields = Readonly<Record<string, Check<unknown>>>;

export type JsonRecord = Readonly<Record<string, unknown>>;

export const text: Check<string> = (value, place) =>
  typeof value === 'string' ? value : place.fail('must be a string');

export const flag: Check<boolean> = (value, place) =>
  typeof value === 'boolean' ? value : place.fail('must be true or false');

export const number: Check<number> = (value, place) =>
  typeof value === 'number' ? value : place.fail('must be a number');

export const oneOf =
  <const T extends string>(...values: T[]): Check<T> =>
  (value, place) =>
    values.includes(value as T) ? (value as T) : place.fail(`must be ${joinAlternatives(values)}`);

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value, place) =>
    Array.isArray(value)
      ? value.map((item, index) => place.at(index, () => check(item, place)))
      : place.fail('must be a list');

export const recordOf =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value, place) => {
    if (!isRecord(value)) return place.fail('must be an object');
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, place.at(key, () => check(inner, place))]),
    );
  };

/** Fields that documents do not have are left out. */
export const record =
  (fields: Fields): Check<JsonRecord> =>
  (value, place) => {
    if (!isRecord(value)) return place.fail('must be an object');
    const checked: Record<string, unknown> = {};
    for (const [key, check] of Object.entries(fields)) {
      const inner = value[key] ?? undefined;
      if (inner !== undefined) checked[key] = place.at(key, () => check(inner, place));
      else if (!check.isOptional) place.at(key, () => place.fail('is required'));
    }
    return checked;
  };

export const optional = <T>(check: Check<T>): Check<T | undefined> =>
  Object.assign((value: unknown, place: ValuePath) => check(value, place), { isOptional: true });
