import type { MergedSchema } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, recordOf, refOf } from '../resolve.ts';
import { findVariants, readMapping } from '../schema-variants.ts';
import { isObject } from '../spec-grammar.ts';

/** One of the alternatives of a schema. */
export interface Variant {
  schema: unknown;
  name: string;
  /** Its position in the list. */
  position: number;
  /** The values of the discriminator that select it, as the mapping names them. */
  values: readonly string[];
}

/**
 * The alternatives that a schema lists, or that its discriminator alone names, which are compared like those of `oneOf`.
 * Undefined: it has none.
 */
export function variantsOf(
  spec: Json,
  merged: MergedSchema,
  keyword: 'oneOf' | 'anyOf',
): Variant[] | undefined {
  const { schema } = merged;
  const listed = schema[keyword];
  const named = keyword === 'oneOf' && findVariants(spec, merged, refOf).variants;
  if (listed === undefined && !named) return undefined;
  const mapping = [...readMapping(recordOf(schema.discriminator).mapping)];
  const options = named ? named.options.map(({ ref }) => ({ $ref: ref })) : listOf(listed);
  return options.map((option, position) => ({
    schema: option,
    name: nameOf(option, position),
    position,
    values: mapping.filter(([, ref]) => ref === refOf(option)).map(([value]) => value),
  }));
}

function nameOf(variant: unknown, position: number): string {
  const { $ref, title } = recordOf(variant);
  if (typeof title === 'string') return title;
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? $ref) : String(position);
}

interface Pairing {
  pairs: { one: unknown; other: unknown; position: number }[];
  gone: Variant[];
  come: Variant[];
}

/** What two variants have in common if one took the place of the other. The first ones are the surest. */
const LIKENESSES: ((variant: Variant) => readonly string[])[] = [
  ({ schema }) => asList(refOf(schema)),
  ({ values }) => values,
  ({ schema }) => [writeJson(withSortedKeys(schema))],
  ({ schema }) => asList(titleOf(schema)),
  ({ schema }) => asList(constantsOf(schema)),
  // The remaining ones that nothing names are paired by their order.
  ({ schema }) => (refOf(schema) === undefined && titleOf(schema) === undefined ? [''] : []),
];

const asList = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

/** Pairs the variants of two versions of a schema. */
export function pairVariants(old: readonly Variant[], now: readonly Variant[]): Pairing {
  const pairs: Pairing['pairs'] = [];
  const come = new Set(now);
  let gone = [...old];
  for (const likenessOf of LIKENESSES) {
    const candidates = new Map<string, Variant[]>();
    for (const variant of come)
      for (const key of likenessOf(variant)) {
        const known = candidates.get(key);
        if (known) known.push(variant);
        else candidates.set(key, [variant]);
      }
    for (const found of candidates.values()) found.reverse();
    const takeCandidate = (key: string): Variant | undefined => {
      const found = candidates.get(key) ?? [];
      for (let next = found.pop(); next; next = found.pop()) if (come.delete(next)) return next;
      return undefined;
    };
    gone = gone.filter((one) => {
      for (const key of likenessOf(one)) {
        const other = takeCandidate(key);
        if (!other) continue;
        pairs.push({ one: one.schema, other: other.schema, position: other.position });
        return false;
      }
      return true;
    });
  }
  pairs.sort((one, other) => one.position - other.position);
  return { pairs, gone, come: [...come] };
}

function titleOf(schema: unknown): string | undefined {
  const { title } = recordOf(schema);
  return typeof title === 'string' ? title : undefined;
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key])]),
  );
}

/** The fields of a variant that have a single value, such as its kind. */
function constantsOf(schema: unknown): string | undefined {
  const constants = Object.entries(recordOf(recordOf(schema).properties)).flatMap(([name, property]) => {
    const { const: only, enum: values } = recordOf(property);
    const value = only === undefined && listOf(values).length === 1 ? listOf(values)[0] : only;
    return value === undefined ? [] : `${name}=${writeJson(value)}`;
  });
  return constants.length > 0 ? constants.sort().join(' ') : undefined;
}
