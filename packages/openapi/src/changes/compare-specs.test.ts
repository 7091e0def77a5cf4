import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../test/corpora-specs.ts';
import { processSpec } from '../process-spec.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { compareSpecs } from './compare-specs.ts';
import type { ChangeClass } from './spec-change.ts';

/** A spec with one operation that sends and receives a schema. */
const specOf = (operation: object, rest: object = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets/{id}': { post: { responses: {}, ...operation } } },
  ...rest,
});
const body = (schema: unknown): Json =>
  specOf({ requestBody: { content: { 'application/json': { schema } } } });
const response = (schema: unknown): Json =>
  specOf({ responses: { 200: { description: '', content: { 'application/json': { schema } } } } });
const parameters = (...list: object[]): Json => specOf({ parameters: list });

/** A spec whose parts are no longer the same objects, as after reading it. */
const copy = (spec: Json): Json => JSON.parse(JSON.stringify(spec)) as Json;

/** Changes as short texts: the class, the kind and the name. */
const compare = (before: Json, after: Json): string[] =>
  compareSpecs(copy(before), copy(after)).changes.map(
    ({ class: changeClass, kind, name }) => `${changeClass} ${kind} ${name}`,
  );
const [B, N, D]: ChangeClass[] = ['breaking', 'non-breaking', 'documentation'];

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const conditional = (value: number, then: object) => ({ if: object({ a: { const: value } }), then });
const FILE = { contentMediaType: 'application/octet-stream' };

