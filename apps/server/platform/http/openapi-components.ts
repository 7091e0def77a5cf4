import type { JsonSchema } from './openapi-examples.ts';

/** Named schemas in the OpenAPI document: what programs that generate types need to be short and readable. */

type Content = Record<string, { schema?: JsonSchema }>;
interface Operation {
  operationId?: string;
  parameters?: { schema?: JsonSchema }[];
  requestBody?: { content?: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * Moves schemas to the components of the document: those with a `title`, under that name, and the bodies and responses
 * of operations that have no name yet, under the name of their operation. `known` has schemas in more detail than the
 * one with their title: they take its place. Schemas of one title must be equal, apart from their descriptions.
 */
export function nameSchemas(document: Document, known: Readonly<Record<string, JsonSchema>> = {}): void {
  const { schemas } = document.components;
  const titled = new Map<string, string>();

  const refer = (name: string, schema: JsonSchema, description: string | undefined): JsonSchema => {
    const shape = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
    const former = titled.get(name);
    if (former === undefined) {
      if (schemas[name]) throw new Error(`Two schemas have the name ${name}.`);
      titled.set(name, shape);
      schemas[name] = known[name] ?? schema;
    } else if (former !== shape && !known[name])
      throw new Error(`Two different schemas have the title ${name}.`);
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

  for (const [name, schema] of Object.entries(schemas)) schemas[name] = moveInner(schema);
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { operationId: id, parameters = [], requestBody, responses } = operation;
    const name = id && `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    for (const parameter of parameters) if (parameter.schema) parameter.schema = move(parameter.schema);
    moveContent(requestBody?.content, name && `${name}Body`);
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2')) moveContent(content, name && `${name}Response`);
  }
  for (const [name, schema] of Object.entries(known)) schemas[name] ??= schema;
}

/** Whether it has fields: a name would hide that there are none. */
const isLong = ({ properties, anyOf, oneOf, allOf }: JsonSchema): boolean =>
  Object.keys(properties ?? {}).length > 0 || (anyOf ?? oneOf ?? allOf) !== undefined;

const mapValues = <T, U>(values: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
