import { isSame, type Json, listOf, recordOf } from './resolve.ts';
import { isObject } from './spec-grammar.ts';

/**
 * Combines keywords of two schemas that both hold. `undefined`: the two cannot be written as one value, so that the
 * second schema has to be kept beside the first.
 */
type Combine = (one: unknown, other: unknown) => unknown;

const numbers =
  (choose: (one: number, other: number) => number): Combine =>
  (one, other) =>
    typeof one === 'number' && typeof other === 'number' ? choose(one, other) : undefined;

const either: Combine = (one, other) => one === true || other === true;

const union: Combine = (one, other) => [...new Set([...listOf(one), ...listOf(other)])];

const byName =
  (combine: Combine): Combine =>
  (one, other) => {
    const combined: Json = { ...recordOf(one) };
    for (const [name, value] of Object.entries(recordOf(other)))
      combined[name] = Object.hasOwn(combined, name) ? combine(combined[name], value) : value;
    return combined;
  };

/** A schema that holds where both hold. It is not combined further until somebody reads it. */
function combineSchemas(one: unknown, other: unknown): unknown {
  if (one === false || other === false) return false;
  if (isAnything(one) || isSame(one, other)) return other;
  return isAnything(other) ? one : { allOf: [...partsOf(one), ...partsOf(other)] };
}

const isAnything = (schema: unknown): boolean =>
  schema === true || schema === undefined || (isObject(schema) && Object.keys(schema).length === 0);

/** The parts of a schema that is nothing but a combination. */
const partsOf = (schema: unknown): unknown[] =>
  isObject(schema) && Array.isArray(schema.allOf) && Object.keys(schema).length === 1
    ? schema.allOf
    : [schema];

const combineItems: Combine = (one, other) => {
  const [first, second] = [listOf(one), listOf(other)];
  return Array.from({ length: Math.max(first.length, second.length) }, (_, n) =>
    combineSchemas(first[n], second[n]),
  );
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

const combineValues: Combine = (one, other) =>
  listOf(one).filter((value) => listOf(other).some((second) => isSame(value, second)));

/** Of two numbers of which one is a multiple of the other, the larger one; of two whole numbers, the least common multiple. */
const combineMultiples = numbers((one, other) => {
  const [larger, smaller] = one > other ? [one, other] : [other, one];
  if (smaller <= 0) return larger;
  if (!Number.isInteger(one) || !Number.isInteger(other)) return larger;
  let [divisor, rest] = [larger, smaller];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (one / divisor) * other;
});

const COMBINED: Record<string, Combine> = {
  type: combineTypes,
  enum: combineValues,
  ...Object.fromEntries(
    ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'].map((name) => [
      name,
      numbers(Math.max),
    ]),
  ),
  ...Object.fromEntries(
    ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'].map((name) => [
      name,
      numbers(Math.min),
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

/**
 * Adds the keywords of a part to a combination. What cannot be combined is kept as one more part, in `allOf`. `depths`
 * has the depth of the part from which each note was taken: a note of an outer schema is worth more than one of an inner
 * schema, and of two parts side by side, the last one is the most specific.
 */
export function addKeywords(
  whole: Json,
  part: Json,
  { depth, depths }: { depth: number; depths: Map<string, number> },
): void {
  const kept: Json = {};
  for (const [name, value] of Object.entries(part)) {
    const isNote = NOTES.has(name) || name.startsWith('x-');
    if (!Object.hasOwn(whole, name)) {
      whole[name] = value;
      if (isNote) depths.set(name, depth);
    } else if (isNote) {
      if (depth > (depths.get(name) ?? 0)) continue;
      whole[name] = value;
      depths.set(name, depth);
    } else if (!isSame(whole[name], value)) {
      const combined = COMBINED[name]?.(whole[name], value);
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
