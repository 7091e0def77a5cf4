/** Kinds of specs whose examples and samples were wrong in earlier releases or in other products. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { processSpec } from '../process-spec.ts';
import { describeSpec } from '../reference/describe-spec.ts';
import type { OperationReference } from '../reference/operation-reference.ts';
import { writeReference } from '../reference/write-reference.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';

interface Given {
  path?: string;
  version?: string;
  schemas?: Json;
}

/** An operation as readers see it, after the spec was published. */
function publish(
  operation: Json,
  { path = '/p', version = '3.1.0', schemas = {} }: Given = {},
): OperationReference {
  const method = operation.requestBody ? 'post' : 'get';
  const spec = {
    openapi: version,
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://a.test' }],
    paths: { [path]: { [method]: { responses: {}, ...operation } } },
    components: { schemas },
  };
  return describeStored(spec, { method, path });
}

function describeStored(spec: Json, { method, path }: { method: string; path: string }): OperationReference {
  const file = { url: 'text:///openapi', bytes: Buffer.from(JSON.stringify(spec)) };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const found = describeSpec(readStoredSpec(outcome.filesystem), { kind: 'operation', method, path });
  if (found?.kind !== 'operation') throw new Error('There is no such operation.');
  return found;
}

const body = (mediaType: string, content: Json): Json => ({
  requestBody: { content: { [mediaType]: content } },
});
const codeOf = ({ samples }: OperationReference, title = 'cURL'): string =>
  samples.find((sample) => sample.title === title)?.code ?? '';
const text = { type: 'string' };
const FILE = { type: 'string', format: 'binary' };
const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });

describe('a file of 3.0', () => {
  test.for<[string, Json, string, string[]]>([
    ['is a part', object({ file: FILE }), 'multipart/form-data', ["--form 'file=@file.png'"]],
    [
      'is one of several',
      object({ files: { type: 'array', items: FILE } }),
      'multipart/form-data',
      ["--form 'files=@file.png'"],
    ],
    ['is the body', FILE, 'image/png', ["--header 'Content-Type: image/png'", '--data-binary @file.png']],
    ['is a body of any type', FILE, 'application/pdf', ['--data-binary @file.pdf']],
    ['is a named schema', { $ref: '#/components/schemas/File' }, 'image/png', ['--data-binary @file.png']],
    [
      'is text in base64',
      object({ blob: { type: 'string', format: 'byte' } }),
      'application/json',
      ['"blob": "aGVsbG8="'],
    ],
  ])('%s', ([, schema, mediaType, expected]) => {
    const found = publish(body(mediaType, { schema }), { version: '3.0.3', schemas: { File: FILE } });
    for (const part of expected) expect(codeOf(found)).toContain(part);
  });

  test('is shown as binary', () => {
    const found = publish(body('multipart/form-data', { schema: object({ file: FILE }) }), {
      version: '3.0.3',
    });
    const [field] = found.body?.contents[0]?.schema?.fields ?? [];
    expect([field?.schema.type, field?.schema.limits]).toEqual(['string', [['format', 'binary']]]);
  });
});

