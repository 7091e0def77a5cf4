import type { MergedSchema } from '../merge-all-of.ts';
import { type Json, listOf, nameOfSchema, recordOf, refOf } from '../resolve.ts';
import { findVariants, readMapping } from '../schema-variants.ts';
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
/** Keywords of alternatives, or of parts that may have some. */
const CHOICES = [...KEYWORDS, 'discriminator', 'allOf'];

export const mayHaveChoices = ({ schema }: MergedSchema): boolean =>
  CHOICES.some((name) => schema[name] !== undefined);

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

/**
 * Merges each list of a single alternative into the schema around it: the alternative holds like any other part. What
 * its discriminator selects is compared as an alternative.
 */
export function mergeOnlyChoices(reader: SchemaReader, merged: MergedSchema): MergedSchema {
  let found = merged;
  for (;;) {
    const only = listChoices(reader.spec, found).filter(isOnly);
    if (only.length === 0) return found;
    const rest = withoutLists(found.schema, only);
    const parts = [...listOf(rest.allOf), ...only.map(({ variants }) => variants[0]?.schema)];
    const { schema, refs } = reader.read({ ...rest, allOf: parts }, found.refs);
    found = { schema, refs: new Set([...found.refs, ...refs]) };
  }
}

/** Whether a list has a single alternative, which nothing selects. */
export const isOnly = ({ variants, discriminator, isNamed }: Choice): boolean =>
  variants.length === 1 && discriminator === undefined && !isNamed;

function withoutLists(schema: Json, choices: readonly Choice[]): Json {
  const without = (part: Json, at: string): Json => {
    const keywords = choices.filter(({ path }) => path.join('/') === at).map(({ keyword }) => keyword);
    return Object.fromEntries(Object.entries(part).filter(([name]) => !keywords.some((one) => one === name)));
  };
  const parts = listOf(schema.allOf).map((part, n) => without(recordOf(part), `allOf/${n}`));
  return { ...without(schema, ''), ...(parts.length > 0 && { allOf: parts }) };
}
