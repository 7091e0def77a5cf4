import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { Upload as TusUpload, type UploadOptions } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, openBrowser } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { csrfOf } from '../../../../../test/session.ts';

const MB = 1024 * 1024;
const LIMIT = 30 * MB;
const PIECE = { 'content-type': 'application/offset+octet-stream' };

let app: TestApp;
let origin: string;
let spaceId: string;
let uploads: string;
beforeAll(async () => {
  app = await buildTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  app.context.config.baseUrl = origin;
  app.context.config.limits.uploadBytes = LIMIT;
  spaceId = await addSpace(app);
  uploads = `/v1/spaces/${spaceId}/uploads`;
});
afterAll(() => app?.close());

// Otherwise the limit of uploads at once would be reached.
afterEach(() => sql`delete from upload where hash is null`.execute(app.context.db));

type Headers = Record<string, string>;

async function send(
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
  url: string,
  { headers, body }: { headers?: Headers; body?: Buffer } = {},
) {
  const response = await app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${app.adminToken}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { payload: body } : {}),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    error: response.body === '' ? undefined : response.json().error,
  };
}

const create = (length: number, { headers, body }: { headers?: Headers; body?: Buffer } = {}) =>
  send('POST', uploads, {
    headers: { 'upload-length': String(length), 'upload-metadata': 'filename YS5iaW4=', ...headers },
    ...(body ? { body } : {}),
  });

const pathOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  new URL(String(headers.location)).pathname;

const append = (url: string, offset: number, body: Buffer, headers: Headers = {}) =>
  send('PATCH', url, { body, headers: { ...PIECE, 'upload-offset': String(offset), ...headers } });

const offsetOf = async (url: string): Promise<number> =>
  Number((await send('HEAD', url)).headers['upload-offset']);

const digest = (algorithm: string, bytes: Buffer): string =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

async function countUploads(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upload where created_at > now() - interval '1 day'`.execute(
    app.context.db,
  );
  return rows[0]?.count as number;
}

/** Whether the upload is complete, and holds these bytes. */
async function holds(url: string, bytes: Buffer): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    select hash from upload where upload_id = ${url.split('/').at(-1)}`.execute(app.context.db);
  return rows[0]?.hash?.equals(createHash('sha256').update(bytes).digest()) ?? false;
}

/** Uploads with the client of the protocol. Returns the path of the upload. */
function uploadWithClient(bytes: Buffer, options: Partial<UploadOptions> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new TusUpload(bytes, {
      endpoint: `${origin}${uploads}`,
      headers: { authorization: `Bearer ${app.adminToken}` },
      metadata: { filename: 'a.bin' },
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url as string).pathname),
      ...options,
    });
    upload.start();
  });
}

/** Cuts the connections of the next uploads, each after so many bytes. Returns the methods of all requests since. */
function cutConnections(afterBytes: number[]): string[] {
  const methods: string[] = [];
  app.server.server.on('request', (request: IncomingMessage) => {
    methods.push(request.method as string);
    if (request.method !== 'PATCH') return;
    const limit = afterBytes.shift();
    if (limit === undefined) return;
    const { socket } = request;
    const before = socket.bytesRead;
    const timer = setInterval(() => {
      if (socket.bytesRead - before >= limit) socket.destroy();
      if (socket.destroyed) clearInterval(timer);
    }, 1);
  });
  return methods;
}

test.each(['', `/${newId()}`])(
  'OPTIONS of “/uploads%s” describes the server without a token',
  async (rest) => {
    const response = await app.server.inject({ method: 'OPTIONS', url: `${uploads}${rest}` });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
      'tus-checksum-algorithm': 'sha1,sha256',
      'tus-max-size': String(LIMIT),
      allow: expect.stringContaining(rest === '' ? 'POST' : 'PATCH'),
      'access-control-allow-headers': expect.stringMatching(/Upload-Checksum.*X-HTTP-Method-Override/),
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-expose-headers': expect.stringContaining('Tus-Checksum-Algorithm'),
    });
  },
);

