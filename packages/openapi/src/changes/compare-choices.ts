import type { MergedSchema } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { KEYWORDS_BY_TYPE } from '../schema-keywords.ts';
import { isObject } from '../spec-grammar.ts';
import { typesOf } from './compare-limits.ts';
import type { FoundChanges } from './found-changes.ts';
import { likenessesOfContents } from './liken-contents.ts';
import { type Choice, isOnly, listChoices, mergeOnlyChoices, type Variant } from './list-choices.ts';
import { pairByLikeness } from './pair-by-likeness.ts';
import { pairVariants } from './pair-variants.ts';
import type { DigestForm } from './schema-digests.ts';
import type { SchemaPairs } from './schema-pairs.ts';
import { isAnnotation, isBare, type SchemaReader } from './schema-reader.ts';

type Merged = [MergedSchema, MergedSchema];

/** Compares the alternatives of two schemas, and their discriminators. */
export function compareChoices(schemas: SchemaPairs, found: FoundChanges, merged: Merged): void {
  const [before, after] = merged;
  const [old, now] = [listChoices(schemas.before.spec, before), listChoices(schemas.after.spec, after)];
  const { pairs, gone, come } = pairByLikeness(old, now, [
    ...(old.length > 1 || now.length > 1
      ? likenessesOfContents<Choice>(schemas.digests, (choice, digests, form) =>
          digests.digestChoice(choice, form),
        )
      : []),
    [({ keyword }) => [keyword], ({ keyword }) => [keyword]],
    [() => [''], () => ['']],
  ]);
  for (const pair of pairs) compareChoice(schemas, found, merged, pair);
  for (const { keyword, path, isNamed } of come)
    if (!isNamed) found.addNarrower('variants-limited', [...path, keyword]);
  for (const { keyword, path, isNamed } of gone)
    if (!isNamed) found.addWider('variants-unlimited', [...path, keyword]);
  const [one, other] = merged.map(({ schema }) => recordOf(schema.discriminator).propertyName);
  if (one === other) return;
  if (one === undefined) found.add('non-breaking', 'discriminator-added', ['discriminator'], String(other));
  else found.add('breaking', 'discriminator-changed', ['discriminator'], String(one));
}

function compareChoice(
  schemas: SchemaPairs,
  found: FoundChanges,
  merged: Merged,
  [one, other]: [Choice, Choice],
): void {
  const place = [...other.path, other.keyword];
  const [old, now] = [one.variants, other.variants];
  const { pairs, gone, come } = pairVariants(schemas, old, now);
  const without = [merged[0].refs, merged[1].refs] as const;
  for (const [variant, { schema, position }] of pairs)
    found.addInner(
      [...place, String(position)],
      schemas.differenceOf([variant.schema, schema], found.direction, without),
    );
  for (const { name, position } of gone)
    found.addNarrower('variant-removed', [...place, String(position)], name);
  for (const { name, position } of come) found.addWider('variant-added', [...place, String(position)], name);
  if (one.keyword !== other.keyword && !areExclusive(schemas.after, now)) {
    // A value must match exactly one alternative of oneOf.
    if (other.keyword === 'oneOf') found.addNarrower('variants-limited', place);
    else found.addWider('variants-unlimited', place);
  }
  if (one.discriminator === undefined || one.discriminator !== other.discriminator) return;
  const mapping = found.below(...other.path, 'discriminator', 'mapping');
  compareMappings(mapping, pairs);
  for (const [value, variants] of listMoved(pairs))
    mapping.addInner([value], schemas.differenceOf(variants, found.direction, without), { name: value });
}

/**
 * Lists values that no longer select a variant, or newly do. Those of removed and added variants are listed with these.
 */
function compareMappings(found: FoundChanges, pairs: readonly [Variant, Variant][]): void {
  const valuesOf = (side: 0 | 1, all: 'values' | 'allValues') =>
    new Set(pairs.flatMap((pair) => pair[side][all]));
  const [known, kept] = [valuesOf(0, 'allValues'), valuesOf(1, 'allValues')];
  for (const value of valuesOf(0, 'values'))
    if (!kept.has(value)) found.addNarrower('mapping-removed', [value], value);
  for (const value of valuesOf(1, 'values'))
    if (!known.has(value)) found.addWider('mapping-added', [value], value);
}

/** The values that select another variant than before, with the schemas of both. */
function listMoved(pairs: readonly [Variant, Variant][]): [value: string, schemas: [unknown, unknown]][] {
  const selected = new Map(pairs.flatMap((pair) => pair[1].values.map((value) => [value, pair] as const)));
  return pairs.flatMap((pair) =>
    pair[0].values.flatMap((value): [string, [unknown, unknown]][] => {
      const now = selected.get(value);
      return now === undefined || now === pair ? [] : [[value, [pair[0].schema, now[1].schema]]];
    }),
  );
}

