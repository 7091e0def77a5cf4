/**
 * Kinds of specs whose pages were wrong in earlier releases or in other products, on the page and in its Markdown. The
 * numbers are those of `test/openapi-cases.test.ts`, which says where the others are.
 */
import type { Json } from '@lectern/openapi/resolve';
import { describe, expect, test } from 'vitest';
import { type ShownPart, showOperation } from '../../../test/show-operation.ts';

const text = { type: 'string' };
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more });

const showPost = (schema: Json, schemas: Json = {}): ShownPart => {
  const requestBody = { content: { 'application/json': { schema } } };
  return showOperation({ paths: { '/f': { post: { requestBody } } }, components: { schemas } }, 'post', '/f');
};
const showGet = (operation: Json, rest: Json = {}): ShownPart =>
  showOperation({ paths: { '/pets': { get: { responses: {}, ...operation } } }, ...rest }, 'get', '/pets');
const inQuery = (name: string, parameter: Json): Json => ({
  parameters: [{ name, in: 'query', ...parameter }],
});

test('01: the allowed values of the items of an array parameter are listed, and the first is sent', () => {
  const items = { ...text, enum: ['available', 'pending', 'sold'] };
  const parameter = { required: true, schema: { type: 'array', items } };
  const servers = [{ url: 'https://pets.example' }];
  const { page, markdown } = showGet(inQuery('status', parameter), { servers });
  expect(page).toMatch(/status array of string required.*Allowed values: "available" "pending" "sold"/);
  expect(markdown).toMatch(
    /\* `status` \(array of string, required\)\n.*Values: `"available"`, `"pending"`, `"sold"`/,
  );
  for (const shown of [page, markdown]) expect(shown).toContain('https://pets.example/pets?status=available');
});

test('03: the fields and values of headers with an object or a list are shown', () => {
  const left = { type: 'integer', description: 'How many are left' };
  const headers = {
    'X-Limits': { description: 'limits', schema: object({ left }) },
    'X-Kinds': { schema: { type: 'array', items: { ...text, enum: ['k1', 'k2'] } } },
  };
  const { page, markdown } = showGet({ responses: { 200: { description: 'OK', headers } } });
  expect(page).toMatch(
    /X-Limits object.*left integer.*How many are left.*X-Kinds array of string.*"k1" "k2"/,
  );
  expect(markdown).toContain('  * `left` (integer): How many are left');
  expect(markdown).toMatch(/`X-Kinds` \(array of string\)\n.*Values: `"k1"`, `"k2"`/);
});

test('04: a property given in two parts of allOf is their combination, also in the example', () => {
  const schemas = {
    Page: object({ data: { type: 'array', items: { type: 'object' } }, total: { type: 'integer' } }),
    Station: object({ station_name: text, kind: { enum: ['bus', 'rail'] } }),
    Stations: {
      allOf: [refTo('Page'), object({ data: { type: 'array', items: refTo('Station') } })],
    },
  };
  const { page, markdown } = showPost(refTo('Stations'), schemas);
  expect(page).toMatch(/data array of Station.*station_name string.*kind.*"bus" "rail".*total integer/);
  expect(markdown).toMatch(/`data` \(array of Station\)\n {2}\* `station_name` \(string\)\n {2}\* `kind` \(/);
  for (const shown of [page, markdown])
    expect(shown.replace(/\s/g, '')).toContain('{"data":[{"station_name":"text","kind":"bus"}],"total":');
});

test('06: the strictest limits of all parts of allOf hold', () => {
  const parts = [
    { ...text, minLength: 2 },
    { minLength: 5, maxLength: 9, enum: ['abcde', 'fghij'] },
  ];
  const { page, markdown } = showPost(object({ code: { allOf: parts, description: 'Own' } }));
  expect(page).toMatch(/code string.*Own.*"abcde" "fghij".*minLength: 5.*maxLength: 9/);
  expect(markdown).toMatch(/`code` \(string\): Own.*minLength: `5`.*maxLength: `9`/);
  for (const shown of [page, markdown]) expect(shown).not.toMatch(/minLength: `?2/);
});

describe('26: the example of a parameter that need not be sent is shown', () => {
  test.for<[string, Json, string]>([
    ['its own', { schema: text, example: 'status:active AND age>3' }, 'status:active AND age>3'],
    ['that of its schema', { schema: { ...text, examples: ['eyJpZCI6MX0'] } }, 'eyJpZCI6MX0'],
  ])('%s', ([, parameter, example]) => {
    const { page, markdown } = showGet(inQuery('filter', parameter));
    expect(page).toContain(`Example: ${example}`);
    expect(markdown).toContain(`Example: \`${example}\``);
  });
});

test('30: variants that only the mapping of a discriminator names are shown with their fields', () => {
  const variantOf = (name: string): Json => ({
    allOf: [refTo('Shape'), object({ [name]: { type: 'number' } })],
  });
  const schemas = {
    Shape: object(
      { shapeType: text },
      {
        required: ['shapeType'],
        discriminator: {
          propertyName: 'shapeType',
          mapping: { circle: refTo('Circle').$ref, square: refTo('Square').$ref },
        },
      },
    ),
    Circle: variantOf('radius'),
    Square: variantOf('edge'),
  };
  const { page, markdown } = showPost(refTo('Shape'), schemas);
  expect(page).toMatch(/Circle ?shapeType: ?circle.*radius number.*Square ?shapeType: ?square.*edge number/);
  expect(markdown).toMatch(/\*One of:\* circle \(Circle\)\n {2}\* `radius` \(number\)\n/);
  expect(markdown).toMatch(/\*One of:\* square \(Square\)\n {2}\* `edge` \(number\)\n/);
});

