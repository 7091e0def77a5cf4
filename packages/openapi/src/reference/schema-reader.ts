import { cutText } from '@lectern/std/cut-text';
import { groupBy } from '@lectern/std/group-by';
import { readPointer } from '../json-pointer.ts';
import {
  isNull,
  type MergeBudget,
  type MergedSchema,
  mergeOnce,
  mergeParts,
  takePart,
} from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { findTarget, type Json, listOf, nameOfSchema, recordOf, refOf } from '../resolve.ts';
import { LISTED_SCHEMAS, NAMED_SCHEMAS, SINGLE_SCHEMAS } from '../schema-keywords.ts';
import { findVariants, readMapping, refOfMapping, type SchemaVariant } from '../schema-variants.ts';
import { SharedReadings } from '../shared-readings.ts';
import { isObject } from '../spec-grammar.ts';
import type { Alternatives, Condition, FieldReference, SchemaReference } from './operation-reference.ts';
import { listValues, readNotes, readValues } from './schema-notes.ts';
import { kindOf, nameType, readLimits } from './schema-type.ts';

/** The maximum number of schemas that are shown for one operation, including nested ones. */
export const MAX_SCHEMAS = 2000;
/** The maximum number of `allOf` parts that are merged for one operation. */
const MAX_PARTS = 20_000;
/** The maximum depth to which nested schemas are shown. */
export const MAX_DEPTH = 12;
/** Deeper than this, a named schema is shown once. */
export const MAX_REPEATED_DEPTH = 3;

interface Waiting {
  reference: SchemaReference;
  merged: MergedSchema;
  place: SchemaChain;
  known: KnownContext;
}

type SchemaDescription = Omit<SchemaReference, 'fields' | 'alternatives'>;

const MAX_KEPT = 20_000;
/** By the combined schema. */
const descriptions = new SharedReadings<Json, SchemaDescription>(MAX_KEPT);

/** The chain of schemas that contain a schema, beginning with the innermost. */
interface SchemaChain {
  depth: number;
  ref: string | undefined;
  within: SchemaChain | undefined;
}

/** The values of a field that select a schema, and all with which the discriminator selects schemas. */
interface Selection {
  name: string;
  values: readonly string[];
  all: ReadonlySet<string>;
}

/** What the place where a schema is used says about it. */
interface KnownContext {
  /** Whether a heading names it. */
  hasHeading?: boolean;
  /** References whose fields are shown around it already. */
  without?: ReadonlySet<string>;
  selected?: Selection;
  /** The schema that it completes: it may require fields that are described there. */
  around?: Json;
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
  /** The references of schemas by their names. */
  readonly #names = new Map<string, string>();
  #schemasLeft = MAX_SCHEMAS;
  readonly #parts: MergeBudget = { left: MAX_PARTS };

  constructor(spec: Json) {
    this.#spec = spec;
  }

