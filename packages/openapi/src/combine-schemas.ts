import { type AnyNumber, compareNumbers, findLeastMultiple, isNumber } from './numbers/long-number.ts';
import { createIsAmong, isSame, type Json, listOf, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

/**
 * Combines keywords of two schemas that both hold. `undefined`: the two cannot be written as one value, so that the
 * second schema has to be kept beside the first.
 */
type Combine = (one: unknown, other: unknown, made: MadeValues) => unknown;

/**
 * The values that a combination has made. It may change them in place, so that a schema of very many parts does not
 * copy the result for each part. For lists of names, they have the set of the names.
 */
export type MadeValues = WeakMap<object, Set<unknown> | undefined>;

const numbers =
  (choose: (one: AnyNumber, other: AnyNumber) => AnyNumber): Combine =>
  (one, other) =>
    isNumber(one) && isNumber(other) ? choose(one, other) : undefined;

const larger = (one: AnyNumber, other: AnyNumber): AnyNumber =>
  compareNumbers(one, other) < 0 ? other : one;
const smaller = (one: AnyNumber, other: AnyNumber): AnyNumber =>
  compareNumbers(one, other) > 0 ? other : one;

const either: Combine = (one, other) => one === true || other === true;

const union: Combine = (one, other, made) => {
  const known = made.get(listOf(one));
  const names = known ?? new Set(listOf(one));
  const all = known ? listOf(one) : [...names];
  for (const name of listOf(other)) {
    if (names.has(name)) continue;
    names.add(name);
    all.push(name);
  }
  made.set(all, names);
  return all;
};

const byName =
  (combine: Combine): Combine =>
  (one, other, made) => {
    const combined = takeOwn(recordOf(one), made, (values) => ({ ...values }));
    for (const [name, value] of Object.entries(recordOf(other)))
      combined[name] = Object.hasOwn(combined, name) ? combine(combined[name], value, made) : value;
    return combined;
  };

/** A value that may be changed: what the combination has made, or a copy. */
function takeOwn<Value extends object>(value: Value, made: MadeValues, copy: (value: Value) => Value): Value {
  if (made.has(value)) return value;
  const own = copy(value);
  made.set(own, undefined);
  return own;
}

/** A schema for values that both schemas allow. It is combined further only when somebody reads it. */
function combineSchemas(one: unknown, other: unknown, made: MadeValues): unknown {
  if (one === false || other === false) return false;
  if (isAnything(one) || isSame(one, other)) return other;
  if (isAnything(other)) return one;
  const combined = isObject(one) && made.has(one) ? one : { allOf: [...partsOf(one)] };
  made.set(combined, undefined);
  const parts = listOf(combined.allOf);
  for (const part of partsOf(other)) parts.push(part);
  return combined;
}

const isAnything = (schema: unknown): boolean =>
  schema === true || schema === undefined || (isObject(schema) && Object.keys(schema).length === 0);

/** The parts of a schema that consists only of `allOf`; otherwise, the schema itself. */
const partsOf = (schema: unknown): unknown[] =>
  isObject(schema) && Array.isArray(schema.allOf) && Object.keys(schema).length === 1
    ? schema.allOf
    : [schema];

const combineItems: Combine = (one, other, made) => {
  const combined = takeOwn(listOf(one), made, (items) => [...items]);
  for (const [n, item] of listOf(other).entries()) combined[n] = combineSchemas(combined[n], item, made);
  return combined;
};

const combineTypes: Combine = (one, other) => {
  const [first, second] = [one, other].map((type) => (Array.isArray(type) ? type : [type]));
  const allows = (types: unknown[] = [], type: unknown): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const both = [
    ...(first ?? []).filter((type) => allows(second, type)),
    ...(second ?? []).filter((type) => !first?.includes(type) && allows(first, type)),
  ];
  // Nothing has both types. The spec is wrong, and its first part says more than an empty list.
  if (both.length === 0) return one;
  return both.length === 1 ? both[0] : both;
};

/** Lists without a common value stay apart, so that readers see what the spec says. */
const combineValues: Combine = (one, other) => {
  const isOther = createIsAmong(listOf(other));
  const both = listOf(one).filter(isOther);
  return both.length > 0 ? both : undefined;
};

/** What is a multiple of two numbers is one of their least common multiple. */
const combineMultiples = numbers((one, other) => findLeastMultiple(one, other) ?? larger(one, other));

const COMBINED: Record<string, Combine> = {
  type: combineTypes,
  enum: combineValues,
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'].map((name) => [
      name,
      numbers(larger),
    ]),
  ),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'].map((name) => [
      name,
      numbers(smaller),
    ]),
  ),
  multipleOf: combineMultiples,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  required: union,
  dependentRequired: byName(union),
  properties: byName(combineSchemas),
  patternProperties: byName(combineSchemas),
  dependentSchemas: byName(combineSchemas),
  prefixItems: combineItems,
  items: combineSchemas,
  additionalProperties: combineSchemas,
  unevaluatedProperties: combineSchemas,
  unevaluatedItems: combineSchemas,
  propertyNames: combineSchemas,
  contentSchema: combineSchemas,
};

