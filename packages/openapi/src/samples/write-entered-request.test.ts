/** What readers enter is sent by the rules of the samples: generated operations receive it as their parameters say. */

import fc from 'fast-check';
import { request as sendRequest } from 'undici';
import { describe, expect, test } from 'vitest';
import { SECURITY_SCHEMES, testedOperations } from '../../test/random-operations.ts';
import { FILES, startEcho } from '../../test/run-samples.ts';
import { listExamples, writeText } from '../examples/list-examples.ts';
import { type Json, listOf, recordOf } from '../resolve.ts';
import { showMessage, writeMessage } from './request-message.ts';
import { type EnteredBody, type EnteredRequest, writeEnteredRequest } from './write-entered-request.ts';

const toEntry = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const exampleOf = (spec: Json, content: Json, mediaType: string): unknown =>
  listExamples(spec, content, { schema: content.schema, direction: 'request', mediaType })[0]?.value;

/** Enters the examples of an operation as a reader would. Files have the names that their types suggest. */
function enterExamples(
  spec: Json,
  { parameters, requestBody, security }: Json,
): {
  entered: EnteredRequest;
  files: Buffer[];
} {
  const values = listOf(parameters)
    .map(recordOf)
    .map((parameter) => {
      const [content] = Object.values(recordOf(parameter.content));
      return [
        `${parameter.in} ${parameter.name}`,
        toEntry(exampleOf(spec, parameter, 'text/plain') ?? exampleOf(spec, recordOf(content), 'text/plain')),
      ];
    });
  const schemes = Object.keys(recordOf(listOf(security)[0]));
  const credentials = schemes.map((name) =>
    name === 'certificate'
      ? ''
      : /basic|digest/.test(name)
        ? 'YOUR_CREDENTIALS'
        : /bearer|oauth|openId/.test(name)
          ? 'YOUR_TOKEN'
          : 'YOUR_API_KEY',
  );
  const [[mediaType, described] = []] = Object.entries(recordOf(recordOf(requestBody).content));
  const given = { values: Object.fromEntries(values), security: 0, credentials };
  if (mediaType === undefined) return { entered: given, files: [] };
  const { body, files } = enterBody(spec, { mediaType, content: recordOf(described) });
  return { entered: { ...given, body }, files: files.map((name) => FILES.get(name) ?? Buffer.alloc(0)) };
}

function enterBody(
  spec: Json,
  { mediaType, content }: { mediaType: string; content: Json },
): { body: EnteredBody; files: string[] } {
  const example = exampleOf(spec, content, mediaType);
  const choose = (name: string, type = '') => ({ name, type });
  if (/^image|octet/.test(mediaType)) {
    const name = mediaType === 'image/png' ? 'file.png' : 'file.bin';
    return { body: { mediaType, files: { '': [choose(name)] } }, files: [name] };
  }
  if (!/form/.test(mediaType))
    return {
      body: { mediaType, text: writeText(spec, example, { mediaType, schema: content.schema }) },
      files: [],
    };
  const fields = Object.fromEntries(
    Object.entries(recordOf(example)).map(([name, one]) => [name, toEntry(one)]),
  );
  if (!mediaType.startsWith('multipart')) return { body: { mediaType, fields }, files: [] };
  const { file: _file, files: _files, ...texts } = fields;
  const files = { file: [choose('file.png', 'image/png')], files: [choose('file.pdf'), choose('file.pdf')] };
  return { body: { mediaType, fields: texts, files }, files: ['file.png', 'file.pdf', 'file.pdf'] };
}

test('generated operations receive what is entered', async () => {
  const [operations = []] = fc.sample(testedOperations(process.env.LECTERN_SOAK ? 200 : 30), {
    numRuns: 1,
    seed: Number(process.env.SAMPLE_SEED ?? 77),
  });
  const spec = {
    openapi: '3.1.0',
    paths: Object.fromEntries(
      operations.map(({ path, method, operation }) => [path, { [method]: operation }]),
    ),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: Object.assign({}, ...operations.map(({ schemas }) => schemas)) as Json,
    },
  };
  const echo = await startEcho();
  try {
    const faults: string[] = [];
    for (const [n, { path, method, operation, findFaults }] of operations.entries()) {
      const { entered, files } = enterExamples(spec, operation);
      const written = writeEnteredRequest(spec, { method, path, base: echo.url }, entered);
      if (!written || !('request' in written)) {
        faults.push(`${path}: ${JSON.stringify([written, entered])}`);
        continue;
      }
      const message = writeMessage(written.request, files);
      await sendRequest(message.url, {
        method: message.method as 'GET',
        headers: Object.fromEntries(message.headers.map(({ name, value }) => [name, value])),
        body: message.body ?? null,
      }).then(({ body }) => body.dump());
      const sent = echo.sent.get(n);
      faults.push(
        ...(sent ? findFaults(sent, FILES) : ['Nothing was sent.']).map(
          (fault) => `${fault}\n${showMessage(written.request)}`,
        ),
      );
    }
    expect(faults).toEqual([]);
  } finally {
    echo.close();
  }
});

