import { cutText } from '@lectern/std/cut-text';
import { isNull, type MergedSchema, mergeParts } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { type Json, listOf, nameOfSchema, recordOf, refOf } from '../resolve.ts';
import { findVariants, type SchemaVariant } from '../schema-variants.ts';
import { isObject } from '../spec-grammar.ts';
import type { Alternatives, Condition, FieldReference, SchemaReference } from './operation-reference.ts';
import { readNotes } from './schema-notes.ts';
import { kindOf, nameType, readLimits } from './schema-type.ts';

/** The maximum number of schemas that are shown for one operation, including nested ones. */
const MAX_SCHEMAS = 2000;
/** The maximum number of `allOf` parts that are merged for one operation. */
const MAX_PARTS = 20_000;
/** The maximum depth to which nested schemas are shown. */
const MAX_DEPTH = 12;
/** Deeper than this, a named schema is shown once. */
const MAX_REPEATED_DEPTH = 3;

interface Waiting {
  reference: SchemaReference;
  merged: MergedSchema;
  place: SchemaChain;
  known: KnownContext;
}

/** The chain of schemas that contain a schema, beginning with the innermost. */
interface SchemaChain {
  depth: number;
  ref: string | undefined;
  within: SchemaChain | undefined;
}

/** What is known of a schema from where it is used. */
interface KnownContext {
  /** References whose fields are shown around it already. */
  without?: ReadonlySet<string>;
  /** The value of a field that selects it. */
  selected?: { name: string; value: string };
}

/**
 * Describes the schemas of an operation, level by level, so that the deepest parts are left out if there is more than
 * can be shown. `finish` reads the nested schemas of those that were read.
 */
export class SchemaReader {
  readonly #spec: Json;
  readonly #waiting: Waiting[] = [];
  readonly #merged = new Map<string, MergedSchema>();
  readonly #shown = new Set<string>();
  #schemasLeft = MAX_SCHEMAS;
  #partsLeft = MAX_PARTS;

  constructor(spec: Json) {
    this.#spec = spec;
  }

