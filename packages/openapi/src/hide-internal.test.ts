/** What authors of a spec keep for themselves is nowhere, whatever kind of part it is. */
import { describe, expect, test } from 'vitest';
import { hideInternal, mayHide } from './hide-internal.ts';
import type { Json } from './resolve.ts';

const hidden = (spec: Json): Json => {
  const copy = structuredClone(spec);
  hideInternal(copy);
  return copy;
};

const SECRET = 'secret';
const marked = (mark: string, value: Json = {}): Json => ({ [mark]: true, description: SECRET, ...value });

/** A spec with a part of each kind, made of what `mark` returns, beside one that stays. */
const specWith = (part: (value?: Json) => Json): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example.com' }, part({ url: 'https://secret.example.com' })],
  tags: [{ name: 'pets' }, part({ name: 'secret' })],
  paths: {
    '/secret-path': part({ get: { operationId: 'secretOne' } }),
    '/pets': {
      parameters: [part({ name: 'secret', in: 'query' })],
      servers: [part({ url: 'https://secret.example.com' })],
      delete: part({ summary: SECRET }),
      post: { tags: ['secret'], summary: SECRET },
      get: {
        tags: ['pets', 'secret'],
        parameters: [
          { name: 'limit', in: 'query' },
          part({ name: 'secret', in: 'query' }),
          { $ref: '#/components/parameters/secret' },
        ],
        callbacks: { secret: part() },
        externalDocs: part({ url: 'https://secret.example.com' }),
        'x-codeSamples': [part({ lang: 'text', source: SECRET })],
        security: [{ secret: [] }, { secret: [], key: [] }],
        responses: {
          200: {
            description: '',
            headers: { 'x-secret': part() },
            links: {
              secret: part({ operationId: SECRET }),
              byId: { operationId: 'secretOne', description: 'By id' },
              byReference: { operationRef: '#/paths/~1secret-path/get' },
              shared: { $ref: '#/components/links/to' },
            },
            content: {
              'application/json': {
                schema: {
                  properties: { a: {}, secret: part(), other: { $ref: '#/components/schemas/secret' } },
                  required: ['a', 'secret', 'other'],
                  oneOf: [{ type: 'object' }, part({ title: SECRET })],
                },
                examples: { secret: part({ value: SECRET }) },
              },
              'application/secret': part(),
            },
          },
          500: part({ summary: SECRET }),
        },
      },
    },
  },
  webhooks: { secret: part({ post: {} }) },
  components: {
    parameters: { secret: part({ name: 'secret', in: 'query' }) },
    schemas: { secret: part(), Pet: { type: 'object' } },
    links: { to: { operationId: 'secretOne' } },
    securitySchemes: {
      secret: part({ type: 'http' }),
      key: {
        type: 'oauth2',
        flows: { implicit: part({ scopes: { secret: SECRET } }), password: { scopes: {} } },
      },
    },
  },
});

describe.each(['x-internal', 'x-gitbook-ignore'])('%s', (mark) => {
  const spec = specWith((value) => marked(mark, value));

  test('hides parts of every kind, and references to them', () => {
    const text = JSON.stringify(hidden(spec));
    expect(text).not.toContain('secret');
    expect(hidden(spec)).toMatchObject({
      paths: {
        '/pets': { get: { parameters: [{ name: 'limit' }], security: [{ key: [] }], tags: ['pets'] } },
      },
      components: { schemas: { Pet: {} } },
    });
  });

  test('hides variables of servers, whose defaults are in the address', () => {
    const server = {
      url: 'https://{zone}.example.com/{version}',
      variables: { zone: marked(mark, { default: '$&eu', enum: [SECRET] }), version: { default: 'v1' } },
    };
    expect(hidden({ openapi: '3.1.0', servers: [server] }).servers).toEqual([
      { url: 'https://$&eu.example.com/{version}', variables: { version: { default: 'v1' } } },
    ]);
  });

  test('that is not true hides nothing', () => {
    const shown = specWith((value) => ({ ...value, [mark]: 'yes', description: 'A' }));
    expect(hidden(shown)).toEqual(shown);
  });

  test('is found in the text of a spec', () => {
    expect(mayHide(JSON.stringify(spec))).toBe(true);
    expect(mayHide(JSON.stringify({ paths: {} }))).toBe(false);
  });
});

