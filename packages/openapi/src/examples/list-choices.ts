import { isNull, type MergedSchema } from '../merge-all-of.ts';
import { type Json, listOf, recordOf, refOf } from '../resolve.ts';
import { findVariants, readMapping } from '../schema-variants.ts';
import { isObject } from '../spec-grammar.ts';

const MAX_CHOICES = 16;

/**
 * Returns the schema once for each of its alternatives, without other alternatives and conditions; empty if it has
 * none. A value of one of these still has to be checked against the whole schema.
 */
export function listChoices(
  spec: Json,
  merged: MergedSchema,
  { variant, isRecursive }: { variant: number; isRecursive: (option: unknown) => boolean },
): Json[] {
  const { schema } = merged;
  const parts = [
    withoutChoices(schema),
    ...listOf(schema.allOf).map((part) => withoutChoices(recordOf(part))),
  ];
  const sets = [schema, ...listOf(schema.allOf).map(recordOf)].flatMap((part) =>
    listSets(part, recordOf(schema.discriminator)),
  );
  const { variants, selected } = findVariants(spec, merged, refOf);
  if (variants)
    sets.unshift(
      variants.options.map(({ ref, value }) => ({
        allOf: [{ $ref: ref }, selecting(variants.discriminator, value)],
      })),
    );
  if (selected) sets.unshift([selecting(selected.name, selected.variant.value), {}]);
  if (sets.length === 0) return [];
  const ordered = sets.map((options) => orderOptions(options, variant, isRecursive));
  const first = ordered.map(([option]) => option);
  const others = ordered.flatMap((options, n) =>
    options.slice(1).map((option) => first.map((one, at) => (at === n ? option : one))),
  );
  const second = ordered.map((options) => options[1] ?? options[0]);
  return [first, ...(sets.length > 1 ? [second] : []), ...others]
    .slice(0, MAX_CHOICES)
    .map((chosen) => ({ allOf: [...parts, ...chosen] }));
}

/** Lists the sets of alternatives of one part. One of each set is chosen. */
function listSets(part: Json, discriminator: Json): unknown[][] {
  const sets: unknown[][] = [];
  for (const kind of ['oneOf', 'anyOf']) {
    const options = listOf(part[kind]);
    if (options.length > 0) sets.push(options.flatMap((option) => selectOption(option, discriminator)));
  }
  if (part.if !== undefined)
    sets.push([{ allOf: [part.if, ...(part.then === undefined ? [] : [part.then])] }, part.else ?? {}, {}]);
  for (const [name, dependent] of Object.entries(recordOf(part.dependentSchemas)))
    sets.push([dependent, { properties: { [name]: false } }]);
  return sets;
}

/** An option with the value that selects it, and without, in case its discriminator field does not allow the value. */
function selectOption(option: unknown, { propertyName, mapping }: Json): unknown[] {
  const ref = refOf(option);
  if (typeof propertyName !== 'string' || ref === undefined) return [option];
  const mapped = [...readMapping(mapping)].find(([, target]) => target === ref);
  const value = mapped?.[0] ?? ref.split('/').at(-1) ?? '';
  return [{ allOf: [option, selecting(propertyName, value)] }, option];
}

const selecting = (name: string, value: string): Json => ({
  properties: { [name]: { const: value } },
  required: [name],
});

/** Alternatives that end come before those that contain themselves, and `null` is the last one. */
function orderOptions(
  options: readonly unknown[],
  variant: number,
  isRecursive: (option: unknown) => boolean,
): unknown[] {
  const rotated = options.map((_, n) => options[(n + variant) % options.length]);
  const rank = (option: unknown): number => {
    if (isNull(option)) return 2;
    return isRecursive(option) ? 1 : 0;
  };
  return rotated
    .map((option) => ({ option, place: rank(option) }))
    .sort((one, other) => one.place - other.place)
    .map(({ option }) => option);
}

const CHOICES = ['oneOf', 'anyOf', 'if', 'then', 'else', 'dependentSchemas', 'discriminator', 'allOf'];

const withoutChoices = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([name, value]) =>
        !CHOICES.includes(name) ||
        // A list that is none, and what else is wrong, chooses nothing.
        (name === 'allOf' && !Array.isArray(value) && !isObject(value)),
    ),
  );
