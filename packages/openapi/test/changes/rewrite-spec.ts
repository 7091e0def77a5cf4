import { listMethods } from '../../src/list-methods.ts';
import { type Json, listOf, recordOf } from '../../src/resolve.ts';
import { isObject } from '../../src/spec-grammar.ts';
import { mapLists, mapSchemas } from './map-schemas.ts';

const NOTES = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'externalDocs',
  'deprecated',
]);
const SCHEMAS = '#/components/schemas/';

/** Ways to write a spec of 3.1 differently without changing what it says. */
export const REWRITINGS: Record<string, (spec: Json) => Json> = {
  'the order of keys': (spec) => reverseKeys(spec) as Json,
  'references in place of inline schemas': extractSchemas,
  'inline schemas in place of references': (spec) => {
    const schemas = recordOf(recordOf(spec.components).schemas);
    return mapSchemas(spec, (schema, place) => {
      const target = schemas[String(schema.$ref).slice(SCHEMAS.length)];
      const isAlone =
        Object.keys(schema).length === 1 && isObject(target) && target.discriminator === undefined;
      return isAlone && !['oneOf', 'anyOf', 'schemas', 'allOf'].includes(place)
        ? structuredClone(target)
        : schema;
    });
  },
  'a combination of one schema': (spec) =>
    mapSchemas(spec, (schema, place) => (isChoice(place) ? schema : { allOf: [schema] })),
  'a schema in two parts': (spec) => mapSchemas(spec, splitSchema),
  'the parts of a combination in another order': (spec) =>
    mapSchemas(spec, (schema) => reverse(schema, 'allOf')),
  'alternatives in another order': (spec) =>
    mapSchemas(spec, (schema) => reverse(reverse(schema, 'oneOf'), 'anyOf')),
  'values in another order': (spec) => mapSchemas(spec, (schema) => reverse(schema, 'enum')),
  'required fields in another order': (spec) => mapSchemas(spec, (schema) => reverse(schema, 'required')),
  'types in another order': (spec) => mapSchemas(spec, (schema) => reverse(schema, 'type')),
  'a list of one type': (spec) =>
    mapSchemas(spec, (schema) =>
      typeof schema.type === 'string' ? { ...schema, type: [schema.type] } : schema,
    ),
  'a constant for a single value': (spec) =>
    mapSchemas(spec, ({ enum: values, ...schema }) =>
      listOf(values).length === 1
        ? { ...schema, const: listOf(values)[0] }
        : { ...schema, ...(values ? { enum: values } : {}) },
    ),
  'one alternative': (spec) =>
    mapSchemas(spec, (schema, place) =>
      isChoice(place) || place === 'schemas' || schema.discriminator ? schema : { oneOf: [schema] },
    ),
  'null as an alternative': (spec) =>
    mapSchemas(spec, ({ type, ...schema }, place) => {
      const types = listOf(type);
      if (!types.includes('null') || types.length !== 2 || schema.enum || isChoice(place))
        return { ...schema, ...(type ? { type } : {}) };
      const [notes, rest] = splitNotes(schema);
      return { ...notes, anyOf: [{ ...rest, type: types.find((one) => one !== 'null') }, { type: 'null' }] };
    }),
  'alternatives in place of several types': (spec) =>
    mapSchemas(spec, (schema, place) => {
      const types = listOf(schema.type).filter((one) => one !== 'null');
      const isPlain = Object.keys(schema).every((key) => key === 'type' || NOTES.has(key));
      if (types.length < 2 || !isPlain || isChoice(place) || place === 'allOf') return schema;
      const { type, ...notes } = schema;
      return { ...notes, anyOf: listOf(type).map((one) => ({ type: one })) };
    }),
  'defaults that are written out': (spec) =>
    mapLists(
      mapSchemas(spec, (schema) => {
        if (schema.$ref !== undefined || Object.keys(schema).length === 0) return schema;
        const text = schema.type === 'string' ? { minLength: 0 } : {};
        const list = schema.type === 'array' ? { uniqueItems: false, minItems: 0 } : {};
        return { deprecated: false, readOnly: false, ...text, ...list, ...schema };
      }),
      'parameters',
      (parameter) => {
        if (parameter.$ref !== undefined || parameter.content !== undefined) return parameter;
        const style = ['query', 'cookie'].includes(String(parameter.in)) ? 'form' : 'simple';
        const explode = (parameter.style ?? style) === 'form';
        return { required: false, deprecated: false, allowReserved: false, style, explode, ...parameter };
      },
    ),
  'parameters at the path': (spec) =>
    mapItems(spec, (item) => {
      const operations = listMethods(item);
      const [[method, { parameters, ...operation }] = ['', {}]] = operations;
      if (operations.length !== 1 || item.additionalOperations || !parameters) return item;
      const names = listOf(parameters).map(nameOfParameter);
      const others = listOf(item.parameters).filter((one) => !names.includes(nameOfParameter(one)));
      return { ...item, parameters: [...listOf(parameters), ...others], [method]: operation };
    }),
  'parameters at the operation': (spec) =>
    mapItems(spec, ({ parameters, ...item }) => ({
      ...item,
      ...Object.fromEntries(
        listMethods({ ...item, additionalOperations: {} }).map(([method, operation]) => {
          const names = listOf(operation.parameters).map(nameOfParameter);
          const others = listOf(parameters).filter((one) => !names.includes(nameOfParameter(one)));
          return [method, { ...operation, parameters: [...listOf(operation.parameters), ...others] }];
        }),
      ),
      ...(item.additionalOperations ? { parameters } : {}),
    })),
  'a mapping by names': (spec) =>
    mapSchemas(spec, (schema) => {
      const { mapping, ...discriminator } = recordOf(schema.discriminator);
      if (!isObject(mapping)) return schema;
      const names = Object.entries(mapping).map(([value, to]) => [value, String(to).replace(SCHEMAS, '')]);
      return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(names) } };
    }),
  'a slash after addresses': (spec) => ({
    ...spec,
    ...(spec.servers === undefined
      ? { servers: [{ url: '/' }] }
      : { servers: listOf(spec.servers).map((one) => ({ ...recordOf(one), url: `${recordOf(one).url}/` })) }),
  }),
  'headers and media types in capitals': (spec) =>
    renameKeys(spec, ['headers', 'content'], (name) => name.toUpperCase()),
  'responses and bodies among the components': extractResponses,
  'a security scheme with another name': (spec) => {
    const components = recordOf(spec.components);
    if (!components.securitySchemes) return spec;
    const renamed = mapLists(spec, 'security', (way) => prefixKeys(way));
    return {
      ...renamed,
      components: {
        ...recordOf(renamed.components),
        securitySchemes: prefixKeys(recordOf(components.securitySchemes)),
      },
    };
  },
  'path parameters with other names': renamePathParameters,
};

