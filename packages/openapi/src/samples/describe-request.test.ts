/** What is sent: the address, its query, headers and body, as curl is told. */
import { describe, expect, test } from 'vitest';
import { describeSpec } from '../reference/describe-spec.ts';
import type { Json } from '../resolve.ts';
import { writeMultipart } from './multipart-text.ts';

interface Asked {
  path?: string;
  method?: string;
  servers?: Json[];
  components?: Json;
}

function samplesOf(
  operation: Json,
  { path = '/p', method = 'get', ...rest }: Asked = {},
): Map<string, string> {
  const spec = {
    openapi: '3.1.0',
    servers: [{ url: 'https://a.test' }],
    paths: { [path]: { [method]: operation } },
    ...rest,
  };
  const found = describeSpec(spec, { kind: 'operation', method, path });
  if (found?.kind !== 'operation') throw new Error('There is no such operation.');
  return new Map(found.samples.map(({ title, code }) => [title, code]));
}

const curlOf = (operation: Json, asked?: Asked): string => samplesOf(operation, asked).get('cURL') ?? '';
const query = (name: string, example: unknown, rest: Json = {}): Json => ({
  parameters: [{ name, in: 'query', required: true, example, ...rest }],
});

describe('a query', () => {
  test.for<[string, Json, string]>([
    ['repeats lists', query('a', ['x', 'y']), 'a=x&a=y'],
    ['joins lists by commas', query('a', ['x', 'y,z'], { explode: false }), 'a=x,y%2Cz'],
    ['joins lists by bars', query('a', ['x', 'y'], { style: 'pipeDelimited', explode: false }), 'a=x%7Cy'],
    ['joins lists by spaces', query('a', ['x', 'y'], { style: 'spaceDelimited', explode: false }), 'a=x%20y'],
    ['has the fields of objects', query('a', { r: 1, g: 2 }), 'r=1&g=2'],
    [
      'has objects with brackets',
      query('a', { b: { c: 1 }, d: 2 }, { style: 'deepObject' }),
      'a%5Bb%5D%5Bc%5D=1&a%5Bd%5D=2',
    ],
    ['has names with brackets', query('ids[]', [1, 2]), 'ids%5B%5D=1&ids%5B%5D=2'],
    ['encodes what has a meaning', query('a', 'b&c=d#e'), 'a=b%26c%3Dd%23e'],
    ['keeps what may stay', query('a', '/b?c&d', { allowReserved: true }), 'a=/b?c%26d'],
    [
      'has contents',
      {
        parameters: [
          { name: 'a', in: 'query', required: true, content: { 'application/json': { example: { b: 1 } } } },
        ],
      },
      'a=%7B%22b%22%3A1%7D',
    ],
    [
      'has named examples',
      { parameters: [{ name: 'a', in: 'query', required: true, examples: { one: { value: 'de' } } }] },
      'a=de',
    ],
  ])('%s', ([, operation, expected]) => {
    expect(curlOf(operation)).toBe(`curl 'https://a.test/p?${expected}'`);
  });
});

