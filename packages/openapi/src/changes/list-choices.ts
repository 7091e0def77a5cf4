import type { MergedSchema } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, nameOfSchema, recordOf, refOf, withSortedKeys } from '../resolve.ts';
import { findVariants, readMapping } from '../schema-variants.ts';
import { typesOf } from './compare-limits.ts';
import { type Likeness, pairByLikeness } from './pair-by-likeness.ts';
import type { SchemaReader } from './schema-reader.ts';

/** One of the alternatives of a schema. */
export interface Variant {
  schema: unknown;
  name: string;
  /** Its position in the list. */
  position: number;
  /** The values of the discriminator that select it: those of the mapping, or else its name. */
  values: readonly string[];
  /** All values that select it, including its name, which counts even if there is a mapping. */
  allValues: readonly string[];
}

/** A list of alternatives. */
export interface Choice {
  keyword: 'oneOf' | 'anyOf';
  /** The place, in the combined schema, of the part that has the list. */
  path: string[];
  variants: Variant[];
  discriminator: string | undefined;
  /** Whether only the discriminator names the alternatives, without a list. */
  isNamed: boolean;
}

const KEYWORDS = ['oneOf', 'anyOf'] as const;

/**
 * Lists the alternatives of a schema, including those that only its discriminator names. Several lists can apply at
 * once.
 */
export function listChoices(spec: Json, merged: MergedSchema): Choice[] {
  const parts = [
    { merged, path: [] as string[] },
    ...listOf(merged.schema.allOf).map((part, n) => ({
      merged: { ...merged, schema: recordOf(part) },
      path: ['allOf', String(n)],
    })),
  ];
  return parts.flatMap(({ merged: part, path }) =>
    KEYWORDS.flatMap((keyword) => {
      const named = keyword === 'oneOf' && path.length === 0 && findVariants(spec, part, refOf).variants;
      const listed = part.schema[keyword];
      if (listed === undefined && !named) return [];
      const { propertyName, mapping } = recordOf(part.schema.discriminator);
      const values = [...readMapping(mapping)];
      const options = named ? named.options.map(({ ref }) => ({ $ref: ref })) : listOf(listed);
      return {
        keyword,
        path,
        discriminator: typeof propertyName === 'string' ? propertyName : undefined,
        isNamed: listed === undefined,
        variants: options.map((option, position) => describeVariant(option, position, values)),
      };
    }),
  );
}

function describeVariant(schema: unknown, position: number, mapping: [string, string][]): Variant {
  const ref = refOf(schema);
  const values = mapping.filter(([, to]) => to === ref).map(([value]) => value);
  const own = nameOfSchema(ref);
  const names = own === undefined ? [] : [own];
  return {
    schema,
    name: nameOf(schema, position),
    position,
    values: values.length > 0 ? values : names,
    allValues: [...values, ...names],
  };
}

function nameOf(variant: unknown, position: number): string {
  const { $ref, title } = recordOf(variant);
  if (typeof title === 'string') return title;
  return typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? $ref) : String(position);
}

/** Pairs the alternatives of two versions: first by their names, and then by what they allow. */
export function pairVariants(
  [before, after]: readonly [SchemaReader, SchemaReader],
  old: readonly Variant[],
  now: readonly Variant[],
): ReturnType<typeof pairByLikeness<Variant>> {
  const both = (
    likenessOf: (variant: Variant, reader: SchemaReader) => readonly string[],
  ): Likeness<Variant> => [(variant) => likenessOf(variant, before), (variant) => likenessOf(variant, after)];
  return pairByLikeness(old, now, [
    both(({ schema }) => asList(refOf(schema))),
    both(({ values }) => values),
    both(({ schema }) => [writeJson(withSortedKeys(schema))]),
    both(({ schema }) => asList(titleOf(schema))),
    both(({ schema }, reader) => [String(reader.digest(schema))]),
    both(({ schema }, reader) => asList(constantsOf(reader, schema))),
    [rareNames(before, old), rareNames(after, now)],
    // The remaining ones that nothing names are paired by their types, and then by their order.
    both(({ schema }, reader) =>
      isNamed(schema) ? [] : [[...typesOf(reader.read(schema).schema)].sort().join(' ')],
    ),
    both(({ schema }) => (isNamed(schema) ? [] : [''])),
  ]);
}

const asList = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

const isNamed = (schema: unknown): boolean => refOf(schema) !== undefined || titleOf(schema) !== undefined;

function titleOf(schema: unknown): string | undefined {
  const { title } = recordOf(schema);
  return typeof title === 'string' ? title : undefined;
}

/** The fields of a variant that have a single value, such as its kind. */
function constantsOf(reader: SchemaReader, schema: unknown): string | undefined {
  const constants = Object.entries(recordOf(reader.read(schema).schema.properties)).flatMap(
    ([name, property]) => {
      const values = listOf(reader.read(property).schema.enum);
      return values.length === 1 ? [`${name}=${writeJson(values[0])}`] : [];
    },
  );
  return constants.length > 0 ? constants.sort().join(' ') : undefined;
}

/** The fields that only one of several variants without names has. */
function rareNames(
  reader: SchemaReader,
  variants: readonly Variant[],
): (variant: Variant) => readonly string[] {
  let counts: Map<string, number> | undefined;
  const namesOf = ({ schema }: Variant): string[] =>
    isNamed(schema)
      ? []
      : Object.keys(recordOf(reader.read(schema).schema.properties)).concat(
          listOf(reader.read(schema).schema.required).map(String),
        );
  return (variant) => {
    if (!counts) {
      counts = new Map();
      for (const one of variants)
        for (const name of new Set(namesOf(one))) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...new Set(namesOf(variant))].filter((name) => counts?.get(name) === 1);
  };
}
