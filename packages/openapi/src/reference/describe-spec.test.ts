import { readFileSync } from 'node:fs';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { describe, expect, test } from 'vitest';
import { SPEC_NAMES, SPECS } from '../../../../test/corpora-specs.ts';
import { processSpec } from '../process-spec.ts';
import { type Json, listOf, recordOf, resolve } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { describeSpec } from './describe-spec.ts';
import type {
  FieldReference,
  OperationReference,
  SchemaReference,
  SchemasReference,
} from './operation-reference.ts';
import { writeReference } from './write-reference.ts';

const SCHEMAS = '#/components/schemas/';

const specWith = (operation: object, schemas: object = {}, rest: object = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets/{id}': { put: operation } },
  components: { schemas },
  ...rest,
});

function describeOperation(spec: Json, method = 'put', path = '/pets/{id}'): OperationReference {
  const found = describeSpec(spec, { kind: 'operation', method, path });
  if (found?.kind !== 'operation') throw new Error('There is no such operation.');
  return found;
}

const jsonBody = (schema: object): object => ({
  requestBody: { content: { 'application/json': { schema } } },
});

function bodySchema(schema: object, schemas: object = {}): SchemaReference {
  const described = describeOperation(specWith(jsonBody(schema), schemas)).body?.contents[0]?.schema;
  if (!described) throw new Error('There is no schema.');
  return described;
}

/** The names of fields, with those within them in parentheses. */
const outline = (schema: SchemaReference): string =>
  [
    ...schema.fields.map(({ name, schema: inner }) => name + within(inner)),
    ...(schema.items ? [`[]${within(schema.items)}`] : []),
    ...schema.alternatives.flatMap(({ kind, options }) =>
      options.map((option) => `${kind}${within(option.schema)}`),
    ),
    ...(schema.isFolded ? ['…'] : []),
  ].join(' ');

const within = (schema: SchemaReference): string => {
  const inner = outline(schema);
  return inner === '' ? '' : `(${inner})`;
};