  read(schema: unknown, within?: SchemaChain, known: KnownContext = {}): SchemaReference {
    this.#schemasLeft -= 1;
    const ref = mainRefOf(schema);
    const merged = this.#merge(schema, known.without);
    const whole = merged.schema;
    const name = nameOf(ref);
    const place: SchemaChain = { depth: (within?.depth ?? -1) + 1, ref, within };
    const reference: SchemaReference = {
      type: nameType(whole, name, (items) => ({
        schema: this.#merge(items).schema,
        name: nameOf(mainRefOf(items)),
      })),
      kind: kindOf(whole),
      ...(name === undefined ? {} : { name }),
      ...readNotes(whole),
      limits: readLimits(whole),
      fields: [],
      alternatives: [],
    };
    if (!hasParts(whole)) return reference;
    if (this.#schemasLeft <= 0 || place.depth > MAX_DEPTH) reference.isCut = true;
    else if (this.#isFolded(place)) reference.isFolded = true;
    else this.#waiting.push({ reference, merged, place, known });
    if (ref !== undefined) this.#shown.add(ref);
    return reference;
  }

  finish(): void {
    for (let next = 0; next < this.#waiting.length; next += 1) {
      const waiting = this.#waiting[next] as Waiting;
      if (this.#schemasLeft > 0) this.#readParts(waiting);
      else waiting.reference.isCut = true;
    }
    this.#waiting.length = 0;
  }

  #readParts({ reference, merged, place, known }: Waiting): void {
    const { schema } = merged;
    const { variants, selected = known.selected } = findVariants(this.#spec, merged, mainRefOf);
    reference.fields = this.#readFields(schema, place, selected);
    const { items = schema.unevaluatedItems } = schema;
    if (isObject(items)) reference.items = this.read(items, place);
    if (variants) reference.alternatives.push(this.#readVariants(variants, place, merged));
    for (const part of [schema, ...listOf(schema.allOf).map(recordOf)])
      reference.alternatives.push(...this.#readAlternatives(part, place, merged, variants !== undefined));
  }

  #readFields(schema: Json, place: SchemaChain, selected: KnownContext['selected']): FieldReference[] {
    const required = new Set(listOf(schema.required));
    const read = (name: string, value: unknown, isRequired = required.has(name)): FieldReference => ({
      name,
      isRequired,
      schema: this.read(value, place),
    });
    const fields = Object.entries(recordOf(schema.properties))
      .filter(([, value]) => value !== false)
      .map(([name, value]) => read(name, value));
    for (const field of fields)
      if (field.name === selected?.name) field.schema.enumValues = [JSON.stringify(selected.value)];
    for (const [pattern, value] of Object.entries(recordOf(schema.patternProperties)))
      fields.push(read(`/${pattern}/`, value, false));
    const { additionalProperties = schema.unevaluatedProperties } = schema;
    // Without the keyword, additional properties are allowed as well; a spec that states it wants readers to know.
    if (isObject(additionalProperties) || additionalProperties === true)
      fields.push(read('*', additionalProperties, false));
    for (const [n, value] of listOf(schema.prefixItems).entries()) fields.push(read(String(n), value, true));
    return fields;
  }

  #readAlternatives(
    part: Json,
    place: SchemaChain,
    { refs }: MergedSchema,
    hasVariants: boolean,
  ): Alternatives[] {
    const found: Alternatives[] = [];
    const add = (kind: Alternatives['kind'], schema: unknown, condition?: Condition): void => {
      found.push({ kind, ...(condition && { condition }), options: [this.#readOption(schema, place, refs)] });
    };
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const options = listOf(part[kind]).filter((option) => !isNull(option));
      // A variant that has its base as a part has the alternatives of the base, of which it is one.
      const isVariant = options.some((option) => refs.has(mainRefOf(option) ?? ''));
      if (options.length > 0 && !isVariant)
        found.push({ kind, ...this.#readOptions(options, hasVariants ? {} : part, place, refs) });
    }
    if (isObject(part.not) && Object.keys(part.not).length > 0) add('not', part.not);
    if (isObject(part.contains)) add('contains', part.contains);
    if (isObject(part.contentSchema)) add('content', part.contentSchema);
    if (part.if !== undefined) {
      if (isObject(part.then)) add('then', part.then, this.#readCondition(part.if, place));
      if (isObject(part.else))
        add('else', part.else, isObject(part.then) ? undefined : this.#readCondition(part.if, place));
    }
    for (const [name, schema] of Object.entries(recordOf(part.dependentSchemas)))
      if (isObject(schema)) add('then', schema, { fields: [{ name, values: [] }] });
    for (const [name, names] of Object.entries(recordOf(part.dependentRequired)))
      if (listOf(names).length > 0) add('then', requiring(listOf(names)), { fields: [{ name, values: [] }] });
    return found;
  }

  #readOption(
    schema: unknown,
    place: SchemaChain,
    without: ReadonlySet<string>,
    selected?: KnownContext['selected'],
  ): Alternatives['options'][number] {
    const read = this.read(schema, place, { without, ...(selected && { selected }) });
    return { title: read.title ?? read.type, ...(selected && { value: selected.value }), schema: read };
  }

  #readOptions(
    options: readonly unknown[],
    { discriminator }: Json,
    place: SchemaChain,
    without: ReadonlySet<string>,
  ): Omit<Alternatives, 'kind'> {
    const { propertyName, mapping } = recordOf(discriminator);
    const values = new Map(Object.entries(recordOf(mapping)).map(([value, target]) => [target, value]));
    if (typeof propertyName !== 'string')
      return { options: options.map((option) => this.#readOption(option, place, without)) };
    return {
      discriminator: propertyName,
      options: options.map((option) => {
        const name = nameOf(mainRefOf(option));
        const value = values.get(mainRefOf(option)) ?? values.get(name) ?? name;
        return this.#readOption(
          option,
          place,
          without,
          value === undefined ? undefined : { name: propertyName, value },
        );
      }),
    };
  }

  #readVariants(
    variants: { discriminator: string; options: SchemaVariant[] },
    place: SchemaChain,
    { refs }: MergedSchema,
  ): Alternatives {
    const { discriminator, options } = variants;
    return {
      kind: 'oneOf',
      discriminator,
      options: options.map(({ ref, value }) =>
        this.#readOption({ $ref: ref }, place, refs, { name: discriminator, value }),
      ),
    };
  }

  /** In which values of fields a condition consists, or else the schema that it is. */
  #readCondition(schema: unknown, place: SchemaChain): Condition {
    const { properties, required, type: _, ...others } = this.#merge(schema).schema;
    const fields = Object.entries(recordOf(properties)).map(([name, value]) => {
      const { const: only, enum: several, type: __, ...rest } = this.#merge(value).schema;
      const values = only === undefined ? listOf(several) : [only];
      return {
        name,
        values: values.map((one) => writeJson(one)),
        isSimple: Object.keys(rest).length === 0 && values.length > 0,
      };
    });
    for (const name of listOf(required).map(String))
      if (!fields.some((field) => field.name === name)) fields.push({ name, values: [], isSimple: true });
    const isSimple = Object.keys(others).length === 0 && fields.every((field) => field.isSimple);
    return isSimple && fields.length > 0
      ? { fields: fields.map(({ name, values }) => ({ name, values })) }
      : { fields: [], schema: this.read(schema, place) };
  }

  #merge(schema: unknown, without?: ReadonlySet<string>): MergedSchema {
    const ref = refOf(schema);
    const isReference = ref !== undefined && Object.keys(recordOf(schema)).length === 1;
    const key = isReference && !without ? ref : undefined;
    const known = key === undefined ? undefined : this.#merged.get(key);
    if (known) return known;
    const merged = mergeParts(this.#spec, schema, {
      ...(without && { without }),
      mayMerge: () => {
        this.#partsLeft -= 1;
        return this.#partsLeft >= 0;
      },
    });
    if (key !== undefined) this.#merged.set(key, merged);
    return merged;
  }

  #isFolded({ depth, ref, within }: SchemaChain): boolean {
    if (ref === undefined) return false;
    if (depth > MAX_REPEATED_DEPTH && this.#shown.has(ref)) return true;
    for (let place = within; place; place = place.within) if (place.ref === ref) return true;
    return false;
  }
}

/** Keywords beside which a reference still names what a schema is. */
const BESIDE_REFERENCES =
  /^(?:\$ref|type|title|description|default|examples?|deprecated|readOnly|writeOnly|nullable|x-.*)$/;

/** The reference that names a schema: its own, or that of the only part that says more than a type. */
function mainRefOf(schema: unknown): string | undefined {
  const ref = refOf(schema);
  if (ref !== undefined) return ref;
  const { allOf, anyOf, oneOf, ...own } = recordOf(schema);
  const options = [...listOf(anyOf), ...listOf(oneOf)];
  const only = options.filter((option) => !isNull(option));
  // An alternative beside `null` is what the schema is.
  if (only.length === options.length ? only.length > 0 : only.length !== 1) return undefined;
  const parts = [own, ...listOf(allOf).map(recordOf), ...only.map(recordOf)];
  const named = parts.flatMap((part) => refOf(part) ?? []);
  const isNamed =
    named.length === 1 &&
    parts.every((part) => Object.keys(part).every((name) => BESIDE_REFERENCES.test(name)));
  return isNamed ? named[0] : undefined;
}

function nameOf(ref: string | undefined): string | undefined {
  const name = nameOfSchema(ref);
  return name === undefined ? undefined : cutText(name, 200);
}

const requiring = (names: readonly unknown[]): Json => ({
  properties: Object.fromEntries(names.map((name) => [String(name), {}])),
  required: names,
});

const OBJECTS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
  'not',
  'contains',
  'contentSchema',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'discriminator',
];

const hasParts = (schema: Json): boolean =>
  OBJECTS.some((key) => isObject(schema[key])) ||
  schema.additionalProperties === true ||
  ['prefixItems', 'oneOf', 'anyOf', 'allOf'].some((key) => listOf(schema[key]).length > 0);