const BASE = 'https://a.test/v1';

function write(operation: Json, entered: Partial<EnteredRequest>, path = '/p') {
  const spec = { paths: { [path]: { post: operation } }, components: { securitySchemes: SECURITY_SCHEMES } };
  const all = { values: {}, security: 0, credentials: [], ...entered };
  const written = writeEnteredRequest(spec, { method: 'post', path, base: BASE }, all);
  if (!written) throw new Error('There is no such operation.');
  return 'problems' in written ? written.problems : showMessage(written.request);
}

const inQuery = (schema: Json): Json => ({ parameters: [{ name: 'q', in: 'query', schema }] });

describe('what is entered', () => {
  test.for<[string, Json, string]>([
    ['a,b', { type: 'array' }, 'q=a&q=b'],
    ['a, b\nc', { type: 'array' }, 'q=a%2C%20b&q=c'],
    ['["a,b"]', { type: 'array' }, 'q=a%2Cb'],
    ['{"a":1}', { allOf: [{ type: 'object' }] }, 'a=1'],
    ['{"a":1}', { type: 'string' }, 'q=%7B%22a%22%3A1%7D'],
    ['[1]', {}, 'q=1'],
    ['007', { type: 'integer' }, 'q=007'],
    ['[9223372036854775807]', { type: 'array' }, 'q=9223372036854775807'],
    ['{"a":0.1000000000000000055}', { type: 'object' }, 'a=0.1000000000000000055'],
  ])('as %j for %j is %s', ([text, schema, expected]) => {
    expect(write(inQuery(schema), { values: { 'query q': text } })).toBe(`POST ${BASE}/p?${expected}`);
  });

  test.for<[string, Json, Partial<EnteredRequest>, string, string]>([
    ['half a list', inQuery({ type: 'array' }), { values: { 'query q': '["a"' } }, 'query q', 'no-list'],
    [
      'a list as an object',
      inQuery({ type: 'object' }),
      { values: { 'query q': '[]' } },
      'query q',
      'no-object',
    ],
    ['another parameter', {}, { values: { 'query admin': '1' } }, 'query admin', 'unknown'],
    [
      'no required value',
      { parameters: [{ name: 'h', in: 'header', required: true }] },
      {},
      'header h',
      'missing',
    ],
    [
      'a header of two lines',
      { parameters: [{ name: 'h', in: 'header' }] },
      { values: { 'header h': 'a\r\nHost: b' } },
      'header h',
      'not-plain',
    ],
    [
      'credentials for nothing',
      { security: [{ header: [] }] },
      { credentials: ['a', 'b'] },
      'credential 1',
      'unknown',
    ],
    [
      'a token with a letter',
      { security: [{ bearer: [] }] },
      { credentials: ['ä'] },
      'credential 0',
      'not-plain',
    ],
    [
      'another body',
      { requestBody: { content: { 'text/plain': {} } } },
      { body: { mediaType: 'text/html', text: 'x' } },
      'body',
      'unknown',
    ],
    [
      'a file for a text',
      {
        requestBody: {
          content: { 'multipart/form-data': { schema: { properties: { a: { type: 'string' } } } } },
        },
      },
      { body: { mediaType: 'multipart/form-data', files: { a: [{ name: 'x', type: '' }] } } },
      'field a',
      'unknown',
    ],
  ])('has %s', ([, operation, entered, field, fault]) => {
    expect(write(operation, entered)).toEqual([{ field, fault }]);
  });

  test.for(['.', '..'])('as “%s” does not lead out of a path', (text) => {
    expect(write({}, { values: { 'path id': text } }, '/a/{id}')).toEqual([
      { field: 'path id', fault: 'missing' },
    ]);
  });

  test('has the second way to authenticate', () => {
    const operation = { security: [{ header: [] }, { basic: [], cookie: [] }] };
    expect(write(operation, { security: 1, credentials: ['me:ä', 'a;b'] })).toBe(
      `POST ${BASE}/p\nAuthorization: Basic bWU6w6Q=\nCookie: session=a%3Bb`,
    );
  });
});
