import type { MergedSchema } from '../merge-all-of.ts';
import { type Json, listOf } from '../resolve.ts';
import { KEYWORDS_BY_TYPE } from '../schema-keywords.ts';
import { FORMATS } from './formats.ts';

const TYPES = ['object', 'string', 'integer', 'number', 'boolean', 'array', 'null'];
/**
 * The types that values of a schema can have, with those first for which it has keywords. Without any, the first example
 * is an empty object, and other variants are texts, which differ.
 */
export function listTypes(schema: Json, variant: number): string[] {
  const { type, format } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((one): one is string =>
    TYPES.includes(String(one)),
  );
  if (named.length > 0)
    return [...named.filter((one) => one !== 'null'), ...named.filter((one) => one === 'null')];
  const has = (names: readonly string[]): boolean =>
    [schema, ...listOf(schema.allOf)].some((part) => names.some((name) => Object.hasOwn(part as Json, name)));
  const isText =
    has(KEYWORDS_BY_TYPE.string) || (typeof format === 'string' && Object.hasOwn(FORMATS, format));
  const likely = [
    ...(has(KEYWORDS_BY_TYPE.object) ? ['object'] : []),
    ...(has(KEYWORDS_BY_TYPE.array) ? ['array'] : []),
    ...(isText ? ['string'] : []),
    ...(has(KEYWORDS_BY_TYPE.number) || /^(?:u?int\d+|float|double)$/.test(String(format)) ? ['number'] : []),
  ];
  const others = TYPES.filter((one) => !likely.includes(one));
  return variant > 0 && likely.length === 0 ? [...others.slice(1), 'object'] : [...likely, ...others];
}

/** Keywords that generated values always satisfy. */
const PLAIN =
  /^(?:\$ref|\$comment|\$defs|type|properties|required|items|prefixItems|minItems|maxItems|title|description|examples?|default|format|enum|const|pattern|m(?:ax|in)Length|m(?:ax|in)imum|exclusiveM(?:ax|in)imum|multipleOf|content\w+|xml|deprecated|readOnly|writeOnly|externalDocs|additionalProperties|x-.*)$/;

const isAnything = (schema: unknown): boolean => schema === undefined || schema === true;

/** Whether generated values need not be checked as a whole, because they satisfy each keyword on its own. */
export const isPlain = ({ schema, refs }: MergedSchema, source: unknown): boolean =>
  Object.keys(schema).every((name) => PLAIN.test(name)) &&
  // The parts of a schema do not know each other's fields.
  (isAnything(schema.additionalProperties) || (refs.size <= 1 && !Object.hasOwn(Object(source), 'allOf'))) &&
  !('const' in schema) &&
  !('enum' in schema);
