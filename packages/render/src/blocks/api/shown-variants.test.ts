/** Facts of specs in the many ways in which they can be written: each is on the page, and in its Markdown. */
// biome-ignore-all lint/suspicious/noThenProperty: A keyword of schemas.
import type { Json } from '@lectern/openapi/resolve';
import { body, each, header, query, specOf, text } from '../../../test/show-variants.ts';

const values = { type: 'string', enum: ['v1', 'v2'] };
const lists = ['"v1"', '"v2"'];

each('values of a list are shown, wherever they stand', {
  'items of items': {
    spec: specOf(query({ schema: { type: 'array', items: { type: 'array', items: values } } })),
    has: lists,
  },
  'additional properties': {
    spec: specOf(query({ schema: { type: 'object', additionalProperties: values } })),
    has: lists,
  },
  'items of additional properties': {
    spec: specOf(
      query({ schema: { type: 'object', additionalProperties: { type: 'array', items: values } } }),
    ),
    has: lists,
  },
  'names of properties': {
    spec: specOf(query({ schema: { type: 'object', propertyNames: values } })),
    has: lists,
  },
  'shared names of properties': {
    spec: specOf(body({ type: 'object', propertyNames: { $ref: '#/components/schemas/V' } }), {
      schemas: { V: values },
    }),
    has: lists,
  },
  'first items': {
    spec: specOf(body({ type: 'array', prefixItems: [text, values], items: false })),
    has: lists,
  },
  'shared items': {
    spec: specOf(query({ schema: { type: 'array', items: { $ref: '#/components/schemas/V' } } }), {
      schemas: { V: values },
    }),
    has: lists,
  },
  'items that are one of several': {
    spec: specOf(
      query({ schema: { type: 'array', items: { oneOf: [values, { type: 'integer', enum: [7] }] } } }),
    ),
    has: [...lists, '7'],
  },
  'constants with titles': {
    spec: specOf(
      query({
        schema: {
          type: 'array',
          items: {
            oneOf: [
              { const: 'v1', title: 'First' },
              { const: 'v2', description: 'Second one' },
            ],
          },
        },
      }),
    ),
    has: [...lists, 'First', 'Second one'],
  },
  contains: { spec: specOf(body({ type: 'array', contains: values })), has: lists },
  'unevaluated items': { spec: specOf(body({ type: 'array', unevaluatedItems: values })), has: lists },
  'unevaluated properties': {
    spec: specOf(body({ type: 'object', unevaluatedProperties: values })),
    has: lists,
  },
  'properties by pattern': {
    spec: specOf(body({ type: 'object', patternProperties: { '^x': values } })),
    has: lists,
  },
  'lists as values': {
    spec: specOf(query({ schema: { enum: [['v1'], ['v2', 'v3']] } })),
    has: ['["v1"]', '["v2","v3"]'],
  },
  'objects as values': { spec: specOf(query({ schema: { enum: [{ a: 'v1' }] } })), has: ['{"a":"v1"}'] },
  'a parameter that is a content': {
    spec: specOf(query({ content: { 'application/json': { schema: { type: 'array', items: values } } } })),
    has: [...lists, 'application/json'],
  },
  'a shared parameter': {
    spec: specOf(
      { parameters: [{ $ref: '#/components/parameters/P' }] },
      { parameters: { P: { name: 'p', in: 'query', schema: { type: 'array', items: values } } } },
    ),
    has: lists,
  },
  'a parameter of the path item': {
    spec: {
      ...specOf({}),
      paths: {
        '/things': {
          parameters: [{ name: 'p', in: 'query', schema: { type: 'array', items: values } }],
          get: {},
        },
      },
    },
    has: lists,
  },
  'nullable items': {
    spec: {
      ...specOf(query({ schema: { type: 'array', items: { ...values, nullable: true } } })),
      openapi: '3.0.3',
    },
    has: [...lists, 'array of (string or null)'],
  },
  'in 2.0': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/things': {
          get: {
            parameters: [
              {
                name: 'p',
                in: 'query',
                type: 'array',
                collectionFormat: 'multi',
                items: values,
                default: ['v1'],
              },
            ],
            responses: {},
          },
        },
      },
    },
    has: [...lists, /Default: ?\["v1"\]/],
  },
  'in a form of 2.0': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/things': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [{ name: 'p', in: 'formData', type: 'array', items: values }],
            responses: {},
          },
        },
      },
    },
    has: lists,
  },
});

