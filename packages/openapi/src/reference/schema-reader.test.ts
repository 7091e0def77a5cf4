/** What readers are told of schemas: each keyword, and how parts that hold at once are combined. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../resolve.ts';
import { describeSpec } from './describe-spec.ts';
import type { OperationReference, SchemaReference } from './operation-reference.ts';
import { writeReference } from './write-reference.ts';

const SCHEMAS = '#/components/schemas/';

function describePost(operation: Json, schemas: Json = {}): OperationReference {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { post: operation } },
    components: { schemas },
  };
  const found = describeSpec(spec, { kind: 'operation', method: 'post', path: '/pets' });
  if (found?.kind !== 'operation') throw new Error('There is no such operation.');
  return found;
}

function read(schema: unknown, schemas: Json = {}): SchemaReference {
  const body = { requestBody: { content: { 'application/json': { schema } } } };
  const found = describePost(body, schemas).body?.contents[0]?.schema;
  if (!found) throw new Error('There is no schema.');
  return found;
}

const field = (schema: SchemaReference, name: string): SchemaReference => {
  const found = schema.fields.find((one) => one.name === name);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found.schema;
};
const namesOf = ({ fields }: SchemaReference): string[] => fields.map(({ name }) => name);
const markdownOf = (schema: unknown, schemas: Json = {}): string =>
  writeReference(describePost({ requestBody: { content: { 'application/json': { schema } } } }, schemas));

describe('parts that hold at once', () => {
  test.for<[name: string, parts: Json[], expected: Json]>([
    [
      'the higher of two lower limits',
      [{ minLength: 2 }, { minLength: 5 }],
      { limits: [['minLength', '5']] },
    ],
    ['the lower of two upper limits', [{ maximum: 9 }, { maximum: 5 }], { limits: [['maximum', '5']] }],
    ['what both divide', [{ multipleOf: 4 }, { multipleOf: 6 }], { limits: [['multipleOf', '12']] }],
    [
      'both patterns',
      [{ pattern: '^a' }, { pattern: 'b$' }],
      {
        limits: expect.arrayContaining([
          ['pattern', '^a'],
          ['pattern', 'b$'],
        ]),
      },
    ],
    ['the values of both lists', [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }], { enumValues: ['"b"'] }],
    ['the type that both allow', [{ type: 'number' }, { type: ['integer', 'string'] }], { type: 'integer' }],
    ['read-only in one part', [{ type: 'string' }, { readOnly: true }], { isReadOnly: true }],
    ['the title of the last part', [{ title: 'One' }, { title: 'Two' }], { title: 'Two' }],
  ])('have %s', ([, allOf, expected]) => {
    expect(read({ allOf })).toMatchObject(expected);
    expect(read({ $ref: `${SCHEMAS}One`, ...allOf[1] }, { One: allOf[0] })).toMatchObject(expected);
  });

  test('have their own title rather than that of a part', () => {
    expect(read({ title: 'Own', allOf: [{ title: 'Part' }] }).title).toBe('Own');
  });

  const page = {
    type: 'object',
    properties: { data: { type: 'array', items: { type: 'object' } }, total: {} },
  };
  const station = {
    type: 'object',
    properties: { name: { type: 'string' }, kind: { enum: ['bus', 'rail'] } },
  };
  test.for<[name: string, schema: Json]>([
    [
      'a later part',
      {
        allOf: [
          { $ref: `${SCHEMAS}Page` },
          { properties: { data: { items: { $ref: `${SCHEMAS}Station` } } } },
        ],
      },
    ],
    [
      'an earlier part',
      {
        allOf: [
          { properties: { data: { items: { $ref: `${SCHEMAS}Station` } } } },
          { $ref: `${SCHEMAS}Page` },
        ],
      },
    ],
    [
      'what stands beside the reference',
      { $ref: `${SCHEMAS}Page`, properties: { data: { items: { $ref: `${SCHEMAS}Station` } } } },
    ],
  ])('refine a field in %s', ([, schema]) => {
    const data = field(read(schema, { Page: page, Station: station }), 'data');
    expect(data.type).toBe('array of Station');
    expect(data.items && namesOf(data.items)).toEqual(['name', 'kind']);
  });

  test('have all sets of alternatives', () => {
    const choice = (...names: string[]): Json => ({
      oneOf: names.map((name) => ({ type: 'object', title: name, properties: { [name]: {} } })),
    });
    const { alternatives } = read({ allOf: [choice('a', 'b'), choice('c', 'd')] });
    expect(alternatives.map(({ options }) => options.map(({ title }) => title))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('are read alike whatever stands beside other uses of the same reference', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { $ref: `${SCHEMAS}Name`, description: 'Of a' },
        b: { $ref: `${SCHEMAS}Name` },
      },
    };
    const found = read(schema, { Name: { type: 'string', description: 'A name' } });
    expect(field(found, 'a').description?.markdown).toBe('Of a');
    expect(field(found, 'b').description?.markdown).toBe('A name');
  });
});

describe('variants', () => {
  const variant = (properties: Json): Json => ({
    allOf: [{ $ref: `${SCHEMAS}Shape` }, { type: 'object', properties }],
  });
  const shape = (discriminator: Json): Json => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind', ...discriminator },
  });
  const schemas = (discriminator: Json): Json => ({
    Shape: shape(discriminator),
    Circle: variant({ radius: {} }),
    Square: variant({ edge: {} }),
  });
  const mapping = { circle: `${SCHEMAS}Circle`, square: 'Square' };

  test.for<[string, Json, string[]]>([
    ['that the mapping names', { mapping }, ['circle', 'square']],
    ['that extend it', {}, ['Circle', 'Square']],
  ])('%s are shown', ([, discriminator, values]) => {
    const [alternatives] = read({ $ref: `${SCHEMAS}Shape` }, schemas(discriminator)).alternatives;
    expect(alternatives?.discriminator).toBe('kind');
    expect(alternatives?.options.map(({ value }) => value)).toEqual(values);
    expect(alternatives?.options.map(({ schema }) => namesOf(schema))).toEqual([['radius'], ['edge']]);
  });

  test('know the value that selects them', () => {
    const circle = read({ $ref: `${SCHEMAS}Circle` }, schemas({ mapping }));
    expect(namesOf(circle)).toEqual(['kind', 'radius']);
    expect(field(circle, 'kind').enumValues).toEqual(['"circle"']);
    expect(circle.alternatives).toEqual([]);
  });

  test('do not repeat the alternatives of which they are one', () => {
    const oneOf = [{ $ref: `${SCHEMAS}Circle` }, { $ref: `${SCHEMAS}Square` }];
    const all = { ...schemas({ mapping }), Shape: { ...shape({ mapping }), oneOf } };
    expect(read({ $ref: `${SCHEMAS}Circle` }, all).alternatives).toEqual([]);
    const [alternatives] = read({ $ref: `${SCHEMAS}Shape` }, all).alternatives;
    expect(alternatives?.options.map(({ schema }) => namesOf(schema))).toEqual([['radius'], ['edge']]);
  });
});

describe('the values of the field by which a discriminator selects', () => {
  const names = ['A', 'B', 'C'];
  /** Some of the values, each with a variant that it selects. */
  const drawn = fc
    .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 6 })
    .chain((numbers) =>
      fc.record({
        values: fc.constantFrom<unknown[]>(
          numbers,
          numbers.map((n) => `v${n}`),
        ),
        targets: fc.array(fc.constantFrom('', ...names), {
          minLength: numbers.length,
          maxLength: numbers.length,
        }),
        owner: fc.constantFrom<'base' | 'variants' | 'other'>('base', 'variants', 'other'),
        isListed: fc.boolean(),
      }),
    );

  test('are all shown, each variant with those that do not select another one', () => {
    fc.assert(
      fc.property(drawn, ({ values, targets, owner, isListed }) => {
        const mapping = Object.fromEntries(
          values.flatMap((value, n) => (targets[n] === '' ? [] : [[String(value), targets[n]]])),
        );
        const kind = (of: unknown[]): Json => ({
          enum: of,
          'x-enumDescriptions': Object.fromEntries(of.map((value) => [String(value), `About ${value}.`])),
        });
        // Values of the variants that are none of those of the base.
        const others = owner === 'other' ? ['other'] : [];
        const ofVariant = owner === 'base' ? {} : { kind: kind(owner === 'other' ? others : values) };
        const discriminator = { propertyName: 'kind', mapping };
        const refs = names.map((name) => ({ $ref: `${SCHEMAS}${name}` }));
        const base = {
          type: 'object',
          properties: { kind: owner === 'variants' ? {} : kind(values) },
          ...(isListed ? { oneOf: refs } : {}),
          discriminator,
        };
        const variant = { allOf: [{ $ref: `${SCHEMAS}Base` }, { properties: ofVariant }] };
        const schemas = { Base: base, ...Object.fromEntries(names.map((name) => [name, variant])) };
        const whole = read({ $ref: `${SCHEMAS}Base` }, schemas);
        const shown = new Set(field(whole, 'kind').enumValues);
        const known = [...values, ...others];
        for (const [n, name] of names.entries()) {
          const alone = read(refs[n], schemas);
          const { enumValues = [], enumNotes = [] } = field(alone, 'kind');
          const isOwn = (value: unknown): boolean => [undefined, name].includes(mapping[String(value)]);
          const own = known.filter(isOwn);
          expect(enumValues).toEqual((own.length > 0 ? own : known).map((value) => JSON.stringify(value)));
          expect(enumNotes).toEqual(
            (own.length > 0 ? own : known).map((value) =>
              owner === 'other' && value !== 'other' ? expect.anything() : `About ${value}.`,
            ),
          );
          for (const value of enumValues) shown.add(value);
        }
        expect([...shown].sort()).toEqual(known.map((value) => JSON.stringify(value)).sort());
        const markdown = markdownOf({ $ref: `${SCHEMAS}Base` }, schemas);
        for (const value of Object.keys(mapping)) expect(markdown).toContain(value);
      }),
      { numRuns: 40 },
    );
  });

  test('are written as the field has them if it lists none', () => {
    const variant = { allOf: [{ $ref: `${SCHEMAS}Base` }] };
    const base = (type: string): Json => ({
      properties: { kind: { type } },
      discriminator: { propertyName: 'kind', mapping: { 1: 'A', 2: 'B', 12: 'A' } },
    });
    const valuesOf = (type: string): unknown =>
      field(read({ $ref: `${SCHEMAS}A` }, { Base: base(type), A: variant, B: variant }), 'kind').enumValues;
    expect(valuesOf('integer')).toEqual(['1', '12']);
    expect(valuesOf('string')).toEqual(['"1"', '"12"']);
  });
});

