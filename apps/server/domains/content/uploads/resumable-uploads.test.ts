import { createHash, randomBytes } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MB = 1024 * 1024;
const LIMIT = 30 * MB;

let app: TestApp;
let beside: TestApp;
let origins: string[];
let spaceId: string;
const clock = createTestClock();
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  beside = await buildTestApp({ beside: app });
  origins = [];
  for (const one of [app, beside]) {
    await one.server.listen({ port: 0, host: '127.0.0.1' });
    const origin = `http://127.0.0.1:${(one.server.server.address() as AddressInfo).port}`;
    one.context.config.baseUrl = origin;
    one.context.config.limits.uploadBytes = LIMIT;
    origins.push(origin);
  }
  spaceId = await addSpace(app);
});
afterAll(async () => {
  await beside?.close();
  await app?.close();
});

// Otherwise the limit of uploads at once would be reached.
afterEach(() => sql`delete from upload where hash is null`.execute(app.context.db));

type Headers = Record<string, string>;

interface Sent {
  by?: TestApp;
  token?: string;
  headers?: Headers;
  body?: Buffer;
}

async function send(
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  { by = app, token = app.adminToken, headers, body }: Sent = {},
) {
  const response = await by.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body ? { payload: body } : {}),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    reason: response.body === '' ? undefined : response.json().error?.reason,
  };
}

const metadataOf = (name: string): string => `filename ${Buffer.from(name).toString('base64')}`;

async function create(length: number, { name = 'a.bin', headers, ...sent }: Sent & { name?: string } = {}) {
  const response = await send('POST', `/v1/spaces/${spaceId}/uploads`, {
    ...sent,
    headers: { 'upload-length': String(length), 'upload-metadata': metadataOf(name), ...headers },
  });
  expect(response.status, response.reason).toBe(201);
  return new URL(String(response.headers.location)).pathname;
}

const idOf = (url: string): string => url.split('/').at(-1) as string;

const append = (url: string, offset: number, body: Buffer, { headers, ...sent }: Sent = {}) =>
  send('PATCH', url, {
    ...sent,
    body,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...headers,
    },
  });

const offsetOf = async (url: string, sent?: Sent): Promise<number> =>
  Number((await send('HEAD', url, sent)).headers['upload-offset']);

async function insert(id: string, name = 'a.bin') {
  const body = { changes: [{ operation: 'insert_files', files: [{ name, upload: id }] }] };
  const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body });
  return { status: response.statusCode, file: response.json().insertedFiles?.[0] };
}

const isStored = async (bytes: Buffer): Promise<boolean> =>
  (await app.context.blobs.findSize(app.organizationId, createHash('sha256').update(bytes).digest())) !==
  undefined;

