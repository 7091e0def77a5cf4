import { BINARY_TYPE, isTextType } from '../examples/media-types.ts';
import { isNull, type MergedSchema, mergeParts } from '../merge-all-of.ts';
import { writeJson } from '../numbers/json-text.ts';
import { isSame, type Json, listOf, refOf } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';

/** Keywords that say how a field is used and described, not which values it allows. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'summary',
  'default',
  'example',
  'examples',
  'externalDocs',
  'deprecated',
  'readOnly',
  'writeOnly',
  'xml',
  '$comment',
]);

export const isAnnotation = (keyword: string): boolean =>
  ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** Whether a schema limits nothing but the types of values. */
export const isBare = (schema: Json): boolean =>
  Object.keys(schema).every((name) => name === 'type' || isAnnotation(name));

const onlyChoiceOf = (schema: Json): 'oneOf' | 'anyOf' | undefined =>
  (['oneOf', 'anyOf'] as const).find((keyword) => listOf(schema[keyword]).length === 1);

/** A reference to a schema, perhaps with keywords beside it. */
export interface SchemaUse {
  target: unknown;
  own: readonly string[];
  isNullable: boolean;
}

/** Reads the schemas of one version. Results for references, and for combinations of references, are kept. */
export class SchemaReader {
  readonly spec: Json;
  readonly #mayRead: () => boolean;
  readonly #ids = new WeakMap<object, number>();
  readonly #read = new Map<string, MergedSchema>();
  #lastId = 0;

  /** `mayRead` is called for each part of a schema, to limit the work. */
  constructor(spec: Json, mayRead: () => boolean) {
    this.spec = spec;
    this.#mayRead = mayRead;
  }

  /**
   * Identifies a schema by its reference, or else by the object. A combination is made anew whenever it is read, so it
   * is identified by its parts.
   */
  keyOf(schema: unknown): string {
    if (schema === false) return 'nothing';
    if (!isObject(schema) || Object.keys(schema).length === 0) return 'anything';
    const parts = partsOf(schema);
    if (!parts)
      return refOf(schema) !== undefined && isAlone(schema) ? `ref ${refOf(schema)}` : this.#idOf(schema);
    const keys = new Set(parts.map((part) => this.keyOf(part)));
    return keys.size === 1 ? ([...keys][0] as string) : JSON.stringify([...keys]);
  }