each('defaults and examples of lists are shown', {
  'the default of a list': {
    spec: specOf(query({ schema: { type: 'array', items: text, default: ['d1', 'd2'] } })),
    has: ['["d1","d2"]'],
  },
  'the default of items': {
    spec: specOf(query({ schema: { type: 'array', items: { ...text, default: 'd1' } } })),
    has: ['"d1"'],
  },
  'an empty default': {
    spec: specOf(query({ schema: { type: 'array', items: text, default: [] } })),
    has: [/Default: ?\[\]/],
  },
  'a default of null': {
    spec: specOf(query({ schema: { type: ['string', 'null'], default: null } })),
    has: [/Default: ?null/],
  },
  'a constant list': { spec: specOf(query({ schema: { const: ['c1', 'c2'] } })), has: ['["c1","c2"]'] },
  'constant items': {
    spec: specOf(query({ schema: { type: 'array', items: { const: 'c1' } } })),
    has: ['"c1"'],
  },
  'an example': {
    spec: specOf(query({ schema: { type: 'array', items: text }, example: ['e1', 'e2'] })),
    has: ['["e1","e2"]'],
  },
  'examples of the schema': {
    spec: specOf(query({ schema: { type: 'array', items: text, examples: [['e1'], ['e2']] } })),
    has: ['["e1"]', '["e2"]'],
  },
  'examples of items': {
    spec: specOf(query({ schema: { type: 'array', items: { ...text, examples: ['e1', 'e2'] } } })),
    has: ['e1', 'e2'],
  },
  'named examples': {
    spec: specOf(
      query({
        schema: { type: 'array', items: text },
        examples: { one: { summary: 'The first', value: ['e1'] }, two: { $ref: '#/components/examples/E' } },
      }),
      { examples: { E: { summary: 'The second', value: ['e2'] } } },
    ),
    has: ['["e1"]', '["e2"]', 'The first', 'The second'],
  },
});

each('examples are shown', {
  zero: { spec: specOf(query({ schema: { type: 'integer' }, example: 0 })), has: [/Example: ?0\b/] },
  false: { spec: specOf(query({ schema: { type: 'boolean' }, example: false })), has: [/Example: ?false/] },
  null: {
    spec: specOf(query({ schema: { type: ['string', 'null'] }, example: null })),
    has: [/Example: ?null/],
  },
  'of a field': {
    spec: specOf(body({ type: 'object', properties: { a: { ...text, example: 'e1' } } })),
    has: ['e1'],
  },
  'of a header': { spec: specOf(header({ schema: text, example: 'e1' })), has: ['e1'] },
  'of the schema of a header': {
    spec: specOf(header({ schema: { ...text, examples: ['e1'] } })),
    has: ['e1'],
  },
  'of a parameter as a content': {
    spec: specOf(
      query({ content: { 'application/json': { schema: { type: 'object' }, example: { a: 'e1' } } } }),
    ),
    has: ['{"a":"e1"}'],
  },
  'named, of a parameter as a content': {
    spec: specOf(
      query({
        content: {
          'application/json': {
            schema: { type: 'object' },
            examples: { x: { summary: 'Big', value: { a: 'e1' } } },
          },
        },
      }),
    ),
    has: ['{"a":"e1"}', 'Big'],
  },
  elsewhere: {
    spec: specOf(
      query({ schema: text, examples: { x: { summary: 'Far', externalValue: 'https://e.example.com/x' } } }),
    ),
    has: [/Example: ?\[?Far/],
  },
  'elsewhere, of a body': {
    spec: specOf({
      requestBody: {
        content: {
          'application/pdf': {
            examples: { x: { summary: 'Far', externalValue: 'https://e.example.com/x.pdf' } },
          },
        },
      },
    }),
    has: [/Example: ?\[?Far/],
  },
  'of 3.2': {
    spec: {
      ...specOf(
        query({
          schema: { type: 'object' },
          examples: { x: { dataValue: { a: 'e1' } }, y: { serializedValue: 'a=e2' } },
        }),
      ),
      openapi: '3.2.0',
    },
    has: ['{"a":"e1"}', 'a=e2'],
  },
  'in a part of allOf': {
    spec: specOf(body({ type: 'object', properties: { a: { allOf: [{ ...text, example: 'e1' }] } } })),
    has: ['e1'],
  },
  'of a shared schema': {
    spec: specOf(query({ schema: { $ref: '#/components/schemas/E' } }), {
      schemas: { E: { ...text, example: 'e1' } },
    }),
    has: ['e1'],
  },
  'beside a reference': {
    spec: specOf(query({ schema: { $ref: '#/components/schemas/E', examples: ['e2'] } }), {
      schemas: { E: { ...text, examples: ['e1'] } },
    }),
    has: ['e2'],
  },
  'of 2.0, as an extension': {
    spec: {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/things': {
          get: { parameters: [{ name: 'p', in: 'query', type: 'string', 'x-example': 'e1' }], responses: {} },
        },
      },
    },
    has: ['e1'],
  },
  'with its signs': {
    spec: specOf(query({ schema: text, example: 'a<b & "c" `d` *e*' })),
    has: [/a<b & "c" `?d`? \*?e/],
  },
});