describe('a multipart body', () => {
  const schema = object({
    file: FILE,
    tags: { type: 'array', items: text },
    meta: object({ a: { type: 'integer' } }),
    items: { type: 'array', items: object({ id: text }) },
  });
  const encoding = { meta: { contentType: 'application/json' }, file: { contentType: 'image/png' } };

  test.for<[string, Json, string[]]>([
    [
      'with types',
      { schema, encoding },
      ["'file=@file.png;type=image/png'", "--form-string 'tags=text'", 'type=application/json'],
    ],
    ['without types', { schema }, ["'file=@file.png'", "'meta={", "'items={"]],
    [
      'with one of several types',
      { schema, encoding: { file: { contentType: 'application/pdf, image/png' } } },
      ["'file=@file.pdf;type=application/pdf'"],
    ],
  ])('%s has its parts in all languages', ([, content, expected]) => {
    const found = publish(body('multipart/form-data', content));
    // The value of a part with a type is in quotes, in which quotes have backslashes.
    for (const part of expected) expect(codeOf(found).replaceAll('="{', '={')).toContain(part);
    expect(found.samples).toHaveLength(8);
    for (const { title, code } of found.samples)
      expect(code, title).not.toMatch(/<binary>|multipart\/form-data(?!'\)|; boundary)/);
  });
});

describe('a form', () => {
  test.for<[string, Json, string[]]>([
    [
      'repeats lists',
      {
        schema: object({ urls: { type: 'array', items: text, example: ['http://a.test', 'http://b.test'] } }),
      },
      ["'urls=http://a.test'", "'urls=http://b.test'"],
    ],
    [
      'joins lists that are not exploded',
      {
        schema: object({ ids: { type: 'array', items: text, example: ['a', 'b'] } }),
        encoding: { ids: { style: 'form', explode: false } },
      },
      ["'ids=a,b'"],
    ],
    [
      'has objects with brackets',
      { schema: object({ o: object({ k: { const: 'a b&c' } }) }), encoding: { o: { style: 'deepObject' } } },
      ["'o%5Bk%5D=a b&c'"],
    ],
  ])('%s', ([, content, expected]) => {
    const found = publish(body('application/x-www-form-urlencoded', content));
    for (const part of expected) expect(codeOf(found)).toContain(`--data-urlencode ${part}`);
    expect(found.samples).toHaveLength(8);
    expect(codeOf(found, 'Ruby')).toContain('URI.encode_www_form');
    expect(codeOf(found, 'Go')).toContain('form := url.Values{}');
  });
});

test('a form of 2.0 joins its lists by commas, unless it says otherwise', () => {
  const list = (name: string, more: Json): Json => ({
    ...{ name, in: 'formData', required: true, type: 'array', minItems: 2 },
    ...{ items: { type: 'string', enum: ['x'] }, ...more },
  });
  const parameters = [
    list('a', {}),
    list('b', { collectionFormat: 'multi' }),
    list('c', { collectionFormat: 'pipes' }),
  ];
  const post = { consumes: ['application/x-www-form-urlencoded'], parameters, responses: {} };
  const spec = { swagger: '2.0', info: { title: 'T', version: '1' }, paths: { '/p': { post } } };
  const code = codeOf(describeStored(spec, { method: 'post', path: '/p' }));
  for (const field of ["'a=x,x'", "'b=x' \\\n  --data-urlencode 'b=x'", "'c=x|x'"])
    expect(code).toContain(`--data-urlencode ${field}`);
});

describe('XML', () => {
  const id = { type: 'integer', xml: { attribute: true } };
  test.for<[string, Json, string]>([
    [
      'has attributes',
      object({ id, name: { ...text, example: 'Rex' } }, { xml: { name: 'pet' } }),
      '<pet id="1"><name>Rex</name></pet>',
    ],
    [
      'has attributes of a named schema',
      { $ref: '#/components/schemas/Pet' },
      '<Pet id="1"><tag>text</tag></Pet>',
    ],
    [
      'has wrapped lists of items with attributes',
      {
        type: 'array',
        items: object({ id }, { xml: { name: 'pet' } }),
        xml: { name: 'pets', wrapped: true },
      },
      '<pets><pet id="1"></pet></pets>',
    ],
  ])('%s in the example and in samples', ([, schema, expected]) => {
    const Pet = object({ id, tag: text });
    const found = publish(body('application/xml', { schema }), { schemas: { Pet } });
    const compact = (code = ''): string =>
      code.replace(/\n\s*/g, '').replace(/<(\w+)([^<>]*)\/>/g, '<$1$2></$1>');
    expect(compact(found.body?.contents[0]?.examples[0]?.text)).toBe(expected);
    expect(compact(codeOf(found))).toContain(`'${expected}'`);
  });
});

describe('a query', () => {
  const query = (name: string, value: unknown, more: Json = {}): Json => ({
    name,
    in: 'query',
    required: true,
    example: value,
    ...more,
  });
  test.for<[string, Json[], string]>([
    [
      'has all styles',
      [
        query('form', ['x', 'y']),
        query('csv', ['x', 'y'], { explode: false }),
        query('pipe', ['x', 'y'], { style: 'pipeDelimited', explode: false }),
        query('obj', { r: 1, g: 2 }),
        query('deep', { name: 'ivan', age: 3 }, { style: 'deepObject' }),
      ],
      'form=x&form=y&csv=x,y&pipe=x%7Cy&r=1&g=2&deep%5Bname%5D=ivan&deep%5Bage%5D=3',
    ],
    [
      'has spaces between values, and pairs',
      [
        query('s', ['x', 'y z'], { style: 'spaceDelimited', explode: false }),
        query('o', { r: 'a,b' }, { explode: false }),
      ],
      's=x%20y%20z&o=r,a%2Cb',
    ],
    [
      'has objects within objects',
      [query('f', { a: { b: [1, 2] } }, { style: 'deepObject' })],
      'f%5Ba%5D%5Bb%5D=1&f%5Ba%5D%5Bb%5D=2',
    ],
    [
      'repeats names with brackets',
      [query('client_ids[]', [1, 2]), query('q', 'a b&c=d#e')],
      'client_ids%5B%5D=1&client_ids%5B%5D=2&q=a%20b%26c%3Dd%23e',
    ],
    [
      'repeats names with brackets of schemas',
      [
        {
          name: 'filter[ids][]',
          in: 'query',
          required: true,
          schema: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
        },
      ],
      'filter%5Bids%5D%5B%5D=1&filter%5Bids%5D%5B%5D=2',
    ],
    ['has one value of a list', [query('a[]', ['x'])], 'a%5B%5D=x'],
  ])('%s', ([, parameters, expected]) => {
    const found = publish({ parameters });
    for (const { title, code } of found.samples)
      expect(code, title).toContain(`https://a.test/p?${expected}`);
  });
});

test.for<[Json, unknown, string]>([
  [{}, [3, 4, 5], '/p/3,4,5'],
  [{ style: 'matrix', explode: true }, { R: 1 }, '/p/;R=1'],
  [{}, 'a/b c.txt', '/p/a%2Fb%20c.txt'],
  [{ style: 'label', explode: true }, { R: 1, G: 2 }, '/p/.R=1.G=2'],
  [{ style: 'matrix' }, [3, 4], '/p/;id=3,4'],
  [{ explode: true }, { a: 'b,c' }, '/p/a=b%2Cc'],
])('a path with %j writes %j as %s', ([style, example, expected]) => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: {}, example, ...style }];
  const found = publish({ parameters }, { path: '/p/{id}' });
  for (const { title, code } of found.samples) expect(code, title).toContain(`https://a.test${expected}`);
});

