import { writeJson } from '../numbers/json-text.ts';
import { listOf, recordOf, refOf, withSortedKeys } from '../resolve.ts';
import { typesOf } from './compare-limits.ts';
import { likenessesOfContents } from './liken-contents.ts';
import type { Variant } from './list-choices.ts';
import { type Likeness, pairByLikeness } from './pair-by-likeness.ts';
import type { SchemaPairs } from './schema-pairs.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Pairs the alternatives of two versions: first by their names, and then by what they allow. */
export function pairVariants(
  { before, after, digests }: SchemaPairs,
  old: readonly Variant[],
  now: readonly Variant[],
): ReturnType<typeof pairByLikeness<Variant>> {
  const both = (
    likenessOf: (variant: Variant, reader: SchemaReader) => readonly string[],
  ): Likeness<Variant> => [(variant) => likenessOf(variant, before), (variant) => likenessOf(variant, after)];
  const [equalTexts, ...equalValues] = likenessesOfContents<Variant>(digests, ({ schema }, of, form) =>
    of.digest(schema, form),
  );
  return pairByLikeness(old, now, [
    both(({ schema }) => asList(refOf(schema))),
    both(({ values }) => values),
    both(({ schema }) => [writeJson(withSortedKeys(schema))]),
    equalTexts,
    both(({ schema }) => asList(titleOf(schema))),
    ...equalValues,
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