test('lists of values that have none in common are all shown', () => {
  const parts = [{ enum: ['a', 'b'] }, { enum: ['c', 1] }, { const: { d: 1 } }];
  const all = ['"a"', '"b"', '"c"', '1', '{"d":1}'];
  for (const allOf of [parts, [...parts, parts[1]]])
    expect(read({ allOf }).enumValues?.sort()).toEqual(all.toSorted());
});

describe('a condition', () => {
  const then = { properties: { card_number: { type: 'string' } }, required: ['card_number'] };
  const otherwise = { properties: { iban: { type: 'string' } } };

  test('is the values of fields', () => {
    const schema = {
      type: 'object',
      properties: { type: { enum: ['card', 'bank'] } },
      if: { properties: { type: { const: 'card' } } },
      then,
      else: otherwise,
    };
    expect(read(schema).alternatives).toMatchObject([
      {
        kind: 'then',
        condition: { fields: [{ name: 'type', values: ['"card"'] }] },
        options: [{ schema: { fields: [{ name: 'card_number', isRequired: true }] } }],
      },
      { kind: 'else', options: [{ schema: { fields: [{ name: 'iban' }] } }] },
    ]);
    expect(markdownOf(schema)).toContain('*If `type` is `"card"`:*');
    expect(markdownOf(schema)).toContain('`card_number` (string, required)');
    expect(markdownOf(schema)).toContain('*Otherwise:*');
  });

  test('may be any schema', () => {
    const schema = { if: { properties: { size: { minimum: 3 } } }, then, else: otherwise };
    const [first, second] = read(schema).alternatives;
    expect(first?.condition).toMatchObject({ fields: [], schema: { fields: [{ name: 'size' }] } });
    expect(second?.kind).toBe('else');
  });

  test('may be that a field is given', () => {
    const schema = {
      type: 'object',
      properties: { card: {} },
      dependentSchemas: { card: then },
      dependentRequired: { card: ['name'] },
    };
    expect(read(schema).alternatives).toMatchObject([
      { kind: 'then', condition: { fields: [{ name: 'card', values: [] }] } },
      {
        kind: 'then',
        condition: { fields: [{ name: 'card', values: [] }] },
        options: [{ schema: { fields: [{ name: 'name', isRequired: true }] } }],
      },
    ]);
  });

  test('holds in each of several parts', () => {
    const when = (value: string): Json => ({ if: { properties: { a: { const: value } } }, then });
    const { alternatives } = read({ allOf: [when('x'), when('y')] });
    expect(alternatives.map(({ condition }) => condition?.fields[0]?.values)).toEqual([['"x"'], ['"y"']]);
  });
});

