/** Hides what only names a hidden part: tags of operations, needed schemes, required fields, links and variants. */
import { findTarget, followRefs, type Json, recordOf, refOfSchema } from './resolve.ts';
import { isObject, listParts } from './spec-grammar.ts';

interface HiddenParts {
  /** All hidden parts, and those within them. */
  hidden: ReadonlySet<unknown>;
  /** The names of hidden tags. */
  tags: ReadonlySet<unknown>;
  /** The names of hidden security schemes. */
  schemes: ReadonlySet<string>;
  /** The names of hidden fields. */
  fields: ReadonlySet<string>;
}

/** Lists what has to be done so that nothing names a hidden part. */
export function hideNames(spec: Json, { hidden, tags, schemes, fields }: HiddenParts): (() => void)[] {
  const removals: (() => void)[] = [];
  // A name that other fields have, too, may be one of theirs.
  const onlyHidden = new Set(fields);
  const ids = { hidden: new Set<unknown>(), shown: new Set<unknown>() };
  for (const { kind, value } of listParts(spec)) {
    if (kind === 'operation' && value.operationId !== undefined)
      ids[hidden.has(value) ? 'hidden' : 'shown'].add(value.operationId);
    if (kind === 'schema' && !hidden.has(value))
      for (const [name, field] of Object.entries(recordOf(value.properties)))
        if (!hidden.has(field)) onlyHidden.delete(name);
  }
  const leadsToHidden = ({ operationId, operationRef }: Json): boolean =>
    typeof operationRef === 'string'
      ? hidden.has(findTarget(spec, operationRef))
      : ids.hidden.has(operationId) && !ids.shown.has(operationId);
  for (const { kind, value, holder, key } of listParts(spec)) {
    if (hidden.has(value)) continue;
    if (kind === 'root' || kind === 'operation')
      removals.push(() => {
        if (Array.isArray(value.security)) value.security = withoutSchemes(value.security, schemes);
        if (kind === 'operation' && Array.isArray(value.tags))
          value.tags = value.tags.filter((tag) => !tags.has(tag));
      });
    if (kind === 'schema' && onlyHidden.size > 0) removals.push(() => forgetFields(value, onlyHidden));
    if (kind === 'link' && leadsToHidden(recordOf(followRefs(spec, value))))
      removals.push(() => {
        delete (holder as Json)[key];
      });
  }
  return removals;
}

/** Removes the values of a discriminator that select hidden schemas. */
export function hideVariants({ discriminator }: Json, isHidden: (value: unknown) => boolean): void {
  const { mapping } = recordOf(discriminator);
  if (!isObject(mapping)) return;
  for (const [value, target] of Object.entries(mapping)) {
    const name = String(target);
    if (isHidden({ $ref: name.includes('/') ? name : refOfSchema(name) })) delete mapping[value];
  }
}

/** A list of names without one; undefined if there is no list. */
export const withoutName = (names: unknown, name: string): unknown[] | undefined =>
  Array.isArray(names) ? names.filter((one) => one !== name) : undefined;

function forgetFields(schema: Json, names: ReadonlySet<string>): void {
  const isKnown = (name: unknown): boolean => !names.has(name as string);
  if (Array.isArray(schema.required)) schema.required = schema.required.filter(isKnown);
  for (const keyword of ['dependentRequired', 'dependentSchemas']) {
    const map = schema[keyword];
    if (!isObject(map)) continue;
    for (const [name, needed] of Object.entries(map))
      if (!isKnown(name)) delete map[name];
      else if (Array.isArray(needed)) map[name] = needed.filter(isKnown);
  }
  if (!isKnown(recordOf(schema.discriminator).propertyName)) delete schema.discriminator;
}

/** Ways to authenticate without the hidden schemes. A way that consists of those is left out. */
const withoutSchemes = (security: readonly unknown[], hidden: ReadonlySet<string>): unknown[] =>
  security.flatMap((way) => {
    const all = Object.entries(recordOf(way));
    const shown = all.filter(([name]) => !hidden.has(name));
    return shown.length === 0 && all.length > 0 ? [] : [Object.fromEntries(shown)];
  });
