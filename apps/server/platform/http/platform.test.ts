import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';
import { readConfig } from '../config.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildBareTestApp({
    addRoutes: (routes) => {
      routes.get('/v1/fails', { config: { access: 'public' } }, async () => {
        throw new Error('password=hunter2 in table secrets');
      });
    },
  });
});
afterAll(() => app.close());

const authorization = `Bearer ${TOKEN}`;
const send = (options: InjectOptions): Promise<LightMyRequestResponse> =>
  app.inject({ ...options, headers: { authorization, ...options.headers } });
const postBody = (payload: string | Buffer, contentType = 'application/json') =>
  send({ method: 'POST', url: '/v1/things', payload, headers: { 'content-type': contentType } });

function expectError(response: LightMyRequestResponse, status: number, message?: RegExp): void {
  expect(response.statusCode).toBe(status);
  const body = response.json();
  expect(Object.keys(body)).toEqual(['error']);
  expect(body.error).toMatchObject({ code: status, requestId: response.headers['x-request-id'] });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  if (message) expect(body.error.message).toMatch(message);
}

describe('headers', () => {
  test('every answer names its request, forbids what a JSON answer never needs, and is open to all origins', async () => {
    for (const url of ['/v1/things/a', '/v1/nothing', '/v1/spaces/%ZZ', '/healthz']) {
      const { headers } = await send({ url });
      expect(headers['x-request-id'], url).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Idempotency-Replayed, Location, Retry-After, Warnings, X-Request-Id',
        'cache-control': 'no-store',
      });
      expect(headers['access-control-allow-credentials'], url).toBeUndefined();
    }
  });

  test('two requests never have the same name', async () => {
    const [first, second] = [await send({ url: '/v1/' }), await send({ url: '/v1/' })];
    expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id']);
  });

  test('a preflight is allowed for any URL, without a token, and remembered', async () => {
    for (const url of ['/v1/things/a', '/v1/nothing']) {
      const response = await app.inject({
        method: 'OPTIONS',
        url,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PATCH' },
      });
      expect(response.statusCode).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-HTTP-Method-Override',
        'access-control-max-age': '86400',
      });
    }
  });
});