describe('a dropped connection', () => {
  test('is resumed by the client where the last stored piece ended', async () => {
    const bytes = randomBytes(25 * MB);
    const methods = cutConnections([10 * MB, 5 * MB]);
    const url = await uploadWithClient(bytes, { retryDelays: [0, 10, 100, 1000, 1000] });
    // A client that asks while a piece is still being stored asks again.
    expect(methods.join(' ')).toMatch(/^POST PATCH( HEAD PATCH){2,}$/);
    expect(await holds(url, bytes)).toBe(true);
  });

  test('in the middle of a piece with a checksum discards the piece', async () => {
    const bytes = randomBytes(MB);
    const url = pathOf(await create(bytes.length));
    const request = sendRequest(`${origin}${url}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${app.adminToken}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'upload-checksum': digest('sha1', bytes),
        'content-length': String(bytes.length),
        ...PIECE,
      },
    });
    const closed = new Promise((resolve) => request.once('close', resolve).on('error', () => {}));
    await new Promise((resolve) => request.write(bytes.subarray(0, bytes.length / 2), resolve));
    await pause(100);
    request.destroy();
    await closed;
    expect((await append(url, 0, bytes)).status).toBe(204);
    expect(await holds(url, bytes)).toBe(true);
  });
});

describe('a creation with bytes', () => {
  test.each([
    ['all of them', 9 * MB, undefined],
    ['the first of them', 9 * MB, MB],
  ])('stores %s', async (_case, size, chunkSize) => {
    const bytes = randomBytes(size);
    const methods = cutConnections([]);
    const url = await uploadWithClient(bytes, {
      uploadDataDuringCreation: true,
      ...(chunkSize === undefined ? {} : { chunkSize }),
    });
    expect(methods.filter((method) => method === 'PATCH')).toHaveLength(chunkSize ? size / chunkSize - 1 : 0);
    expect(await holds(url, bytes)).toBe(true);
  });

  test('returns how many were stored', async () => {
    const part = await create(10, { body: Buffer.from('abc'), headers: PIECE });
    expect(part.status).toBe(201);
    expect(part.headers).toMatchObject({ 'upload-offset': '3', 'upload-expires': expect.any(String) });
    expect(await offsetOf(pathOf(part))).toBe(3);
    expect((await create(10)).headers['upload-offset']).toBeUndefined();
  });

  test.each([
    ['of another type', { 'content-type': 'application/octet-stream' }, 'abc', 415],
    ['without a type', { 'content-type': '' }, 'abc', 415],
    ['more than announced', PIECE, 'more than ten bytes', 400],
    [
      'with the checksum of others',
      { ...PIECE, 'upload-checksum': digest('sha1', Buffer.from('x')) },
      'abc',
      460,
    ],
  ])('%s creates nothing', async (_case, headers, body, status) => {
    const before = await countUploads();
    expect((await create(10, { headers, body: Buffer.from(body) })).status).toBe(status);
    expect(await countUploads()).toBe(before);
  });

  test('that is repeated with its key returns the first upload', async () => {
    const headers = { ...PIECE, 'idempotency-key': newId() };
    const body = Buffer.from('abc');
    const first = await create(6, { headers, body });
    expect((await append(pathOf(first), 3, Buffer.from('def'))).status).toBe(204);
    const second = await create(6, { headers, body });
    expect(second.headers).toMatchObject({ location: first.headers.location, 'upload-offset': '3' });
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await holds(pathOf(first), Buffer.from('abcdef'))).toBe(true);
  });
});

describe.each(['sha1', 'sha256'])('a checksum by %s', (algorithm) => {
  test('of the bytes that arrive accepts them, whatever their number', async () => {
    const bytes = randomBytes(9 * MB + 1);
    const url = pathOf(await create(bytes.length));
    let at = 0;
    for (const end of [1, 8 * MB + 1, bytes.length]) {
      const part = bytes.subarray(at, end);
      const response = await append(url, at, part, { 'upload-checksum': digest(algorithm, part) });
      expect(response.status).toBe(204);
      at = end;
    }
    expect(await holds(url, bytes)).toBe(true);
  });

  test.each([3, 9 * MB])('of other bytes discards all of them, of %d', async (size) => {
    const bytes = randomBytes(size);
    const url = pathOf(await create(size));
    const wrong = digest(algorithm, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]));
    const refused = await append(url, 0, bytes, { 'upload-checksum': wrong });
    expect(refused).toMatchObject({ status: 460, error: { reason: 'checksum-mismatch' } });
    expect(refused.headers['tus-resumable']).toBe('1.0.0');
    expect(await offsetOf(url)).toBe(0);
    expect((await append(url, 0, bytes, { 'upload-checksum': digest(algorithm, bytes) })).status).toBe(204);
    expect(await holds(url, bytes)).toBe(true);
  });

  test.each(['', ' ', ' !', ' YQ==', ' YQ== YQ=='])('that is malformed (“%s”) is refused', async (rest) => {
    const url = pathOf(await create(3));
    const refused = await append(url, 0, Buffer.from('abc'), { 'upload-checksum': `${algorithm}${rest}` });
    expect(refused).toMatchObject({ status: 400, error: { details: [{ path: 'Upload-Checksum' }] } });
    expect(await offsetOf(url)).toBe(0);
  });
});

test.each(['md5', 'SHA1', 'none', ''])('a checksum by “%s” is refused', async (algorithm) => {
  const url = pathOf(await create(3));
  const refused = await append(url, 0, Buffer.from('abc'), { 'upload-checksum': `${algorithm} AAAA` });
  expect(refused.status).toBe(400);
  expect(refused.error.message).toContain('sha1, sha256');
});

describe('X-HTTP-Method-Override', () => {
  const override = (url: string, method: string, more: { headers?: Headers; body?: Buffer } = {}) =>
    send('POST', url, { ...more, headers: { ...more.headers, 'x-http-method-override': method } });

  test('lets the client upload by POST', async () => {
    const bytes = randomBytes(2 * MB);
    const methods = cutConnections([]);
    const url = await uploadWithClient(bytes, { overridePatchMethod: true, chunkSize: MB });
    expect(methods).toEqual(['POST', 'POST', 'POST']);
    expect(await holds(url, bytes)).toBe(true);
  });

  test('makes POST each method of an upload', async () => {
    const url = pathOf(await create(6));
    const piece = { headers: { ...PIECE, 'upload-offset': '0' }, body: Buffer.from('abc') };
    const appended = await override(url, 'PATCH', piece);
    expect(appended).toMatchObject({ status: 204, headers: { 'upload-offset': '3' } });
    expect((await override(url, 'PATCH', piece)).status).toBe(409);
    const head = await override(url, 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { 'upload-offset': '3', 'upload-length': '6' } });
    expect((await override(url, 'DELETE')).status).toBe(204);
    expect((await override(url, 'HEAD')).status).toBe(404);
  });

  test.each([undefined, 'POST', 'GET', 'patch', 'TRACE'])('of %s is refused', async (method) => {
    const url = pathOf(await create(6));
    const response = method === undefined ? await send('POST', url) : await override(url, method);
    expect(response).toMatchObject({ status: 405, headers: { allow: 'HEAD, PATCH, DELETE, OPTIONS' } });
  });

  test.each(['PATCH', 'DELETE', 'HEAD'])('of %s requires the same access and version', async (method) => {
    const url = pathOf(await create(6));
    expect((await override(url, method, { headers: { authorization: '' } })).status).toBe(401);
    expect((await override(url, method, { headers: { 'tus-resumable': '' } })).status).toBe(412);
    expect(await offsetOf(url)).toBe(0);
  });
});

describe('a page of the own origin', () => {
  let cookie: string;
  beforeAll(async () => {
    const { email } = await addAccount(app, { role: 'admin' });
    cookie = await openBrowser(app, email);
  });

  const own = (): Headers => ({
    cookie,
    origin: app.server.sessions.origin,
    'x-lectern-csrf': csrfOf(app.server, cookie) as string,
  });

  test('uploads in pieces with its session, in a client that shows the progress', async () => {
    const bytes = randomBytes(3 * MB);
    const progress: number[] = [];
    const url = await uploadWithClient(bytes, {
      headers: own(),
      chunkSize: MB,
      onChunkComplete: (_size, accepted) => void progress.push(accepted),
    });
    expect(progress).toEqual([MB, 2 * MB, 3 * MB]);
    expect(await holds(url, bytes)).toBe(true);
  });

  test('uploads a form and raw bytes with its session', async () => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from('text')]), 'a.txt');
    for (const body of [form, Buffer.from('text')]) {
      const response = await fetch(`${origin}/v1/spaces/${spaceId}/files?name=a.txt`, {
        method: 'POST',
        headers: own(),
        body: body as FormData,
      });
      expect(response.status).toBe(201);
    }
  });

  test.each([
    ['without the CSRF header', { 'x-lectern-csrf': '' }],
    ['with a wrong CSRF header', { 'x-lectern-csrf': 'AAAA' }],
    ['from another origin', { origin: 'https://evil.example' }],
  ])('cannot change an upload %s', async (_case, wrong) => {
    const headers = { ...own(), 'tus-resumable': '1.0.0', ...wrong };
    const before = await countUploads();
    const attempts: ['POST' | 'PATCH' | 'DELETE', string, Headers][] = [
      ['POST', `/v1/spaces/${spaceId}/files?name=a.txt`, {}],
      ['POST', uploads, { 'upload-length': '3', 'upload-metadata': 'filename YS5iaW4=' }],
      ['PATCH', `${uploads}/${newId()}`, { ...PIECE, 'upload-offset': '0' }],
      [
        'POST',
        `${uploads}/${newId()}`,
        { ...PIECE, 'upload-offset': '0', 'x-http-method-override': 'PATCH' },
      ],
      ['DELETE', `${uploads}/${newId()}`, {}],
    ];
    for (const [method, url, more] of attempts) {
      const response = await app.server.inject({
        method,
        url,
        headers: { ...headers, ...more },
        payload: 'abc',
      });
      expect(response.statusCode, `${method} ${url}`).toBe(403);
    }
    expect(await countUploads()).toBe(before);
  });
});
