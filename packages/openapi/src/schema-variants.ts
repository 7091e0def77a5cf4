import type { MergedSchema } from './merge-all-of.ts';
import { findTarget, type Json, listOf, nameOfSchema, recordOf, refOfSchema } from './resolve.ts';

/** A schema that the value of a field selects. */
export interface SchemaVariant {
  ref: string;
  value: string;
}

interface Variants {
  /** The variants of a schema whose discriminator alone names them. */
  variants?: { discriminator: string; options: SchemaVariant[] };
  /** The value that selects the schema, if it is itself a variant of one of its parts, and those that select others. */
  selected?: { name: string; variant: SchemaVariant; others: readonly string[] };
}

/**
 * Finds the variants that a schema has by its discriminator: those that the mapping names, and schemas of which it is a
 * part. The variants that `oneOf` and `anyOf` list are not among them.
 */
export function findVariants(
  spec: Json,
  { schema, refs }: MergedSchema,
  refOfOption: (option: unknown) => string | undefined,
): Variants {
  const { propertyName, mapping, defaultMapping } = recordOf(schema.discriminator);
  if (typeof propertyName !== 'string') return {};
  const base = [...refs].findLast((ref) => recordOf(findTarget(spec, ref)).discriminator !== undefined);
  const options = new Map([...readMapping(mapping)].map(([value, ref]) => [ref, value]));
  const listed = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map(refOfOption);
  const extensions = base === undefined ? [] : listExtensions(spec, base);
  for (const ref of [...extensions, ...listed, refOfMapping(defaultMapping)])
    if (ref !== undefined && !options.has(ref)) options.set(ref, nameOfSchema(ref) ?? ref);
  if (base !== undefined) options.delete(base);
  // The outermost: a variant of a variant has both as its parts.
  const own = [...refs].find((ref) => options.has(ref));
  if (own !== undefined) {
    const value = options.get(own) ?? own;
    options.delete(own);
    return { selected: { name: propertyName, variant: { ref: own, value }, others: [...options.values()] } };
  }
  if (listed.length > 0) return {};
  const variants = [...options]
    .filter(([ref]) => findTarget(spec, ref) !== undefined)
    .map(([ref, value]) => ({ ref, value }));
  return variants.length > 0 ? { variants: { discriminator: propertyName, options: variants } } : {};
}

/** The references of a discriminator, by the values that select them. A mapping may name schemas of the components. */
export const readMapping = (mapping: unknown): Map<string, string> =>
  new Map(
    Object.entries(recordOf(mapping)).flatMap(([value, target]): [string, string][] => {
      const ref = refOfMapping(target);
      return ref === undefined ? [] : [[value, ref]];
    }),
  );

/** The reference to a schema that a discriminator names, as `mapping` and `defaultMapping` do. */
export function refOfMapping(target: unknown): string | undefined {
  if (typeof target !== 'string') return undefined;
  return target.includes('/') ? target : refOfSchema(target);
}

/** The schemas of which a schema is a part, and those of which they are parts. */
function listExtensions(spec: Json, base: string): string[] {
  const extensions = extensionsOf(spec);
  const listed = new Set<string>([base]);
  for (const ref of listed) for (const extension of extensions.get(ref) ?? []) listed.add(extension);
  listed.delete(base);
  return [...listed];
}

const found = new WeakMap<Json, ReadonlyMap<string, readonly string[]>>();

/** The schemas of the components that have another one as a part, by the reference of the other one. */
export function extensionsOf(spec: Json): ReadonlyMap<string, readonly string[]> {
  const earlier = found.get(spec);
  if (earlier) return earlier;
  const extensions = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(recordOf(recordOf(spec.components).schemas)))
    for (const part of listOf(recordOf(schema).allOf)) {
      const { $ref } = recordOf(part);
      if (typeof $ref !== 'string') continue;
      const known = extensions.get($ref);
      if (known) known.push(refOfSchema(name));
      else extensions.set($ref, [refOfSchema(name)]);
    }
  found.set(spec, extensions);
  return extensions;
}
