import { decodePointerKey, findValue, readPointer, writePointer } from './json-pointer.ts';
import { compareNumbers, isNumber } from './numbers/long-number.ts';
import { isObject } from './spec-grammar.ts';

export type Json = Record<string, unknown>;

/** The maximum length of a chain of references. */
const MAX_HOPS = 10;

export const recordOf = (value: unknown): Json => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/**
 * Resolves a value in a spec that consists of one file. References are followed; keys beside a `$ref` override its
 * target.
 */
export function resolve(spec: Json, value: unknown): Json {
  let found = recordOf(value);
  for (let hop = 0; hop < MAX_HOPS && typeof found.$ref === 'string'; hop += 1) {
    const { $ref, ...own } = found;
    found = { ...recordOf(findTarget(spec, String($ref))), ...own };
  }
  return found;
}

/** Follows a chain of references. Unlike in `resolve`, keys beside a `$ref` are left out. */
export function followRefs(spec: Json, value: unknown): unknown {
  let found = value;
  for (let hop = 0, ref = refOf(found); hop < MAX_HOPS && ref !== undefined; hop += 1, ref = refOf(found))
    found = findTarget(spec, ref);
  return found;
}

/** The target of a reference within a spec that consists of one file. */
export function findTarget(spec: Json, ref: string): unknown {
  // Most references are of this form.
  const name = ref.startsWith(SCHEMAS) ? ref.slice(SCHEMAS.length) : '';
  if (PLAIN_NAME.test(name)) return findValue(spec, ['components', 'schemas', name]);
  const path = ref.startsWith('#') ? readPointer(ref.slice(1)) : undefined;
  return path && findValue(spec, path);
}

export const refOf = (value: unknown): string | undefined => {
  const { $ref } = recordOf(value);
  return typeof $ref === 'string' ? $ref : undefined;
};

const SCHEMAS = '#/components/schemas/';
/** A name without escapes. */
const PLAIN_NAME = /^[\w.-]+$/;

/** The reference of a schema of the components. */
export const refOfSchema = (name: string): string =>
  `#${writePointer(['components', 'schemas', name]).replaceAll('%', '%25')}`;

/** The name of a schema of the components; undefined for any other reference. */
export const nameOfSchema = (ref: string | undefined): string | undefined =>
  ref?.startsWith(SCHEMAS) ? decodePointerKey(ref.slice(SCHEMAS.length)) : undefined;

/** Whether two values are the same JSON, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other) === 0;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, n) => isSame(item, other[n]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
}

/** Whether a value is the same JSON as one of several, among which only lists, objects and long numbers are compared one by one. */
export function createIsAmong(values: readonly unknown[]): (value: unknown) => boolean {
  const known = new Set(values);
  const compared = values.filter((value) => typeof value === 'object' && value !== null);
  return (value) => known.has(value) || compared.some((one) => isSame(one, value));
}

/** A copy whose keys are in order: the same JSON is the same text then. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key])]),
  );
}
