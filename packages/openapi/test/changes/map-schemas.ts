import { type Json, listOf, recordOf } from '../../src/resolve.ts';
import { isObject } from '../../src/spec-grammar.ts';

const ONE = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
].concat('contentSchema', 'unevaluatedItems', 'unevaluatedProperties');
const LISTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping', 'x-value']);

/** Rewrites each schema of a spec, inner ones first. `place`: the keyword that has it. */
export function mapSchemas(spec: Json, rewrite: (schema: Json, place: string) => unknown): Json {
  const mapSchema = (value: unknown, place: string): unknown => {
    if (!isObject(value)) return value;
    const mapped: Json = {};
    for (const [key, one] of Object.entries(value))
      if (ONE.includes(key)) mapped[key] = mapSchema(one, key);
      else if (LISTS.includes(key)) mapped[key] = listOf(one).map((part) => mapSchema(part, key));
      else if (NAMED.includes(key))
        mapped[key] = Object.fromEntries(
          Object.entries(recordOf(one)).map(([name, part]) => [name, mapSchema(part, key)]),
        );
      else mapped[key] = one;
    return rewrite(mapped, place);
  };
  const map = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => map(one, place));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (key === 'schema' || key === 'itemSchema') return [key, mapSchema(one, key)];
        if (place === 'components' && key === 'schemas')
          return [
            key,
            Object.fromEntries(
              Object.entries(recordOf(one)).map(([name, schema]) => [name, mapSchema(schema, 'schemas')]),
            ),
          ];
        return [key, VALUES.has(key) ? one : map(one, key)];
      }),
    );
  };
  return map(structuredClone(spec), '') as Json;
}

/** Rewrites each object below `key` that has a name, such as each parameter in lists of them. */
export function mapLists(spec: Json, key: string, rewrite: (value: Json) => Json): Json {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === key && Array.isArray(one) ? one.map((item) => rewrite(map(item) as Json)) : map(one),
      ]),
    );
  };
  return map(structuredClone(spec)) as Json;
}