describe('parameters and headers', () => {
  const limits = {
    type: 'object',
    properties: { left: { type: 'integer', description: 'How many are left' } },
  };
  const kinds = { type: 'array', items: { type: 'string', enum: ['k1', 'k2'] } };
  const { parameters, responses } = describePost({
    parameters: [
      { name: 'kinds', in: 'query', required: true, schema: kinds },
      { name: 'limits', in: 'query', content: { 'application/json': { schema: limits } } },
      { name: 'id', in: 'header', examples: { A: { value: 'usr_42', summary: 'A user' } }, schema: {} },
    ],
    responses: { 200: { headers: { 'X-Limits': { schema: limits }, 'X-Kinds': { schema: kinds } } } },
  });

  test('have the values of their items', () => {
    expect(parameters[0]?.schema.items?.enumValues).toEqual(['"k1"', '"k2"']);
    expect(responses[0]?.headers[1]?.schema.items?.enumValues).toEqual(['"k1"', '"k2"']);
  });

  test('have fields, and the media type of what they contain', () => {
    expect(parameters[1]).toMatchObject({
      mediaType: 'application/json',
      schema: { fields: [{ name: 'left' }] },
    });
    expect(responses[0]?.headers[0]?.schema.fields[0]?.schema.description?.markdown).toBe(
      'How many are left',
    );
  });

  test('have named examples', () => {
    expect(parameters[2]?.schema.examples).toEqual([{ title: 'A user', value: 'usr_42' }]);
  });
});

