import { cutText } from '@lectern/std/cut-text';
import { decodePointerKey } from '../json-pointer.ts';
import { type Json, listOf, refOf, resolve } from '../resolve.ts';
import { isObject } from '../spec-grammar.ts';
import type { LimitName, SchemaReference, ValueKind } from './operation-reference.ts';

const KINDS = new Set<unknown>(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const MAX_NAME_LENGTH = 100;
/** The maximum depth to which the type of nested lists is written. */
const MAX_LISTS = 3;

/** Returns the types that a schema names, without `null`. */
const typesOf = ({ type }: Json): ValueKind[] =>
  (Array.isArray(type) ? type : [type]).filter(
    (name): name is ValueKind => KINDS.has(name) && name !== 'null',
  );

/** Returns the type of the values, which is guessed from other keywords if the schema names none. */
export function kindOf(schema: Json): ValueKind {
  const [first] = typesOf(schema);
  if (first !== undefined) return first;
  if (schema.type === 'null') return 'null';
  if (isObject(schema.properties) || isObject(schema.additionalProperties)) return 'object';
  if (isObject(schema.items) || Array.isArray(schema.prefixItems)) return 'array';
  const value = 'const' in schema ? schema.const : listOf(schema.enum)[0];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value as ValueKind;
  return 'any';
}

/** The type as people say it, such as “array of Pet or null”. */
export function nameType(spec: Json, schema: Json, name: string | undefined): string {
  const isNullable =
    (Array.isArray(schema.type) && schema.type.includes('null')) ||
    [...listOf(schema.oneOf), ...listOf(schema.anyOf)].some((one) => isObject(one) && one.type === 'null');
  const base = nameBase(spec, schema, name, 0);
  return isNullable && base !== 'null' ? `${base} or null` : base;
}

function nameBase(spec: Json, schema: Json, name: string | undefined, depth: number): string {
  const kind = kindOf(schema);
  if (kind === 'array') return depth < MAX_LISTS ? `array of ${nameItems(spec, schema, depth)}` : 'array';
  const isPlain = kind !== 'object' && kind !== 'any';
  if (name !== undefined && !isPlain) return cutText(name, MAX_NAME_LENGTH);
  const types = typesOf(schema);
  if (types.length > 1) return types.join(' or ');
  if (kind !== 'any') return kind;
  if (listOf(schema.oneOf).length > 0) return 'one of';
  return listOf(schema.anyOf).length > 0 ? 'any of' : 'any';
}

function nameItems(spec: Json, { items }: Json, depth: number): string {
  if (!isObject(items)) return 'any';
  const key = refOf(items)?.split('/').at(-1);
  const name = key && decodePointerKey(key);
  const resolved = resolve(spec, items);
  const shown = Array.isArray(resolved.allOf) && kindOf(resolved) === 'any' ? 'object' : undefined;
  return name === undefined && shown ? shown : nameBase(spec, resolved, name, depth + 1);
}

const LIMITS: readonly LimitName[] = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];
const MAX_LIMIT_LENGTH = 300;

export const readLimits = (schema: Json): SchemaReference['limits'] => [
  ...LIMITS.flatMap((name): SchemaReference['limits'] => {
    const value = schema[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [[name, cutText(String(value), MAX_LIMIT_LENGTH)]];
  }),
  ...(schema.uniqueItems === true ? ([['uniqueItems', 'true']] as SchemaReference['limits']) : []),
];