describe('a change of a schema, in a request and in a response', () => {
  test.each<[string, unknown, unknown, string[], string[]]>([
    ['nothing', object({ a: text }), object({ a: text }), [], []],
    ['another type', text, { type: 'integer' }, [`${B} type-changed body`], [`${B} type-changed body`]],
    [
      'fewer types',
      { type: ['string', 'null'] },
      text,
      [`${B} type-narrowed body`],
      [`${N} type-narrowed body`],
    ],
    [
      'more types',
      text,
      { type: ['string', 'null'] },
      [`${N} type-widened body`],
      [`${B} type-widened body`],
    ],
    [
      'an integer for a number',
      { type: 'number' },
      { type: 'integer' },
      [`${B} type-narrowed body`],
      [`${N} type-narrowed body`],
    ],
    [
      'a number for an integer',
      { type: 'integer' },
      { type: 'number' },
      [`${N} type-widened body`],
      [`${B} type-widened body`],
    ],
    ['a type for none', {}, text, [`${B} type-narrowed body`], [`${N} type-narrowed body`]],
    ['no type any more', text, {}, [`${N} type-widened body`], [`${B} type-widened body`]],
    ['true for an empty schema', {}, true, [], []],
    ['nothing allowed any more', {}, false, [`${B} form-added body`], [`${N} form-added body`]],
    [
      'a value less',
      { enum: ['a', 'b'] },
      { enum: ['a'] },
      [`${B} value-removed b`],
      [`${N} value-removed b`],
    ],
    ['a value more', { enum: ['a'] }, { enum: ['a', 1] }, [`${N} value-added 1`], [`${B} value-added 1`]],
    ['values in another order', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, [], []],
    [
      'values listed',
      text,
      { type: 'string', enum: ['a'] },
      [`${B} values-limited body`],
      [`${N} values-limited body`],
    ],
    [
      'values no longer listed',
      { type: 'string', enum: ['a'] },
      text,
      [`${N} values-unlimited body`],
      [`${B} values-unlimited body`],
    ],
    [
      'another constant',
      { const: 'a' },
      { const: 'b' },
      [`${B} value-removed a`, `${N} value-added b`],
      [`${N} value-removed a`, `${B} value-added b`],
    ],
    ['a constant as a list', { const: 'a' }, { enum: ['a'] }, [], []],
    [
      'a higher minimum',
      { minimum: 1 },
      { minimum: 2 },
      [`${B} limit-narrowed body`],
      [`${N} limit-narrowed body`],
    ],
    [
      'a lower minimum',
      { minimum: 2 },
      { minimum: 1 },
      [`${N} limit-widened body`],
      [`${B} limit-widened body`],
    ],
    [
      'a new minimum',
      {},
      { exclusiveMinimum: 0 },
      [`${B} limit-narrowed body`],
      [`${N} limit-narrowed body`],
    ],
    [
      'a lower maximum',
      { maxLength: 9 },
      { maxLength: 5 },
      [`${B} limit-narrowed body`],
      [`${N} limit-narrowed body`],
    ],
    [
      'a higher maximum',
      { maxItems: 5 },
      { maxItems: 9 },
      [`${N} limit-widened body`],
      [`${B} limit-widened body`],
    ],
    ['no maximum any more', { maximum: 5 }, {}, [`${N} limit-widened body`], [`${B} limit-widened body`]],
    [
      'items that must differ',
      {},
      { uniqueItems: true },
      [`${B} limit-changed body`],
      [`${N} limit-changed body`],
    ],
    [
      'items that may be equal',
      { uniqueItems: true },
      {},
      [`${N} limit-changed body`],
      [`${B} limit-changed body`],
    ],
    ['a pattern', {}, { pattern: '^a' }, [`${B} form-added body`], [`${N} form-added body`]],
    ['no pattern any more', { pattern: '^a' }, {}, [`${N} form-removed body`], [`${B} form-removed body`]],
    [
      'another format',
      { format: 'date' },
      { format: 'date-time' },
      [`${B} form-changed body`],
      [`${B} form-changed body`],
    ],
    [
      'a property more',
      object({ a: text }),
      object({ a: text, b: text }),
      [`${N} property-added b`],
      [`${N} property-added b`],
    ],
    [
      'a required property more',
      object({}),
      object({ b: text }, { required: ['b'] }),
      [`${B} property-added b`],
      [`${N} property-added b`],
    ],
    [
      'a property less',
      object({ a: text, b: text }),
      object({ a: text }),
      [`${B} property-removed b`],
      [`${B} property-removed b`],
    ],
    [
      'a property that becomes required',
      object({ a: text }),
      object({ a: text }, { required: ['a'] }),
      [`${B} property-required a`],
      [`${N} property-required a`],
    ],
    [
      'a property that is not described, with a name that all objects know',
      object({ a: text }),
      object({ a: text }, { required: ['constructor'] }),
      [`${B} property-required constructor`],
      [`${N} property-required constructor`],
    ],
    [
      'a property that becomes optional',
      object({ a: text }, { required: ['a'] }),
      object({ a: text }),
      [`${N} property-optional a`],
      [`${B} property-optional a`],
    ],
    [
      'a property within a property',
      object({ a: object({ b: text }) }),
      object({ a: object({ b: { type: 'integer' } }) }),
      [`${B} type-changed b`],
      [`${B} type-changed b`],
    ],
    [
      'a property that is only read',
      object({}),
      object({ a: { ...text, readOnly: true } }, { required: ['a'] }),
      [],
      [`${N} property-added a`],
    ],
    [
      'a property that is only written',
      object({ a: { ...text, writeOnly: true } }),
      object({}),
      [`${B} property-removed a`],
      [],
    ],
    [
      'no other properties',
      object({}),
      object({}, { additionalProperties: false }),
      [`${B} properties-limited body`],
      [`${N} properties-limited body`],
    ],
    [
      'other properties',
      object({}, { additionalProperties: false }),
      object({}),
      [`${N} properties-unlimited body`],
      [`${N} properties-unlimited body`],
    ],
    [
      'other properties of another type',
      { additionalProperties: text },
      { additionalProperties: { type: 'integer' } },
      [`${B} type-changed body`],
      [`${B} type-changed body`],
    ],
    [
      'items of another type',
      { items: text },
      { items: { type: 'integer' } },
      [`${B} type-changed body`],
      [`${B} type-changed body`],
    ],
    ['a part of allOf written out', { allOf: [object({ a: text })] }, object({ a: text }), [], []],
    [
      'a required property in allOf',
      { allOf: [object({ a: text })] },
      { allOf: [object({ a: text }), { required: ['a'] }] },
      [`${B} property-required a`],
      [`${N} property-required a`],
    ],
    [
      'a variant more',
      { oneOf: [{ title: 'A', ...text }] },
      { oneOf: [{ title: 'A', ...text }, { title: 'B' }] },
      [`${N} variant-added B`],
      [`${B} variant-added B`],
    ],
    [
      'a variant less',
      { anyOf: [{ title: 'A' }, { title: 'B' }] },
      { anyOf: [{ title: 'B' }] },
      [`${B} variant-removed A`],
      [`${N} variant-removed A`],
    ],
    [
      'variants in another order',
      { oneOf: [{ title: 'A', ...text }, { title: 'B' }] },
      { oneOf: [{ title: 'B' }, { title: 'A', ...text }] },
      [],
      [],
    ],
    [
      'a changed variant',
      { oneOf: [{ title: 'A', ...text }] },
      { oneOf: [{ title: 'A', type: 'integer' }] },
      [`${B} type-changed body`],
      [`${B} type-changed body`],
    ],
    [
      'a variant without a name',
      { oneOf: [text, { type: 'integer' }] },
      { oneOf: [text] },
      [`${B} variant-removed 1`],
      [`${N} variant-removed 1`],
    ],
    [
      'variants at all',
      {},
      { oneOf: [text, { type: 'integer' }] },
      [`${B} variants-limited body`],
      [`${N} variants-limited body`],
    ],
    [
      'variants without names in another order',
      { oneOf: [object({ a: text }), object({ b: text })] },
      { oneOf: [object({ b: text }), object({ a: text })] },
      [],
      [],
    ],
    [
      'a changed variant that a constant names',
      { oneOf: [object({ kind: { const: 'a' }, x: text }), object({ kind: { const: 'b' } })] },
      { oneOf: [object({ kind: { const: 'b' } }), object({ kind: { const: 'a' }, x: { type: 'integer' } })] },
      [`${B} type-changed x`],
      [`${B} type-changed x`],
    ],
    [
      'a value that selects no variant any more',
      {
        oneOf: [{ title: 'D', $ref: '#/d' }, { $ref: '#/c' }],
        discriminator: { propertyName: 'k', mapping: { dog: '#/d', cat: '#/c' } },
      },
      {
        oneOf: [{ title: 'D', $ref: '#/d' }, { $ref: '#/c' }],
        discriminator: { propertyName: 'k', mapping: { dog: '#/d' } },
      },
      [`${B} mapping-removed cat`],
      [`${N} mapping-removed cat`],
    ],
    [
      'a variant that only its value still names',
      { oneOf: [{ $ref: '#/d' }], discriminator: { propertyName: 'k', mapping: { dog: '#/d' } } },
      { oneOf: [{ $ref: '#/dog' }], discriminator: { propertyName: 'k', mapping: { dog: '#/dog' } } },
      [],
      [],
    ],
    [
      'a field that two parts describe',
      { allOf: [object({ data: { items: object({}) } }), object({ data: { items: object({ id: text }) } })] },
      {
        allOf: [
          object({ data: { items: object({}) } }),
          object({ data: { items: object({ id: { type: 'integer' } }) } }),
        ],
      },
      [`${B} type-changed id`],
      [`${B} type-changed id`],
    ],
    [
      'another limit in one of two parts',
      { allOf: [{ minLength: 2 }, { minLength: 5 }] },
      { allOf: [{ minLength: 3 }, { minLength: 5 }] },
      [],
      [],
    ],
    [
      'another pattern in one of two parts',
      { allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
      { allOf: [{ pattern: 'a' }, { pattern: 'c' }] },
      [`${B} form-changed body`],
      [`${B} form-changed body`],
    ],
    [
      'a condition',
      conditional(1, object({ b: text })),
      conditional(2, object({ b: text })),
      [`${B} form-changed body`],
      [`${B} form-changed body`],
    ],
    [
      'a field under a condition',
      conditional(1, object({ b: text })),
      conditional(1, object({ b: { type: 'integer' } })),
      [`${B} type-changed b`],
      [`${B} type-changed b`],
    ],
    [
      'a field of names with a pattern',
      { patternProperties: { '^x': text } },
      { patternProperties: { '^x': { type: 'integer' } } },
      [`${B} type-changed body`],
      [`${B} type-changed body`],
    ],
    ['a file in the form of 3.1', { type: 'string', format: 'binary' }, FILE, [], []],
    ['an example as a list', { example: 1 }, { examples: [1] }, [], []],
    ['null as an alternative', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }, [], []],
    [
      'null as one of several alternatives',
      { oneOf: [text, { type: 'integer' }], nullable: true },
      { oneOf: [text, { type: 'integer' }, { type: 'null' }] },
      [],
      [],
    ],
    [
      'another discriminator',
      { discriminator: { propertyName: 'a' } },
      { discriminator: { propertyName: 'b' } },
      [`${B} discriminator-changed a`],
      [`${B} discriminator-changed a`],
    ],
    [
      'another default',
      { default: 1 },
      { default: 2 },
      [`${B} default-changed body`],
      [`${D} default-changed body`],
    ],
    ['a description', {}, { description: 'A pet.' }, [`${D} text-changed body`], [`${D} text-changed body`]],
    [
      'another example',
      { example: 1 },
      { example: 2 },
      [`${D} text-changed body`],
      [`${D} text-changed body`],
    ],
    [
      'a property that becomes deprecated',
      object({ a: text }),
      object({ a: { ...text, deprecated: true } }),
      [`${N} deprecated a`],
      [`${N} deprecated a`],
    ],
  ])('%s', (_, before, after, inRequest, inResponse) => {
    expect(compare(body(before), body(after))).toEqual(inRequest);
    expect(compare(response(before), response(after))).toEqual(inResponse);
  });
});