async function readUpload(id: string): Promise<{ sha256: string; pieces: number }> {
  const { rows } = await sql<{ sha256: string; pieces: number }>`
    select encode(hash, 'hex') as sha256,
      (select count(*)::int from upload_piece where upload_piece.upload_id = upload.upload_id) as pieces
    from upload where upload_id = ${id}`.execute(app.context.db);
  return rows[0] as { sha256: string; pieces: number };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('the client of the protocol', () => {
  interface Run {
    chunkSize?: number;
    uploadUrl?: string;
    /** Aborts after so many acknowledged bytes. */
    until?: number;
  }

  /** Uploads, and returns the URL of the upload. */
  function run(bytes: Buffer, { chunkSize = Number.POSITIVE_INFINITY, uploadUrl, until }: Run) {
    return new Promise<string>((resolve, reject) => {
      const upload = new TusUpload(bytes, {
        endpoint: `${origins[0]}/v1/spaces/${spaceId}/uploads`,
        headers: { authorization: `Bearer ${app.adminToken}`, 'idempotency-key': newId() },
        metadata: { filename: 'Bild ü.bin', filetype: 'image/png' },
        chunkSize,
        ...(uploadUrl === undefined ? {} : { uploadUrl }),
        retryDelays: null,
        onError: reject,
        onSuccess: () => resolve(upload.url as string),
        onChunkComplete: (_size, accepted) => {
          if (until !== undefined && accepted >= until)
            void upload.abort().then(() => resolve(upload.url as string));
        },
      });
      upload.start();
    });
  }

  test('uploads in three pieces, aborted between them and continued by another process', async () => {
    const bytes = randomBytes(3 * MB);
    const url = await run(bytes, { chunkSize: MB, until: MB });
    expect(await offsetOf(new URL(url).pathname)).toBe(MB);
    expect((await insert(idOf(url))).status).toBe(404);
    await run(bytes, { chunkSize: MB, uploadUrl: url.replace(origins[0] as string, origins[1] as string) });
    expect(await readUpload(idOf(url))).toEqual({ sha256: sha256(bytes), pieces: 0 });
    const { status, file } = await insert(idOf(url), 'Bild.bin');
    expect(status).toBe(200);
    expect(file).toMatchObject({ id: idOf(url), size: bytes.length });
  });

  test('uploads at once what is stored in several pieces', async () => {
    const bytes = randomBytes(20 * MB + 7);
    const url = await run(bytes, {});
    expect(await readUpload(idOf(url))).toEqual({ sha256: sha256(bytes), pieces: 0 });
  });

  test('terminates', async () => {
    const url = await run(randomBytes(2 * MB), { chunkSize: MB, until: MB });
    await TusUpload.terminate(url, {
      headers: { authorization: `Bearer ${app.adminToken}` },
      retryDelays: null,
    } as never);
    expect((await send('HEAD', new URL(url).pathname)).status).toBe(404);
  });
});

test('HEAD tells the offset, the length, the metadata and the end of the upload', async () => {
  const started = clock.now().getTime();
  const url = await create(10, { name: 'ü.txt' });
  await append(url, 0, Buffer.from('abc'));
  const { status, headers } = await send('HEAD', url, { by: beside });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'upload-offset': '3',
    'upload-length': '10',
    'upload-metadata': metadataOf('ü.txt'),
    'upload-expires': new Date(started + DAY_MS).toUTCString(),
    'cache-control': 'no-store',
    'access-control-expose-headers': expect.stringContaining('Upload-Offset'),
  });
});