describe('an address', () => {
  const inPath = (example: unknown, rest: Json = {}): Json => ({
    parameters: [{ name: 'id', in: 'path', required: true, example, ...rest }],
  });

  test.for<[Json, string]>([
    [inPath([3, 4]), '3,4'],
    [inPath({ R: 1 }, { style: 'matrix', explode: true }), ';R=1'],
    [inPath([3, 4], { style: 'matrix' }), ';id=3,4'],
    [inPath([3, 4], { style: 'label', explode: true }), '.3.4'],
    [inPath('a/b c'), 'a%2Fb%20c'],
    [{ parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }, 'id'],
    [{}, 'id'],
  ])('%j is written as %s', ([operation, expected]) => {
    expect(curlOf(operation, { path: '/p/{id}' })).toContain(`https://a.test/p/${expected}`);
  });

  test.for([
    ['//b.test/v2', 'https://b.test/v2/p'],
    ['/v2', 'https://api.example.com/v2/p'],
    ['v2/', 'https://api.example.com/v2/p'],
    ['http://[::1]:80', "'http://[::1]:80/p'"],
    ['//b.test/', 'https://b.test/p'],
    ['https://a.test/v1/', 'https://a.test/v1/p'],
    ['https://a.test//', 'https://a.test/p'],
    ['', 'https://api.example.com/p'],
    ['/', 'https://api.example.com/p'],
    ['.', 'https://api.example.com/p'],
    ['./v1', 'https://api.example.com/v1/p'],
    ['../v1/', 'https://api.example.com/v1/p'],
    ['https://a.test/v1?key=1#top', 'https://a.test/v1/p'],
    ['wss://a.test/v1', 'https://a.test/v1/p'],
    ['localhost:8080/v1', 'http://localhost:8080/v1/p'],
    ['unix:///run/api.sock', 'https://api.example.com/p'],
    ['https://{tenant}.a.test', 'https://tenant.a.test/p'],
    ['https://a.test/straße/a b', 'https://a.test/stra%C3%9Fe/a%20b/p'],
    ["https://a.test/$(id)'`", 'https://a.test/%24%28id%29%27%60/p'],
  ])('of the server %s is %s', ([url = '', expected = '']) => {
    expect(curlOf({}, { servers: [{ url }] }).split(' \\\n')[0]).toBe(`curl ${expected}`);
  });

  test.for<[string, Record<string, string>, string]>([
    [
      '{scheme}://{host}:{port}/{base}',
      { scheme: 'http', host: 'b.test', port: '81', base: 'v2/' },
      'http://b.test:81/v2/p',
    ],
    ['https://a.test/{base}', { base: '' }, 'https://a.test/p'],
    ['https://{a}.test/{b}', { a: '{b}', b: "$&$1$'" }, 'https://b.test/%24%26%241%24%27/p'],
    ['//{region}.a.test/{region}', { region: 'eu' }, 'https://eu.a.test/eu/p'],
  ])('of the server %s with the variables %j is %s', ([url, given, expected]) => {
    const variables = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, { default: value }]),
    );
    expect(curlOf({}, { servers: [{ url, variables }] })).toBe(`curl ${expected}`);
  });
});

describe('credentials', () => {
  test.for<[Json, string]>([
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }, "--header 'X-Key: YOUR_API_KEY'"],
    [{ type: 'apiKey', in: 'query', name: 'key' }, '?key=YOUR_API_KEY'],
    [{ type: 'apiKey', in: 'cookie', name: 'key' }, "--cookie 'key=YOUR_API_KEY'"],
    [{ type: 'http', scheme: 'basic' }, "--header 'Authorization: Basic YOUR_CREDENTIALS'"],
    [{ type: 'http', scheme: 'Digest' }, "--header 'Authorization: Digest YOUR_CREDENTIALS'"],
    [{ type: 'oauth2', flows: {} }, "--header 'Authorization: Bearer YOUR_TOKEN'"],
  ])('of %j are sent', ([scheme, expected]) => {
    expect(
      curlOf({ security: [{ one: [] }] }, { components: { securitySchemes: { one: scheme } } }),
    ).toContain(expected);
  });
});