const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const needs = (...ways: object[]) => specOf({ security: ways });

describe('a change of an operation', () => {
  test.each<[string, Json, Json, string[]]>([
    [
      'an operation less',
      specOf({}),
      { ...specOf({}), paths: {} },
      [`${B} operation-removed POST /pets/{id}`],
    ],
    ['an operation more', { ...specOf({}), paths: {} }, specOf({}), [`${N} operation-added POST /pets/{id}`]],
    [
      'another name in the path',
      parameters(inPath('id')),
      { ...specOf({}), paths: { '/pets/{pet}': { post: { responses: {}, parameters: [inPath('pet')] } } } },
      [],
    ],
    ['a deprecated operation', specOf({}), specOf({ deprecated: true }), [`${N} deprecated POST /pets/{id}`]],
    ['a summary', specOf({}), specOf({ summary: 'Add' }), [`${D} text-changed summary`]],
    [
      'an operation id',
      specOf({ operationId: 'a' }),
      specOf({ operationId: 'b' }),
      [`${D} text-changed operationId`],
    ],
    ['a parameter less', parameters(query('a')), parameters(), [`${B} parameter-removed a`]],
    ['a parameter more', parameters(), parameters(query('a')), [`${N} parameter-added a`]],
    [
      'a required parameter more',
      parameters(),
      parameters(query('a', { required: true })),
      [`${B} parameter-added a`],
    ],
    [
      'a parameter that becomes required',
      parameters(query('a')),
      parameters(query('a', { required: true })),
      [`${B} parameter-required a`],
    ],
    [
      'a parameter that becomes optional',
      parameters(query('a', { required: true })),
      parameters(query('a')),
      [`${N} parameter-optional a`],
    ],
    [
      'a parameter elsewhere',
      parameters(query('a')),
      parameters({ ...query('a'), in: 'header' }),
      [`${B} parameter-removed a`, `${N} parameter-added a`],
    ],
    [
      'a parameter of another type',
      parameters(query('a')),
      parameters(query('a', { schema: { type: 'integer' } })),
      [`${B} type-changed a`],
    ],
    [
      'a parameter with other values',
      parameters(query('a', { schema: { enum: ['x', 'y'] } })),
      parameters(query('a', { schema: { enum: ['x'] } })),
      [`${B} value-removed y`],
    ],
    [
      'a parameter in another style',
      parameters(query('a')),
      parameters(query('a', { explode: false })),
      [`${B} form-changed a`],
    ],
    [
      'a described parameter',
      parameters(query('a')),
      parameters(query('a', { description: 'A' })),
      [`${D} text-changed a`],
    ],
    [
      'a deprecated parameter',
      parameters(query('a')),
      parameters(query('a', { deprecated: true })),
      [`${N} deprecated a`],
    ],
    ['a body', specOf({}), specOf({ requestBody: { content: {} } }), [`${N} body-added body`]],
    [
      'a required body',
      specOf({}),
      specOf({ requestBody: { required: true, content: {} } }),
      [`${B} body-added body`],
    ],
    ['no body any more', specOf({ requestBody: { content: {} } }), specOf({}), [`${B} body-removed body`]],
    [
      'a body that becomes required',
      specOf({ requestBody: { content: {} } }),
      specOf({ requestBody: { required: true, content: {} } }),
      [`${B} body-required body`],
    ],
    [
      'a body that becomes optional',
      specOf({ requestBody: { required: true, content: {} } }),
      specOf({ requestBody: { content: {} } }),
      [`${N} body-optional body`],
    ],
    [
      'a media type less',
      specOf({ requestBody: { content: { 'text/csv': {} } } }),
      specOf({ requestBody: { content: {} } }),
      [`${B} media-type-removed text/csv`],
    ],
    [
      'a media type more',
      specOf({ requestBody: { content: {} } }),
      specOf({ requestBody: { content: { 'text/csv': {} } } }),
      [`${N} media-type-added text/csv`],
    ],
    [
      'a success less',
      specOf({ responses: { 200: {}, 201: {} } }),
      specOf({ responses: { 200: {} } }),
      [`${B} response-removed 201`],
    ],
    [
      'an error less',
      specOf({ responses: { 404: {} } }),
      specOf({ responses: {} }),
      [`${N} response-removed 404`],
    ],
    [
      'a response more',
      specOf({ responses: {} }),
      specOf({ responses: { 404: {} } }),
      [`${N} response-added 404`],
    ],
    [
      'a described response',
      specOf({ responses: { 200: {} } }),
      specOf({ responses: { 200: { description: 'A' } } }),
      [`${D} text-changed 200`],
    ],
    [
      'a header less',
      specOf({ responses: { 200: { headers: { A: {} } } } }),
      specOf({ responses: { 200: {} } }),
      [`${B} header-removed A`],
    ],
    [
      'a header more',
      specOf({ responses: { 200: {} } }),
      specOf({ responses: { 200: { headers: { A: {} } } } }),
      [`${N} header-added A`],
    ],
    [
      'a header of another type',
      specOf({ responses: { 200: { headers: { A: { schema: text } } } } }),
      specOf({ responses: { 200: { headers: { A: { schema: { type: 'integer' } } } } } }),
      [`${B} type-changed A`],
    ],
    [
      'a token',
      specOf({}),
      needs({ token: [] }),
      [`${B} security-removed none`, `${N} security-added token()`],
    ],
    [
      'no token any more',
      needs({ token: [] }),
      needs({}),
      [`${N} security-removed token()`, `${N} security-added none`],
    ],
    [
      'another way in',
      needs({ token: [] }),
      needs({ token: [] }, { key: [] }),
      [`${N} security-added key()`],
    ],
    [
      'a scope more',
      needs({ token: ['a'] }),
      needs({ token: ['a', 'b'] }),
      [`${B} security-removed token(a)`, `${N} security-added token(a b)`],
    ],
    ['scopes in another order', needs({ token: ['a', 'b'] }), needs({ token: ['b', 'a'] }), []],
    [
      'security of the spec',
      specOf({}),
      specOf({}, { security: [{ token: [] }] }),
      [`${B} security-removed none`, `${N} security-added token()`],
    ],
    [
      'a server less',
      specOf({}, { servers: [{ url: 'https://a' }] }),
      specOf({}),
      [`${B} server-removed https://a`],
    ],
    [
      'a server more',
      specOf({}),
      specOf({}, { servers: [{ url: 'https://a' }] }),
      [`${N} server-added https://a`],
    ],
    [
      'a title',
      specOf({}),
      specOf({}, { info: { title: 'Cats', version: '1' } }),
      [`${D} text-changed title`],
    ],
    [
      'the number of the version alone',
      specOf({}),
      specOf({}, { info: { title: 'Pets', version: '2' } }),
      [],
    ],
    [
      'a schema that nothing uses',
      specOf({}, { components: { schemas: { A: {} } } }),
      specOf({}),
      [`${N} schema-removed A`],
    ],
    [
      'another security scheme',
      specOf({}, { components: { securitySchemes: { a: { type: 'http' } } } }),
      specOf({}, { components: { securitySchemes: { a: { type: 'apiKey' } } } }),
      [`${B} security-scheme-changed a`],
    ],
    [
      'a webhook less',
      specOf({}, { webhooks: { added: { post: {} } } }),
      specOf({}),
      [`${B} webhook-removed POST added`],
    ],
    [
      'a field more in a webhook',
      specOf({}, { webhooks: { a: { post: { requestBody: { content: { j: { schema: object({}) } } } } } } }),
      specOf(
        {},
        {
          webhooks: {
            a: {
              post: { requestBody: { content: { j: { schema: object({ b: text }, { required: ['b'] }) } } } },
            },
          },
        },
      ),
      [`${N} property-added b`],
    ],
    [
      'a callback less',
      specOf({ callbacks: { done: { '{$url}': { post: {} } } } }),
      specOf({}),
      [`${B} callback-removed POST done {$url}`],
    ],
    [
      'a parameter of the path',
      { ...specOf({}), paths: { '/pets/{id}': { parameters: [query('a')], post: { responses: {} } } } },
      specOf({}),
      [`${B} parameter-removed a`],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(compare(before, after)).toEqual(expected);
  });
});

test('a change of a shared schema is listed for each operation that uses it, in its direction', () => {
  const ref = { $ref: '#/components/schemas/Pet' };
  const specWith = (required: string[]): Json => ({
    ...body(ref),
    paths: {
      ...(body(ref).paths as object),
      '/cats': (response(object({ pet: ref })).paths as Json)['/pets/{id}'],
    },
    components: {
      schemas: { Pet: object({ name: text, mother: ref }, { required }), Other: object({ pet: ref }) },
    },
  });
  const { changes, isComplete } = compareSpecs(specWith([]), specWith(['name']));
  expect(isComplete).toBe(true);
  expect(changes).toEqual([
    {
      class: 'breaking',
      kind: 'property-required',
      operation: { kind: 'operation', method: 'post', path: '/pets/{id}' },
      place: '/requestBody/content/application~1json/schema/properties/name',
      name: 'name',
      schema: 'Pet',
    },
    {
      class: 'non-breaking',
      kind: 'property-required',
      operation: { kind: 'operation', method: 'post', path: '/cats' },
      place: '/responses/200/content/application~1json/schema/properties/pet/properties/name',
      name: 'name',
      schema: 'Pet',
    },
  ]);
});

describe('variants that only a discriminator names', () => {
  const specWith = (mapping: Json | undefined, x: Json, names = ['D', 'C']): Json => ({
    ...response({ $ref: '#/components/schemas/P' }),
    components: {
      schemas: {
        P: object({ k: text }, { discriminator: { propertyName: 'k', ...(mapping && { mapping }) } }),
        ...Object.fromEntries(
          names.map((name) => [name, { allOf: [{ $ref: '#/components/schemas/P' }, object({ [name]: x })] }]),
        ),
      },
    },
  });
  const both = { d: '#/components/schemas/D', c: 'C' };

  test('are compared', () => {
    expect(compare(specWith(both, text), specWith({ d: both.d }, { type: 'integer' }))).toEqual([
      `${B} type-changed D`,
      `${B} type-changed C`,
      `${N} mapping-removed c`,
    ]);
    expect(compare(specWith(undefined, text), specWith(undefined, { type: 'integer' }))).toHaveLength(2);
    expect(compare(specWith(undefined, text), specWith(undefined, text, ['D']))).toEqual([
      `${N} variant-removed C`,
      `${N} schema-removed C`,
    ]);
  });

  test('do not repeat what changed in the schema that they extend', () => {
    const changed = specWith(both, text);
    (changed.components as { schemas: { P: { properties: Json } } }).schemas.P.properties.k = {
      type: 'integer',
    };
    expect(compare(specWith(both, text), changed)).toEqual([`${B} type-changed k`]);
  });
});

test('very many variants are paired without comparing each with each', () => {
  const many = (count: number): unknown[] =>
    Array.from({ length: count }, (_, n) => object({ [`f${n}`]: text }, { description: String(n) }));
  expect(compare(body({ oneOf: many(5000) }), body({ oneOf: many(5000).reverse() }))).toEqual([]);
});

describe('operations', () => {
  const at = (...paths: string[]): Json => ({
    openapi: '3.1.0',
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: {} } }])),
  });

  test('of templates that differ only in names are matched by their names first', () => {
    expect(compare(at('/a/{id}', '/a/{name}'), at('/a/{name}', '/a/{id}'))).toEqual([]);
    expect(compare(at('/a/{id}', '/a/{name}'), at('/a/{name}', '/a/{key}'))).toEqual([]);
    expect(compare(at('/a/{id}', '/a/{name}'), at('/a/{name}'))).toEqual([
      `${B} operation-removed GET /a/{id}`,
    ]);
  });
});

