import { expect, test } from 'vitest';
import { type OpenApiDocument, writeClientTypes } from './client-types.ts';
import { writeOpenApiDocument } from './openapi-document.ts';

test('the types of the client are those of the OpenAPI document. If this fails, run: npm run generate:client', async () => {
  const document = JSON.parse(await writeOpenApiDocument()) as OpenApiDocument;
  await expect(writeClientTypes(document)).toMatchFileSnapshot('../packages/client/src/schema.ts');
});

test('the document and the types stay small enough for an editor', async () => {
  const document = JSON.parse(await writeOpenApiDocument()) as OpenApiDocument;
  // They grow with the operations, and with nothing else.
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
  expect(JSON.stringify(document).length / operations).toBeLessThan(3600);
  expect(writeClientTypes(document).length / operations).toBeLessThan(890);
});

test('each error response and each example is written once', async () => {
  const document = JSON.parse(await writeOpenApiDocument()) as OpenApiDocument;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!/^2/.test(status)) expect(Object.keys(response), operation.operationId).toEqual(['$ref']);
      // Generators of types copy an `example`, but not named `examples`.
      for (const media of Object.values(response.content ?? {})) expect(media).not.toHaveProperty('example');
    }
  const withContent = Object.values(document.components.responses).filter(({ content }) => content);
  const components = withContent.map((response) => JSON.stringify(response));
  expect(new Set(components).size).toBe(components.length);
});

const write = (schema: object, more: object = {}): string =>
  writeClientTypes({
    components: { schemas: {}, responses: {} },
    paths: {
      '/a/{id}': {
        get: {
          operationId: 'getA',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { content: { 'application/json': { schema } } } },
          ...more,
        },
      },
    },
  });

test.each([
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { enum: ['a', "it's"] } }, "('a' | 'it\\'s')[]"],
  [
    {
      type: 'array',
      items: {
        anyOf: [
          { type: 'object', properties: { a: {} } },
          { type: 'object', properties: { b: {} } },
        ],
      },
    },
    '({ a?: unknown } | { b?: unknown })[]',
  ],
  [{ const: 'x' }, "'x'"],
  [{ anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Page' }] }, "string | Schemas['Page']"],
  [
    {
      allOf: [{ $ref: '#/components/schemas/Page' }, { type: 'object', properties: { a: { type: 'null' } } }],
    },
    "Schemas['Page'] & { a?: null }",
  ],
  [{ type: 'object', properties: { 'a-b': { type: 'boolean' } }, required: ['a-b'] }, "{ 'a-b': boolean }"],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
  [{}, 'unknown'],
])('%j is the type %s', (schema, type) => {
  expect(write(schema)).toContain(`      response: ${type};\n`);
});

test('a body is optional if none of its fields is required, and everything but JSON is a response', () => {
  const body = (required: string[]) => ({
    requestBody: {
      content: {
        'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } }, required } },
      },
    },
    responses: { 204: {}, 200: { content: { 'text/csv': {} } } },
  });
  expect(write({}, body([]))).toContain('body?: { a?: string };');
  expect(write({}, body(['a']))).toContain('body: { a: string };');
  expect(write({}, body([]))).toContain("response: Response | undefined;\n      media: 'text/csv';");
});