describe('an example of a parameter', () => {
  test.for<[string, Json, string, string]>([
    [
      'with a name',
      { examples: { one: { value: 'usr_42', summary: 'A user' } } },
      'usr_42',
      'usr_42` (A user)',
    ],
    ['of its schema', { schema: { ...text, examples: ['de'] } }, 'de', '`de`'],
    ['of its content', { content: { 'text/plain': { example: 'fr' } } }, 'fr', '`fr`'],
    ['in a named schema', { schema: { $ref: '#/components/schemas/Id' } }, 'id_7', '`id_7`'],
  ])('%s is sent, and shown', ([, parameter, sent, shown]) => {
    const parameters = [{ name: 'id', in: 'path', required: true, ...parameter }];
    const found = publish({ parameters }, { path: '/u/{id}', schemas: { Id: { ...text, example: 'id_7' } } });
    expect(codeOf(found)).toContain(`/u/${sent}`);
    expect(writeReference(found)).toContain(shown);
  });

  test.for<[string, Json, string]>([
    ['of the parameter', { schema: text, example: 'status:active AND age>3' }, 'status:active AND age>3'],
    ['of the schema', { schema: { ...text, examples: ['eyJpZCI6MX0'] } }, 'eyJpZCI6MX0'],
    ['of the items', { schema: { type: 'array', items: { ...text, example: 'item-9' } } }, 'item-9'],
  ])('%s is shown if it is not required', ([, parameter, shown]) => {
    const found = publish({ parameters: [{ name: 'q', in: 'query', ...parameter }] });
    expect(writeReference(found)).toContain(shown);
    expect(JSON.stringify(found.parameters)).toContain(shown);
  });
});