describe('a spec of 3.0 that is written anew as one of 3.1', () => {
  const specOf30 = (version: string, properties: Json): Json => {
    const text30 = JSON.stringify({
      ...body({ $ref: '#/components/schemas/Letter' }),
      openapi: version,
      components: { schemas: { Letter: object(properties), Parent: object({ id: text }) } },
    });
    const file = { url: 'https://api.example/openapi.json', bytes: Buffer.from(text30) };
    const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
    if (outcome.state !== 'processed') throw new Error('The spec cannot be read.');
    return readStoredSpec(outcome.filesystem);
  };

  test.for<[name: string, before: Json, after: Json]>([
    ['an example', { type: 'string', example: 'Hello' }, { type: 'string', examples: ['Hello'] }],
    ['null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'null among values',
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'a limit',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [
      'null beside alternatives',
      { nullable: true, oneOf: [{ type: 'string', format: 'binary' }, text] },
      { oneOf: [{ type: 'string', ...FILE }, text, { type: 'null' }] },
    ],
    [
      'null beside a reference',
      { nullable: true, allOf: [{ $ref: '#/components/schemas/Parent' }] },
      { anyOf: [{ $ref: '#/components/schemas/Parent' }, { type: 'null' }] },
    ],
    ['an encoded file', { type: 'string', format: 'byte' }, { type: 'string', contentEncoding: 'base64' }],
    ['a file', { type: 'string', format: 'binary' }, { type: 'string', format: 'binary' }],
  ])('has not changed in %s', ([, before, after]) => {
    expect(compare(specOf30('3.0.3', { a: before }), specOf30('3.1.0', { a: after }))).toEqual([]);
  });
});

test('what refers to itself, or nowhere, comes to an end', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const specWith = (schemas: object): Json => ({ ...body(ref('A')), components: { schemas } });
  const circle = { A: object({ b: ref('B') }), B: object({ a: ref('A'), c: { $ref: '#/nowhere' } }) };
  const changed = { ...circle, B: object({ a: ref('A'), c: { $ref: '#/nowhere' }, d: text }) };
  expect(compare(specWith(circle), specWith(circle))).toEqual([]);
  expect(compare(specWith(circle), specWith(changed))).toEqual([`${N} property-added d`]);
  const itself = { A: { allOf: [ref('A'), { $ref: '#/components/schemas/A' }] } };
  expect(compare(specWith(itself), specWith({ A: {} }))).toEqual(expect.any(Array));
  const callback = { done: { url: { $ref: '#/paths/~1pets~1{id}' } } };
  expect(compare(specOf({ callbacks: callback }), specOf({ callbacks: callback, summary: 'A' }))).toContain(
    `${D} text-changed summary`,
  );
});

