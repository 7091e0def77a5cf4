import type { TestApp } from './app.ts';

/** The keywords of JSON Schema that requests use. */
interface Schema {
  examples?: unknown[];
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  'x-address'?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** A place in a request, at any depth. */
export interface Field {
  /** As the details of errors name it. */
  path: string;
  schema: Schema;
  /** Returns a request that has the value there, with all that is required around it. */
  withValue(value: unknown): unknown;
}

export interface DescribedOperation {
  /** The method and the URL, as the tables of routes write them. */
  route: { method: string; url: string };
  /** The fields of the body and of the query, the whole of each first. */
  body: Field[];
  query: Field[];
}

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Every operation that the service describes, with the fields that a caller can send. */
export async function describeOperations({ request }: TestApp): Promise<DescribedOperation[]> {
  const document = (await request('GET', '/v1/openapi.json')).json() as Document;
  const fieldsOf = createFieldList(document.components.schemas);
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema;
      const properties = parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => [name, schema]);
      return {
        route: { method: method.toUpperCase(), url: path.replaceAll(/\{(\w+)\}/g, ':$1') },
        body: body ? fieldsOf(body) : [],
        query: fieldsOf({ type: 'object', properties: Object.fromEntries(properties) }),
      };
    }),
  );
}

function createFieldList(named: Record<string, Schema>): (schema: Schema) => Field[] {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(named[schema.$ref.split('/').at(-1) as string] as Schema) : schema;

  function* walk(field: Field): Generator<Field> {
    const { path, withValue } = field;
    const schema = resolve(field.schema);
    yield { ...field, schema };
    // Blocks contain blocks; what they accept is tested where documents are received.
    if (/\/Document(?:Block|Inline)/.test(field.schema.$ref ?? '')) return;
    for (const form of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      yield* walk({ ...field, schema: form });
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      yield* walk({
        path: path ? `${path}.${name}` : name,
        schema: inner,
        withValue: (value) => withValue({ ...(exampleOf(schema) as object), [name]: value }),
      });
    }
    const { items, additionalProperties: values } = schema;
    if (items)
      yield* walk({
        path: path ? `${path}.0` : '0',
        schema: items,
        withValue: (value) => withValue([value]),
      });
    if (typeof values === 'object') {
      yield* walk({ path: `${path}.key`, schema: values, withValue: (value) => withValue({ key: value }) });
      // A caller chooses the keys, too.
      const withKey = (key: unknown): unknown => withValue({ [String(key)]: exampleOf(values) });
      yield { path: `${path}.*`, schema: { type: 'string' }, withValue: withKey };
    }
  }

  /** Returns the least that the schema accepts. */
  function exampleOf(described: Schema): unknown {
    const schema = resolve(described);
    if (schema.examples) return schema.examples[0];
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return exampleOf(schema.anyOf[0] as Schema);
    const { properties = {}, required = [] } = schema;
    switch (schema.type) {
      case 'string':
        return (
          EXAMPLES[schema['x-address'] ? 'uri' : (schema.format ?? '')] ?? 'x'.repeat(schema.minLength ?? 1)
        );
      case 'integer':
      case 'number':
        return schema.minimum ?? 0;
      case 'boolean':
        return false;
      case 'array':
        return [];
      case 'null':
        return null;
      default:
        return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] as Schema)]));
    }
  }

  return (schema) => [...walk({ path: '', schema, withValue: (value) => value })];
}

const EXAMPLES: Record<string, string> = {
  'date-time': '2030-01-31T12:00:00.000Z',
  uri: 'https://example.com/',
  email: 'somebody@example.com',
};