const oldSpec = (operation: Json, others: Json = {}): Json => ({
  swagger: '2.0',
  info: { title: 'a', version: '1' },
  host: 'api.example.com',
  paths: { '/things': { post: { responses: {}, ...operation } } },
  ...others,
});

each('headers of responses are shown', {
  shared: {
    spec: specOf(header({ $ref: '#/components/headers/H' }), {
      headers: { H: { description: 'D1', schema: { ...text, maxLength: 9 } } },
    }),
    has: ['X-H', 'D1', /maxLength: ?9/],
  },
  'shared, with a description of its own': {
    spec: specOf(header({ $ref: '#/components/headers/H', description: 'D2' }), {
      headers: { H: { description: 'D1', schema: text } },
    }),
    has: ['D2'],
    lacks: ['D1'],
  },
  'a content': {
    spec: specOf(
      header({
        content: {
          'application/json': {
            schema: { type: 'object', properties: { left: { type: 'integer', description: 'L1' } } },
          },
        },
      }),
    ),
    has: ['application/json', 'left', 'L1'],
  },
  'an object in an object': {
    spec: specOf(
      header({
        schema: {
          type: 'object',
          properties: { a: { type: 'object', properties: { b: { ...text, description: 'B1' } } } },
        },
      }),
    ),
    has: ['B1'],
  },
  'a list': {
    spec: specOf(header({ schema: { type: 'array', minItems: 2, items: values } })),
    has: [...lists, /minItems: ?2/, 'array of string'],
  },
  'a list of objects': {
    spec: specOf(
      header({
        schema: {
          type: 'array',
          items: { type: 'object', properties: { rel: { ...text, description: 'R1' } } },
        },
      }),
    ),
    has: ['rel', 'R1'],
  },
  deprecated: { spec: specOf(header({ deprecated: true, schema: text })), has: [/[Dd]eprecated/] },
  'deprecated by its schema': {
    spec: specOf(header({ schema: { ...text, deprecated: true } })),
    has: [/[Dd]eprecated/],
  },
  required: { spec: specOf(header({ required: true, schema: text })), has: ['required'] },
  'with a default': {
    spec: specOf(header({ schema: { type: 'integer', default: 60 } })),
    has: [/Default: ?60/],
  },
  combined: {
    spec: specOf(header({ schema: { allOf: [{ $ref: '#/components/schemas/V' }, { description: 'A1' }] } }), {
      schemas: { V: values },
    }),
    has: [...lists, 'A1'],
  },
  'one of several': {
    spec: specOf(header({ schema: { oneOf: [{ type: 'integer', maximum: 5 }, values] } })),
    has: [...lists, /maximum: ?5/],
  },
  'of a shared response': {
    spec: specOf(
      { responses: { 200: { $ref: '#/components/responses/R' } } },
      { responses: { R: { description: '', headers: { 'X-H': { schema: values } } } } },
    ),
    has: ['X-H', ...lists],
  },
  'of a part of a form': {
    spec: specOf({
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { a: text } },
            encoding: { a: { headers: { 'X-P': { schema: values } } } },
          },
        },
      },
    }),
    has: ['X-P', ...lists],
  },
  'of a callback': {
    spec: specOf({
      callbacks: {
        done: {
          '{$request.body#/url}': {
            post: { responses: { 200: { description: '', headers: { 'X-C': { schema: values } } } } },
          },
        },
      },
    }),
    has: ['X-C', ...lists],
  },
  'of 2.0': {
    spec: oldSpec({
      responses: {
        200: {
          description: '',
          headers: { 'X-H': { type: 'array', items: values, collectionFormat: 'csv', description: 'O1' } },
        },
      },
    }),
    has: ['X-H', 'O1', ...lists],
  },
});

const base = {
  type: 'object',
  required: ['a'],
  properties: {
    a: { ...text, description: 'Base words', maxLength: 9 },
    b: { type: 'integer', description: 'B words' },
  },
};
const derived = (part: Json): Json =>
  specOf(body({ allOf: [{ $ref: '#/components/schemas/Base' }, part] }), { schemas: { Base: base } });

