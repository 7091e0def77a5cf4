/** Parts of a spec that are marked as internal, of every kind and in every version: nothing that is shown has them. */
// biome-ignore-all lint/suspicious/noThenProperty: A keyword of schemas.
import { processSpec } from '@lectern/openapi/process-spec';
import type { Json } from '@lectern/openapi/resolve';
import { describe, expect, test } from 'vitest';
import { showSpec, specOf, text } from '../../../test/show-variants.ts';

const mark = { 'x-internal': true };
const hidden = { ...mark, description: 'secret words' };
const field = (more: Json = {}): Json => ({ ...text, ...hidden, ...more });
const json = (schema: Json, more: Json = {}): Json => ({
  content: { 'application/json': { schema, ...more } },
});
const ok = (more: Json): Json => ({ responses: { 200: { description: 'Fine', ...more } } });
const open = { type: 'object', properties: { shown: text } };

const old = (operation: Json, others: Json = {}): Json => ({
  swagger: '2.0',
  info: { title: 'a', version: '1' },
  host: 'api.example.com',
  paths: { '/things': { post: { responses: {}, ...operation } } },
  ...others,
});

/** Each has the word “secret” in what is internal, and nowhere else. */
const SPECS: Record<string, Json> = {
  'a path': { ...specOf({}), paths: { '/secret': { ...mark, get: {} }, '/things': { get: {} } } },
  'an operation': specOf(
    {},
    {},
    { paths: { '/things': { get: { ...hidden, operationId: 'secret' }, post: {} } } },
  ),
  'a parameter': specOf({ parameters: [{ name: 'secret', in: 'query', schema: text, ...mark }] }),
  'a shared parameter': specOf(
    { parameters: [{ $ref: '#/components/parameters/P' }] },
    { parameters: { P: { name: 'secret', in: 'query', schema: text, ...mark } } },
  ),
  'a reference to a parameter': specOf(
    { parameters: [{ $ref: '#/components/parameters/P', ...mark }] },
    { parameters: { P: { name: 'secret', in: 'query', schema: text } } },
  ),
  'a required header': specOf({
    parameters: [{ name: 'X-Secret', in: 'header', required: true, schema: text, ...hidden }],
  }),
  'the schema of a parameter': specOf({
    parameters: [{ name: 'a', in: 'query', schema: field({ default: 'secret' }) }],
  }),
  'a field': specOf({
    requestBody: json({ ...open, properties: { shown: text, secret: field() }, required: ['secret'] }),
  }),
  'a field with examples': specOf({
    requestBody: json(
      { ...open, properties: { shown: text, token: field() }, example: { shown: 'a', token: 'secret' } },
      { example: { shown: 'a', token: 'secret' } },
    ),
  }),
  'a field in a part of allOf': specOf({
    requestBody: json({
      allOf: [{ properties: { secret: field() } }, open],
      default: { shown: 'a', secret: 'secret' },
    }),
  }),
  'a field by pattern': specOf({ requestBody: json({ ...open, patternProperties: { '^secret': field() } }) }),
  'a field of items': specOf(
    ok(json({ type: 'array', items: { properties: { shown: text, secret: field() } } })),
  ),
  'a schema': specOf(
    { requestBody: json({ properties: { shown: text, other: { $ref: '#/components/schemas/Secret' } } }) },
    { schemas: { Secret: { ...open, ...hidden } } },
  ),
  'a variant': specOf(
    {
      requestBody: json({
        oneOf: [open, { $ref: '#/components/schemas/Secret' }],
        discriminator: { propertyName: 'shown', mapping: { secret: 'Secret' } },
      }),
    },
    { schemas: { Secret: { ...open, ...hidden } } },
  ),
  'a variant that extends': specOf(
    { requestBody: json({ $ref: '#/components/schemas/Base' }) },
    {
      schemas: {
        Base: { ...open, discriminator: { propertyName: 'shown' } },
        Open: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { own: text } }] },
        Secret: { ...mark, allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { secret: text } }] },
      },
    },
  ),
  'a condition': specOf({
    requestBody: json({
      ...open,
      if: { required: ['shown'] },
      then: { ...mark, properties: { secret: text } },
    }),
  }),
  'a needed field': specOf({
    requestBody: json({
      properties: { shown: text, secret: field() },
      dependentRequired: { shown: ['secret'], secret: ['shown'] },
    }),
  }),
  'an old dependency': specOf({
    requestBody: json({
      properties: { shown: text, secret: field() },
      dependencies: { shown: ['secret'], secret: ['shown'] },
    }),
  }),
  'an allowed value': specOf({
    requestBody: json({ oneOf: [{ const: 'shown' }, { const: 'secret', ...mark }] }),
  }),
  'a tag': {
    ...specOf({}),
    tags: [{ name: 'secret', ...mark }, { name: 'open' }],
    paths: {
      '/things': { get: { tags: ['open', 'secret'] }, post: { tags: ['secret'], summary: 'secret' } },
    },
  },
  'a response': specOf({ responses: { 200: { description: 'Fine' }, 418: { ...hidden } } }),
  'a shared response': specOf(
    { responses: { 200: { description: 'Fine' }, 500: { $ref: '#/components/responses/R' } } },
    { responses: { R: hidden } },
  ),
  'a header': specOf(ok({ headers: { 'X-Secret': { schema: text, ...mark } } })),
  'a media type': specOf(
    ok({
      content: { 'application/json': { schema: open }, 'application/secret': { ...mark, schema: text } },
    }),
  ),
  'a body': specOf({ requestBody: { ...hidden, ...json({ properties: { secret: text } }) } }),
  'an example': specOf(
    ok(json(open, { examples: { a: { value: {} }, secret: { ...mark, value: { shown: 'secret' } } } })),
  ),
  'a shared example': specOf(
    ok(json(open, { examples: { a: { value: {} }, b: { $ref: '#/components/examples/E' } } })),
    { examples: { E: { ...mark, summary: 'secret', value: 'secret' } } },
  ),
  'a link': specOf(ok({ links: { secret: { ...mark, operationId: 'a' } } })),
  'a server': specOf(
    {},
    {},
    { servers: [{ url: 'https://api.example.com' }, { url: 'https://secret.example.com', ...mark }] },
  ),
  'a server of an operation': specOf({
    servers: [{ url: 'https://api.example.com' }, { url: 'https://secret.example.com', ...mark }],
  }),
  'a variable of a server': specOf(
    {},
    {},
    {
      servers: [
        {
          url: 'https://{a}.example.com',
          variables: { a: { default: 'api', enum: ['api', 'secret'], ...mark } },
        },
      ],
    },
  ),
  'a webhook': specOf({}, {}, { webhooks: { secret: { ...mark, post: {} }, shown: { post: {} } } }),
  'an operation of a webhook': specOf(
    {},
    {},
    { webhooks: { shown: { get: {}, post: { ...hidden, summary: 'secret' } } } },
  ),
  'a callback': specOf({ callbacks: { secret: { ...mark, '{$url}': { post: { summary: 'secret' } } } } }),
  'a path of a callback': specOf({
    callbacks: { done: { '{$request.query.secret}': { ...mark, post: { summary: 'secret' } } } },
  }),
  'a security scheme': specOf(
    { security: [{ secret: [] }, { key: [] }] },
    {
      securitySchemes: {
        secret: { type: 'http', scheme: 'bearer', ...hidden },
        key: { type: 'apiKey', in: 'query', name: 'k' },
      },
    },
  ),
  'a flow': specOf(
    { security: [{ o: ['read'] }] },
    {
      securitySchemes: {
        o: {
          type: 'oauth2',
          flows: {
            implicit: { ...mark, authorizationUrl: 'https://secret.example.com', scopes: { read: 'secret' } },
            password: { tokenUrl: 'https://t.example.com', scopes: { read: 'Read' } },
          },
        },
      },
    },
  ),
  'a sample': specOf({ 'x-codeSamples': [{ lang: 'a', source: 'secret', ...mark }] }),
  'a parameter of 2.0': old({ parameters: [{ name: 'secret', in: 'query', type: 'string', ...mark }] }),
  'a body of 2.0': old({
    parameters: [{ name: 'secret', in: 'body', schema: { properties: { secret: text } }, ...mark }],
  }),
  'a field of a form of 2.0': old({
    consumes: ['application/x-www-form-urlencoded'],
    parameters: [
      { name: 'secret', in: 'formData', type: 'string', ...mark },
      { name: 'shown', in: 'formData', type: 'string' },
    ],
  }),
  'a response of 2.0': old({ responses: { 200: { description: 'Fine' }, 418: { ...hidden } } }),
  'a header of 2.0': old({
    responses: { 200: { description: 'Fine', headers: { 'X-Secret': { type: 'string', ...mark } } } },
  }),
  'a definition of 2.0': old(
    {
      parameters: [
        {
          name: 'b',
          in: 'body',
          schema: { properties: { shown: text, a: { $ref: '#/definitions/Secret' } } },
        },
      ],
    },
    { definitions: { Secret: { ...open, ...hidden } } },
  ),
  'an example of a field of 2.0': old({
    responses: {
      200: {
        description: 'Fine',
        schema: { properties: { shown: text, token: field() } },
        examples: { 'application/json': { shown: 'a', token: 'secret' } },
      },
    },
  }),
  'a security scheme of 2.0': old(
    { security: [{ secret: [] }] },
    { securityDefinitions: { secret: { type: 'basic', ...hidden } } },
  ),
  'a tag of 2.0': old({ tags: ['secret'] }, { tags: [{ name: 'secret', ...mark }] }),
};

describe('what is internal is nowhere', () => {
  const cases = Object.entries(SPECS).flatMap(([name, spec]) =>
    ['x-internal', 'x-gitbook-ignore'].map((key) => ({ name, key, spec })),
  );
  test.each(cases)('$name, marked by $key', ({ key, spec }) => {
    const marked = JSON.parse(JSON.stringify(spec).replaceAll('"x-internal"', `"${key}"`)) as Json;
    const file = { url: 'https://example.com/a.json', bytes: Buffer.from(JSON.stringify(marked)) };
    const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
    if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
    const { whole } = showSpec(marked);
    for (const shown of [whole, JSON.stringify(outcome.outline)])
      expect(shown.toLowerCase()).not.toContain('secret');
  });
});