test('a text that contains JSON is a text in JSON', () => {
  const schema = {
    ...text,
    contentMediaType: 'application/json',
    contentSchema: object({ a: { const: 1 } }),
  };
  const found = publish(body('application/json', { schema }));
  expect(found.body?.contents[0]?.examples[0]?.text).toBe('"{\\"a\\":1}"');
  expect(codeOf(found)).toContain(`--data '"{\\"a\\":1}"'`);
});

test('the first of several named examples of a body is sent, and named', () => {
  const examples = { one: { summary: 'A *small* order', value: { n: 1 } }, two: { value: { n: 2 } } };
  const found = publish(body('application/json', { examples }));
  expect([found.sentExample, JSON.parse(/'(\{[^']*\})'/.exec(codeOf(found))?.[1] ?? '')]).toEqual([
    'A *small* order',
    { n: 1 },
  ]);
  expect(writeReference(found)).toContain('Sends the example “A \\*small\\* order”.');
  const single = publish(body('application/json', { examples: { one: { value: 1 } } }));
  expect(single.sentExample).toBeUndefined();
  const given = publish({
    ...body('application/json', { examples }),
    'x-codeSamples': [{ lang: 'sh', source: 'x' }],
  });
  expect(given.sentExample).toBeUndefined();
});

describe('the value of a discriminator', () => {
  const pet = (name: string, required = ['petType']): Json =>
    object({ petType: text, [name]: text }, { required });
  const Dog = { $ref: '#/components/schemas/Dog' };
  const Cat = { $ref: '#/components/schemas/Cat' };
  test.for<[string, Json, unknown]>([
    [
      'is that of the mapping',
      {
        oneOf: [Dog, Cat],
        discriminator: { propertyName: 'petType', mapping: { DOG: Dog.$ref, CAT: Cat.$ref } },
      },
      { petType: 'DOG', breed: 'text' },
    ],
    [
      'is the name of the schema',
      { anyOf: [Cat, Dog], discriminator: { propertyName: 'petType' } },
      { petType: 'Cat', lives: 'text' },
    ],
    [
      'is in items, too',
      {
        type: 'array',
        items: { oneOf: [Cat, Dog], discriminator: { propertyName: 'petType', mapping: { c: Cat.$ref } } },
      },
      [{ petType: 'c', lives: 'text' }],
    ],
  ])('%s', ([, schema, expected]) => {
    const schemas = { Dog: pet('breed'), Cat: pet('lives') };
    const found = publish(body('application/json', { schema }), { schemas });
    expect(JSON.parse(found.body?.contents[0]?.examples[0]?.text ?? 'null')).toEqual(expected);
  });
});

test('values that are made are valid in every field', () => {
  const schema = object(
    {
      zip: { ...text, pattern: '^[0-9]{5}$' },
      country: { ...text, minLength: 2, maxLength: 2 },
      list: { type: 'array', minItems: 2, items: { type: 'integer' } },
      different: { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      negative: { type: 'integer', exclusiveMaximum: 0 },
      step: { type: 'integer', minimum: 5, multipleOf: 10 },
      phone: { ...text, pattern: '^\\+[1-9]\\d{1,14}$' },
      map: { type: 'object', minProperties: 2, additionalProperties: text },
      at: { ...text, format: 'date-time' },
      encoded: { ...text, contentEncoding: 'base64' },
      pointer: { ...text, format: 'json-pointer' },
      // And more of each kind.
      code: { ...text, pattern: '^[a-f0-9]{8}-[a-f0-9]{4}$', minLength: 13 },
      percent: { type: 'number', minimum: 99.5, maximum: 100, multipleOf: 0.25 },
      pairs: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: { type: 'array', minItems: 2, maxItems: 2, items: text },
      },
      keys: {
        type: 'object',
        minProperties: 1,
        propertyNames: { pattern: '^x-' },
        additionalProperties: { type: 'boolean' },
      },
    },
    { required: ['zip'] },
  );
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const found = publish(body('application/json', { schema }));
  const value = JSON.parse(found.body?.contents[0]?.examples[0]?.text ?? 'null') as Json;
  expect(Object.keys(value).sort()).toEqual(Object.keys(schema.properties as Json).sort());
  expect([ajv.validate(schema, value), ajv.errors]).toEqual([true, null]);
});
