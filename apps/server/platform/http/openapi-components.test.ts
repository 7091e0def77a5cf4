import { expect, test } from 'vitest';
import { nameSchemas } from './openapi-components.ts';

const text = { type: 'string' };
const documentOf = (response: object, body: object = {}) => ({
  paths: {
    '/a': {
      post: {
        operationId: 'postA',
        requestBody: { content: { 'application/json': { schema: body } } },
        responses: { 200: { content: { 'application/json': { schema: response } } } },
      },
    },
  },
  components: { schemas: {} as Record<string, object> },
});
const contentOf = ({ paths }: ReturnType<typeof documentOf>) => ({
  body: paths['/a'].post.requestBody.content['application/json'].schema,
  response: paths['/a'].post.responses[200].content['application/json'].schema,
});

test('schemas with a title become components of that name, wherever they are', () => {
  const page = { title: 'Page', type: 'object', properties: { id: text } };
  const document = documentOf({ type: 'array', items: page }, { anyOf: [page, { type: 'null' }] });
  nameSchemas(document);
  expect(contentOf(document).response).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Page' },
  });
  expect(document.components.schemas).toMatchObject({
    Page: { type: 'object', properties: { id: text } },
    PostABody: { anyOf: [{ $ref: '#/components/schemas/Page' }, { type: 'null' }] },
  });
});

test('bodies and responses with fields get the name of their operation', () => {
  const document = documentOf({ type: 'object', properties: { id: text } }, { type: 'object' });
  nameSchemas(document);
  expect(contentOf(document)).toEqual({
    body: { type: 'object' },
    response: { $ref: '#/components/schemas/PostAResponse' },
  });
});

test('a description of its own stays with the reference', () => {
  const page = { title: 'Page', type: 'object', properties: { id: text } };
  const document = documentOf({
    title: 'Pages',
    type: 'object',
    properties: { first: page, second: { ...page, description: 'The second one.' } },
  });
  nameSchemas(document);
  expect(document.components.schemas.Pages).toMatchObject({
    properties: {
      first: { $ref: '#/components/schemas/Page' },
      second: { $ref: '#/components/schemas/Page', description: 'The second one.' },
    },
  });
});

test('a component takes the place of the schema with its name as title', () => {
  const document = documentOf({ title: 'Block', type: 'object', properties: { type: text } });
  document.components.schemas = { Block: { anyOf: [{ $ref: '#/components/schemas/Text' }] }, Text: text };
  nameSchemas(document);
  expect(document.components.schemas).toEqual({
    Block: { anyOf: [{ $ref: '#/components/schemas/Text' }] },
    Text: text,
  });
});

test('two different schemas cannot have one title', () => {
  const document = documentOf(
    { title: 'Page', type: 'object', properties: { id: text } },
    { title: 'Page', type: 'object', properties: { key: text } },
  );
  expect(() => nameSchemas(document)).toThrow('Two different schemas have the title Page.');
});