test('a reference is compared with each schema that takes its place', () => {
  const pet = { Pet: object({ name: text }) };
  const ref = { $ref: '#/components/schemas/Pet' };
  const specWith = (one: object, other: object): Json => ({
    ...body(object({ one, other })),
    components: { schemas: pet },
  });
  expect(compare(specWith(ref, ref), specWith(object({ name: text }), object({})))).toEqual([
    `${B} property-removed name`,
  ]);
});

test('a long chain of references ends without an error', () => {
  const LENGTH = 50_000;
  const chain = (linkTo: (name: object) => object, last: object): Json => ({
    ...body({ $ref: '#/components/schemas/S0' }),
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: LENGTH }, (_, n) => [
          `S${n}`,
          n === LENGTH - 1 ? last : linkTo({ $ref: `#/components/schemas/S${n + 1}` }),
        ]),
      ),
    },
  });
  const inAllOf = (ref: object) => ({ allOf: [ref] });
  expect(compare(chain(inAllOf, text), chain(inAllOf, { type: 'integer' }))).toEqual([
    `${B} type-changed body`,
  ]);
  const inProperty = (ref: object) => object({ next: ref });
  const { changes, isComplete } = compareSpecs(
    chain(inProperty, text),
    chain(inProperty, { type: 'integer' }),
  );
  expect([changes, isComplete]).toEqual([[], false]);
});

