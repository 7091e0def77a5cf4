import { describe, expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { SchemaComparer } from './compare-schemas.ts';
import { compareSpecs } from './compare-specs.ts';

const copy = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;
const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const specOf = (operation: object, rest: object = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { post: { responses: {}, ...operation } } },
  ...rest,
});
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });

const compare = (before: Json, after: Json): string[] => {
  const { changes, isComplete } = compareSpecs(copy(before), copy(after));
  expect(isComplete).toBe(true);
  return changes.map(({ class: changeClass, kind }) => `${changeClass} ${kind}`);
};

/** Where a schema can be, and in which direction it is sent there. */
const PLACES: [name: string, direction: 'request' | 'response', place: (schema: unknown) => Json][] = [
  ['a body', 'request', (schema) => specOf({ requestBody: json(schema) })],
  ['a response', 'response', (schema) => specOf({ responses: { 200: json(schema) } })],
  ['a parameter', 'request', (schema) => specOf({ parameters: [{ name: 'p', in: 'query', schema }] })],
  [
    'a parameter with a media type',
    'request',
    (schema) => specOf({ parameters: [{ name: 'p', in: 'query', ...json(schema) }] }),
  ],
  ['a header', 'response', (schema) => specOf({ responses: { 200: { headers: { H: { schema } } } } })],
  [
    'a part of a form',
    'request',
    (schema) =>
      specOf({
        requestBody: {
          content: { 'multipart/form-data': { encoding: { a: { headers: { H: { schema } } } } } },
        },
      }),
  ],
  [
    'a part of a list of parts',
    'request',
    (schema) =>
      specOf({
        requestBody: {
          content: {
            'multipart/mixed': {
              prefixEncoding: [{ headers: { H: { schema } } }],
              itemEncoding: { contentType: 'text/plain' },
            },
          },
        },
      }),
  ],
  [
    'an item of a stream',
    'response',
    (schema) => specOf({ responses: { 200: { content: { 'application/jsonl': { itemSchema: schema } } } } }),
  ],
  [
    'a callback',
    'response',
    (schema) => specOf({ callbacks: { done: { '{$url}': { post: { requestBody: json(schema) } } } } }),
  ],
  [
    'the answer to a callback',
    'request',
    (schema) => specOf({ callbacks: { done: { '{$url}': { post: { responses: { 200: json(schema) } } } } } }),
  ],
  [
    'a webhook',
    'response',
    (schema) => specOf({}, { webhooks: { added: { post: { requestBody: json(schema) } } } }),
  ],
];

/** What a schema can be part of. */
const CONTAINERS: [name: string, contain: (schema: unknown) => unknown][] = [
  ['itself', (schema) => schema],
  ['a field', (schema) => object({ a: schema })],
  ['items', (schema) => ({ type: 'array', items: schema })],
  ['first items', (schema) => ({ type: 'array', prefixItems: [schema] })],
  ['what a list contains', (schema) => ({ type: 'array', contains: schema })],
  ['other fields', (schema) => ({ type: 'object', additionalProperties: schema })],
  ['unevaluated fields', (schema) => ({ type: 'object', unevaluatedProperties: schema })],
  ['unevaluated items', (schema) => ({ type: 'array', unevaluatedItems: schema })],
  ['fields with a pattern', (schema) => ({ type: 'object', patternProperties: { '^x': schema } })],
  [
    'the content of a text',
    (schema) => ({ type: 'string', contentMediaType: 'application/json', contentSchema: schema }),
  ],
  ['a part', (schema) => ({ allOf: [object({ b: text }), object({ a: schema })] })],
  ['a field that two parts describe', (schema) => ({ allOf: [object({ a: {} }), object({ a: schema })] })],
  ['an alternative', (schema) => ({ oneOf: [{ type: 'boolean' }, object({ a: schema })] })],
  [
    'one of two lists of alternatives',
    (schema) => ({
      allOf: [
        { anyOf: [{ required: ['x'] }, { required: ['y'] }] },
        { anyOf: [{ required: ['z'] }, object({ a: schema })] },
      ],
    }),
  ],
  // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
  ['a condition that holds', (schema) => ({ if: object({ k: { const: 1 } }), then: object({ a: schema }) })],
  [
    'a condition that does not',
    (schema) => ({ if: object({ k: { const: 1 } }), else: object({ a: schema }) }),
  ],
  [
    'the second of two conditions',
    (schema) => ({
      allOf: [
        // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
        { if: object({ k: { const: 1 } }), then: { required: ['b'] } },
        // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
        { if: object({ k: { const: 2 } }), then: object({ a: schema }) },
      ],
    }),
  ],
  ['what depends on a field', (schema) => ({ dependentSchemas: { k: object({ a: schema }) } })],
];