describe('what only names a hidden field or schema is hidden, too', () => {
  const hiddenSchemas = (schemas: Json): Json =>
    hidden({ openapi: '3.1.0', paths: {}, components: { schemas } }).components as Json;
  const internal = { type: 'string', 'x-internal': true };

  test('names in the conditions of other schemas, unless another field has the same', () => {
    expect(
      hiddenSchemas({
        A: { allOf: [{ properties: { a: {}, b: internal, c: internal } }, { required: ['a', 'b', 'c'] }] },
        B: { properties: { c: {} }, dependentRequired: { b: ['c'], c: ['b'] } },
        C: { allOf: [{ 'x-internal': true, properties: { d: {} } }, { required: ['d'] }] },
        D: { discriminator: { propertyName: 'b' }, dependentSchemas: { b: {} } },
      }),
    ).toEqual({
      schemas: {
        A: { allOf: [{ properties: { a: {} } }, { required: ['a', 'c'] }] },
        B: { properties: { c: {} }, dependentRequired: { c: [] } },
        C: { allOf: [{ required: [] }] },
        D: { dependentSchemas: {} },
      },
    });
  });

  test('values of a discriminator that select a hidden schema', () => {
    const mapping = { cat: 'Cat', dog: '#/components/schemas/Dog', other: 'Cats' };
    expect(
      hiddenSchemas({
        Pet: { discriminator: { propertyName: 'kind', mapping } },
        Cat: { 'x-internal': true },
        Dog: { $ref: '#/components/schemas/Cat' },
        Cats: {},
      }),
    ).toEqual({
      schemas: { Pet: { discriminator: { propertyName: 'kind', mapping: { other: 'Cats' } } }, Cats: {} },
    });
  });
});

describe('examples have no value of what is hidden', () => {
  const internal = { type: 'string', 'x-internal': true };
  const schemas: Json = {
    Pet: {
      type: 'object',
      properties: {
        name: {},
        secret: internal,
        owner: { allOf: [{ properties: { secret: internal } }, { properties: { name: {} } }] },
        friends: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      },
      additionalProperties: { properties: { secret: internal } },
    },
    Either: {
      oneOf: [{ properties: { name: {} } }, { 'x-internal': true, properties: { name: {}, secret: {} } }],
    },
    Hidden: { 'x-internal': true },
    Named: { properties: { key: { 'x-internal': true, xml: { name: 'geheim' } } } },
    Open: {},
  };
  const exampleOf = (name: string, example: unknown): unknown => {
    const media = { schema: { $ref: `#/components/schemas/${name}` }, example };
    const spec = hidden({ openapi: '3.1.0', paths: {}, components: { schemas, mediaTypes: { media } } });
    return (spec as { components: { mediaTypes: { media: Json } } }).components.mediaTypes.media.example;
  };

  test.for<[string, string, unknown, unknown]>([
    ['a field', 'Pet', { name: 'a', secret: 'b' }, { name: 'a' }],
    ['a field of a part', 'Pet', { owner: { name: 'a', secret: 'b' } }, { owner: { name: 'a' } }],
    ['fields of items', 'Pet', { friends: [{ secret: 'b' }, 1] }, { friends: [{}, 1] }],
    ['a field of fields of any name', 'Pet', { any: { secret: 'b', c: 1 } }, { any: { c: 1 } }],
    ['a field of a hidden alternative', 'Either', { name: 'a', secret: 'b' }, { name: 'a' }],
    ['a whole', 'Hidden', { name: 'a' }, undefined],
    ['a field, in JSON as text', 'Pet', '{"name":"a","secret":"b"}', '{"name":"a"}'],
    [
      'a field, in JSON as text with long numbers',
      'Pet',
      '{"any":{"c":9223372036854775807,"secret":"b"}}',
      '{"any":{"c":9223372036854775807}}',
    ],
    ['a field, in XML', 'Pet', '<Pet><secret>b</secret><name>a</name></Pet>', '<Pet><name>a</name></Pet>'],
    ['a field with a name in XML', 'Named', '<Named><geheim>b</geheim><a/></Named>', '<Named><a/></Named>'],
    ['a field, in XML that is not well-formed', 'Pet', '<Pet><secret>b</Pet>', undefined],
    ['a field, in a text that cannot be taken apart', 'Pet', 'secret=b', undefined],
    ['nothing', 'Open', { secret: 'b' }, { secret: 'b' }],
    ['nothing, in a text', 'Pet', '<Pet><name>b</name></Pet>', '<Pet><name>b</name></Pet>'],
  ])('%s', ([, name, example, shown]) => {
    expect(exampleOf(name, example)).toEqual(shown);
  });

  test('in schemas, and in examples that several contents share', () => {
    const value = { name: 'a', secret: 'b' };
    const pet = schemas.Pet as Json;
    const examples = { shared: { $ref: '#/components/examples/shared' } };
    const spec = hidden({
      openapi: '3.1.0',
      paths: {},
      components: {
        schemas: {
          ...schemas,
          Pet: { ...pet, example: value, examples: [value], default: value, enum: [value] },
        },
        examples: { shared: { summary: 'One', value } },
        mediaTypes: {
          pet: { schema: { $ref: '#/components/schemas/Pet' }, examples },
          open: { schema: { $ref: '#/components/schemas/Open' }, examples: { ...examples } },
        },
      },
    });
    const shown = { name: 'a' };
    expect(spec.components).toMatchObject({
      schemas: { Pet: { example: shown, examples: [shown], default: shown, enum: [shown] } },
      mediaTypes: { pet: { examples: { shared: { summary: 'One', value: shown } } }, open: { examples } },
    });
  });
});

test('references in circles come to an end', () => {
  const spec = {
    paths: {},
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
  };
  expect(hidden(spec)).toEqual(spec);
});
