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

/** The values that a check accepts, as JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the value as documents have it, or fails. An optional value that is null counts as absent. */
export interface Check<T> {
  (value: unknown, place: ValuePath): T;
  schema: JsonSchema;
  isOptional?: boolean;
}

export const check = <T>(schema: JsonSchema, read: (value: unknown, place: ValuePath) => T): Check<T> =>
  Object.assign(read, { schema });

export type Fields = Readonly<Record<string, Check<unknown>>>;

export type JsonRecord = Readonly<Record<string, unknown>>;

export const text: Check<string> = check({ type: 'string' }, (value, place) =>
  typeof value === 'string' ? value : place.fail('must be a string'),
);

export const flag: Check<boolean> = check({ type: 'boolean' }, (value, place) =>
  typeof value === 'boolean' ? value : place.fail('must be true or false'),
);

export const number: Check<number> = check({ type: 'number' }, (value, place) =>
  typeof value === 'number' ? value : place.fail('must be a number'),
);

export const oneOf = <const T extends string>(...values: T[]): Check<T> =>
  check({ enum: values }, (value, place) =>
    values.includes(value as T) ? (value as T) : place.fail(`must be ${joinAlternatives(values)}`),
  );

export const listOf = <T>(item: Check<T>): Check<T[]> =>
  check({ type: 'array', items: item.schema }, (value, place) => readList(value, place, item));

/** Reads the items of a list, each at its own place. */
export const readList = <T>(
  value: unknown,
  place: ValuePath,
  readItem: (item: unknown, place: ValuePath) => T,
): T[] =>
  Array.isArray(value)
    ? value.map((item, index) => place.at(index, () => readItem(item, place)))
    : place.fail('must be a list');

export const recordOf = <T>(inner: Check<T>): Check<Record<string, T>> =>
  check({ type: 'object', additionalProperties: inner.schema }, (value, place) =>
    readRecord(value, place, inner),
  );

/** Reads the values of an object, each at its own place. */
export function readRecord<T>(
  value: unknown,
  place: ValuePath,
  readValue: (inner: unknown, place: ValuePath) => T,
): Record<string, T> {
  if (!isRecord(value)) return place.fail('must be an object');
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, place.at(key, () => readValue(inner, place))]),
  );
}

/** Fields that documents do not have are left out. */
export const record = (fields: Fields): Check<JsonRecord> =>
  check(schemaOf(fields), (value, place) => {
    if (!isRecord(value)) return place.fail('must be an object');
    const checked: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      const inner = value[key] ?? undefined;
      if (inner !== undefined) checked[key] = place.at(key, () => field(inner, place));
      else if (!field.isOptional) place.at(key, () => place.fail('is required'));
    }
    return checked;
  });

/** The schema of an object with these fields. */
export function schemaOf(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A check of its own, because the one that it is made from may be used elsewhere as required. */
export const optional = <T>(inner: Check<T>): Check<T | undefined> =>
  Object.assign((value: unknown, place: ValuePath) => inner(value, place), {
    schema: inner.schema,
    isOptional: true,
  });