describe('a schema', () => {
  const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

  test.for<[string, object, object, string]>([
    ['has its fields', object({ a: { type: 'string' }, b: object({ c: {} }) }), {}, 'a b(c)'],
    [
      'has the fields of all its parts',
      { allOf: [{ $ref: `${SCHEMAS}A` }, object({ b: {} })] },
      { A: object({ a: {} }) },
      'a b',
    ],
    ['has the fields of its items', { type: 'array', items: object({ a: {} }) }, {}, '[](a)'],
    ['has alternatives', { oneOf: [object({ a: {} }), object({ b: {} })] }, {}, 'oneOf(a) oneOf(b)'],
    ['has other names', object({ a: {} }, { additionalProperties: object({ b: {} }) }), {}, 'a *(b)'],
    ['has other names of any value', object({ a: {} }, { additionalProperties: true }), {}, 'a *'],
    ['has only other names of any value', { additionalProperties: {} }, {}, '*'],
    ['has no other names', object({ a: {} }, { additionalProperties: false }), {}, 'a'],
    [
      'that contains itself is folded',
      { $ref: `${SCHEMAS}A` },
      { A: object({ a: { $ref: `${SCHEMAS}A` } }) },
      'a(…)',
    ],
    [
      'that contains itself through another is folded',
      { $ref: `${SCHEMAS}A` },
      {
        A: object({ b: { $ref: `${SCHEMAS}B` } }),
        B: object({ a: { type: 'array', items: { $ref: `${SCHEMAS}A` } } }),
      },
      'b(a([](…)))',
    ],
    [
      'is shown twice side by side',
      object({ a: { $ref: `${SCHEMAS}A` }, b: { $ref: `${SCHEMAS}A` } }),
      { A: object({ c: {} }) },
      'a(c) b(c)',
    ],
    [
      'in circles of references alone has nothing',
      { $ref: `${SCHEMAS}A` },
      { A: { $ref: `${SCHEMAS}B` }, B: { $ref: `${SCHEMAS}A` } },
      '',
    ],
  ])('%s', ([, schema, schemas, expected]) => {
    expect(outline(bodySchema(schema, schemas))).toBe(expected);
  });

  test.for<[object, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: ['string', 'integer'] }, 'string or integer'],
    [{ type: 'array', items: { type: 'array', items: { type: 'number' } } }, 'array of array of number'],
    [{ type: 'array', items: { $ref: `${SCHEMAS}Pet` } }, 'array of Pet'],
    [{ $ref: `${SCHEMAS}Pet` }, 'Pet'],
    [{ $ref: `${SCHEMAS}Name` }, 'string'],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, 'one of or null'],
    [{ anyOf: [{ $ref: `${SCHEMAS}Pet` }, { type: 'null' }] }, 'Pet or null'],
    [{ allOf: [{ $ref: `${SCHEMAS}Pet` }], nullable: true }, 'Pet or null'],
    [{ allOf: [{ type: 'object' }, { $ref: `${SCHEMAS}Pet` }] }, 'Pet'],
    [{ contentMediaType: 'application/octet-stream' }, 'string'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ const: 1 }, 'number'],
    [{}, 'any'],
  ])('%j is called “%s”', ([schema, expected]) => {
    const schemas = { Pet: object({ a: {} }), Name: { type: 'string' } };
    expect(bodySchema(schema, schemas).type).toBe(expected);
  });

  test('tells its limits, choices and default', () => {
    const schema = {
      type: 'string',
      format: 'uuid',
      minLength: 1,
      enum: ['a', null],
      default: 'a',
      deprecated: true,
    };
    expect(bodySchema(schema)).toMatchObject({
      limits: [
        ['format', 'uuid'],
        ['minLength', '1'],
      ],
      enumValues: ['"a"', 'null'],
      default: '"a"',
      isDeprecated: true,
    });
  });

  test('tells which value of a field stands for which alternative', () => {
    const kinds = { Cat: object({ kind: {} }), Dog: object({ kind: {} }) };
    const schema = {
      oneOf: [{ $ref: `${SCHEMAS}Cat` }, { $ref: `${SCHEMAS}Dog` }],
      discriminator: { propertyName: 'kind', mapping: { dog: `${SCHEMAS}Dog` } },
    };
    const [alternatives] = bodySchema(schema, kinds).alternatives;
    expect(alternatives).toMatchObject({
      discriminator: 'kind',
      options: [{ value: 'Cat' }, { value: 'dog' }],
    });
  });

  test('that holds very many others is cut where it is deepest', () => {
    const wide = (next: string | undefined) =>
      object(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, next ? { $ref: next } : {}])));
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`S${n}`, wide(n < 39 ? `${SCHEMAS}S${n + 1}` : undefined)]),
    );
    const described = bodySchema({ $ref: `${SCHEMAS}S0` }, schemas);
    expect(described.fields.map(({ schema }) => schema.fields.length)).toEqual(Array(30).fill(30));
    expect(JSON.stringify(described).length).toBeLessThan(1_000_000);
  });
});