function renamePathParameters(spec: Json): Json {
  const rename = (parameter: Json): Json =>
    parameter.in === 'path' ? { ...parameter, name: `renamed_${parameter.name}` } : parameter;
  const paths = Object.entries(recordOf(spec.paths)).map(([path, item]) => [
    path.replaceAll(/\{(\w+)\}/g, '{renamed_$1}'),
    item,
  ]);
  const renamed = mapLists({ ...spec, paths: Object.fromEntries(paths) }, 'parameters', rename);
  const components = recordOf(renamed.components);
  const parameters = Object.entries(recordOf(components.parameters)).map(([name, one]) => [
    name,
    rename(recordOf(one)),
  ]);
  return { ...renamed, components: { ...components, parameters: Object.fromEntries(parameters) } };
}

const isChoice = (place: string): boolean => ['oneOf', 'anyOf', 'allOf'].includes(place);
const nameOfParameter = (parameter: unknown): string =>
  `${recordOf(parameter).in} ${recordOf(parameter).name}`;
const reverse = (schema: Json, key: string): Json =>
  Array.isArray(schema[key]) ? { ...schema, [key]: [...schema[key]].reverse() } : schema;
const prefixKeys = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [`renamed-${name}`, one]));

function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reverseKeys(one)]),
  );
}

function splitNotes(schema: Json): [Json, Json] {
  const entries = Object.entries(schema);
  return [
    Object.fromEntries(entries.filter(([key]) => NOTES.has(key))),
    Object.fromEntries(entries.filter(([key]) => !NOTES.has(key))),
  ];
}