describe('values', () => {
  test('have their meanings', () => {
    const schema = { enum: ['a1', 'b2'], 'x-enumDescriptions': { a1: 'First letter' } };
    expect(read(schema).enumNotes).toEqual(['First letter', '']);
    expect(markdownOf(schema)).toContain('`"a1"` (First letter), `"b2"`');
  });

  test('that are too many to show are counted', () => {
    const schema = { enum: Array.from({ length: 1005 }, (_, n) => n) };
    expect(read(schema)).toMatchObject({ valuesLeftOut: 5 });
    expect(markdownOf(schema)).toContain('and 5 more');
  });

  test.for<[string, Json, Json]>([
    ['null', { type: 'string', enum: ['a'], nullable: true }, { enumValues: ['"a"', 'null'] }],
    [
      'a file',
      { contentMediaType: 'application/octet-stream' },
      { kind: 'string', limits: [['format', 'binary']] },
    ],
    [
      'an encoded file',
      { contentEncoding: 'base64' },
      { kind: 'string', limits: [['contentEncoding', 'base64']] },
    ],
    ['no other fields', { properties: { a: {} }, additionalProperties: false }, { isClosed: true }],
    ['names', { propertyNames: { pattern: '^x-' } }, { limits: [['propertyNames', '^x-']] }],
    ['at least one item', { contains: { const: 1 } }, { alternatives: [{ kind: 'contains' }] }],
    [
      'a page about them',
      { externalDocs: { url: 'https://example.com/a', description: 'More' } },
      { externalDocs: { url: 'https://example.com/a', description: 'More' } },
    ],
    ['a script as the address of a page', { externalDocs: { url: 'javascript:alert(1)' } }, {}],
  ])('may be %s', ([, schema, expected]) => {
    expect(read(schema)).toMatchObject(expected);
    expect(JSON.stringify(read(schema))).not.toContain('javascript:');
  });

  test('of a content of which nothing is said are a file, unless it is text', () => {
    const { body } = describePost({
      requestBody: { content: { 'image/png': { schema: {} }, 'application/json': { schema: {} } } },
    });
    expect(body?.contents.map(({ schema }) => schema?.kind)).toEqual(['string', 'any']);
  });
});

test('an end that is left out for its depth or its size is said to be left out', () => {
  const deep = Array.from({ length: 20 }).reduce<Json>(
    (inner) => ({ type: 'object', properties: { next: inner } }),
    { type: 'string' },
  );
  expect(JSON.stringify(read(deep))).toContain('"isCut":true');
  expect(markdownOf(deep)).toContain('More is not shown here.');
});
