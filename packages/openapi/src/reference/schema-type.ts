import { cutText, shortenText } from '@lectern/std/cut-text';
import { BINARY_TYPE } from '../examples/media-types.ts';
import { writeJson } from '../numbers/json-text.ts';
import { compareNumbers, isNumber } from '../numbers/long-number.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
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
  if (typeof schema.contentMediaType === 'string' || typeof schema.contentEncoding === 'string')
    return 'string';
  const value = 'const' in schema ? schema.const : listOf(schema.enum)[0];
  if (isNumber(value)) return 'number';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as ValueKind;
  return 'any';
}

/** A merged schema, and its name if it is a schema of the components. */
export interface NamedSchema {
  schema: Json;
  name: string | undefined;
}

/** Whether a schema allows `null` beside other values. */
const isNullable = (schema: Json): boolean =>
  (Array.isArray(schema.type) && schema.type.includes('null')) ||
  [...listOf(schema.oneOf), ...listOf(schema.anyOf)].some((one) => isObject(one) && one.type === 'null') ||
  (schema.type === undefined && listOf(schema.enum).includes(null));

/** The type as people say it, such as “array of Pet or null”. `read` reads the schema of the items. */
export function nameType(
  schema: Json,
  name: string | undefined,
  read: (items: unknown) => NamedSchema,
): string {
  const base = nameBase({ schema, name }, read, 0);
  return isNullable(schema) && base !== 'null' ? `${base} or null` : base;
}

function nameBase(
  { schema, name }: NamedSchema,
  read: (items: unknown) => NamedSchema,
  depth: number,
): string {
  const kind = kindOf(schema);
  if (kind === 'array') {
    if (depth >= MAX_LISTS) return 'array';
    if (!isObject(schema.items)) return 'array of any';
    const items = read(schema.items);
    const base = nameBase(items, read, depth + 1);
    const isOrNull = isNullable(items.schema) && base !== 'null';
    return `array of ${isOrNull ? `(${base} or null)` : base}`;
  }
  const isPlain = kind !== 'object' && kind !== 'any';
  if (name !== undefined && !isPlain) return cutText(name, MAX_NAME_LENGTH);
  const types = typesOf(schema);
  if (types.length > 1) return types.join(' or ');
  if (kind !== 'any') return kind;
  if (listOf(schema.oneOf).length > 0) return 'one of';
  return listOf(schema.anyOf).length > 0 ? 'any of' : 'any';
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
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'contentEncoding',
  'contentMediaType',
];
const MAX_LIMIT_LENGTH = 300;

/** Limits of a schema, and those of its parts that could not be combined. */
export function readLimits(schema: Json): SchemaReference['limits'] {
  const limits = [schema, ...listOf(schema.allOf).map(recordOf)].flatMap(readOwnLimits);
  const most = countOnlyItems(schema);
  if (most !== undefined) limits.push(['maxItems', String(most)]);
  return isBinary(schema)
    ? [['format', 'binary'], ...limits.filter(([name]) => name !== 'contentMediaType')]
    : limits;
}

/** How many items a list can have that has only those that are described one by one. */
function countOnlyItems({
  items,
  unevaluatedItems,
  prefixItems,
  contains,
  maxItems,
}: Json): number | undefined {
  const isClosed =
    items === false || (items === undefined && unevaluatedItems === false && contains === undefined);
  const count = listOf(prefixItems).length;
  return isClosed && !(isNumber(maxItems) && compareNumbers(maxItems, count) <= 0) ? count : undefined;
}

/** Whether values are raw files, `format: binary` in OpenAPI 3.0. */
const isBinary = ({ contentMediaType, contentEncoding, format }: Json): boolean =>
  contentMediaType === BINARY_TYPE && contentEncoding === undefined && format === undefined;

const readOwnLimits = (schema: Json): SchemaReference['limits'] => [
  ...LIMITS.flatMap((name): SchemaReference['limits'] => {
    const value = schema[name];
    if (typeof value !== 'string' && !isNumber(value)) return [];
    return [[name, shortenText(String(value), MAX_LIMIT_LENGTH)]];
  }),
  ...(schema.uniqueItems === true ? ([['uniqueItems', 'true']] as SchemaReference['limits']) : []),
  ...readNameLimit(schema.propertyNames),
];

/** Names of fields have a pattern, or are some of several; anything else is the schema of the names. */
function readNameLimit(names: unknown): SchemaReference['limits'] {
  if (!isObject(names)) return [];
  const { type: _, ...rest } = names;
  const { pattern, enum: values, ...others } = rest;
  const isOne = Object.keys(rest).length === 1 && Object.keys(others).length === 0;
  const text = isOne && typeof pattern === 'string' ? pattern : writeJson((isOne && values) || names);
  return [['propertyNames', shortenText(text, MAX_LIMIT_LENGTH)]];
}