/** A change of one thing, with its kind, and whether it allows less, more, or something else. */
const CHANGES: [kind: string, effect: 'less' | 'more' | 'other', before: object, after: object][] = [
  ['type-changed', 'other', text, { type: 'boolean' }],
  ['type-widened', 'more', text, { type: ['string', 'null'] }],
  ['limit-narrowed', 'less', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 5 }],
  ['limit-widened', 'more', { type: 'number', minimum: 5 }, { type: 'number', minimum: 1 }],
  ['limit-narrowed', 'less', { type: 'number', minimum: 5 }, { type: 'number', exclusiveMinimum: 5 }],
  ['value-removed', 'less', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['value-added', 'more', { type: 'string', enum: ['a'] }, { type: 'string', enum: ['a', 'b'] }],
  ['form-changed', 'other', { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }],
  ['form-changed', 'more', { type: 'integer', format: 'int32' }, { type: 'integer', format: 'int64' }],
  ['form-changed', 'less', { type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 4 }],
  ['property-required', 'less', object({ x: text }), object({ x: text }, { required: ['x'] })],
  ['property-removed', 'other', object({ x: text, y: text }), object({ x: text })],
  ['property-required', 'less', { type: 'object' }, { type: 'object', required: ['x'] }],
  [
    'form-changed',
    'more',
    { type: 'string', not: { enum: ['a', 'b'] } },
    { type: 'string', not: { enum: ['a'] } },
  ],
  [
    'form-added',
    'less',
    { type: 'object', maxProperties: 3 },
    { type: 'object', maxProperties: 3, propertyNames: { maxLength: 3 } },
  ],
  [
    'variant-added',
    'more',
    { oneOf: [object({ x: text }), text] },
    { oneOf: [text, { type: 'integer' }, object({ x: text })] },
  ],
  ['variant-added', 'more', text, { oneOf: [text, { type: 'integer' }] }],
  [
    'variant-added',
    'more',
    { anyOf: [text, { type: 'null' }] },
    { anyOf: [text, { type: 'integer' }, { type: 'null' }] },
  ],
];

const CLASSES = {
  request: { less: 'breaking', more: 'non-breaking', other: 'breaking' },
  response: { less: 'non-breaking', more: 'breaking', other: 'breaking' },
} as const;

describe.each(PLACES)('in %s', (_, direction, place) => {
  test.each(CONTAINERS)('each change in %s is listed once, in its direction', (__, contain) => {
    for (const [kind, effect, before, after] of CHANGES)
      expect([before, after, compare(place(contain(before)), place(contain(after)))]).toEqual([
        before,
        after,
        [`${CLASSES[direction][effect]} ${kind}`],
      ]);
  });
});