/** Keywords that describe a schema: of several values, one is shown. */
const NOTES = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'format',
  '$comment',
  'nullable',
]);

/** Keywords that mean something only together. */
const GROUPS = [
  ['if', 'then', 'else'],
  ['oneOf', 'discriminator'],
  ['anyOf', 'discriminator'],
  ['contains', 'minContains', 'maxContains'],
];

/** The limits of a side: one includes its value, and the other does not. */
const BOUNDS = new Map([
  ['minimum', { other: 'exclusiveMinimum', isExclusive: false, sign: 1 }],
  ['exclusiveMinimum', { other: 'minimum', isExclusive: true, sign: 1 }],
  ['maximum', { other: 'exclusiveMaximum', isExclusive: false, sign: -1 }],
  ['exclusiveMaximum', { other: 'maximum', isExclusive: true, sign: -1 }],
]);

/** Whether a limit of one part says less than what another part has as the other limit of that side. */
function isWeaker(name: string, part: Json, beside: Json): boolean {
  const bound = BOUNDS.get(name);
  if (!bound || Object.hasOwn(part, bound.other)) return false;
  const [value, other] = [part[name], beside[bound.other]];
  if (!isNumber(value) || !isNumber(other)) return false;
  const difference = compareNumbers(value, other) * bound.sign;
  return difference < 0 || (difference === 0 && !bound.isExclusive);
}

/**
 * Adds the keywords of a part to a combination. What cannot be combined is kept as one more part, in `allOf`. `depths`
 * has the depth of the part from which each note was taken: notes of outer schemas take precedence over those of inner
 * schemas, and of two parts side by side, the later one takes precedence. Values of the part are never changed.
 */
export function addKeywords(
  whole: Json,
  part: Json,
  { depth, depths, made }: { depth: number; depths: Map<string, number>; made: MadeValues },
): void {
  const kept: Json = {};
  for (const name of BOUNDS.keys()) if (isWeaker(name, whole, part)) delete whole[name];
  for (const [name, value] of Object.entries(part)) {
    if (isWeaker(name, part, whole)) continue;
    const isNote = NOTES.has(name) || name.startsWith('x-');
    if (!Object.hasOwn(whole, name)) {
      whole[name] = value;
      if (isNote) depths.set(name, depth);
    } else if (isNote) {
      if (depth > (depths.get(name) ?? 0)) continue;
      whole[name] = value;
      depths.set(name, depth);
    } else if (!isSame(whole[name], value)) {
      const combined = COMBINED[name]?.(whole[name], value, made);
      if (combined === undefined) kept[name] = value;
      else whole[name] = combined;
    }
  }
  if (Object.keys(kept).length === 0) return;
  for (const group of GROUPS)
    if (group.some((name) => Object.hasOwn(kept, name)))
      for (const name of group) if (Object.hasOwn(part, name)) kept[name] = part[name];
  whole.allOf ??= [];
  (whole.allOf as Json[]).push(kept);
}