  read(schema: unknown, within?: SchemaChain, known: KnownContext = {}): SchemaReference {
    this.#schemasLeft -= 1;
    const ref = mainRefOf(schema);
    const merged = this.#merge(schema, known.without);
    const whole = merged.schema;
    const name = known.hasHeading ? undefined : this.#nameOf(ref);
    const place: SchemaChain = { depth: (within?.depth ?? -1) + 1, ref, within };
    const reference = { ...this.#describe(whole, name), fields: [], alternatives: [] };
    if (!hasParts(whole, known)) return reference;
    if (this.#schemasLeft <= 0 || place.depth > MAX_DEPTH) reference.isCut = true;
    else if (this.#isFolded(place)) reference.isFolded = true;
    else this.#waiting.push({ reference, merged, place, known });
    if (ref !== undefined) this.#shown.add(ref);
    return reference;
  }

  /**
   * Describes a schema without the schemas in it. All operations share the result, unless the place of the schema
   * matters.
   */
  #describe(whole: Json, name: string | undefined): SchemaDescription {
    const isByItself = !isObject(whole.items) && !isObject(whole.propertyNames);
    const known = isByItself ? descriptions.find(this.#spec, whole) : undefined;
    if (known && known.name === name) return known;
    const described: SchemaDescription = {
      type: nameType(whole, name, (items) => ({
        schema: this.#merge(items).schema,
        name: this.#nameOf(mainRefOf(items)),
      })),
      kind: kindOf(whole),
      ...(name === undefined ? {} : { name }),
      ...readNotes(whole),
      limits: readLimits(
        isObject(whole.propertyNames)
          ? { ...whole, propertyNames: this.#merge(whole.propertyNames).schema }
          : whole,
      ),
    };
    if (isByItself) descriptions.keep(this.#spec, whole, described);
    return described;
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
    const { variants, selected: own } = findVariants(this.#spec, merged, mainRefOf);
    const selected = own
      ? createSelection(merged, own.name, [own.variant.value, ...own.others])(own.variant)
      : known.selected;
    reference.fields = this.#readFields(schema, place, { ...known, ...(selected && { selected }) });
    const items = combineOthers(schema.items, schema.unevaluatedItems);
    if (isObject(items)) reference.items = this.read(items, place);
    if (variants) reference.alternatives.push(this.#readVariants(variants, place, merged));
    const around = { properties: { ...recordOf(known.around?.properties), ...recordOf(schema.properties) } };
    for (const part of [schema, ...listOf(schema.allOf).map(recordOf)])
      reference.alternatives.push(
        ...this.#readAlternatives(part, place, {
          around,
          refs: merged.refs,
          hasVariants: variants !== undefined,
        }),
      );
  }

  #readFields(schema: Json, place: SchemaChain, { selected, around }: KnownContext): FieldReference[] {
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
      if (field.name === selected?.name)
        Object.assign(field.schema, this.#readSelected(recordOf(schema.properties)[field.name], selected));
    // An alternative may consist only of required fields.
    if (around)
      for (const name of required)
        if (typeof name === 'string' && !Object.hasOwn(recordOf(schema.properties), name))
          fields.push(read(name, this.#typeOfField(around, name), true));
    for (const [pattern, value] of Object.entries(recordOf(schema.patternProperties)))
      fields.push(read(`/${pattern}/`, value, false));
    const additionalProperties = combineOthers(schema.additionalProperties, schema.unevaluatedProperties);
    // Without the keyword, additional properties are allowed as well; a spec that states it wants readers to know.
    if (isObject(additionalProperties) || additionalProperties === true)
      fields.push(read('*', additionalProperties, false));
    for (const [n, value] of listOf(schema.prefixItems).entries()) fields.push(read(String(n), value, true));
    return fields;
  }

  /** The type of a field that is described elsewhere. */
  #typeOfField(schema: Json, name: string): Json {
    const fields = recordOf(schema.properties);
    const { type } = this.#merge(Object.hasOwn(fields, name) ? fields[name] : {}).schema;
    return type === undefined ? {} : { type };
  }

  /**
   * The values of the field by which a discriminator selects a schema: those that the field allows, without those that
   * select other schemas. A field that allows any value has those that select the schema.
   */
  #readSelected(field: unknown, { values, all }: Selection): Partial<SchemaReference> {
    const { schema } = this.#merge(field);
    const allowed = listValues(schema);
    if (allowed.length === 0) return { enumValues: values.map((value) => writeSelecting(value, schema)) };
    const own = allowed.filter((value) => !all.has(String(value)) || values.includes(String(value)));
    const { enumValues, enumNotes, valuesLeftOut } = readValues(own.length > 0 ? own : allowed, schema);
    return { enumValues, enumNotes, valuesLeftOut };
  }

  #readAlternatives(
    part: Json,
    place: SchemaChain,
    { around, refs, hasVariants }: { around: Json; refs: ReadonlySet<string>; hasVariants: boolean },
  ): Alternatives[] {
    const found: Alternatives[] = [];
    const within = { around, without: refs };
    const add = (kind: Alternatives['kind'], schema: unknown, condition?: Condition): void => {
      const known = kind === 'contains' || kind === 'content' ? { without: refs } : within;
      found.push({
        kind,
        ...(condition && { condition }),
        options: [this.#readOption(schema, place, known)],
      });
    };
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const options = listOf(part[kind]).filter((option) => !isNull(option));
      // A variant that includes its base also has the alternatives of the base, of which it is one.
      const isVariant = options.some((option) => this.#isPart(mainRefOf(option), refs));
      if (options.length > 0 && !isVariant)
        found.push({ kind, ...this.#readOptions(options, hasVariants ? {} : part, place, within) });
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
      if (listOf(names).length > 0)
        add('then', { required: listOf(names) }, { fields: [{ name, values: [] }] });
    return found;
  }

  /** Whether a schema is one of its parts, other than by listing itself among its alternatives. */
  #isPart(ref: string | undefined, refs: ReadonlySet<string>): boolean {
    if (ref === undefined || !refs.has(ref)) return false;
    const { oneOf, anyOf } = recordOf(findTarget(this.#spec, ref));
    return ![...listOf(oneOf), ...listOf(anyOf)].some((option) => mainRefOf(option) === ref);
  }

  #readOption(schema: unknown, place: SchemaChain, known: KnownContext): Alternatives['options'][number] {
    const read = this.read(schema, place, known);
    const [value, ...otherValues] = known.selected?.values ?? [];
    return {
      title: read.title ?? read.type,
      ...(value === undefined ? {} : { value }),
      ...(otherValues.length > 0 ? { otherValues } : {}),
      schema: read,
    };
  }

  #readOptions(
    options: readonly unknown[],
    { discriminator }: Json,
    place: SchemaChain,
    within: KnownContext,
  ): Omit<Alternatives, 'kind'> {
    const { propertyName, mapping, defaultMapping } = recordOf(discriminator);
    if (typeof propertyName !== 'string')
      return { options: options.map((option) => this.#readOption(option, place, within)) };
    const selecting = groupBy(readMapping(mapping), ([, ref]) => ref);
    const valuesOf = (ref: string): string[] | undefined => {
      const name = this.#nameOf(ref);
      return selecting.get(ref)?.map(([value]) => value) ?? (name === undefined ? undefined : [name]);
    };
    // A mapping may name schemas that the list of alternatives lacks.
    const listed = new Set(options.map(mainRefOf));
    const fallback = refOfMapping(defaultMapping);
    const others = [...new Set([...selecting.keys(), ...(fallback === undefined ? [] : [fallback])])].filter(
      (ref) => !listed.has(ref) && !within.without?.has(ref) && findTarget(this.#spec, ref) !== undefined,
    );
    const shown = [...options, ...others.map(($ref) => ({ $ref }))];
    const all = new Set(shown.flatMap((option) => valuesOf(mainRefOf(option) ?? '') ?? []));
    return {
      discriminator: propertyName,
      options: shown.map((option) => {
        const ref = mainRefOf(option) ?? '';
        const own = valuesOf(ref);
        const known = { ...within, ...(own && { selected: { name: propertyName, values: own, all } }) };
        return {
          ...this.#readOption(option, place, known),
          ...(ref === fallback ? { isDefault: true } : {}),
        };
      }),
    };
  }

  #readVariants(
    variants: { discriminator: string; options: SchemaVariant[] },
    place: SchemaChain,
    merged: MergedSchema,
  ): Alternatives {
    const { discriminator, options } = variants;
    const fallback = refOfMapping(recordOf(merged.schema.discriminator).defaultMapping);
    const select = createSelection(
      merged,
      discriminator,
      options.map(({ value }) => value),
    );
    return {
      kind: 'oneOf',
      discriminator,
      options: options.map(({ ref, value }) => ({
        ...this.#readOption({ $ref: ref }, place, {
          without: merged.refs,
          selected: select({ ref, value }),
        }),
        ...(ref === fallback ? { isDefault: true } : {}),
      })),
    };
  }

  /** Reads a condition as values of fields, or else as a schema. */
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

  /** The name by which readers know a schema; one that is a definition of another one has the name that it has there. */
  #nameOf(ref: string | undefined): string | undefined {
    const name = nameOfSchema(ref);
    const path = ref === undefined || name === undefined ? undefined : readPointer(ref.slice(1));
    if (name === undefined || ref === undefined || !path) return name && cutText(name, 200);
    const last = path.at(-1) as string;
    // The name tells schemas apart: it is short only if no other one has it.
    const isOwn =
      path.length === 3 || !Object.hasOwn(recordOf(recordOf(this.#spec.components).schemas), last);
    const first = isOwn ? (this.#names.get(last) ?? ref) : undefined;
    if (first === ref) this.#names.set(last, ref);
    return cutText(first === ref ? last : name, 200);
  }

  #merge(schema: unknown, without?: ReadonlySet<string>): MergedSchema {
    const ref = refOf(schema);
    const isReference = ref !== undefined && Object.keys(recordOf(schema)).length === 1;
    const key = isReference && !without ? ref : undefined;
    const known = key === undefined ? undefined : this.#merged.get(key);
    if (known) return known;
    const merged = without
      ? mergeParts(this.#spec, schema, { without, mayMerge: takePart(this.#parts) })
      : mergeOnce(this.#spec, schema, this.#parts);
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

/** What other items or fields have to be: if two parts of a schema say it, each in its own way, both hold. */
const combineOthers = (one: unknown, unevaluated: unknown): unknown =>
  isObject(one) && isObject(unevaluated) ? { allOf: [one, unevaluated] } : (one ?? unevaluated);

/** The selection of each variant: a mapping may have several values for one. */
function createSelection(
  { schema }: MergedSchema,
  name: string,
  values: readonly string[],
): (variant: SchemaVariant) => Selection {
  const mapping = [...readMapping(recordOf(schema.discriminator).mapping)];
  const selecting = groupBy(mapping, ([, ref]) => ref);
  const all = new Set([...mapping.map(([value]) => value), ...values]);
  return ({ ref, value }) => ({ name, values: selecting.get(ref)?.map(([one]) => one) ?? [value], all });
}

/** A value of a discriminator as the field that it is for has it: the keys of a mapping are texts, whatever they stand for. */
function writeSelecting(value: string, schema: Json): string {
  const isText = !['integer', 'number', 'boolean'].includes(kindOf(schema));
  return isText || !/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value) ? JSON.stringify(value) : value;
}

/** Keywords that a reference can have beside it and still name the schema. */
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

/** The names of fields are among the limits of their schema. */
const OBJECTS = [...NAMED_SCHEMAS, ...SINGLE_SCHEMAS, 'dependentRequired', 'discriminator'].filter(
  (name) => name !== 'propertyNames' && name !== 'then' && name !== 'else',
);

const hasParts = (schema: Json, { around }: KnownContext): boolean =>
  (around !== undefined && listOf(schema.required).length > 0) ||
  OBJECTS.some((key) => isObject(schema[key])) ||
  schema.additionalProperties === true ||
  LISTED_SCHEMAS.some((key) => listOf(schema[key]).length > 0);