function splitSchema(schema: Json, place: string): Json {
  const names = Object.keys(recordOf(schema.properties));
  const isSplit = [
    'discriminator',
    'allOf',
    'oneOf',
    'anyOf',
    '$ref',
    'additionalProperties',
    'unevaluatedProperties',
  ].some((key) => key in schema);
  if (names.length === 0 || isSplit || isChoice(place)) return schema;
  const [notes, { properties, ...rest }] = splitNotes(schema);
  const [first = '', ...others] = names;
  const pick = (keys: string[]) => Object.fromEntries(keys.map((key) => [key, recordOf(properties)[key]]));
  return { ...notes, allOf: [{ properties: pick([first]) }, { ...rest, properties: pick(others) }] };
}

function extractSchemas(spec: Json): Json {
  const extracted: Json = {};
  const mapped = mapSchemas(spec, (schema, place) => {
    if (isChoice(place) || place === 'schemas' || schema.$ref !== undefined) return schema;
    // A discriminator would select it by its new name.
    if (extendsOneOfSeveral(spec, schema)) return schema;
    const name = `Extracted${Object.keys(extracted).length}`;
    extracted[name] = schema;
    return { $ref: `${SCHEMAS}${name}` };
  });
  const components = recordOf(mapped.components);
  return {
    ...mapped,
    components: { ...components, schemas: { ...recordOf(components.schemas), ...extracted } },
  };
}

/** Whether one of the schemas that a schema extends has a discriminator. */
function extendsOneOfSeveral(spec: Json, schema: Json): boolean {
  const schemas = recordOf(recordOf(spec.components).schemas);
  const parts = new Set<unknown>([schema]);
  for (const part of parts)
    for (const { $ref } of listOf(recordOf(part).allOf).map(recordOf))
      if (typeof $ref === 'string') parts.add(schemas[$ref.slice(SCHEMAS.length)]);
  return [...parts].some((part) => part !== schema && recordOf(part).discriminator !== undefined);
}

const mapItems = (spec: Json, rewrite: (item: Json) => Json): Json => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(recordOf(spec.paths)).map(([path, item]) => [
      path,
      rewrite(structuredClone(recordOf(item))),
    ]),
  ),
});

function renameKeys(value: unknown, keys: readonly string[], rename: (name: string) => string): Json {
  const map = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(map);
    if (!isObject(one)) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [
        key,
        keys.includes(key) && isObject(inner)
          ? Object.fromEntries(Object.entries(inner).map(([name, part]) => [rename(name), map(part)]))
          : key === 'components'
            ? inner
            : map(inner),
      ]),
    );
  };
  return map(value) as Json;
}

function extractResponses(spec: Json): Json {
  const [responses, requestBodies, parameters]: Json[] = [{}, {}, {}];
  const extract = (kind: string, all: Json, value: unknown): unknown => {
    if (!isObject(value) || value.$ref !== undefined) return value;
    const name = `Extracted${Object.keys(all).length}`;
    all[name] = value;
    return { $ref: `#/components/${kind}/${name}` };
  };
  const mapped = mapItems(spec, (item) => ({
    ...item,
    ...Object.fromEntries(
      listMethods({ ...item, additionalOperations: {} }).map(([method, operation]) => [
        method,
        {
          ...operation,
          ...(operation.parameters === undefined
            ? {}
            : {
                parameters: listOf(operation.parameters).map((one) =>
                  extract('parameters', parameters as Json, one),
                ),
              }),
          ...(operation.requestBody === undefined
            ? {}
            : { requestBody: extract('requestBodies', requestBodies as Json, operation.requestBody) }),
          responses: Object.fromEntries(
            Object.entries(recordOf(operation.responses)).map(([status, one]) => [
              status,
              extract('responses', responses as Json, one),
            ]),
          ),
        },
      ]),
    ),
  }));
  const components = recordOf(spec.components);
  return {
    ...mapped,
    components: {
      ...components,
      responses: { ...recordOf(components.responses), ...responses },
      requestBodies: { ...recordOf(components.requestBodies), ...requestBodies },
      parameters: { ...recordOf(components.parameters), ...parameters },
    },
  };
}
