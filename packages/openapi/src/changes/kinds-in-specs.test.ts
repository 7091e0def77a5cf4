/** Kinds of changes between versions of real specs that were told wrongly once. */
import { expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { compareSpecs } from './compare-specs.ts';

const schemas = {
  Cat: { type: 'object', required: ['meows'], properties: { meows: { type: 'boolean' } } },
  Dog: { type: 'object', required: ['barks'], properties: { barks: { type: 'boolean' } } },
  Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
  Pet: { discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } } },
};
const Cat = { $ref: '#/components/schemas/Cat' };
const Dog = { $ref: '#/components/schemas/Dog' };
const Animal = { $ref: '#/components/schemas/Animal' };
const Pet = { $ref: '#/components/schemas/Pet' };
const text = { type: 'string' };
const number = { type: 'number' };

const mapped = (mapping: object): object => ({
  oneOf: [Cat, Dog],
  discriminator: { propertyName: 'kind', mapping },
});

/** A schema in lists in lists. */
const nest = (schema: object, depth: number): object =>
  depth === 0 ? schema : nest({ type: 'array', items: schema }, depth - 1);
/** The same schemas in another order, and written in another way. */
const writtenBackwards = (schemas: object[]): object[] =>
  schemas.map((schema) => ({ allOf: [schema, {}] })).reverse();
/** Only a value with the field must match the schema. */
const when = (field: string, schema: object): object =>
  // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
  ({ type: 'object', if: { required: [field] }, then: schema });

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
  ['an alternative whose discriminator names others', Pet, { oneOf: [Pet] }],
  [
    'one alternative beside others',
    { allOf: [{ oneOf: [Cat, Dog] }, { oneOf: [text] }] },
    { allOf: [Animal, text] },
  ],
  [
    'one alternative that has others, beside limits',
    { required: ['name'], oneOf: [{ minProperties: 2, anyOf: [Cat, Dog] }] },
    { required: ['name'], minProperties: 2, anyOf: [Cat, Dog] },
  ],
  [
    'lists of one alternative in fields of two parts',
    { allOf: [{ properties: { a: { oneOf: [text] } } }, { properties: { a: { oneOf: [{}] } } }] },
    { properties: { a: text } },
  ],
  ...(['not', 'contains', 'contentSchema', 'propertyNames', 'unevaluatedItems', 'if'] as const).map(
    (keyword): [string, unknown, unknown] => {
      const options = [text, number].map((schema) => ({
        [keyword]: schema,
        ...(keyword === 'if' && { else: { required: ['a'] } }),
      }));
      return [
        `alternatives in another order that differ in ${keyword}`,
        { oneOf: options },
        { oneOf: writtenBackwards(options) },
      ];
    },
  ),
  ...(['patternProperties', 'dependentSchemas'] as const).map((keyword): [string, unknown, unknown] => {
    const options = [text, number].map((schema) => ({ [keyword]: { a: schema } }));
    return [
      `alternatives in another order that differ in ${keyword}`,
      { anyOf: options },
      { anyOf: writtenBackwards(options) },
    ];
  }),
  [
    'alternatives in another order that differ deep inside',
    { oneOf: [nest(text, 20), nest(number, 20)] },
    { oneOf: writtenBackwards([nest(text, 20), nest(number, 20)]) },
  ],
  [
    'alternatives in another order that differ only in texts',
    { oneOf: [nest({ description: 'A' }, 3), nest({ description: 'B' }, 3)] },
    { oneOf: writtenBackwards([nest({ description: 'A' }, 3), nest({ description: 'B' }, 3)]) },
  ],
  [
    'conditions in another order that differ in what follows',
    { allOf: [when('a', nest(text, 4)), when('a', nest(number, 4))] },
    { allOf: [when('a', nest(number, 4)), when('a', nest(text, 4))] },
  ],
  [
    'lists of alternatives in another order that differ deep inside',
    { allOf: [{ anyOf: [Cat, nest(text, 4)] }, { anyOf: [Cat, nest(number, 4)] }] },
    { allOf: [{ anyOf: [nest(number, 4), Cat] }, { anyOf: [nest(text, 4), Cat] }] },
  ],
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
  [
    'a change in one of two alternatives that are otherwise equal, in another order',
    { oneOf: [nest(text, 6), nest(number, 6), nest({ type: 'boolean' }, 6)] },
    {
      oneOf: writtenBackwards([
        nest({ ...text, maxLength: 5 }, 6),
        nest(number, 6),
        nest({ type: 'boolean' }, 6),
      ]),
    },
    ['breaking limit-narrowed body'],
    ['non-breaking limit-narrowed body'],
  ],
  [
    'a change in one of two equal alternatives',
    { anyOf: [nest(text, 6), nest(text, 6)] },
    { anyOf: writtenBackwards([nest(text, 6), nest({ ...text, maxLength: 5 }, 6)]) },
    ['breaking limit-narrowed body'],
    ['non-breaking limit-narrowed body'],
  ],
  [
    'a changed condition in one of two alternatives in another order',
    { oneOf: [when('a', nest(text, 4)), when('b', nest(number, 4))] },
    { oneOf: writtenBackwards([when('a', nest(text, 4)), when('c', nest(number, 4))]) },
    ['breaking form-changed body'],
    ['breaking form-changed body'],
  ],
  [
    'what follows from one of two conditions in another order',
    { allOf: [when('a', nest(text, 4)), when('a', nest(number, 4))] },
    { allOf: [when('a', nest({ type: 'integer' }, 4)), when('a', nest(text, 4))] },
    ['breaking type-narrowed body'],
    ['non-breaking type-narrowed body'],
  ],
  [
    'a changed mapping of one of two alternatives in another order',
    { oneOf: ['x', 'y'].map((value) => mapped({ [value]: 'Cat', other: 'Dog' })) },
    { oneOf: writtenBackwards(['z', 'y'].map((value) => mapped({ [value]: 'Cat', other: 'Dog' }))) },
    ['breaking mapping-removed x', 'non-breaking mapping-added z'],
    ['non-breaking mapping-removed x', 'breaking mapping-added z'],
  ],
  [
    'an alternative beside the only one, whose discriminator names others',
    { oneOf: [Pet] },
    { oneOf: [Pet, text] },
    ['non-breaking variant-added 1'],
    ['breaking variant-added 1'],
  ],
  [
    'a change of one alternative beside others',
    { allOf: [Animal, { oneOf: [{ minProperties: 1 }] }] },
    { allOf: [Animal, { minProperties: 2 }] },
    ['breaking limit-narrowed body'],
    ['non-breaking limit-narrowed body'],
  ],
])('%s is told', ([, before, after, request, response]) => {
  expect(tell('request', before, after)).toEqual(request);
  expect(tell('response', before, after)).toEqual(response);
});
