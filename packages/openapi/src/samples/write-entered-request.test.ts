/** What readers enter is sent by the rules of the samples: generated operations receive it as their parameters say. */

import fc from 'fast-check';
import { request as sendRequest } from 'undici';
import { describe, expect, test } from 'vitest';
import { enterRequest } from '../../test/enter-request.ts';
import { SECURITY_SCHEMES, testedOperations } from '../../test/random-operations.ts';
import { FILES, startEcho } from '../../test/run-samples.ts';
import type { Json } from '../resolve.ts';
import { showMessage, writeMessage } from './request-message.ts';
import { type EnteredRequest, writeEnteredRequest } from './write-entered-request.ts';

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
    for (const [n, { path, method, findFaults }] of operations.entries()) {
      const { entered, files } = enterRequest(spec, { method, path });
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
