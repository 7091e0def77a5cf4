import type { TSchema } from 'typebox';
import type { JsonSchema } from './openapi-examples.ts';

/** Named schemas in the OpenAPI document: what programs that generate types need to be short and readable. */

type Content = Record<string, { schema?: JsonSchema }>;
interface Parameter {
  description?: string;
  schema?: JsonSchema;
  example?: unknown;
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * Moves schemas to the components of the document: those with a `title`, under that name, and the bodies and responses
 * of operations that have no name yet, under the name of their operation. Schemas of one title must be equal, apart
 * from their descriptions. If the document already has a component of that name, it takes their place: it is more
 * detailed than what requests are validated by.
 */
export function nameSchemas(document: Document): void {
  const { schemas } = document.components;
  const known = new Set(Object.keys(schemas));
  const titled = new Map<string, string>();

  const refer = (name: string, schema: JsonSchema, description: string | undefined): JsonSchema => {
    if (!known.has(name)) {
      const shape = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
      if ((titled.get(name) ?? shape) !== shape)
        throw new Error(`Two different schemas have the title ${name}.`);
      titled.set(name, shape);
      schemas[name] ??= schema;
    }
    const isOwn = description !== undefined && description !== schemas[name]?.description;
    return { $ref: `#/components/schemas/${name}`, ...(isOwn ? { description } : {}) };
  };
  const move = (schema: JsonSchema, fallback?: string): JsonSchema => {
    const inner = moveInner(schema);
    const { title, ...rest } = inner;
    const name = title ?? (isLong(inner) ? fallback : undefined);
    return name === undefined ? inner : refer(name, rest, inner.description);
  };
  const moveAll = (list: readonly JsonSchema[]): JsonSchema[] => list.map((schema) => move(schema));
  const moveInner = (schema: JsonSchema): JsonSchema => {
    const { items, properties, additionalProperties, propertyNames, anyOf, oneOf, allOf } = schema;
    return {
      ...schema,
      ...(items ? { items: move(items) } : {}),
      ...(properties ? { properties: mapValues(properties, (property) => move(property)) } : {}),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: move(additionalProperties) }
        : {}),
      ...(propertyNames ? { propertyNames: move(propertyNames) } : {}),
      ...(anyOf ? { anyOf: moveAll(anyOf) } : {}),
      ...(oneOf ? { oneOf: moveAll(oneOf) } : {}),
      ...(allOf ? { allOf: moveAll(allOf) } : {}),
    };
  };
  const moveContent = (content: Content = {}, fallback: string | undefined): void => {
    for (const media of Object.values(content)) if (media.schema) media.schema = move(media.schema, fallback);
  };

  for (const name of known) schemas[name] = moveInner(schemas[name] as JsonSchema);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { operationId: id, parameters = [], requestBody, responses } = operation;
    const name = id && `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    for (const parameter of parameters) if (parameter.schema) parameter.schema = move(parameter.schema);
    moveContent(requestBody?.content, name && `${name}Body`);
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2')) moveContent(content, name && `${name}Response`);
  }
}

/**
 * Moves the schemas of parameters that many operations have to the components of the document, with their description
 * and example. They are recognized by their description.
 */
export function shareParameters(
  { paths, components: { schemas } }: Document,
  shared: Record<string, JsonSchema | TSchema>,
): void {
  const names = new Map(
    Object.entries(shared).map(([name, schema]) => [(schema as JsonSchema).description, name]),
  );
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { description, schema, example } = parameter;
    const name = description === undefined ? undefined : names.get(description);
    if (name === undefined || description === undefined) continue;
    schemas[name] ??= { ...schema, description, ...(example === undefined ? {} : { examples: [example] }) };
    parameter.schema = { $ref: `#/components/schemas/${name}` };
    delete parameter.description;
    delete parameter.example;
  }
}

/** Leaves out that parameters and bodies are optional, which is the default: the document stays smaller. */
export function omitDefaults({ paths }: Document): void {
  for (const { parameters = [], requestBody } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  ))
    for (const part of [...parameters, requestBody] as ({ required?: boolean } | undefined)[])
      if (part?.required === false) delete part.required;
}

/** Whether it has fields: a name would hide that there are none. */
const isLong = ({ properties, anyOf, oneOf, allOf }: JsonSchema): boolean =>
  Object.keys(properties ?? {}).length > 0 || (anyOf ?? oneOf ?? allOf) !== undefined;

const mapValues = <T, U>(values: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