each('a later part of allOf refines the earlier ones', {
  'a description': {
    spec: derived({ properties: { a: { description: 'Own words' } } }),
    has: ['Own words', /maxLength: ?9/],
    lacks: ['Base words'],
  },
  required: { spec: derived({ required: ['b'] }), has: [/b\b \(?integer,? required/] },
  values: { spec: derived({ properties: { a: { enum: ['v1', 'v2'] } } }), has: lists },
  'fewer values': {
    spec: specOf(
      body({ properties: { a: { allOf: [{ enum: ['v1', 'v2', 'v3'] }, { enum: ['v3', 'v2'] }] } } }),
    ),
    has: ['"v2"', '"v3"'],
    lacks: ['"v1"'],
  },
  'a constant': {
    spec: specOf(body({ properties: { a: { allOf: [values, { const: 'v1' }] } } })),
    has: ['"v1"'],
    lacks: ['"v2"'],
  },
  'read-only': {
    spec: derived({ properties: { b: { readOnly: true } } }),
    has: [/b\b \(?integer,? read-only/],
  },
  'write-only': { spec: derived({ properties: { b: { writeOnly: true } } }), has: ['write-only'] },
  deprecated: { spec: derived({ properties: { b: { deprecated: true } } }), has: [/[Dd]eprecated/] },
  'a format': { spec: derived({ properties: { a: { format: 'uri' } } }), has: ['uri'] },
  'another format': {
    spec: specOf(
      body({ properties: { a: { allOf: [{ ...text, format: 'uri-reference' }, { format: 'uri' }] } } }),
    ),
    has: [/string (· )?<?uri\b/],
    lacks: ['uri-reference'],
  },
  'no other fields': { spec: derived({ additionalProperties: false }), has: ['No other fields are allowed'] },
  'no other fields, of the base': {
    spec: specOf(body({ allOf: [{ ...base, additionalProperties: false }, { description: 'x' }] })),
    has: ['No other fields are allowed'],
  },
  'other fields': {
    spec: derived({ additionalProperties: { type: 'number', description: 'Other words' } }),
    has: ['any other name', 'Other words'],
  },
  'null, in both': {
    spec: {
      ...specOf(body({ properties: { a: { allOf: [{ ...text, nullable: true }], nullable: true } } })),
      openapi: '3.0.3',
    },
    has: ['string or null'],
  },
  'null, beside a reference': {
    spec: {
      ...specOf(
        body({ properties: { a: { nullable: true, allOf: [{ $ref: '#/components/schemas/Base' }] } } }),
        { schemas: { Base: base } },
      ),
      openapi: '3.0.3',
    },
    has: ['Base or null'],
  },
  'no null in one': {
    spec: specOf(body({ properties: { a: { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] } } })),
    has: [/a\b \(?string/],
    lacks: ['or null'],
  },
  'a default': { spec: derived({ properties: { b: { default: 7 } } }), has: [/Default: ?7/] },
  'a title': {
    spec: specOf(
      body({ oneOf: [{ allOf: [{ $ref: '#/components/schemas/Base' }, { title: 'Special' }] }, text] }),
      { schemas: { Base: base } },
    ),
    has: ['Special'],
  },
  'beside a reference': {
    spec: specOf(
      body({
        properties: {
          x: { $ref: '#/components/schemas/S', description: 'Own words', deprecated: true, readOnly: true },
        },
      }),
      { schemas: { S: { ...text, description: 'Base words' } } },
    ),
    has: ['Own words', /[Dd]eprecated/, 'read-only'],
    lacks: ['Base words'],
  },
  'in three levels': {
    spec: specOf(body({ $ref: '#/components/schemas/C' }), {
      schemas: {
        A: base,
        B: {
          allOf: [
            { $ref: '#/components/schemas/A' },
            { properties: { a: { description: 'B level' }, c: text } },
          ],
        },
        C: {
          allOf: [
            { $ref: '#/components/schemas/B' },
            { properties: { a: { description: 'C level' } }, required: ['c'] },
          ],
        },
      },
    }),
    has: ['C level', /c\b \(?string,? required/],
    lacks: ['Base words', 'B level'],
  },
  items: {
    spec: specOf(
      body({
        allOf: [
          { properties: { l: { type: 'array', maxItems: 5, items: base } } },
          { properties: { l: { items: { properties: { a: { enum: ['v1'] } } } } } },
        ],
      }),
    ),
    has: [/maxItems: ?5/, 'Base words', '"v1"'],
  },
  'fields that are not allowed': {
    spec: derived({ properties: { b: false } }),
    has: ['Base words'],
    lacks: ['B words'],
  },
});

const limited = (...parts: Json[]): Json => specOf(body({ properties: { a: { allOf: parts } } }));
each('of limits in several parts, the strictest holds', {
  lengths: {
    spec: limited(
      { ...text, minLength: 2, maxLength: 20 },
      { minLength: 5 },
      { allOf: [{ maxLength: 9, minLength: 3 }] },
    ),
    has: [/minLength: ?5/, /maxLength: ?9/],
    lacks: [/minLength: ?[23]/, /maxLength: ?20/],
  },
  numbers: {
    spec: limited({ type: 'number', minimum: 0, maximum: 100 }, { minimum: 10 }, { maximum: 50.5 }),
    has: [/minimum: ?10/, /maximum: ?50.5/],
    lacks: [/minimum: ?0/, /maximum: ?100/],
  },
  items: {
    spec: limited(
      { type: 'array', minItems: 1, items: text },
      { maxItems: 9, uniqueItems: true },
      { minItems: 3, maxItems: 5 },
    ),
    has: [/minItems: ?3/, /maxItems: ?5/, 'uniqueItems'],
    lacks: [/minItems: ?1/, /maxItems: ?9/],
  },
  properties: {
    spec: limited(
      { type: 'object', minProperties: 1 },
      { minProperties: 2, maxProperties: 8 },
      { maxProperties: 4 },
    ),
    has: [/minProperties: ?2/, /maxProperties: ?4/],
    lacks: [/minProperties: ?1/, /maxProperties: ?8/],
  },
  'whole multiples': {
    spec: limited({ type: 'integer', multipleOf: 4 }, { multipleOf: 6 }),
    has: [/multipleOf: ?12/],
  },
  'multiples with fractions': {
    spec: limited({ type: 'number', multipleOf: 0.1 }, { multipleOf: 0.25 }),
    has: [/multipleOf: ?0\.5/],
  },
  'a multiple of the other': {
    spec: limited({ type: 'number', multipleOf: 0.5 }, { multipleOf: 0.25 }),
    has: [/multipleOf: ?0\.5/],
    lacks: [/0\.25/],
  },
  patterns: { spec: limited({ ...text, pattern: '^a' }, { pattern: 'z$' }), has: ['^a', 'z$'] },
  'a limit and an exclusive one': {
    spec: limited({ type: 'integer', minimum: 3 }, { exclusiveMinimum: 5 }),
    has: [/exclusiveMinimum: ?5/],
    lacks: [/ minimum: ?3/],
  },
  'an exclusive limit and a larger one': {
    spec: limited({ type: 'integer', exclusiveMaximum: 9 }, { maximum: 5 }),
    has: [/maximum: ?5/],
    lacks: [/exclusiveMaximum/],
  },
  'the same limit, once exclusive': {
    spec: limited({ type: 'number', minimum: 3 }, { exclusiveMinimum: 3 }),
    has: [/exclusiveMinimum: ?3/],
    lacks: [/ minimum: ?3/],
  },
  'exclusive, in 3.0': {
    spec: {
      ...limited({ type: 'number', minimum: 3, exclusiveMinimum: true }, { minimum: 2 }),
      openapi: '3.0.3',
    },
    has: [/exclusiveMinimum: ?3/],
    lacks: [/ minimum: ?2/],
  },
  'through references': {
    spec: specOf(body({ properties: { a: { $ref: '#/components/schemas/A', maxLength: 5 } } }), {
      schemas: {
        A: { allOf: [{ $ref: '#/components/schemas/B' }], minLength: 2 },
        B: { ...text, maxLength: 20, minLength: 1, pattern: '^b' },
      },
    }),
    has: [/maxLength: ?5/, /minLength: ?2/, '^b'],
    lacks: [/maxLength: ?20/, /minLength: ?1/],
  },
  types: {
    spec: limited(
      { type: ['string', 'integer', 'null'] },
      { type: ['integer', 'string'] },
      { type: 'integer' },
    ),
    has: [/a\b \(?integer/],
  },
  'numbers that are whole': {
    spec: limited({ type: 'number' }, { type: 'integer', maximum: 3 }),
    has: [/a\b \(?integer/],
  },
});

const petBase = (discriminator: Json): Json => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { ...text, description: 'Which' } },
  discriminator: { propertyName: 'kind', ...discriminator },
});
const pet = (name: string): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Pet' },
    { properties: { [`own${name}`]: { ...text, description: `Of ${name}` } } },
  ],
});
const petSpec = (
  discriminator: Json,
  schema: Json = { $ref: '#/components/schemas/Pet' },
  others: Json = {},
): Json =>
  specOf(body(schema), {
    schemas: { Pet: petBase(discriminator), Cat: pet('Cat'), Dog: pet('Dog'), ...others },
  });
