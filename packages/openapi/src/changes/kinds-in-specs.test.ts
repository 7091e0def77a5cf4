/** Kinds of changes between versions of real specs that were told wrongly once. */
import { expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { compareSpecs } from './compare-specs.ts';

const schemas = {
  Cat: { type: 'object', required: ['meows'], properties: { meows: { type: 'boolean' } } },
  Dog: { type: 'object', required: ['barks'], properties: { barks: { type: 'boolean' } } },
  Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
};
const Cat = { $ref: '#/components/schemas/Cat' };
const Dog = { $ref: '#/components/schemas/Dog' };
const Animal = { $ref: '#/components/schemas/Animal' };

const specOf = (direction: 'request' | 'response', schema: unknown): Json => {
  const content = { 'application/json': { schema } };
  const operation =
    direction === 'request'
      ? { requestBody: { content }, responses: {} }
      : { responses: { 200: { content } } };
  return JSON.parse(
    JSON.stringify({ openapi: '3.1.0', paths: { '/': { post: operation } }, components: { schemas } }),
  );
};

const tell = (direction: 'request' | 'response', before: unknown, after: unknown): string[] =>
  compareSpecs(specOf(direction, before), specOf(direction, after)).changes.map(
    ({ class: changeClass, kind, name }) => `${changeClass} ${kind} ${name}`,
  );

test.for<[name: string, one: unknown, other: unknown]>([
  ['the type of all alternatives beside them', { oneOf: [Cat, Dog] }, { type: 'object', oneOf: [Cat, Dog] }],
  ['the types of alternatives of alternatives', { anyOf: [Animal] }, { type: 'object', anyOf: [Animal] }],
  ['values as alternatives', { enum: ['a', 'b'] }, { oneOf: [{ const: 'b' }, { const: 'a' }] }],
  [
    'values as alternatives with types',
    { type: 'string', enum: ['a', 'b'] },
    {
      anyOf: [
        { type: 'string', enum: ['a'] },
        { type: 'string', const: 'b' },
      ],
    },
  ],
  [
    'descriptions of values as alternatives',
    { enum: ['a', 'b'], 'x-enumDescriptions': { a: 'One', b: 'Two' } },
    {
      oneOf: [
        { const: 'a', description: 'One' },
        { const: 'b', description: 'Two' },
      ],
    },
  ],
  [
    'defaults beside values as alternatives',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    {
      oneOf: [
        { const: 'a', type: 'string', minLength: 0 },
        { const: 'b', deprecated: false },
      ],
    },
  ],
  ['null among values as alternatives', { enum: ['a', null] }, { oneOf: [{ const: 'a' }, { type: 'null' }] }],
  [
    'alternatives that the values exclude',
    { enum: [1], allOf: [{ oneOf: [{ const: 1 }, { const: 2 }] }] },
    { enum: [1], allOf: [{ oneOf: [{ const: 1 }, { const: 3 }] }] },
  ],
  ['a list without alternatives', { type: 'string', oneOf: [] }, { type: 'string' }],
])('%s change nothing', ([, one, other]) => {
  for (const direction of ['request', 'response'] as const) {
    expect(tell(direction, one, other)).toEqual([]);
    expect(tell(direction, other, one)).toEqual([]);
  }
});

test.for<[name: string, before: unknown, after: unknown, request: string[], response: string[]]>([
  [
    'a new value among alternatives',
    { oneOf: [{ const: 'a' }, { const: 'b' }] },
    { oneOf: [{ const: 'a' }, { const: 'c', title: 'C' }, { const: 'b' }] },
    ['non-breaking value-added c', 'documentation text-changed body'],
    ['breaking value-added c', 'documentation text-changed body'],
  ],
  [
    'values instead of none',
    { type: 'string', oneOf: [] },
    { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
    ['breaking values-limited body'],
    ['non-breaking values-limited body'],
  ],
  [
    'a type that an alternative does not have',
    { oneOf: [Cat, { type: 'string' }] },
    { type: 'object', oneOf: [Cat, { type: 'string' }] },
    ['breaking type-narrowed body'],
    ['non-breaking type-narrowed body'],
  ],
  [
    'the default of items, which nobody can leave out',
    { type: 'array', items: { type: 'string', default: '' } },
    { type: 'array', items: { type: 'string' } },
    ['documentation default-changed body'],
    ['documentation default-changed body'],
  ],
  [
    'the default of fields without a name',
    { type: 'object', additionalProperties: { type: 'string', default: '' } },
    { type: 'object', additionalProperties: { type: 'string' } },
    ['documentation default-changed body'],
    ['documentation default-changed body'],
  ],
  [
    'the default of a field of items',
    { type: 'array', items: { properties: { a: { type: 'string', default: '' } } } },
    { type: 'array', items: { properties: { a: { type: 'string', default: 'a' } } } },
    ['breaking default-changed a'],
    ['documentation default-changed a'],
  ],
  [
    'the default of a field that is named items',
    { properties: { items: { type: 'string', default: '' } } },
    { properties: { items: { type: 'string', default: 'a' } } },
    ['breaking default-changed items'],
    ['documentation default-changed items'],
  ],
])('%s is told', ([, before, after, request, response]) => {
  expect(tell('request', before, after)).toEqual(request);
  expect(tell('response', before, after)).toEqual(response);
});