  #idOf(value: object): string {
    const id = this.#ids.get(value) ?? ++this.#lastId;
    this.#ids.set(value, id);
    return `id ${id}`;
  }

  /** A schema as the combination of its parts. `without`: references that are left out. */
  read(schema: unknown, without?: ReadonlySet<string>): MergedSchema {
    const key = `${this.keyOf(schema)}${without ? ` without ${this.#idOf(without)}` : ''}`;
    const known = this.#read.get(key);
    if (known) return known;
    const found = this.#readParts(schema === true ? {} : schema, without);
    // Any other schema is read for one place only.
    if (!key.startsWith('id ')) this.#read.set(key, found);
    return found;
  }

  /** Reads the combination of all parts. A list of one alternative is left out if it has only a list, or nothing. */
  #readParts(schema: unknown, without?: ReadonlySet<string>): MergedSchema {
    const merge = (part: unknown): MergedSchema => {
      const merged = mergeParts(this.spec, part, { mayMerge: this.#mayRead, ...(without && { without }) });
      return { ...merged, schema: withUsualForms(merged.schema) };
    };
    let found = merge(schema);
    for (;;) {
      const only = onlyChoiceOf(found.schema);
      const { [only ?? '']: options, ...rest } = found.schema;
      if (!only || !isBare(rest) || !this.#mayRead()) return found;
      const { schema: inner, refs } = merge({ ...rest, allOf: listOf(options) });
      const isList = inner.oneOf !== undefined || inner.anyOf !== undefined;
      if (!isList && (inner.title !== undefined || !Object.keys(inner).every(isAnnotation))) return found;
      found = { schema: inner, refs: new Set([...found.refs, ...refs]) };
    }
  }

  /** Whether a schema allows every value, whatever its descriptions say. */
  isAnything(schema: unknown): boolean {
    if (this.keyOf(schema) === 'anything') return true;
    return schema !== false && Object.keys(this.read(schema).schema).every(isAnnotation);
  }
}

const isAlone = (schema: Json): boolean => Object.keys(schema).length === 1;

/** The parts of a schema that consists only of `allOf`. */
const partsOf = (schema: Json): unknown[] | undefined =>
  Array.isArray(schema.allOf) && schema.allOf.length > 0 && isAlone(schema) ? schema.allOf : undefined;

/** Reads a schema that only uses another one; undefined if it says more about its values. */
export function useOf(schema: unknown): SchemaUse | undefined {
  if (!isObject(schema)) return undefined;
  const { $ref, allOf, oneOf, anyOf, nullable, ...rest } = schema;
  const own = Object.keys(rest);
  if (!own.every(isAnnotation)) return undefined;
  const options = [oneOf, anyOf].map((list) => listOf(list).filter((one) => !isNull(one)));
  const targets = [...($ref === undefined ? [] : [{ $ref }]), ...listOf(allOf), ...options.flat()];
  const isNullable = [oneOf, anyOf].some((list) => listOf(list).some(isNull));
  if (targets.length !== 1 || refOf(targets[0]) === undefined) return undefined;
  // Alternatives can be added to a list that has only one.
  if (options.flat().length === 1 && !isNullable) return undefined;
  return { target: targets[0], own, isNullable: isNullable || nullable === true };
}

/** Rewrites equivalent forms as one. */
function withUsualForms(schema: Json): Json {
  const { example, const: only, ...rest } = withListedValues(schema);
  const usual: Json = example === undefined ? rest : { examples: [example], ...rest };
  if (only !== undefined || 'const' in schema)
    usual.enum = Array.isArray(usual.enum) ? usual.enum.filter((one) => isSame(one, only)) : [only];
  if (usual.format === 'binary' || usual.format === 'byte') {
    if (usual.format === 'binary') usual.contentMediaType ??= BINARY_TYPE;
    else usual.contentEncoding ??= 'base64';
    delete usual.format;
  }
  // The conversion from 3.0 leaves bytes without a type, and without null.
  const isBinary = typeof usual.contentMediaType === 'string' && !isTextType(usual.contentMediaType);
  if (isBinary || (usual.type === undefined && usual.contentEncoding !== undefined)) usual.type = 'string';
  for (const name of ['minLength', 'minItems', 'minProperties']) if (usual[name] === 0) delete usual[name];
  if (usual.minContains === 1) delete usual.minContains;
  return usual;
}

/** Writes alternatives that are nothing but a value each as a list of values. A list without alternatives says nothing. */
function withListedValues(schema: Json): Json {
  let usual = schema;
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const { [keyword]: options, ...rest } = usual;
    if (!Array.isArray(options)) continue;
    const values = options.map(readOnlyValue);
    if (options.length === 0) usual = rest;
    if (options.length < 2 || values.every((value) => !value || value.isNull) || !values.every(isDefined))
      continue;
    const listed = values.map(({ value }) => value);
    if (new Set(listed.map((value) => writeJson(value))).size < listed.length) continue;
    const textsOf = (name: 'title' | 'description'): Json | undefined => {
      const texts = values.flatMap(({ value, [name]: text }) =>
        text === undefined ? [] : [[String(value), text]],
      );
      return texts.length > 0 ? (Object.fromEntries(texts) as Json) : undefined;
    };
    const [titles, descriptions] = [textsOf('title'), textsOf('description')];
    usual = {
      ...rest,
      enum: Array.isArray(rest.enum)
        ? rest.enum.filter((one) => listed.some((value) => isSame(one, value)))
        : listed,
      ...(titles && { [VALUE_TITLES]: titles }),
      ...(descriptions && { 'x-enumDescriptions': rest['x-enumDescriptions'] ?? descriptions }),
    };
  }
  return usual;
}

/** Where the titles of values are read that were written as alternatives. */
export const VALUE_TITLES = 'x-enum-titles';

interface OnlyValue {
  value: unknown;
  isNull: boolean;
  title: unknown;
  description: unknown;
}

const isDefined = (value: OnlyValue | undefined): value is OnlyValue => value !== undefined;

/** Whether a keyword only describes a value, or is the default of a limit that is written out. */
const saysNothingOfValues = ([name, value]: [string, unknown]): boolean =>
  name === 'default' ? false : isAnnotation(name) || DEFAULTS.get(name) === value;

const DEFAULTS = new Map<string, unknown>([
  ...['minLength', 'minItems', 'minProperties'].map((name): [string, number] => [name, 0]),
  ...['uniqueItems', 'nullable'].map((name): [string, boolean] => [name, false]),
]);

/** The value of a schema that allows only one. */
function readOnlyValue(schema: unknown): OnlyValue | undefined {
  if (!isObject(schema)) return undefined;
  const { const: only, enum: values, type, title, description, ...rest } = schema;
  if (!Object.entries(rest).every(saysNothingOfValues)) return undefined;
  const found = { title, description, isNull: false };
  if ('const' in schema) return { ...found, value: only };
  if (Array.isArray(values) && values.length === 1) return { ...found, value: values[0] };
  return type === 'null' && values === undefined ? { ...found, value: null, isNull: true } : undefined;
}