const both = ['ownCat', 'Of Cat', 'ownDog', 'Of Dog'];

each('variants of a discriminator are shown', {
  'that nothing names': { spec: petSpec({}), has: [...both] },
  'by references': {
    spec: petSpec({ mapping: { c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' } }),
    has: [...both, /\bc\b/, /\bd\b/],
  },
  'by bare names': { spec: petSpec({ mapping: { c: 'Cat', d: 'Dog' } }), has: both },
  'by several values': {
    spec: petSpec({ mapping: { c1: 'Cat', c2: 'Cat', d: 'Dog' } }),
    has: [...both, 'c1', 'c2'],
  },
  'in items': {
    spec: petSpec({}, { type: 'array', items: { $ref: '#/components/schemas/Pet' } }),
    has: both,
  },
  'in a field': { spec: petSpec({}, { properties: { p: { $ref: '#/components/schemas/Pet' } } }), has: both },
  'in additional properties': {
    spec: petSpec({}, { type: 'object', additionalProperties: { $ref: '#/components/schemas/Pet' } }),
    has: both,
  },
  'in a part of allOf': {
    spec: petSpec(
      {},
      {
        allOf: [
          { $ref: '#/components/schemas/Pet' },
          { properties: { extra: { ...text, description: 'Extra' } } },
        ],
      },
    ),
    has: [...both, 'Extra'],
  },
  'some of which are not named': { spec: petSpec({ mapping: { c: 'Cat' } }), has: both },
  'of variants': {
    spec: petSpec(
      {},
      { $ref: '#/components/schemas/Pet' },
      {
        Puppy: {
          allOf: [
            { $ref: '#/components/schemas/Dog' },
            { properties: { age: { type: 'integer', description: 'Of Puppy' } } },
          ],
        },
      },
    ),
    has: [...both, 'Of Puppy'],
  },
  'beside oneOf': {
    spec: specOf(
      body({
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { c: 'Cat', d: '#/components/schemas/Dog' } },
      }),
      {
        schemas: {
          Cat: { properties: { kind: text, ownCat: { ...text, description: 'Of Cat' } } },
          Dog: { properties: { kind: text, ownDog: { ...text, description: 'Of Dog' } } },
        },
      },
    ),
    has: [...both, /kind: ?c\b|\bc \(Cat/],
  },
  'beside anyOf': {
    spec: specOf(
      body({
        anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind' },
      }),
      {
        schemas: {
          Cat: { properties: { kind: text, ownCat: { ...text, description: 'Of Cat' } } },
          Dog: { properties: { kind: text, ownDog: { ...text, description: 'Of Dog' } } },
        },
      },
    ),
    has: both,
  },
  'oneOf in allOf in oneOf': {
    spec: specOf(
      body({
        oneOf: [
          {
            allOf: [
              {
                oneOf: [
                  { title: 'One', properties: { ownCat: { ...text, description: 'Of Cat' } } },
                  { title: 'Two', properties: { ownDog: { ...text, description: 'Of Dog' } } },
                ],
              },
              { properties: { shared: { ...text, description: 'Of both' } } },
            ],
          },
          { title: 'Else', properties: { other: { ...text, description: 'Of else' } } },
        ],
      }),
    ),
    has: [...both, 'Of both', 'Of else', 'One', 'Two', 'Else'],
  },
  'a target that is missing': {
    spec: petSpec({ mapping: { c: 'Cat', x: 'Missing' } }),
    has: ['Of Cat', 'Of Dog'],
  },
  'in other files': {
    spec: specOf(body({ $ref: 'pets.json#/Pet' })),
    files: {
      'pets.json': {
        Pet: {
          type: 'object',
          properties: { kind: text },
          discriminator: { propertyName: 'kind', mapping: { c: 'pets.json#/Cat', d: './dog.json' } },
        },
        Cat: { allOf: [{ $ref: '#/Pet' }, { properties: { ownCat: { ...text, description: 'Of Cat' } } }] },
      },
      'dog.json': {
        allOf: [{ $ref: 'pets.json#/Pet' }, { properties: { ownDog: { ...text, description: 'Of Dog' } } }],
      },
    },
    has: both,
  },
  'a default, of 3.2': {
    spec: {
      ...petSpec(
        { mapping: { c: 'Cat' }, defaultMapping: 'Other' },
        { $ref: '#/components/schemas/Pet' },
        {
          Other: {
            allOf: [
              { $ref: '#/components/schemas/Pet' },
              { properties: { rest: { ...text, description: 'Of others' } } },
            ],
          },
        },
      ),
      openapi: '3.2.0',
    },
    has: ['Of Cat', 'Of others'],
  },
  'of 2.0': {
    spec: oldSpec(
      { parameters: [{ name: 'b', in: 'body', schema: { $ref: '#/definitions/Pet' } }] },
      {
        definitions: {
          Pet: { type: 'object', discriminator: 'kind', properties: { kind: text } },
          Cat: {
            allOf: [
              { $ref: '#/definitions/Pet' },
              { properties: { ownCat: { ...text, description: 'Of Cat' } } },
            ],
          },
          Dog: {
            allOf: [
              { $ref: '#/definitions/Pet' },
              { properties: { ownDog: { ...text, description: 'Of Dog' } } },
            ],
          },
        },
      },
    ),
    has: both,
  },
});

const words = (name: string): Json => ({
  properties: { [name]: { ...text, description: `Words of ${name}` } },
});
const conditional = (schema: Json): Json =>
  specOf(body({ type: 'object', properties: { kind: { enum: ['k1', 'k2'] } }, ...schema }));
const isK1 = { properties: { kind: { const: 'k1' } }, required: ['kind'] };

each('conditional fields are shown', {
  'then and else': {
    spec: conditional({ if: isK1, then: words('x'), else: words('y') }),
    has: ['Words of x', 'Words of y', /If kind is "k1"/, 'Otherwise'],
  },
  'only then': { spec: conditional({ if: isK1, then: words('x') }), has: ['Words of x', /If kind is "k1"/] },
  'only else': {
    spec: conditional({ if: isK1, else: words('y') }),
    has: ['Words of y', /Unless kind is "k1"/],
  },
  'only required': {
    spec: conditional({ properties: { kind: text, x: text }, if: isK1, then: { required: ['x'] } }),
    has: [/If kind is "k1".*x\b \(?string,? required/],
  },
  'several values': {
    spec: conditional({ if: { properties: { kind: { enum: ['k1', 'k2'] } } }, then: words('x') }),
    has: [/kind is "k1" or "k2"/, 'Words of x'],
  },
  'two fields': {
    spec: conditional({
      if: { properties: { kind: { const: 'k1' }, on: { const: true } } },
      then: words('x'),
    }),
    has: [/kind is "k1" and on is true/, 'Words of x'],
  },
  'a field that is given': {
    spec: conditional({ if: { required: ['kind'] }, then: words('x') }),
    has: ['kind is given', 'Words of x'],
  },
  'several conditions': {
    spec: conditional({
      allOf: [
        { if: isK1, then: words('x') },
        { if: { properties: { kind: { const: 'k2' } } }, then: words('y') },
      ],
    }),
    has: ['Words of x', 'Words of y', /kind is "k1"/, /kind is "k2"/],
  },
  'a condition in a condition': {
    spec: conditional({
      if: isK1,
      then: { ...words('x'), if: { required: ['x'] }, then: words('z') },
      else: words('y'),
    }),
    has: ['Words of x', 'Words of y', 'Words of z'],
  },
  'else if': {
    spec: conditional({
      if: isK1,
      then: words('x'),
      else: { if: { properties: { kind: { const: 'k2' } } }, then: words('y'), else: words('z') },
    }),
    has: ['Words of x', 'Words of y', 'Words of z', /"k2"/],
  },
  'a condition on a limit': {
    spec: conditional({ if: { properties: { n: { minimum: 5 } } }, then: words('x') }),
    has: ['Words of x', /minimum: ?5/],
  },
  'a shared condition': {
    spec: specOf(
      body({ if: { $ref: '#/components/schemas/If' }, then: { $ref: '#/components/schemas/Then' } }),
      { schemas: { If: isK1, Then: words('x') } },
    ),
    has: ['Words of x', '"k1"'],
  },
  'in items': {
    spec: specOf(body({ type: 'array', items: { type: 'object', if: isK1, then: words('x') } })),
    has: ['Words of x', '"k1"'],
  },
  'in a field': {
    spec: specOf(body({ properties: { a: { type: 'object', if: isK1, then: words('x') } } })),
    has: ['Words of x', '"k1"'],
  },
  'fields that others require': {
    spec: conditional({ dependentRequired: { kind: ['card', 'code'] } }),
    has: ['kind is given', 'card', 'code'],
  },
  'schemas of other fields': {
    spec: conditional({ dependentSchemas: { kind: words('x') } }),
    has: ['kind is given', 'Words of x'],
  },
  'dependencies of old drafts': {
    spec: conditional({ dependencies: { kind: ['card'], other: words('x') } }),
    has: ['kind is given', 'card', 'other is given', 'Words of x'],
  },
  'not required': { spec: conditional({ not: { required: ['kind', 'x'] } }), has: [/Not/, 'x'] },
  'in a parameter': {
    spec: specOf(query({ style: 'deepObject', schema: { type: 'object', if: isK1, then: words('x') } })),
    has: ['Words of x', '"k1"'],
  },
});

const coded = (schema: Json): Json =>
  specOf(query({ schema: { type: 'string', enum: ['a1', 'b2'], ...schema } }));
each('what values mean is shown', {
  'x-enumDescriptions': {
    spec: coded({ 'x-enumDescriptions': { a1: 'First', b2: 'Second' } }),
    has: ['First', 'Second'],
  },
  'x-enumDescriptions as a list': {
    spec: coded({ 'x-enumDescriptions': ['First', 'Second'] }),
    has: ['First', 'Second'],
  },
  'x-enum-descriptions': {
    spec: coded({ 'x-enum-descriptions': ['First', 'Second'] }),
    has: ['First', 'Second'],
  },
  'x-enum-descriptions as a map': {
    spec: coded({ 'x-enum-descriptions': { b2: 'Second' } }),
    has: ['Second'],
  },
  'x-enum-varnames': { spec: coded({ 'x-enum-varnames': ['FIRST', 'SECOND'] }), has: ['FIRST', 'SECOND'] },
  'x-enumNames': { spec: coded({ 'x-enumNames': ['FIRST', 'SECOND'] }), has: ['FIRST', 'SECOND'] },
  'x-enum-names': { spec: coded({ 'x-enum-names': ['FIRST', 'SECOND'] }), has: ['FIRST', 'SECOND'] },
  'names and descriptions': {
    spec: coded({
      'x-enum-varnames': ['FIRST', 'SECOND'],
      'x-enum-descriptions': ['Meaning 1', 'Meaning 2'],
    }),
    has: ['FIRST', 'SECOND', 'Meaning 1', 'Meaning 2'],
  },
  'of numbers': {
    spec: coded({ type: 'integer', enum: [1, 2], 'x-enumDescriptions': { 1: 'First', 2: 'Second' } }),
    has: ['First', 'Second'],
  },
  'names of numbers': {
    spec: coded({ type: 'integer', enum: [10, 20], 'x-enum-varnames': ['FIRST', 'SECOND'] }),
    has: ['10', 'FIRST', '20', 'SECOND'],
  },
  'of truth': {
    spec: coded({
      type: 'boolean',
      enum: [true, false],
      'x-enumDescriptions': { true: 'First', false: 'Second' },
    }),
    has: ['First', 'Second'],
  },
  'names as a map': { spec: coded({ 'x-enum-varnames': { a1: 'FIRST' } }), has: ['FIRST'] },
  'of items': {
    spec: coded({
      type: 'array',
      enum: undefined,
      items: { enum: ['a1', 'b2'], 'x-enumDescriptions': ['First', 'Second'] },
    }),
    has: ['First', 'Second'],
  },
  'of a shared schema': {
    spec: specOf(query({ schema: { $ref: '#/components/schemas/E' } }), {
      schemas: { E: { enum: ['a1', 'b2'], 'x-enumDescriptions': ['First', 'Second'] } },
    }),
    has: ['First', 'Second'],
  },
  'of parts': {
    spec: specOf(
      body({ properties: { a: { allOf: [{ $ref: '#/components/schemas/E' }], description: 'Own' } } }),
      { schemas: { E: { enum: ['a1', 'b2'], 'x-enum-varnames': ['FIRST', 'SECOND'] } } },
    ),
    has: ['FIRST', 'SECOND'],
  },
  'of parts that leave some out': {
    spec: specOf(
      body({
        properties: {
          a: {
            allOf: [
              { enum: ['a1', 'b2', 'c3'], 'x-enum-varnames': ['FIRST', 'SECOND', 'THIRD'] },
              { enum: ['c3'] },
            ],
          },
        },
      }),
    ),
    has: ['"c3"', 'THIRD'],
    lacks: ['FIRST'],
  },
  'of 2.0': {
    spec: oldSpec({
      parameters: [
        { name: 'p', in: 'query', type: 'string', enum: ['a1', 'b2'], 'x-enumNames': ['FIRST', 'SECOND'] },
      ],
    }),
    has: ['FIRST', 'SECOND'],
  },
  'in x-ms-enum': {
    spec: coded({
      'x-ms-enum': { name: 'E', values: [{ value: 'a1', name: 'FIRST', description: 'Meaning 1' }] },
    }),
    has: ['FIRST', 'Meaning 1'],
  },
});
