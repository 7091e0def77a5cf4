import { cutText } from '@lectern/std/cut-text';
import { decodePointerKey } from '../json-pointer.ts';
import { mergeAllOf } from '../merge-all-of.ts';
import { type Json, listOf, recordOf, refOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import type { Alternatives, FieldReference, SchemaReference } from './operation-reference.ts';
import { readReferenceText } from './read-text.ts';
import { kindOf, nameType, readLimits } from './schema-type.ts';

/** The maximum number of schemas that are shown for one operation, including nested ones. */
const MAX_SCHEMAS = 2000;
/** The maximum number of `allOf` parts that are merged for one operation. */
const MAX_PARTS = 20_000;
/** The maximum depth to which nested schemas are shown. */
const MAX_DEPTH = 12;
/** Deeper than this, a named schema is shown once. */
const MAX_REPEATED_DEPTH = 3;
const MAX_ENUM_VALUES = 200;
const MAX_VALUE_LENGTH = 200;
const SCHEMAS = '#/components/schemas/';

interface Waiting {
  reference: SchemaReference;
  schema: Json;
  place: SchemaChain;
}

/** The chain of schemas that contain a schema, beginning with the innermost. */
interface SchemaChain {
  depth: number;
  ref: string | undefined;
  within: SchemaChain | undefined;
}

/**
 * Describes the schemas of an operation, level by level, so that the deepest parts are folded if there is more than can
 * be shown. `finish` reads the nested schemas of those that were read.
 */
export class SchemaReader {
  readonly #spec: Json;
  readonly #waiting: Waiting[] = [];
  readonly #merged = new Map<string, Json>();
  readonly #shown = new Set<string>();
  #schemasLeft = MAX_SCHEMAS;
  #partsLeft = MAX_PARTS;

  constructor(spec: Json) {
    this.#spec = spec;
  }

  read(schema: unknown, within?: SchemaChain): SchemaReference {
    this.#schemasLeft -= 1;
    const ref = refOf(schema);
    const whole = this.#merge(schema, ref);
    const name = nameOf(ref);
    const place: SchemaChain = { depth: (within?.depth ?? -1) + 1, ref, within };
    const reference: SchemaReference = {
      type: nameType(this.#spec, whole, name),
      kind: kindOf(whole),
      ...(name === undefined ? {} : { name }),
      ...readNotes(whole),
      limits: readLimits(whole),
      fields: [],
      alternatives: [],
    };
    if (!hasParts(whole)) return reference;
    if (this.#isFolded(place)) reference.isFolded = true;
    else this.#waiting.push({ reference, schema: whole, place });
    if (ref !== undefined) this.#shown.add(ref);
    return reference;
  }

  finish(): void {
    for (let next = 0; next < this.#waiting.length; next += 1) {
      const { reference, schema, place } = this.#waiting[next] as Waiting;
      if (this.#schemasLeft > 0) this.#readParts(reference, schema, place);
      else reference.isFolded = true;
    }
    this.#waiting.length = 0;
  }

  #readParts(reference: SchemaReference, schema: Json, place: SchemaChain): void {
    const required = new Set(listOf(schema.required));
    const readField = (
      [name, value]: [string, unknown],
      isRequired = required.has(name),
    ): FieldReference => ({
      name,
      isRequired,
      schema: this.read(value, place),
    });
    reference.fields = Object.entries(recordOf(schema.properties)).map((entry) => readField(entry));
    for (const [pattern, value] of Object.entries(recordOf(schema.patternProperties)))
      reference.fields.push(readField([`/${pattern}/`, value], false));
    const { additionalProperties } = schema;
    // Without the keyword, additional properties are allowed as well; a spec that states it wants readers to know.
    if (isObject(additionalProperties) || additionalProperties === true)
      reference.fields.push(readField(['*', additionalProperties], false));
    for (const [n, value] of listOf(schema.prefixItems).entries())
      reference.fields.push(readField([String(n), value], true));
    if (isObject(schema.items)) reference.items = this.read(schema.items, place);
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const options = listOf(schema[kind]).filter((option) => !isNull(option));
      if (options.length > 0)
        reference.alternatives.push(this.#readAlternatives(kind, options, schema, place));
    }
    if (isObject(schema.not))
      reference.alternatives.push(this.#readAlternatives('not', [schema.not], {}, place));
  }

  #readAlternatives(
    kind: Alternatives['kind'],
    options: readonly unknown[],
    { discriminator }: Json,
    place: SchemaChain,
  ): Alternatives {
    const { propertyName, mapping } = recordOf(discriminator);
    const values = new Map(Object.entries(recordOf(mapping)).map(([value, target]) => [target, value]));
    const hasValues = typeof propertyName === 'string';
    return {
      kind,
      ...(hasValues ? { discriminator: propertyName } : {}),
      options: options.map((option) => {
        const schema = this.read(option, place);
        const value = hasValues
          ? (values.get(refOf(option)) ?? values.get(schema.name) ?? schema.name)
          : undefined;
        return { title: schema.title ?? schema.type, ...(value === undefined ? {} : { value }), schema };
      }),
    };
  }

  #merge(schema: unknown, ref: string | undefined): Json {
    const known = ref === undefined ? undefined : this.#merged.get(ref);
    if (known) return known;
    const merged = mergeAllOf(this.#spec, schema, () => {
      this.#partsLeft -= 1;
      return this.#partsLeft >= 0;
    });
    if (ref !== undefined) this.#merged.set(ref, merged);
    return merged;
  }

  #isFolded({ depth, ref, within }: SchemaChain): boolean {
    if (this.#schemasLeft <= 0 || depth > MAX_DEPTH) return true;
    if (ref === undefined) return false;
    if (depth > MAX_REPEATED_DEPTH && this.#shown.has(ref)) return true;
    for (let place = within; place; place = place.within) if (place.ref === ref) return true;
    return false;
  }
}

const nameOf = (ref: string | undefined): string | undefined =>
  ref?.startsWith(SCHEMAS) ? decodePointerKey(ref.slice(SCHEMAS.length)) : undefined;

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

const hasParts = (schema: Json): boolean =>
  ['properties', 'patternProperties', 'additionalProperties', 'items', 'not'].some((key) =>
    isObject(schema[key]),
  ) ||
  schema.additionalProperties === true ||
  ['prefixItems', 'oneOf', 'anyOf'].some((key) => listOf(schema[key]).length > 0);

/** Reads the annotations of a schema. */
function readNotes(schema: Json): Partial<SchemaReference> {
  const { title, deprecated, readOnly, writeOnly } = schema;
  const description = readReferenceText(schema.description);
  const enumValues = 'const' in schema ? [schema.const] : listOf(schema.enum);
  const [example] = 'example' in schema ? [schema.example] : listOf(schema.examples);
  return {
    ...(typeof title === 'string' && title !== '' ? { title: cutText(title, MAX_VALUE_LENGTH) } : {}),
    ...(description ? { description } : {}),
    ...(deprecated === true ? { isDeprecated: true } : {}),
    ...(readOnly === true ? { isReadOnly: true } : {}),
    ...(writeOnly === true ? { isWriteOnly: true } : {}),
    ...(enumValues.length > 0 ? { enumValues: enumValues.slice(0, MAX_ENUM_VALUES).map(writeValue) } : {}),
    ...('default' in schema ? { default: writeValue(schema.default) } : {}),
    ...(example === undefined ? {} : { example }),
  };
}

const writeValue = (value: unknown): string => cutText(JSON.stringify(value) ?? '', MAX_VALUE_LENGTH);
