import { BODY_EXAMPLES } from './openapi-example-bodies.ts';

/** A JSON schema as written in the OpenAPI document. */
export interface JsonSchema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

type Media = { schema?: JsonSchema; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;

export interface ExampledOperation {
  operationId?: string;
  parameters?: { name: string; in: string; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { content?: Content };
  responses: Record<string, { $ref?: string; content?: Content; headers?: Record<string, object> }>;
}

export type SchemaOf = (reference: string) => JsonSchema | undefined;

const ID = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const TIME = '2026-01-31T12:00:00.000Z';

/** Values that a reader recognizes, by the name of the field. */
const BY_NAME: Record<string, unknown> = {
  additions: 2,
  address: '192.0.2.10',
  browser: 'Firefox on Linux',
  color: 'blue',
  contentType: 'image/png',
  count: 1,
  csrfToken: 'q2f8…',
  description: 'How to install and run the service.',
  displayName: 'Ada Lovelace',
  domain: 'example.com',
  email: 'ada@example.com',
  emailDomain: 'example.com',
  emoji: '1f4d4',
  hostname: 'docs',
  icon: 'book-open',
  label: 'Example identity provider',
  limit: 50,
  markdown: '# Install\n\nRun `npm start`.\n',
  message: 'Improve the installation guide',
  name: 'overview.png',
  oid: '9fceb02d0ae598e95dc970b74767f19372d61af8',
  order: 'asc',
  page: 'eyJhZnRlciI6…',
  path: 'getting-started/install',
  pagePath: 'getting-started/install',
  query: 'install',
  ref: 'refs/heads/main',
  repoName: 'example/docs',
  role: 'edit',
  slug: 'install',
  ticket: `${ID}.bq0…`,
  title: 'Install',
  token: 'lct_…',
  url: 'https://example.com/docs',
  userAgent: 'Mozilla/5.0',
  userId: ID,
  version: '0.1.0',
};

/**
 * Gives an operation examples: of its parameters, of its body and of its response. They are named, because generators
 * of types copy the others into their output, which they make several times as long.
 */
export function addExamples(operation: ExampledOperation, schemaOf: SchemaOf): void {
  for (const parameter of operation.parameters ?? []) {
    const isUseful = parameter.in === 'path' || parameter.name === 'query';
    if (isUseful) parameter.example = createExample(parameter.schema ?? {}, schemaOf, parameter.name);
  }
  const body = operation.requestBody?.content?.['application/json'];
  if (body) {
    const written = BODY_EXAMPLES[operation.operationId ?? ''];
    body.examples = { example: { value: written ?? createExample(body.schema ?? {}, schemaOf) } };
  }
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const media = content?.['application/json'];
    if (media?.schema && status.startsWith('2'))
      media.examples = { example: { value: createExample(media.schema, schemaOf) } };
  }
}

/** Makes a value that the schema accepts: realistic if the name of the field shows what it holds. */
function createExample(schema: JsonSchema, schemaOf: SchemaOf, name = ''): unknown {
  return create(schema, { schemaOf, name, above: [] });
}

interface ExamplePosition {
  schemaOf: SchemaOf;
  /** The name of the field. */
  name: string;
  /** The named schemas that hold this one: none of them is begun again. */
  above: readonly string[];
}

function create(schema: JsonSchema, place: ExamplePosition): unknown {
  if (schema.$ref !== undefined) {
    const above = [...place.above, schema.$ref];
    return create(place.schemaOf(schema.$ref) ?? {}, { ...place, above });
  }
  const { title } = schema;
  if (title !== undefined && !place.above.includes(title) && place.schemaOf(title))
    return create({ $ref: title }, place);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes(BY_NAME[place.name]) ? BY_NAME[place.name] : schema.enum[0];
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => create(part, place)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return create(choices.find((choice) => canEnd(choice, place)) ?? {}, place);
  if (schema.default !== undefined) return schema.default;
  return createOfType(schema, place);
}

function createOfType(schema: JsonSchema, place: ExamplePosition): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return createObject(schema, place);
    case 'array':
      return createArray(schema, place);
    case 'string':
      return createText(schema, place.name);
    case 'integer':
    case 'number':
      return typeof BY_NAME[place.name] === 'number' ? BY_NAME[place.name] : Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.properties ? createObject(schema, place) : {};
  }
}

/** A nested object of a named schema shows only what it always has. */
function createObject(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  place: ExamplePosition,
) {
  const isNested = place.above.length > 1;
  const entries = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || (!isNested && canEnd(property, place)),
  );
  const example = Object.fromEntries(
    entries.map(([name, property]) => [name, create(property, { ...place, name })]),
  );
  if (entries.length > 0 || typeof additionalProperties !== 'object') return example;
  const [key = ID] = (propertyNames?.enum ?? []) as string[];
  return { [key]: create(additionalProperties, { ...place, name: '' }) };
}

function createArray({ items = {}, minItems = 0 }: JsonSchema, place: ExamplePosition): unknown[] {
  // `emails` holds what is an `email`.
  const name = place.name.replace(/s$/, '');
  if (!canEnd(items, place)) return [];
  return Array.from({ length: Math.max(minItems, 1) }, () => create(items, { ...place, name }));
}

function createText(
  { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema,
  name: string,
) {
  if (format === 'date-time') return TIME;
  if (format === 'date') return TIME.slice(0, 'yyyy-mm-dd'.length);
  if (format === 'uri') return `https://docs.example.com/${name}`;
  if (format === 'email') return 'ada@example.com';
  const known = BY_NAME[name];
  const text = typeof known === 'string' ? known : isIdName(name) ? ID : 'example';
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

/** Fields that hold the id of an object carry its name. */
const isIdName = (name: string): boolean =>
  /(?:^id|Id)$/.test(name) || ['organization', 'parent', 'revision', 'space', 'user', 'team'].includes(name);

/** Whether an example can be made without beginning a schema again that holds this one. */
function canEnd(schema: JsonSchema, { schemaOf, above }: ExamplePosition): boolean {
  if (schema.$ref === undefined) {
    const choices = schema.anyOf ?? schema.oneOf;
    return !choices || choices.some((choice) => canEnd(choice, { schemaOf, name: '', above }));
  }
  return !above.includes(schema.$ref);
}