const link = (operationId: string) => specOf({ responses: { 200: { links: { next: { operationId } } } } });
const server = (value: object) => specOf({}, { servers: [{ url: 'https://{v}.example', ...value }] });
const oauth = (scopes: object) =>
  specOf(
    {},
    {
      components: {
        securitySchemes: { o: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/a', scopes } } } },
      },
    },
  );
const header = (value: object) => specOf({ responses: { 200: { headers: { H: value } } } });
const parameter = (value: object) =>
  specOf({ parameters: [{ name: 'p', in: 'query', schema: text, ...value }] });
const form = (value: object) =>
  specOf({ requestBody: { content: { 'multipart/form-data': { encoding: { a: value } } } } });

test.each<[string, Json, Json, string]>([
  ['a link less', link('a'), specOf({ responses: { 200: {} } }), 'non-breaking link-removed'],
  ['a link more', specOf({ responses: { 200: {} } }), link('a'), 'non-breaking link-added'],
  ['another link', link('a'), link('b'), 'non-breaking link-changed'],
  [
    'a value less of an address',
    server({ variables: { v: { default: 'a', enum: ['a', 'b'] } } }),
    server({ variables: { v: { default: 'a', enum: ['a'] } } }),
    'breaking server-changed',
  ],
  [
    'a value more of an address',
    server({ variables: { v: { default: 'a', enum: ['a'] } } }),
    server({ variables: { v: { default: 'a', enum: ['a', 'b'] } } }),
    'non-breaking server-changed',
  ],
  ['another text of a server', server({}), server({ description: 'A' }), 'documentation text-changed'],
  [
    'a server of an operation',
    specOf({ servers: [{ url: '/a' }, { url: '/b' }] }),
    specOf({ servers: [{ url: '/a' }] }),
    'breaking server-removed',
  ],
  ['a scope less', oauth({ a: '', b: '' }), oauth({ a: '' }), 'breaking scope-removed'],
  ['a scope more', oauth({ a: '' }), oauth({ a: '', b: '' }), 'non-breaking scope-added'],
  ['another text of a scope', oauth({ a: '' }), oauth({ a: 'A' }), 'documentation text-changed'],
  ['a header that is always sent', header({}), header({ required: true }), 'non-breaking header-required'],
  [
    'a header that is no longer always sent',
    header({ required: true }),
    header({}),
    'breaking header-optional',
  ],
  ['a header that is deprecated', header({}), header({ deprecated: true }), 'non-breaking deprecated'],
  [
    'a parameter that is no longer deprecated',
    parameter({ deprecated: true }),
    parameter({}),
    'non-breaking deprecation-removed',
  ],
  [
    'a parameter in another style',
    parameter({}),
    parameter({ style: 'pipeDelimited' }),
    'breaking form-changed',
  ],
  [
    'a parameter that is written as JSON',
    parameter({}),
    specOf({ parameters: [{ name: 'p', in: 'query', ...json(text) }] }),
    'breaking form-changed',
  ],
  [
    'another content type of a part',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/gif' }),
    'breaking form-changed',
  ],
  [
    'a text of a path',
    { ...specOf({}), paths: { '/pets': { post: {}, get: {} } } },
    { ...specOf({}), paths: { '/pets': { summary: 'Pets', post: {}, get: {} } } },
    'documentation text-changed',
  ],
  [
    'a text beside one of two references',
    specOf(
      {
        requestBody: json(
          object({ a: { ...ref('A'), description: 'a' }, b: { ...ref('A'), description: 'b' } }),
        ),
      },
      { components: { schemas: { A: text } } },
    ),
    specOf(
      {
        requestBody: json(
          object({ a: { ...ref('A'), description: 'a' }, b: { ...ref('A'), description: 'c' } }),
        ),
      },
      { components: { schemas: { A: text } } },
    ),
    'documentation text-changed',
  ],
])('%s is listed once', (_, before, after, expected) => {
  expect(compare(before, after)).toEqual([expected]);
});

test.each<[string, Json, Json]>([
  [
    'alternatives in place of several types',
    specOf({ requestBody: json({ type: ['string', 'integer'], maxLength: 3 }) }),
    specOf({ requestBody: json({ anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 3 }] }) }),
  ],
  [
    'anyOf in place of oneOf whose alternatives exclude each other',
    specOf({ requestBody: json({ oneOf: [text, { type: 'integer' }] }) }),
    specOf({ requestBody: json({ anyOf: [{ type: 'integer' }, text] }) }),
  ],
  [
    'the names of schemas as values of a mapping',
    specOf(
      { requestBody: json({ oneOf: [ref('A'), ref('B')], discriminator: { propertyName: 'k' } }) },
      { components: { schemas: { A: object({ k: text }), B: object({ k: text }) } } },
    ),
    specOf(
      {
        requestBody: json({
          oneOf: [ref('B'), ref('A')],
          discriminator: { propertyName: 'k', mapping: { A: 'A', B: '#/components/schemas/B' } },
        }),
      },
      { components: { schemas: { A: object({ k: text }), B: object({ k: text }) } } },
    ),
  ],
  [
    'a whole number above 0 as one from 1',
    parameter({ schema: { type: 'integer', exclusiveMinimum: 0 } }),
    parameter({ schema: { type: 'integer', minimum: 1 } }),
  ],
  [
    'an example without a name',
    parameter({ example: 'a' }),
    parameter({ examples: { one: { value: 'a' } } }),
  ],
  [
    'bytes that are not described',
    specOf({ requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } } }),
    specOf({ requestBody: { content: { 'image/png': {} } } }),
  ],
])('%s is no change', (_, before, after) => {
  expect(compare(before, after)).toEqual([]);
  expect(compare(after, before)).toEqual([]);
});

test('each pair of schemas is compared once, however many operations use it', () => {
  const [SCHEMAS, OPERATIONS] = [60, 60];
  const specWith = (last: object, wrap: (value: object) => object): Json => ({
    openapi: '3.1.0',
    paths: Object.fromEntries(
      Array.from({ length: OPERATIONS }, (_, n) => [
        `/p${n}`,
        { get: { responses: { 200: json(ref(`S${n}`)) } } },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: SCHEMAS }, (_, n) => [
          `S${n}`,
          object({
            next: wrap(ref(`S${(n + 1) % SCHEMAS}`)),
            other: { type: 'array', items: wrap(ref(`S${(n * 7) % SCHEMAS}`)) },
            ...(n === SCHEMAS - 1 ? { last } : {}),
          }),
        ]),
      ),
    },
  });
  const [before, after] = [
    copy(specWith(text, (value) => ({ ...value, description: 'One.' }))),
    copy(specWith({ type: 'integer' }, (value) => ({ allOf: [value], description: 'One.' }))),
  ];
  let steps = 0;
  const count = () => {
    steps += 1;
    return true;
  };
  const schemas = new SchemaComparer(before, after, count, { isSame: () => false });
  for (let n = 0; n < OPERATIONS; n += 1) schemas.compare([ref(`S${n}`), ref(`S${n}`)], 'response');
  expect(steps).toBeLessThan(SCHEMAS * 40);
  const { changes, isComplete } = compareSpecs(before, after);
  expect(isComplete).toBe(true);
  expect(changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    Array.from({ length: OPERATIONS }, () => 'type-changed last'),
  );
});