describe('a file in pieces', () => {
  test('is described by its bytes, as a file that is sent at once', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGNgYGD4D8UMMAYAMuwE/XfL0mkAAAAASUVORK5CYII=',
      'base64',
    );
    const url = await create(png.length, { name: 'folder/dot.png' });
    for (let at = 0; at < png.length; at += 30)
      expect((await append(url, at, png.subarray(at, at + 30))).status).toBe(204);
    expect((await insert(idOf(url), 'dot.png')).file).toMatchObject({
      contentType: 'image/png',
      size: png.length,
      dimensions: { width: 3, height: 2 },
    });
  });

  test('that holds the same piece twice is whole', async () => {
    const piece = randomBytes(1000);
    const url = await create(3000);
    for (const at of [0, 1000, 2000]) await append(url, at, piece);
    expect((await readUpload(idOf(url))).sha256).toBe(sha256(Buffer.concat([piece, piece, piece])));
  });

  test('continues only at its offset', async () => {
    const bytes = randomBytes(300);
    const url = await create(300);
    await append(url, 0, bytes.subarray(0, 100));
    for (const offset of [0, 99, 101, 300, 1000]) {
      const response = await append(url, offset, Buffer.from('x'));
      expect(response).toMatchObject({ status: 409, reason: 'upload-offset-mismatch' });
      expect(response.headers['tus-resumable']).toBe('1.0.0');
    }
    expect(await offsetOf(url)).toBe(100);
    expect((await append(url, 100, bytes.subarray(100))).headers['upload-offset']).toBe('300');
    expect((await append(url, 300, Buffer.from('x'))).status).toBe(400);
    expect((await append(url, 100, bytes.subarray(100))).status).toBe(409);
    expect((await readUpload(idOf(url))).sha256).toBe(sha256(bytes));
  });

  test.each([
    ['in the middle', 100, 300],
    ['at the end', 200, 300],
  ])('gets each byte once if two processes send the same piece %s', async (_case, size, length) => {
    const bytes = randomBytes(length);
    const url = await create(length);
    await append(url, 0, bytes.subarray(0, 100));
    const rivals = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        append(url, 100, bytes.subarray(100, 100 + size), { by: at % 2 ? app : beside }),
      ),
    );
    expect(rivals.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
    const reached = 100 + size;
    expect(await offsetOf(url)).toBe(reached);
    if (reached < length) await append(url, reached, bytes.subarray(reached));
    expect((await readUpload(idOf(url))).sha256).toBe(sha256(bytes));
  });

  test('keeps what has arrived when the connection ends', async () => {
    const bytes = randomBytes(200_000);
    const url = await create(bytes.length);
    const request = sendRequest(`${origins[0]}${url}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${app.adminToken}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length),
      },
    });
    request.on('error', () => {});
    await new Promise((resolve) => request.write(bytes.subarray(0, 120_000), resolve));
    await pause(200);
    request.destroy();
    let offset = 0;
    for (let wait = 0; offset === 0 && wait < 500; wait += 1) {
      await pause(20);
      offset = await offsetOf(url);
    }
    expect(offset).toBeGreaterThan(0);
    expect((await append(url, offset, bytes.subarray(offset))).status).toBe(204);
    expect((await readUpload(idOf(url))).sha256).toBe(sha256(bytes));
  });
});

describe('a request is refused', () => {
  test.each([
    ['without a version', { 'tus-resumable': '' }, 412],
    ['with another version', { 'tus-resumable': '0.2.2' }, 412],
    ['without a length', { 'upload-length': '' }, 400],
    ['with a length that is not a number', { 'upload-length': '-1' }, 400],
    ['with nothing to upload', { 'upload-length': '0' }, 400],
    ['without a name', { 'upload-metadata': '' }, 400],
    ['with a name that is too long', { 'upload-metadata': metadataOf('x'.repeat(257)) }, 400],
    ['with metadata that is not base64', { 'upload-metadata': 'filename a.txt' }, 400],
    ['with a key twice', { 'upload-metadata': `${metadataOf('a')},${metadataOf('b')}` }, 400],
    ['with a length over the limit', { 'upload-length': String(LIMIT + 1) }, 413],
  ])('that creates an upload %s', async (_case, headers, status) => {
    const response = await send('POST', `/v1/spaces/${spaceId}/uploads`, {
      headers: { 'upload-length': '10', 'upload-metadata': metadataOf('a.txt'), ...headers },
    });
    expect(response.status).toBe(status);
    expect(response.headers['tus-max-size']).toBe(status === 413 ? String(LIMIT) : undefined);
    expect(response.headers['tus-version']).toBe(status === 412 ? '1.0.0' : undefined);
  });

  test.each([
    ['of another type', { 'content-type': 'application/octet-stream' }, 415],
    ['without an offset', { 'upload-offset': '' }, 400],
    ['with an offset that is not a number', { 'upload-offset': '1e1' }, 400],
    ['without a version', { 'tus-resumable': '' }, 412],
  ])('that adds bytes %s', async (_case, headers, status) => {
    const url = await create(10);
    expect((await append(url, 0, Buffer.from('abc'), { headers })).status).toBe(status);
    expect(await offsetOf(url)).toBe(0);
  });

  test('with more bytes than were announced', async () => {
    const url = await create(10);
    expect((await append(url, 0, Buffer.alloc(11))).status).toBe(400);
    expect(await offsetOf(url)).toBe(0);
  });

  test('for too many uploads of one caller at once', async () => {
    const { token } = await addMember(app, { role: 'admin' });
    for (let count = 0; count < 10; count += 1) await create(10, { token });
    const response = await send('POST', `/v1/spaces/${spaceId}/uploads`, {
      token,
      headers: { 'upload-length': '10', 'upload-metadata': metadataOf('a') },
    });
    expect(response).toMatchObject({ status: 429, reason: 'too-many-uploads' });
  });
});

test('an upload belongs to its space and to its author', async () => {
  const url = await create(10);
  const id = idOf(url);
  const colleague = await addMember(app, { role: 'admin' });
  const reader = await addMember(app, { role: 'read' });
  const other = await addOrganization(app);
  const stranger = await addUserToken(app, other.creatorId);
  const foreign = await addSpace(app, { organizationId: other.organizationId });
  const neighbor = await addSpace(app);
  const direct = await app.server.inject({
    method: 'POST',
    url: `/v1/spaces/${spaceId}/files?name=a.txt`,
    headers: { authorization: `Bearer ${app.adminToken}` },
    payload: Buffer.from('text'),
  });
  const attempts: [string, string, number][] = [
    [url, colleague.token, 404],
    [url, reader.token, 403],
    [url, stranger, 404],
    [`/v1/spaces/${foreign}/uploads/${id}`, stranger, 404],
    [`/v1/spaces/${neighbor}/uploads/${id}`, app.adminToken, 404],
    [`/v1/spaces/${spaceId}/uploads/${newId()}`, app.adminToken, 404],
    [`/v1/spaces/${spaceId}/uploads/${direct.json().id}`, app.adminToken, 404],
    [`/v1/spaces/${spaceId}/uploads/nothing`, app.adminToken, 404],
  ];
  for (const [to, token, status] of attempts) {
    expect((await send('HEAD', to, { token })).status, to).toBe(status);
    expect((await append(to, 0, Buffer.from('x'), { token })).status, to).toBe(status);
    expect((await send('DELETE', to, { token })).status, to).toBe(status);
  }
  expect(await offsetOf(url)).toBe(0);
});

test('a creation that is repeated with its key begins one upload, and its key does not hinder the pieces', async () => {
  const headers = { 'idempotency-key': newId() };
  const url = await create(6, { headers });
  expect(await create(6, { headers })).toBe(url);
  const changed = await send('POST', `/v1/spaces/${spaceId}/uploads`, {
    headers: { ...headers, 'upload-length': '7', 'upload-metadata': metadataOf('a.bin') },
  });
  expect(changed.reason).toBe('idempotency-key-reused');
  expect((await append(url, 0, Buffer.from('abc'), { headers })).status).toBe(204);
  expect((await append(url, 3, Buffer.from('def'), { headers })).status).toBe(204);
  expect((await readUpload(idOf(url))).sha256).toBe(sha256(Buffer.from('abcdef')));
});

describe('the sweep', () => {
  /** Runs the job for old uploads and, if it was enqueued, the sweep of the content. Returns whether it was. */
  async function sweep(): Promise<boolean> {
    await sql`delete from job where kind = 'content-sweep'`.execute(app.context.db);
    const job = { organizationId: app.organizationId, jobId: newId(), payload: {}, attempt: 1 };
    const { signal } = new AbortController();
    await app.app.jobs['upload-sweep'].run(job, signal);
    const { rows } = await sql`select 1 from job where kind = 'content-sweep'`.execute(app.context.db);
    if (rows.length > 0) await sweepContent();
    return rows.length > 0;
  }

  async function sweepContent(): Promise<void> {
    const job = { organizationId: app.organizationId, jobId: newId(), payload: {}, attempt: 1 };
    // As a day later, for the clocks of the database and of the disk.
    await sql`update blob set touched_at = touched_at - interval '1 day'`.execute(app.context.db);
    const { blobs } = app.context;
    const list = blobs.list.bind(blobs);
    const older = async function* (organizationId: string) {
      for await (const blob of list(organizationId))
        yield { ...blob, storedAt: new Date(blob.storedAt.getTime() - DAY_MS) };
    };
    Object.assign(blobs, { list: older });
    await app.app.jobs['content-sweep'].run(job, new AbortController().signal);
    Object.assign(blobs, { list });
  }

  test('keeps the pieces of an upload that can be continued, and deletes them when it is expired', async () => {
    const bytes = randomBytes(1000);
    const url = await create(2000);
    await append(url, 0, bytes);
    clock.advance(DAY_MS - 1000);
    await sweep();
    await sweepContent();
    expect(await isStored(bytes)).toBe(true);
    expect(await offsetOf(url)).toBe(1000);
    clock.advance(1000);
    for (const gone of [await send('HEAD', url), await append(url, 1000, bytes), await send('DELETE', url)])
      expect(gone.status).toBe(404);
    expect(await sweep()).toBe(true);
    expect(await isStored(bytes)).toBe(false);
    const { rows } = await sql`select 1 from upload_piece`.execute(app.context.db);
    expect(rows).toEqual([]);
  });

  test('deletes the pieces of a file that an edit has named, and keeps the file', async () => {
    const [first, second] = [randomBytes(1000), randomBytes(1000)];
    const url = await create(2000);
    await append(url, 0, first);
    expect((await append(url, 1000, second)).status).toBe(204);
    expect((await insert(idOf(url))).status).toBe(200);
    await sql`delete from upload where upload_id <> ${idOf(url)}`.execute(app.context.db);
    clock.advance(DAY_MS);
    expect(await sweep()).toBe(true);
    for (const piece of [first, second]) expect(await isStored(piece)).toBe(false);
    expect(await isStored(Buffer.concat([first, second]))).toBe(true);
  });

  test('deletes an upload that its author has deleted', async () => {
    const bytes = randomBytes(1000);
    const url = await create(2000);
    await append(url, 0, bytes);
    expect((await send('DELETE', url)).status).toBe(204);
    expect(await sweep()).toBe(true);
    expect(await isStored(bytes)).toBe(false);
  });
});