/** Whether no value can match two alternatives, because their types or constant fields differ. */
function areExclusive(reader: SchemaReader, variants: readonly Variant[]): boolean {
  const read = variants.map(({ schema }) => reader.read(schema).schema);
  const types = read.flatMap((schema) =>
    [...typesOf(schema)].map((type) => (type === 'integer' ? 'number' : type)),
  );
  if (new Set(types).size === types.length) return true;
  const [first, ...others] = read.map((schema) => constantsOf(reader, schema));
  return [...(first?.keys() ?? [])].some((name) => {
    const values = new Set([first?.get(name), ...others.map((constants) => constants.get(name))]);
    return values.size === read.length && !values.has(undefined);
  });
}

/** The values of required fields that can have only one. */
function constantsOf(reader: SchemaReader, schema: Json): Map<string, string> {
  const properties = recordOf(schema.properties);
  return new Map(
    listOf(schema.required).flatMap((name): [string, string][] => {
      const values = listOf(reader.read(properties[String(name)]).schema.enum);
      return values.length === 1 ? [[String(name), writeJson(values[0])]] : [];
    }),
  );
}

/** Schemas that `splitTypes` has made. They are not aligned again. */
const written = new WeakSet<object>();

/**
 * Gives two schemas the same form if only one of them has alternatives: a schema equals its only alternative, and a
 * schema with several types equals an alternative for each type.
 */
export function alignChoices(schemas: SchemaPairs, originals: readonly unknown[], merged: Merged): Merged {
  if (originals.some((schema) => isObject(schema) && written.has(schema))) return merged;
  const [one, other] = mergeUnpairedChoices(schemas, merged);
  const { before, after } = schemas;
  const [old, now] = [listChoices(before.spec, one), listChoices(after.spec, other)];
  if (old.length === 0 && now.length === 1) return align(one, other, now[0] as Choice);
  if (now.length > 0 || old.length !== 1) return [one, other];
  const [aligned, rest] = align(other, one, old[0] as Choice);
  return [rest, aligned];
}

/**
 * Merges lists of a single alternative into their schemas, unless the other schema has a list for each, to which
 * alternatives may have been added.
 */
function mergeUnpairedChoices(schemas: SchemaPairs, merged: Merged): Merged {
  const { before, after } = schemas;
  const lists = ([before, after] as const).map((reader, side) =>
    listChoices(reader.spec, merged[side] as MergedSchema).filter(({ isNamed }) => !isNamed),
  ) as [Choice[], Choice[]];
  if (!lists.flat().some(isOnly)) return merged;
  const [old, now] = lists.map((choices) => choices.filter(isOnly).length);
  const isPaired = lists[0].length === lists[1].length;
  if (isPaired && (old === now || !areEqualWithout(schemas, merged))) return merged;
  return [mergeOnlyChoices(before, merged[0]), mergeOnlyChoices(after, merged[1])];
}

const NEAR: DigestForm = { depth: 2, hasTexts: false };

/** Whether two schemas allow the same values, as far as is read without much work. */
const areEqualWithout = ({ digests }: SchemaPairs, [one, other]: Merged): boolean =>
  digests[0].digestMerged(one, NEAR) === digests[1].digestMerged(other, NEAR);

function align(plain: MergedSchema, choosing: MergedSchema, { keyword, isNamed, path }: Choice): Merged {
  if (isNamed || path.length > 0) return [plain, choosing];
  const { [keyword]: _, ...rest } = choosing.schema;
  const { discriminator: __, ...own } = rest;
  // A schema without limits, or a single type, is no alternative that others were added to.
  if (!isBare(own) || isAnything(plain.schema)) return [plain, choosing];
  const notes = Object.entries(plain.schema).filter(([name]) => isAnnotation(name));
  const options = splitTypes(plain.schema);
  for (const option of options) written.add(option);
  const { type: ___, ...others } = choosing.schema;
  return [
    { ...plain, schema: { ...Object.fromEntries(notes), [keyword]: options } },
    { ...choosing, schema: others },
  ];
}

const isAnything = (schema: Json): boolean => Object.keys(schema).every(isAnnotation);

/** Writes a schema as an alternative for each of its types, with the keywords that concern the type. */
function splitTypes(schema: Json): Json[] {
  const entries = Object.entries(schema).filter(([name]) => !isAnnotation(name));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.length < 2) return [Object.fromEntries(entries)];
  return types.map((type) => ({
    ...Object.fromEntries(entries.filter(([name]) => (TYPES_OF_KEYWORDS.get(name) ?? types).includes(type))),
    type,
  }));
}

/** The types that keywords limit; all others concern every type. */
const TYPES_OF_KEYWORDS = new Map<string, readonly unknown[]>(
  Object.entries({
    ...KEYWORDS_BY_TYPE,
    string: [...KEYWORDS_BY_TYPE.string, 'format'],
  }).flatMap(([type, names]) =>
    names.map((name): [string, string[]] => [name, type === 'number' ? ['number', 'integer'] : [type]]),
  ),
);
