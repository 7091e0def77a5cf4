import { describe, expect, it } from 'vitest';
import { hideInternal } from './hide-internal.ts';
import { createOperationWords } from './operation-words.ts';
import { outlineSpec } from './outline-spec.ts';
import type { Json } from './resolve.ts';

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } });

const wordsOf = (operation: Json, schemas: Json = {}): string[] =>
  (
    outlineSpec({ paths: { '/orders': { post: operation } }, components: { schemas } }).operations[0]
      ?.words ?? ''
  ).split(' ');

describe('the words of an operation', () => {
  it('are its parameters, headers, fields and values, however deep, and its statuses', () => {
    const words = wordsOf(
      {
        parameters: [
          { name: 'sort', in: 'query', schema: { enum: ['newest', 'oldest'] } },
          { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: { content: json(ref('Order')) },
        responses: {
          201: { description: 'Placed', headers: { 'X-Rate-Limit': { schema: { type: 'integer' } } } },
          409: { description: 'The stock is used up' },
        },
      },
      {
        Order: { allOf: [ref('Base'), { properties: { lines: { type: 'array', items: ref('Line') } } }] },
        Base: { properties: { customerId: { type: 'string' } } },
        Line: { oneOf: [ref('Gift'), { properties: { kind: { const: 'sale' } } }] },
        Gift: {
          properties: { wrapping: { enum: ['plain_paper', 'silver', 7, null] } },
          additionalProperties: { properties: { ribbon: {} } },
        },
      },
    );
    for (const word of [
      ...['sort', 'newest', 'oldest', 'Idempotency-Key', 'lines', 'customerId', 'kind', 'sale', 'wrapping'],
      ...['plain_paper', 'silver', '7', 'ribbon', '201', '409', 'X-Rate-Limit', 'stock'],
    ])
      expect(words).toContain(word);
    expect(words).not.toContain('null');
  });

  it('are the codes in the examples of its failures, and no other text of examples', () => {
    const example = { error: { code: 'card_declined', id: 'E1042', message: 'Declined', name: 'Ada' } };
    const words = wordsOf({
      responses: {
        200: { content: json({}, { example: { state: 'not_a_failure' } }) },
        402: { content: json({}, { examples: { declined: { value: example } } }) },
      },
    });
    expect(words).toEqual(expect.arrayContaining(['card_declined', 'E1042']));
    for (const word of ['Declined', 'Ada', 'not_a_failure']) expect(words).not.toContain(word);
  });

  it('are not those that the spec hides', () => {
    const spec: Json = {
      paths: {
        '/orders': {
          get: { responses: { 200: { content: json(ref('Order')) } } },
        },
      },
      components: {
        schemas: {
          Order: { properties: { margin: { 'x-internal': true, enum: ['secret_margin'] }, total: {} } },
        },
      },
    };
    hideInternal(spec);
    expect(outlineSpec(spec).operations[0]?.words).toBe('200 total');
  });

  it('end in circles of schemas, and are limited in number', () => {
    const fields = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`field_of_number_${n}`, {}]));
    const words = wordsOf(
      { requestBody: { content: json(ref('Node')) } },
      { Node: { properties: { children: { items: ref('Node') }, ...fields } } },
    );
    expect(words).toEqual(expect.arrayContaining(['children', 'field_of_number_100']));
    expect(words.join(' ').length).toBeLessThanOrEqual(6000);
  });

  it('are those of all schemas that its page shows, however many of them have no words', () => {
    const nested = (depth: number): Json =>
      depth === 0 ? { type: 'string' } : { anyOf: [nested(depth - 1), nested(depth - 1)] };
    const last = { contains: { enum: ['last_value'] } };
    const words = wordsOf({
      requestBody: { content: json({ oneOf: [nested(9), { items: { items: last } }] }) },
    });
    expect(words).toEqual(['last_value']);
    const deep = Array.from({ length: 9 }).reduce<Json>((inner) => ({ items: inner }), last);
    expect(wordsOf({ requestBody: { content: json({ oneOf: [nested(9), deep] }) } })).toEqual(['last_value']);
  });

  it('are looked for in as many schemas for an operation with all of its callbacks', () => {
    let read = 0;
    const part = (): Json => ({
      get items(): Json {
        read += 1;
        return {};
      },
    });
    const schema = (): Json => ({ anyOf: Array.from({ length: 500 }, part) });
    const post = (): Json => ({ requestBody: { content: json(schema()) } });
    const callbacks = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`done${n}`, { '{$request.query.url}': { post: post() } }]),
    );
    createOperationWords({ openapi: '3.1.0', paths: {} }, 1)({}, { ...post(), callbacks });
    expect(read).toBeLessThan(10_000);
  });

  it('are not looked for in more schemas than there is room for', () => {
    const count = 200;
    const read = new Set<number>();
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [
        `Part${n}`,
        {
          get properties(): Json {
            read.add(n);
            const fields = Array.from({ length: 20 }, (__, at) => [`field_${n}_of_number_${at}`, {}]);
            return { ...Object.fromEntries(fields), next: ref(`Part${(n + 1) % count}`) };
          },
        },
      ]),
    );
    const spec = { openapi: '3.1.0', paths: {}, components: { schemas } };
    const listWords = createOperationWords(spec, 1);
    const words = listWords({}, { requestBody: { content: json(ref('Part0')) } });
    expect(words).toHaveLength(6000);
    expect(words.split(' ')).toContain('field_10_of_number_0');
    expect(read.size).toBeLessThan(20);
  });

  it('are those of the first callbacks only, of which each is read once', () => {
    const count = 3000;
    let read = 0;
    const callbacks: Json = {};
    const callback = (n: number): Json => ({
      parameters: [{ name: `callback_${n}`, in: 'query' }],
      get responses(): Json {
        read += 1;
        return {};
      },
      callbacks,
    });
    for (let n = 0; n < count; n += 1)
      callbacks[`done${n}`] = { '{$request.query.url}': { post: callback(n) } };
    const listWords = createOperationWords({ openapi: '3.1.0', paths: {} }, 1);
    const words = listWords({}, { callbacks }).split(' ');
    expect(words).toHaveLength(100);
    expect(words.at(-1)).toBe('callback_99');
    expect(read).toBe(100);
  });
});
