import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';
import { createReadyResponse, jsonResponse, sendReady, withField } from './ready-response.ts';

const small = createReadyResponse(JSON.stringify({ text: 'naïve – 漢字 🎈' }));
const large = createReadyResponse(JSON.stringify({ text: 'naïve – 漢字 🎈 '.repeat(4000) }), {
  etag: 'r1-br',
});
let varying = createReadyResponse('');

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildBareTestApp({
    addRoutes: (routes) => {
      const config = { access: 'account:read' } as const;
      routes.get(
        '/v1/small',
        { config, schema: { hide: true } },
        (request, reply) => void sendReady(request, reply, small),
      );
      routes.get('/v1/large', { config, schema: { hide: true } }, (request, reply) =>
        sendReady(request, reply, large),
      );
      routes.get('/v1/varying', { config, schema: { hide: true } }, (request, reply) =>
        sendReady(request, reply, varying),
      );
    },
  });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { authorization: `Bearer ${TOKEN}`, ...headers } });

test('the body is sent byte for byte, with its length, its tag and the default headers', async () => {
  const response = await get('/v1/small');
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload).toEqual(small.body);
  expect(response.headers).toMatchObject({
    etag: small.etag,
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(small.body.length),
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'x-request-id': expect.any(String),
  });
  expect(response.headers.vary).toBeUndefined();
});

test('any bytes arrive as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      varying = createReadyResponse(Buffer.from(bytes), { contentType: 'application/octet-stream' });
      const response = await get('/v1/varying');
      expect(response.rawPayload).toEqual(varying.body);
      expect(response.headers['content-length']).toBe(String(bytes.length));
    }),
    { numRuns: 50 },
  );
});

test('an answer that is sent again has its own id', async () => {
  const ids = [await get('/v1/small'), await get('/v1/small')].map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(2);
});

test('the tag names the content', () => {
  expect(createReadyResponse('a').etag).toBe(createReadyResponse(Buffer.from('a')).etag);
  expect(createReadyResponse('a').etag).not.toBe(createReadyResponse('b').etag);
  expect(createReadyResponse('a').etag).toMatch(/^"[\w-]{27}"$/);
});

test('without a token nothing is sent', async () => {
  expect((await app.inject({ url: '/v1/small', headers: { 'if-none-match': '*' } })).statusCode).toBe(401);
});

describe('If-None-Match', () => {
  test.each([
    ['the tag', small.etag],
    ['the tag as a weak one', `W/${small.etag}`],
    ['a list that holds it', `"other", W/"another",${small.etag}`],
    ['anything', '*'],
  ])('%s: 304 without a body', async (_name, held) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await get('/v1/small', { 'if-none-match': held }, method);
      expect(response.statusCode).toBe(304);
      expect(response.body).toBe('');
      expect(response.headers.etag).toBe(small.etag);
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expect(response.headers['content-length']).toBeUndefined();
    }
  });

  test.each([
    ['another tag', '"other"'],
    ['the tag without quotes', small.etag.slice(1, -1)],
    ['nothing', ''],
  ])('%s: 200', async (_name, held) => {
    expect((await get('/v1/small', { 'if-none-match': held })).statusCode).toBe(200);
  });
});

test('HEAD tells the length and sends nothing', async () => {
  const response = await get('/v1/small', {}, 'HEAD');
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe('');
  expect(response.headers['content-length']).toBe(String(small.body.length));
});

describe('compression', () => {
  test('a small body is never compressed', async () => {
    expect(
      (await get('/v1/small', { 'accept-encoding': 'br, gzip' })).headers['content-encoding'],
    ).toBeUndefined();
  });

  test('one that is not very large is first sent as it is, and compressed when it is sent again', async () => {
    varying = createReadyResponse('Many words. '.repeat(2000));
    const encodings = [];
    for (let turn = 0; turn < 3; turn += 1)
      encodings.push((await get('/v1/varying', { 'accept-encoding': 'br' })).headers['content-encoding']);
    expect(encodings).toEqual([undefined, 'br', 'br']);

    varying = createReadyResponse('Many words. '.repeat(20_000));
    expect((await get('/v1/varying', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
  ])('a large one is when the client accepts it (%s)', async (accepted, encoding) => {
    const response = await get('/v1/large', { 'accept-encoding': accepted });
    const unpacked =
      encoding === 'br' ? brotliDecompressSync(response.rawPayload) : gunzipSync(response.rawPayload);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    expect(response.rawPayload.length).toBeLessThan(large.body.length / 4);
    expect(unpacked).toEqual(large.body);
    expect(response.headers.vary).toBe('accept-encoding');
    expect(response.headers.etag).toBe(`"r1-br-${encoding}"`);
  });

  test.each([undefined, 'identity', 'br;q=0, gzip;q=0', 'deflate'])(
    'and is not otherwise (%s)',
    async (accepted) => {
      const response = await get('/v1/large', accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(response.headers['content-encoding']).toBeUndefined();
      expect(response.headers.vary).toBe('accept-encoding');
      expect(response.headers.etag).toBe('"r1-br"');
      expect(response.rawPayload).toEqual(large.body);
    },
  );

  test('any form that the client holds spares it the body', async () => {
    for (const held of ['"r1-br"', '"r1-br-br"', '"r1-br-gzip"']) {
      expect((await get('/v1/large', { 'if-none-match': held, 'accept-encoding': 'gzip' })).statusCode).toBe(
        304,
      );
    }
    expect((await get('/v1/large', { 'if-none-match': '"r1"' })).statusCode).toBe(200);
  });

  test('it is done once', async () => {
    await get('/v1/large', { 'accept-encoding': 'br' });
    const done = large.compressed?.br;
    await get('/v1/large', { 'accept-encoding': 'br' });
    expect(done).toBeDefined();
    expect(large.compressed?.br).toBe(done);
  });
});

test('a field is added at the end of a JSON object, and changes the tag', () => {
  const page = jsonResponse({ id: 'a', title: '🎈' });
  const added = withField(page, 'document', { bytes: Buffer.from('{"nodes":[]}'), hash: 'h1' });
  expect(added.body.toString()).toBe('{"id":"a","title":"🎈","document":{"nodes":[]}}');
  const others = [
    page,
    withField(page, 'document', { bytes: Buffer.from('{}'), hash: 'h2' }),
    withField(page, 'other', { bytes: Buffer.from('{"nodes":[]}'), hash: 'h1' }),
    withField(jsonResponse({ id: 'b' }), 'document', { bytes: Buffer.from('{"nodes":[]}'), hash: 'h1' }),
  ];
  expect(others.map(({ etag }) => etag)).not.toContain(added.etag);
});