describe('examples', () => {
  const exampleOf = (schema: object, schemas: object = {}): unknown =>
    JSON.parse(
      describeOperation(specWith(jsonBody(schema), schemas)).body?.contents[0]?.examples[0]?.text ?? 'null',
    );

  test.for<[string, object, unknown]>([
    [
      'defaults, choices and formats',
      { properties: { a: { default: 3 }, b: { enum: ['x', 'y'] }, c: { type: 'string', format: 'date' } } },
      { a: 3, b: 'x', c: '2026-01-31' },
    ],
    [
      'no name for names of any value',
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: true },
      { a: 1 },
    ],
    ['an example of the schema', { type: 'object', example: { a: 1 } }, { a: 1 }],
    ['the first of the examples of 3.1', { type: 'integer', examples: [5, 6] }, 5],
    ['lists', { type: 'array', items: { type: 'integer', minimum: 7 } }, [7]],
    ['the first alternative', { oneOf: [{ type: 'boolean' }, { type: 'string' }] }, true],
    [
      'no field that is only read',
      { type: 'object', properties: { id: { type: 'string', readOnly: true }, a: { type: 'boolean' } } },
      { a: true },
    ],
  ])('are made of %s', ([, schema, expected]) => {
    expect(exampleOf(schema)).toEqual(expected);
  });

  test('of a schema in circles end', () => {
    const schemas = { A: { type: 'object', properties: { a: { $ref: `${SCHEMAS}A` } } } };
    expect(exampleOf({ $ref: `${SCHEMAS}A` }, schemas)).toEqual({});
  });

  test('of the spec go first, by name', () => {
    const content = {
      schema: { type: 'string' },
      examples: { one: { summary: 'One', value: 'x' }, two: { $ref: '#/components/examples/Two' } },
    };
    const operation = { requestBody: { content: { 'application/json': content } } };
    const spec = specWith(operation, {}, { components: { examples: { Two: { value: { a: 1 } } } } });
    expect(describeOperation(spec).body?.contents[0]?.examples).toEqual([
      { title: 'One', text: '"x"', isGenerated: false },
      { title: 'two', text: '{\n  "a": 1\n}', isGenerated: false },
    ]);
  });
});