describe('methods and URLs', () => {
  test('an unknown URL is 404', async () => {
    expectError(await send({ url: '/v1/nothing' }), 404);
    expectError(await send({ method: 'OPTIONS', url: '/v1/nothing' }), 404);
  });

  test('a known URL under another method is 405 and tells the methods that it has', async () => {
    const response = await send({ method: 'PUT', url: '/v1/things/a' });
    expectError(response, 405, /GET/);
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS');
    for (const method of ['PROPFIND', 'TRACE', 'SEARCH'] as never[])
      expectError(await send({ method, url: '/v1/things' }), 405, /POST/);
  });

  test('a URL whose operations are not here yet is 501 by their methods, and 405 by others', async () => {
    const url = '/v1/orgs/an-organization/translations';
    for (const method of ['GET', 'POST'] as const) expectError(await send({ method, url }), 501, /./);
    const response = await send({ method: 'DELETE', url });
    expectError(response, 405, /GET, POST/);
    expect(response.headers.allow).toBe('GET, POST, OPTIONS');
    expect((await app.inject({ method: 'OPTIONS', url })).headers.allow).toBe('GET, POST, OPTIONS');
  });

  test('OPTIONS tells the methods', async () => {
    const response = await app.inject({ method: 'OPTIONS', url: '/v1/things/a' });
    expect(response.statusCode).toBe(204);
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(response.body).toBe('');
  });

  test('HEAD answers as GET does, without the body', async () => {
    const [get, head] = [
      await send({ url: '/v1/things/a' }),
      await send({ method: 'HEAD', url: '/v1/things/a' }),
    ];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('an operation of the public client that is not here is 501 and named', async () => {
    expectError(await send({ url: '/v1/ads/sites' }), 501, /adsListSites/);
    expectError(await send({ method: 'PATCH', url: '/v1/ads/sites/abc' }), 501, /adsUpdateSite/);
    expect((await send({ method: 'HEAD', url: '/v1/ads/sites' })).statusCode).toBe(501);
  });

  test('wrong percent-encoding is 400, a part of unreasonable length 414', async () => {
    expectError(await send({ url: '/v1/things/%ZZ' }), 400, /percent-encoded/);
    expectError(await send({ url: '/v1/things/%E0%A4%A' }), 400, /percent-encoded/);
    expectError(await send({ url: `/v1/things/${'a'.repeat(3000)}` }), 414);
  });

  test.each([
    ['%00', 'the character U+0000'],
    ['%ED%A0%80', 'an unpaired surrogate'],
    ['%ed%bf%bf', 'an unpaired surrogate'],
    ['%ED%A0%BD%ED%B8%80', 'an unpaired surrogate'],
  ])('%s is refused in the path and in the query, and the parameter named', async (text, what) => {
    for (const [url, path] of [
      [`/v1/things/a${text}b`, 'thingId'],
      [`/v1/things/a?format=${text}`, 'format'],
      [`/v1/things/a?limit=1&unknown=a${text}&format=long`, 'unknown'],
      [`/v1/things/a?a${text}=1`, 'query'],
      [`/v1/nothing/${text}`, 'path'],
    ]) {
      const response = await send({ url });
      expectError(response, 400, new RegExp(what.replace('+', '\\+')));
      expect(response.json().error.details).toEqual([{ path, message: expect.stringContaining(what) }]);
    }
  });

  test('text about an escape, and characters beside the surrogates, are not refused', async () => {
    for (const text of ['%2500', '%25ED%25A0%2580', '%ED%9F%BF', '%EE%80%80'])
      expect((await send({ url: `/v1/things/a?unknown=${text}` })).statusCode).toBe(200);
  });
});

describe('query and body', () => {
  test('unknown query parameters are ignored, known ones coerced', async () => {
    const response = await send({ url: '/v1/things/a?limit=3&unknown=1' });
    expect(response.statusCode).toBe(200);
    expect(response.json().query.limit).toBe(3);
  });

  test('every offending field is named, in words', async () => {
    const response = await send({ url: '/v1/things/a?limit=0&format=wide' });
    expectError(response, 400, /^limit must not be less than 1 \(and 1 more\)\.$/);
    expect(response.json().error.details).toEqual([
      { path: 'limit', message: 'must not be less than 1' },
      { path: 'format', message: 'must be one of long, short' },
    ]);
  });

  test('a repeated parameter is reported as such', async () => {
    expectError(
      await send({ url: '/v1/things/a?limit=1&limit=2' }),
      400,
      /^limit must not be sent more than once\.$/,
    );
    expectError(await send({ url: '/v1/things/a?format=long&format=long' }), 400, /more than once/);
  });

  test('a body on GET is ignored', async () => {
    const response = await send({
      url: '/v1/things/a',
      payload: 'not json',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.statusCode).toBe(200);
  });

  test('an empty body counts as {}, with and without a content type', async () => {
    for (const headers of [
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json; charset=utf-8' },
    ]) {
      const response = await send({ method: 'POST', url: '/v1/things', headers });
      expect(response.statusCode).toBe(201);
      expect(response.json()).toEqual({ body: {} });
    }
  });

  test('unknown body fields are ignored', async () => {
    expect((await postBody('{"title":"a","more":true}', 'application/json; charset=utf-8')).statusCode).toBe(
      201,
    );
  });

  test('invalid JSON is 400, another media type 415, a body that is too large 413', async () => {
    expectError(await postBody('{"title":'), 400, /not valid JSON/);
    expectError(await postBody('{"__proto__":{"a":1}}'), 400, /not valid JSON/);
    expectError(await postBody(Buffer.from([0x22, 0xff, 0x22])), 400, /UTF-8/);
    expectError(await postBody('title=a', 'application/x-www-form-urlencoded'), 415);
    expectError(await postBody('{}', 'text/plain'), 415);
    expectError(await postBody('{}', 'nonsense'), 415);
    const small = await buildBareTestApp({ config: { limits: { ...readConfig({}).limits, bodyBytes: 10 } } });
    const response = await small.inject({
      method: 'POST',
      url: '/v1/things',
      payload: { title: 'a text' },
      headers: { authorization },
    });
    expectError(response, 413, /10 bytes/);
    await small.close();
  });

  test('a body that is no object is 400, its fields are not coerced', async () => {
    for (const body of ['null', '[]', '"text"', '1'])
      expectError(await postBody(body), 400, /body must be an object/);
    expectError(await postBody('{"size":"1"}'), 400, /^size must be an integer\.$/);
  });

  test('for “a text or null” only the problem of the text is reported', async () => {
    expectError(
      await postBody('{"title":"too long"}'),
      400,
      /^title must not be longer than 5 characters, or must be null\.$/,
    );
  });

  const UNSTORABLE = [
    String.raw`\u0000`,
    String.raw`a\ud83d`,
    String.raw`\uDE00b`,
    String.raw`\ud83d\ud83d\ude00`,
    String.raw`\ude00\ud83d`,
    String.raw`\ud83d\n`,
    String.raw`\\\ud83d`,
    String.raw`\\\u0000`,
    `${'long '.repeat(20)}${String.raw`\uDBFF`}`,
  ];
  const PLACES: [string, (text: string) => string][] = [
    ['title', (text) => `{"title":"${text}"}`],
    ['other', (text) => `{"title":"a","other":"${text}"}`],
    ['list.1', (text) => `{"list":["a","${text}"]}`],
    ['list.1.deep.0.0', (text) => `{"list":["a",{"deep":[["${text}"]]}]}`],
  ];

  test.each(UNSTORABLE)('the text %s is refused wherever it is, and the field named', async (text) => {
    const what = text.includes('u0000') ? 'the character U+0000' : 'an unpaired surrogate';
    const told = new RegExp(what.replace('+', '\\+'));
    for (const space of ['', ' '.repeat(70_000)]) {
      for (const [path, write] of PLACES) {
        const response = await postBody(write(text) + space);
        expectError(response, 400, told);
        expect(response.json().error.details).toEqual([
          { path, message: expect.stringContaining(`must not contain ${what}`) },
        ]);
      }
      const key = await postBody(`{"map":{"a":1,"${text}":2}}${space}`);
      expectError(key, 400, told);
      expect(key.json().error.details[0].path).toMatch(/^map\./);
      expect(JSON.stringify(key.json().error)).not.toMatch(/\\u(?:0000|d[89a-f])/);
      expectError(await postBody(`"${text}"${space}`), 400, /request body/);
    }
  });

  test.each([
    [String.raw`\\u0000`, '\\u0000'],
    [String.raw`\\ud83d`, '\\ud83d'],
    [String.raw`\ud83d\ude00`, '\u{1F600}'],
    [String.raw`\ufffd`, '\uFFFD'],
    [String.raw`\ud7ff\ue000`, '\uD7FF\uE000'],
  ])('%s arrives as it was sent', async (sent, other) => {
    for (const space of ['', ' '.repeat(70_000)])
      expect((await postBody(`{"other":"${sent}"}${space}`)).json().body).toEqual({ other });
  });

  test('a number that is too large for a number is refused', async () => {
    for (const number of ['1e999', '-1e999'])
      expectError(await postBody(`{"size":${number}}`), 400, /^size must be an integer\.$/);
  });
});

test('an unexpected failure is a 500 without internals', async () => {
  const response = await send({ url: '/v1/fails' });
  expectError(response, 500, /request ID/);
  expect(response.body).not.toMatch(/hunter2|secrets|stack/);
});

test('health tells that requests are served, readiness that the database does not answer', async () => {
  const health = await app.inject({ url: '/healthz' });
  expect(health.statusCode).toBe(200);
  expect(health.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expectError(await app.inject({ url: '/readyz' }), 503, /database/);
});

test('the API tells its version', async () => {
  for (const url of ['/v1/', '/v1']) {
    const response = await app.inject({ url });
    expect(response.json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      build: expect.any(String),
    });
  }
});
