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
    '/secret-path': part({ get: {} }),
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
        responses: {
          200: {
            description: '',
            headers: { 'x-secret': part() },
            links: { secret: part({ operationId: SECRET }) },
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
    securitySchemes: { secret: part({ type: 'http' }) },
  },
});

describe.each(['x-internal', 'x-gitbook-ignore'])('%s', (mark) => {
  const spec = specWith((value) => marked(mark, value));

  test('hides parts of every kind, and references to them', () => {
    const text = JSON.stringify(hidden(spec));
    // The name of a tag may stay on operations that have another one.
    expect(text.replace('"tags":["pets","secret"]', '')).not.toContain('secret');
    expect(hidden(spec)).toMatchObject({
      paths: { '/pets': { get: { parameters: [{ name: 'limit' }] } } },
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

test('references in circles come to an end', () => {
  const spec = {
    paths: {},
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
  };
  expect(hidden(spec)).toEqual(spec);
});