test('a client certificate is named in all languages, and only where it is required', () => {
  const components = {
    securitySchemes: { one: { type: 'mutualTLS' }, two: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  };
  const samples = samplesOf({ security: [{ one: [], two: [] }] }, { components });
  expect(samples.size).toBe(8);
  for (const [title, code] of samples) {
    expect(code, title).toMatch(/client\.(?:pem|p12)/);
    expect(code, title).toContain('YOUR_API_KEY');
  }
  for (const security of [[{ two: [] }, { one: [] }], [{}], []])
    for (const [title, code] of samplesOf({ security }, { components }))
      expect(code, title).not.toMatch(/client\.(?:pem|p12)/);
});

describe('a body', () => {
  const post = (content: Json): Map<string, string> =>
    samplesOf({ requestBody: { content } }, { method: 'post' });

  test('that is a file is read from one', () => {
    const curl = post({ 'image/png': { schema: { type: 'string', format: 'binary' } } }).get('cURL');
    expect(curl).toContain("--header 'Content-Type: image/png'");
    expect(curl).toContain('--data-binary @file.png');
  });

  test('has its parts, and no type without a boundary', () => {
    const properties = {
      file: { type: 'string', format: 'binary' },
      tags: { type: 'array', items: { const: 'a' } },
    };
    const samples = post({ 'multipart/form-data': { schema: { type: 'object', properties } } });
    expect(samples.get('cURL')).toContain("--form 'file=@file.png'");
    expect(samples.get('cURL')).toContain("--form-string 'tags=a'");
    for (const [title, code] of samples)
      expect(code, title).not.toMatch(/multipart\/form-data(?!'\)|; boundary)/);
  });

  test('of a form repeats lists', () => {
    const curl = post({
      'application/x-www-form-urlencoded': { example: { urls: ['http://a.test', 'b'] } },
    }).get('cURL');
    expect(curl).toContain("--data-urlencode 'urls=http://a.test' \\\n  --data-urlencode 'urls=b'");
  });

  test('keeps the numbers that JavaScript would round', () => {
    const samples = post({ 'text/plain': { example: '{"id": 9007199254740993}' } });
    for (const [title, code] of samples) expect(code, title).toContain('9007199254740993');
  });

  test('is left out of languages that cannot send it', () => {
    const samples = samplesOf({ requestBody: { content: { 'text/plain': { example: 'a' } } } });
    expect(samples.has('JavaScript')).toBe(false);
    expect(samples.get('Python')).toContain("data='a'.encode()");
  });
});

/** What is left of a C# program without its texts, which are checked on the way. */
function readCsharp(code: string): string {
  let rest = code;
  let outside = '';
  while (rest !== '') {
    const text =
      /^"(?:[^"\\\n]|\\["\\nrt]|\\u[\da-f]{4})*"(?!")/.exec(rest) ?? /^("{3,})\n[\s\S]*?\n\1(?!")/.exec(rest);
    if (rest.startsWith('"') && !text) throw new Error(`This text does not end: ${rest.slice(0, 50)}`);
    outside += text ? '""' : rest[0];
    rest = rest.slice(text ? text[0].length : 1);
  }
  return outside;
}

test('a body that is too long for a sample is not written in any language', () => {
  const example = { list: Array(150_000).fill('x') };
  for (const mediaType of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const content = { [mediaType]: { example } };
    expect(samplesOf({ requestBody: { content } }, { method: 'post' }).size).toBe(0);
  }
});

test('a boundary is in no part', () => {
  const known = ['7d1c9a', '000000', 'abcform-boundary-000001']
    .map((end) => `form-boundary-${end}`)
    .join(' ');
  const parts = [known, `form-boundary-7d1c9a${'0'.repeat(1_000_000)}`].map((value) => ({
    name: 'a',
    value,
  }));
  const { type } = writeMultipart({ kind: 'multipart', mediaType: 'multipart/form-data', parts });
  expect(type).toBe('multipart/form-data; boundary=form-boundary-000002');
});

test('C# has whole texts and statements, whatever is in them', () => {
  for (const example of ['"', '\\', '"""\n"', 'a\nb', '{', "'\t\u0001", { a: ['"}";', 1] }])
    for (const mediaType of ['application/json', 'text/plain']) {
      const samples = samplesOf(
        { requestBody: { content: { [mediaType]: { example } } } },
        { method: 'post' },
      );
      const outside = readCsharp(samples.get('C#') ?? '');
      for (const [open, close] of ['()', '{}', '[]'])
        expect(outside.split(open as string).length).toBe(outside.split(close as string).length);
      for (const line of outside.split('\n')) expect(line).toMatch(/^$|;$/);
    }
});

test('Java keeps the indentation of a text that ends with a line end', () => {
  const content = { 'text/plain': { example: 'a\nb\n' } };
  const java = samplesOf({ requestBody: { content } }, { method: 'post' }).get('Java') ?? '';
  const [, indentation] = /\n( *)a\n/.exec(java) ?? [];
  expect(java).toContain(`\n${indentation}a\n${indentation}b\n${indentation}"""`);
});