describe('an operation', () => {
  test('has the parameters of its path unless it has its own', () => {
    const spec: Json = {
      paths: {
        '/pets/{id}': {
          parameters: [
            { name: 'id', in: 'path', description: 'of the path' },
            { name: 'sort', in: 'query', schema: { type: 'string' } },
          ],
          get: { parameters: [{ name: 'sort', in: 'query', required: true, deprecated: true }] },
        },
      },
    };
    expect(describeOperation(spec, 'get').parameters).toMatchObject([
      { name: 'id', place: 'path', isRequired: true, schema: { description: { markdown: 'of the path' } } },
      { name: 'sort', place: 'query', isRequired: true, schema: { isDeprecated: true } },
    ]);
  });

  test('has the parameters that only its path names', () => {
    const spec: Json = { paths: { '/a/{x}/{y}': { get: { parameters: [{ name: 'y', in: 'path' }] } } } };
    const { parameters } = describeOperation(spec, 'get', '/a/{x}/{y}');
    expect(parameters.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['y', true],
      ['x', true],
    ]);
  });

  test('has servers, security, responses with headers, and callbacks', () => {
    const operation = {
      summary: 'Change a pet',
      deprecated: true,
      security: [{ key: [] }, {}],
      responses: {
        200: { description: 'Done', headers: { 'X-Rate': { schema: { type: 'integer' } } } },
        default: { description: 'Failed' },
      },
      callbacks: { changed: { '{$request.body#/url}': { post: { responses: {} } } } },
    };
    const spec = specWith(
      operation,
      {},
      {
        servers: [
          {
            url: 'https://{region}.example.com',
            variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
          },
        ],
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      },
    );
    expect(describeOperation(spec)).toMatchObject({
      title: 'Change a pet',
      isDeprecated: true,
      servers: [
        {
          url: 'https://{region}.example.com',
          variables: [{ name: 'region', value: 'eu', choices: ['eu', 'us'] }],
        },
      ],
      security: [[{ name: 'key', kind: 'API key (header: X-Key)' }], []],
      responses: [
        { status: '200', headers: [{ name: 'X-Rate', schema: { type: 'integer' } }] },
        { status: 'default' },
      ],
      callbacks: [{ kind: 'callback', method: 'post', path: '{$request.body#/url}' }],
    });
  });

  test.for([
    ['get', '/nothing'],
    ['post', '/pets/{id}'],
    ['get', '__proto__'],
    ['constructor', '/pets/{id}'],
  ])('%s %s is not there', ([method, path]) => {
    expect(
      describeSpec(specWith({}), { kind: 'operation', method: method as string, path: path as string }),
    ).toBeUndefined();
  });

  test('tells where tokens come from, and what scopes allow', () => {
    const flow = { tokenUrl: 'https://id.example/token', scopes: { read: 'Read all', write: 'Write all' } };
    const schemes = { oauth: { type: 'oauth2', flows: { clientCredentials: flow, implicit: {} } } };
    const spec = specWith({ security: [{ oauth: ['read'] }] }, {});
    (spec.components as Json).securitySchemes = schemes;
    const [[scheme] = []] = describeOperation(spec).security;
    expect(scheme?.flows).toEqual([
      {
        title: 'Client credentials',
        urls: [['token', 'https://id.example/token']],
        scopes: [
          { name: 'read', description: 'Read all' },
          { name: 'write', description: 'Write all' },
        ],
      },
      { title: 'Implicit', urls: [], scopes: [] },
    ]);
    expect(writeReference(describeOperation(spec))).toContain('  * Scope `read`: Read all');
  });

  test('has links to other operations, a page about it, and samples of its author', () => {
    const operation = describeOperation(
      specWith({
        externalDocs: { url: 'https://pets.example/put' },
        'x-codeSamples': [{ lang: 'Shell', label: 'CLI', source: 'pets put' }, { lang: 'Go' }],
        responses: {
          200: { links: { owner: { operationId: 'getOwner', parameters: { id: '$response.body#/owner' } } } },
        },
      }),
    );
    expect(operation.externalDocs).toEqual({ url: 'https://pets.example/put' });
    expect(operation.samples[0]).toEqual({ title: 'CLI', syntax: 'shell', code: 'pets put', isGiven: true });
    expect(operation.responses[0]?.links).toMatchObject([
      { name: 'owner', operation: 'getOwner', parameters: [['id', '$response.body#/owner']] },
    ]);
    expect(writeReference(operation)).toContain('* `owner` (getOwner)\n  * `id`: `$response.body#/owner`');
  });

  test('of a server without a protocol is called by https', () => {
    const spec = specWith({}, {}, { servers: [{ url: '//pets.example/v2' }] });
    expect(describeOperation(spec).samples[0]?.code).toContain('https://pets.example/v2/pets/id');
  });

  test('is called in eight languages', () => {
    const operation = {
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'string' } },
        { name: 'dry', in: 'query', required: true, schema: { type: 'boolean' } },
      ],
      security: [{ token: [] }],
      ...jsonBody({ type: 'object', properties: { name: { type: 'string', example: 'Rex' } } }),
    };
    const spec = specWith(
      operation,
      {},
      {
        servers: [{ url: 'https://api.example.com/v1/' }],
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
    );
    const { samples } = describeOperation(spec);
    expect(samples.map(({ title }) => title)).toEqual([
      'cURL',
      'JavaScript',
      'Python',
      'Go',
      'Java',
      'C#',
      'PHP',
      'Ruby',
    ]);
    for (const { title, code } of samples) {
      expect(code, title).toContain('https://api.example.com/v1/pets/id');
      expect(code, title).toContain('dry');
      expect(code, title).toContain('YOUR_TOKEN');
      expect(code, title).toContain('Rex');
    }
  });

  test('has no sample that runs what a spec smuggles into it', () => {
    const operation = {
      parameters: [
        { name: "x'; reboot #", in: 'header', required: true, schema: { default: "'; reboot #" } },
      ],
    };
    const spec: Json = {
      servers: [{ url: "https://a.example/';reboot;`reboot`$(reboot)" }],
      paths: { "/a';reboot;'": { get: operation } },
    };
    const [curl] = describeOperation(spec, 'get', "/a';reboot;'").samples;
    expect(curl?.code).not.toMatch(/[;`$]|'reboot/);
    expect(curl?.code).toContain('https://a.example/%27%3Breboot');
  });
});

/** The names of all properties below a schema, found without the code under test. */
function namesBelow(spec: Json, schema: unknown, found: Set<string>, seen = new Set<unknown>()): void {
  const { $ref: ref } = recordOf(schema);
  const target = typeof ref === 'string' ? resolve(spec, schema) : recordOf(schema);
  const key = ref ?? schema;
  if (seen.has(key)) return;
  seen.add(key);
  for (const [name, value] of Object.entries(recordOf(target.properties))) {
    found.add(name);
    namesBelow(spec, value, found, seen);
  }
  namesBelow(spec, target.items, found, seen);
  if (typeof target.additionalProperties === 'object')
    namesBelow(spec, target.additionalProperties, found, seen);
  for (const list of ['allOf', 'oneOf', 'anyOf'])
    for (const part of listOf(target[list])) namesBelow(spec, part, found, seen);
}

function shownNames(fields: readonly FieldReference[], found: Set<string>): void {
  for (const { name, schema } of fields) {
    found.add(name);
    addSchema(schema, found);
  }
}

function addSchema(schema: SchemaReference | undefined, found: Set<string>): void {
  if (!schema) return;
  shownNames(schema.fields, found);
  addSchema(schema.items, found);
  for (const { options } of schema.alternatives)
    for (const option of options) addSchema(option.schema, found);
}

describe.skipIf(SPEC_NAMES.length === 0)('the specs of the corpora', () => {
  test.for(SPEC_NAMES)('every operation, field and schema of %s is shown', (name) => {
    const bytes = readFileSync(new URL(name, SPECS));
    const outcome = processSpec({
      files: [{ url: 'text:///openapi', bytes }],
      mayRefer: false,
      unreadable: [],
    });
    if (outcome.state !== 'processed') throw new Error('The spec was not processed.');
    const spec = readStoredSpec(outcome.filesystem);
    for (const { method, path } of outcome.outline.operations) {
      const described = describeOperation(spec, method, path);
      const item = resolve(spec, recordOf(spec.paths)[path]);
      const source = recordOf(item[method]);
      const parameters = [...listOf(item.parameters), ...listOf(source.parameters)].map((one) =>
        resolve(spec, one),
      );
      const shownParameters = described.parameters.map((one) => one.name);
      const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
      expect(shownParameters.sort()).toEqual(
        [...new Set([...inPath, ...parameters.map((one) => String(one.name))])].sort(),
      );
      expect(described.responses.map(({ status }) => status)).toEqual(
        Object.keys(recordOf(source.responses)),
      );
      expect(described.samples).toHaveLength(8);
      const wanted = new Set<string>();
      const contents = [
        resolve(spec, source.requestBody),
        ...Object.values(recordOf(source.responses)).map((one) => resolve(spec, one)),
      ];
      for (const { content } of contents)
        for (const value of Object.values(recordOf(content)))
          namesBelow(spec, recordOf(value).schema, wanted);
      const shown = new Set<string>();
      for (const { contents: all } of [described.body ?? { contents: [] }, ...described.responses])
        for (const { schema } of all) addSchema(schema, shown);
      expect([...wanted].filter((field) => !shown.has(field))).toEqual([]);
      const { document, notUnderstood } = parseMarkdown(writeReference(described));
      // A description of this corpus has an element of its own.
      expect(notUnderstood.filter(({ what }) => what !== 'The HTML <Danger>')).toEqual([]);
      expect(document.nodes.length).toBeGreaterThan(1);
    }
    const { schemas, webhooks } = outcome.outline;
    const shown = describeSpec(spec, { kind: 'schemas', names: schemas }) as SchemasReference | undefined;
    expect(shown?.schemas.map((one) => one.name) ?? []).toEqual(schemas);
    for (const { method, name: path } of webhooks)
      expect(describeSpec(spec, { kind: 'webhook', method, path })).toMatchObject({
        kind: 'webhook',
        samples: [],
      });
  });
});

test('a schema below its own heading is itself: as a variant it has no other variants, and it is not within itself', () => {
  const Pet = {
    type: 'object',
    properties: { kind: { type: 'string' }, parent: { $ref: `${SCHEMAS}Pet` } },
    discriminator: { propertyName: 'kind' },
  };
  const variant = (name: string) => ({
    allOf: [{ $ref: `${SCHEMAS}Pet` }, { type: 'object', properties: { [name]: { type: 'string' } } }],
  });
  const spec = specWith({}, { Pet, 'Cat 100%': variant('lives'), Dog: variant('barks') });
  const names = ['Pet', 'Cat 100%', 'Dog'];
  const described = describeSpec(spec, { kind: 'schemas', names }) as SchemasReference;
  const [pet, cat] = described.schemas.map(({ schema }) => schema);
  expect(pet?.type).toBe('object');
  expect(pet?.fields.map(({ name, schema }) => [name, schema.isFolded])).toEqual([
    ['kind', undefined],
    ['parent', true],
  ]);
  expect(pet?.alternatives[0]?.options.map(({ title }) => title)).toHaveLength(2);
  expect(cat?.alternatives).toEqual([]);
  expect(cat?.fields.map(({ name }) => name)).toEqual(['kind', 'parent', 'lives']);
});

test('a schema that lists itself among its alternatives has the others', () => {
  const Tree = { anyOf: [{ type: 'string', enum: ['leaf'] }, { $ref: `${SCHEMAS}Tree` }] };
  const [alternatives] = bodySchema({ $ref: `${SCHEMAS}Tree` }, { Tree }).alternatives;
  expect(alternatives?.options.map(({ schema }) => [schema.enumValues, schema.isFolded])).toEqual([
    [['"leaf"'], undefined],
    [undefined, true],
  ]);
});

test('a link names the operation that it leads to, wherever it says that, and its server', () => {
  const links = {
    here: { operationRef: '#/paths/~1pets~1%7Bid%7D/put' },
    there: {
      operationRef: 'https://example.com/openapi.json#/paths/~1a/get',
      server: { url: 'https://links.example' },
    },
    secret: { operationId: 'a', server: { url: 'https://secret.example', 'x-internal': true } },
  };
  const source = specWith({ responses: { 200: { description: '', links } } });
  const file = { url: 'text:///openapi', bytes: Buffer.from(JSON.stringify(source)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const [response] = describeOperation(readStoredSpec(outcome.filesystem)).responses;
  expect(response?.links?.map(({ operation, parameters }) => [operation, parameters])).toEqual([
    ['PUT /pets/{id}', []],
    ['https://example.com/openapi.json#/paths/~1a/get', [['server', 'https://links.example']]],
    ['a', []],
  ]);
});

test.each([
  [{ prefixItems: [{}, {}], items: false }, [['maxItems', '2']]],
  [{ prefixItems: [{}, {}], unevaluatedItems: false }, [['maxItems', '2']]],
  [{ prefixItems: [{}, {}], items: false, maxItems: 1 }, [['maxItems', '1']]],
  [{ prefixItems: [{}], contains: {}, unevaluatedItems: false }, []],
  [{ prefixItems: [{}] }, []],
])('a list %j has as many items as it describes', (schema, limits) => {
  expect(bodySchema({ type: 'array', ...schema }).limits).toEqual(limits);
});

test('the description of a variable of a server ends with one period', () => {
  const servers = [
    { url: 'https://{r}.example.com', variables: { r: { default: 'eu', description: 'The region.' } } },
  ];
  expect(writeReference(describeOperation(specWith({}, {}, { servers })))).toContain(
    '`r`: The region. Default: `eu`',
  );
});