test('the work grows with the spec, not with the ways through it', () => {
  // Each schema uses the next one twice: 2 to the power of 60 ways lead to the last.
  const chain = (last: object): Json => ({
    ...body({ $ref: '#/components/schemas/S0' }),
    components: {
      schemas: {
        ...Object.fromEntries(
          Array.from({ length: 60 }, (_, n) => {
            const next = { $ref: `#/components/schemas/S${n + 1}` };
            return [`S${n}`, object({ a: next, b: next })];
          }),
        ),
        S60: last,
      },
    },
  });
  expect(compareSpecs(chain(text), chain(text))).toEqual({ changes: [], isComplete: true });
  const { changes, isComplete } = compareSpecs(chain(text), chain({ type: 'integer' }));
  expect([changes.map(({ kind, name }) => `${kind} ${name}`), isComplete]).toEqual([
    ['type-changed a'],
    true,
  ]);
});

test('a spec compared with itself has not changed', () => {
  for (const name of SPEC_NAMES.filter((one) => one.endsWith('.json'))) {
    const spec = JSON.parse(readFileSync(new URL(name, SPECS), 'utf8')) as Json;
    expect(compareSpecs(spec, structuredClone(spec))).toEqual({ changes: [], isComplete: true });
    const removed = { ...spec, paths: {} };
    const operations = compareSpecs(spec, removed).changes.filter(({ kind }) => kind === 'operation-removed');
    expect(operations.length).toBe(
      compareSpecs(removed, spec).changes.filter(({ kind }) => kind === 'operation-added').length,
    );
  }
});