test('32: the fields of if, then and else are shown with their condition', () => {
  const card = { ...text, description: 'Only for cards' };
  const schema = object(
    { type: { enum: ['card', 'bank'] } },
    {
      if: { properties: { type: { const: 'card' } } },
      // biome-ignore lint/suspicious/noThenProperty: A keyword of schemas.
      then: { properties: { card_number: card }, required: ['card_number'] },
      else: { properties: { iban: text } },
    },
  );
  const { page, markdown } = showPost(schema);
  expect(page).toMatch(/If type is "card":.*card_number string required.*Only for cards.*iban string/);
  expect(markdown).toMatch(
    /If `type` is `"card"`:\*.*\n {2}\* `card_number` \(string, required\): Only for cards\n\* \*Otherwise:\*.*\n {2}\* `iban` \(string\)/,
  );
});

test('33: an operation or a parameter that is internal is not published', () => {
  const internal = { name: 'debug_secret', in: 'query', schema: text, 'x-internal': true };
  const paths = {
    '/secret-admin': { post: { summary: 'Internal purge', 'x-internal': true } },
    '/pub': { get: { summary: 'Public', parameters: [internal, { name: 'open', in: 'query' }] } },
  };
  const { page, markdown } = showOperation({ paths }, 'get', '/pub');
  for (const shown of [page, markdown]) {
    expect(shown).toContain('open');
    expect(shown).not.toContain('debug_secret');
  }
  expect(() => showOperation({ paths }, 'post', '/secret-admin')).toThrow('not described');
});

test('35: the descriptions of allowed values are shown', () => {
  const notes = { a1: 'First letter meaning', b2: 'Second letter meaning' };
  const schema = { ...text, enum: ['a1', 'b2'], 'x-enumDescriptions': notes };
  const { page, markdown } = showGet(inQuery('state', { schema }));
  expect(page).toMatch(/"a1".*First letter meaning.*"b2".*Second letter meaning/);
  expect(markdown).toContain('Values: `"a1"` (First letter meaning), `"b2"` (Second letter meaning)');
});

describe('38: what an operation needs to be called is shown', () => {
  const flow = {
    authorizationUrl: 'https://id.test/auth',
    tokenUrl: 'https://id.test/token',
    scopes: { 'read:x': 'Read all the x' },
  };
  const securitySchemes = {
    tok: { type: 'http', scheme: 'bearer' },
    app: { type: 'apiKey', in: 'header', name: 'X-App' },
    usr: { type: 'apiKey', in: 'query', name: 'user_key' },
    oa: { type: 'oauth2', flows: { authorizationCode: flow } },
  };
  test.for<[string, Json[], string[]]>([
    ['nothing', [], []],
    ['a token, or nothing', [{}, { tok: [] }], ['none', 'Bearer token']],
    ['two keys at once', [{ app: [], usr: [] }], ['API key (header: X-App)', 'API key (query: user_key)']],
    [
      'a scope, with what it allows and where tokens come from',
      [{ oa: ['read:x'] }],
      ['https://id.test/auth', 'https://id.test/token', 'read:x', 'Read all the x'],
    ],
  ])('%s', ([, security, expected]) => {
    const shown = showGet({ security }, { security: [{ tok: [] }], components: { securitySchemes } });
    for (const one of [shown.page, shown.markdown.replaceAll('\\', '')]) {
      for (const part of expected) expect(one.toLowerCase()).toContain(part.toLowerCase());
      expect(/authentication/i.test(one)).toBe(expected.length > 0);
    }
  });
});

test('40: a server without a protocol is called by https', () => {
  const { page, markdown } = showGet({}, { servers: [{ url: '//petstore.test/v2' }] });
  for (const shown of [page, markdown]) {
    expect(shown).toContain('https://petstore.test/v2/pets');
    expect(shown).not.toContain('example.com');
  }
});

test('43: the Markdown of an operation has the limits and values of the page', () => {
  const list = { type: 'array', minItems: 2 };
  const { page, markdown } = showPost(
    object(
      {
        zip: { ...text, pattern: '^[0-9]{5}$', description: 'A code.', default: '01234' },
        country: { ...text, minLength: 2, maxLength: 2 },
        list: { ...list, items: { type: 'integer' } },
        different: { ...list, uniqueItems: true, items: { enum: ['a', 'b', 'c'] } },
        ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
        step: { type: 'integer', minimum: 5, maximum: 95, multipleOf: 10 },
        map: { type: 'object', minProperties: 2, additionalProperties: text },
        at: { ...text, format: 'date-time' },
        encoded: { ...text, contentEncoding: 'base64' },
      },
      { required: ['zip'] },
    ),
  );
  const limits = {
    pattern: '^[0-9]{5}$',
    minLength: 2,
    maxLength: 2,
    minItems: 2,
    uniqueItems: true,
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
    minimum: 5,
    maximum: 95,
    multipleOf: 10,
    minProperties: 2,
    contentEncoding: 'base64',
  };
  for (const [name, value] of Object.entries(limits)) {
    expect(page).toContain(`${name}: ${value}`);
    expect(markdown).toContain(`${name}: \`${value}\``);
  }
  expect(markdown).toContain('`at` (string \\<date-time\\>)');
  expect(markdown).toContain('Values: `"a"`, `"b"`, `"c"`');
  expect(markdown).toContain('A code. Default: `"01234"`. pattern');
});
