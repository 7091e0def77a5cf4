import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOnly } from '../../../test/files-only.ts';
import { fileDownloadUrl, openFileUrl } from '../../server/content/files/file-url.ts';
import type { BlobStore } from '../../server/platform/storage/blob-store.ts';
import { openBlobStore } from '../../server/platform/storage/open-blob-store.ts';
import { buildPublishedApp } from '../published-app.ts';

const organizationId = randomUUID();
const spaceId = randomUUID();
const key = randomBytes(32);
const LARGE = 1_500_000;

let dataDir: string;
let blobs: BlobStore;
let app: FastifyInstance;
let logged: string;
/** Files by id; their addresses work while they are in here. */
const files = new Map<string, { size: number; contentType: string; name: string }>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-served-'));
  blobs = await openBlobStore('disk', dataDir);
  logged = '';
  const lines = {
    write: (line: string) => {
      logged += line;
    },
  };
  const log = pino({ level: 'trace' }, lines);
  app = buildPublishedApp({
    log,
    ...filesOnly(blobs, async (space, fileId, token) => {
      const hash = openFileUrl({ keys: [key], spaceId: space, fileId, fileEpoch: 0, token });
      const file = files.get(fileId);
      return hash && file && { organizationId, hash, ...file };
    }),
  });
});
afterEach(async () => {
  files.clear();
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** Stores a file and returns the path of its address. */
async function give(bytes: Buffer | string, contentType: string, name = 'a file.bin'): Promise<string> {
  const fileId = randomUUID();
  const { hash, size } = await blobs.put(organizationId, Buffer.from(bytes));
  files.set(fileId, { size, contentType, name });
  return fileDownloadUrl({ sitesUrl: '', key, spaceId, fileId, fileEpoch: 0, blobHash: hash, name });
}
const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ url, headers });

describe('a served file', () => {
  it('has its bytes, length and type, and may be kept for good', async () => {
    const bytes = randomBytes(1000);
    const response = await get(await give(bytes, 'image/png'));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(bytes);
    expect(response.headers).toMatchObject({
      'content-length': '1000',
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(response.headers).not.toHaveProperty('last-modified');
    expect(response.headers).not.toHaveProperty('content-disposition');
  });

  it('is streamed when it is large, and may be empty', async () => {
    const large = randomBytes(LARGE);
    expect((await get(await give(large, 'video/mp4'))).rawPayload.equals(large)).toBe(true);
    const empty = await get(await give('', 'text/plain'));
    expect(empty.statusCode).toBe(200);
    expect(empty.headers['content-length']).toBe('0');
  });

  it('is the same file under any name', async () => {
    const url = await give('text', 'text/plain');
    expect((await get(url.replace(/[^/]+$/, 'x'.repeat(1500)))).body).toBe('text');
    expect((await get(url.replace(/[^/]+$/, '%E2%80%AF%23.png'))).body).toBe('text');
  });

  it('answers HEAD without reading it', async () => {
    const read = vi.spyOn(blobs, 'read');
    const url = await give('text', 'text/plain');
    const response = await app.inject({ method: 'HEAD', url, headers: { range: 'bytes=0-1' } });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-length']).toBe('4');
    expect(response.body).toBe('');
    expect(read).not.toHaveBeenCalled();
  });

  it('is read from storage once when it is small, also by readers at the same time', async () => {
    const read = vi.spyOn(blobs, 'read');
    const url = await give('text', 'text/plain');
    await Promise.all([get(url), get(url), get(url)]);
    expect((await get(url)).body).toBe('text');
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('a conditional request', () => {
  it('is a 304 without a body for bytes that the browser has', async () => {
    const url = await give('text', 'text/plain');
    const { etag } = (await get(url)).headers;
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(url, { 'if-none-match': known });
      expect(response.statusCode).toBe(304);
      expect(response.body).toBe('');
      expect(response.headers).toMatchObject({ etag, 'cache-control': expect.stringContaining('immutable') });
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('is still a 404 when the address is no longer good', async () => {
    const url = await give('text', 'text/plain');
    const { etag } = (await get(url)).headers;
    files.clear();
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(404);
  });
});

describe.each([
  ['small', 1000],
  ['large', LARGE],
])('a range of a %s file', (_what, size) => {
  const bytes = randomBytes(size);

  it('is a 206 with just these bytes', async () => {
    const response = await get(await give(bytes, 'video/mp4'), { range: 'bytes=100-199' });
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload).toEqual(bytes.subarray(100, 200));
    expect(response.headers).toMatchObject({
      'content-range': `bytes 100-199/${size}`,
      'content-length': '100',
    });
  });

  it('may be the end', async () => {
    const response = await get(await give(bytes, 'video/mp4'), { range: 'bytes=-10' });
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload).toEqual(bytes.subarray(-10));
  });

  it('is a 416 beyond the end, without the headers of a file', async () => {
    const response = await get(await give(bytes, 'application/zip'), { range: `bytes=${size}-` });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${size}`);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers).not.toHaveProperty('etag');
    expect(response.headers).not.toHaveProperty('content-disposition');
    expect(response.json().error).toMatchObject({
      code: 416,
      reason: 'range-not-satisfiable',
      message: expect.stringContaining(`${size} bytes`),
    });
  });

  it('is the whole file when several are asked for, or If-Range knows another version', async () => {
    const url = await give(bytes, 'video/mp4');
    const { etag } = (await get(url)).headers;
    const range = 'bytes=0-9';
    expect((await get(url, { range: 'bytes=0-1,5-6' })).statusCode).toBe(200);
    expect((await get(url, { range, 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await get(url, { range, 'if-range': `W/${etag}` })).statusCode).toBe(200);
    expect((await get(url, { range, 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' })).statusCode).toBe(200);
    expect((await get(url, { range, 'if-range': String(etag) })).statusCode).toBe(206);
  });
});

describe('what a browser may do with a file', () => {
  it.each([
    'image/png',
    'image/svg+xml',
    'image/webp',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'font/woff2',
    'text/plain',
    'text/markdown',
    'application/json',
    'application/yaml',
  ])('is to show %s in place', async (contentType) => {
    const { headers } = await get(await give('x', contentType));
    expect(headers['content-type']).toBe(
      /^text|json|yaml/.test(contentType) ? `${contentType}; charset=utf-8` : contentType,
    );
    expect(headers).not.toHaveProperty('content-disposition');
  });

  it.each([
    'text/html',
    'TEXT/HTML',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'application/xml',
    'text/xml',
    'text/xsl',
    'text/css',
    'text/javascript',
    'application/javascript',
    'image/svg+xml; x',
    'image/vnd.adobe.photoshop',
    'multipart/x-mixed-replace',
    'application/zip',
    'application/octet-stream',
    'video/x\r\nset-cookie: a=b',
    '',
  ])('is only to save %j', async (contentType) => {
    const { headers } = await get(await give('x', contentType, 'naïve "plan".html'));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''na%C3%AFve%20%22plan%22.html`);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(['image/svg+xml', 'text/html', 'text/plain', 'application/pdf'])(
    'is not to run anything in %s',
    async (type) => {
      const { headers } = await get(await give('x', type));
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'", 'img-src data:']));
      expect(policy.join(' ')).not.toMatch(/script-src|allow-|unsafe-eval/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
  );

  it('is to read pixels and fonts from any origin, without credentials, and nothing else', async () => {
    for (const type of ['image/png', 'image/svg+xml', 'font/woff2']) {
      const { headers } = await get(await give('x', type), { origin: 'https://other.example' });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    for (const type of ['text/plain', 'application/json', 'application/pdf']) {
      expect((await get(await give('x', type))).headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('never involves a cookie', async () => {
    const url = await give('x', 'image/png');
    for (const path of [url, '/', '/files/x/y/z/a']) {
      const response = await get(path, { cookie: 'session=stolen' });
      expect(response.headers).not.toHaveProperty('set-cookie');
      expect(String(response.headers.vary)).not.toContain('ookie');
    }
  });
});

describe('an address that is not good', () => {
  it.each([
    ['another token', (url: string) => url.replace(/[^/]{64}/, 'A'.repeat(64))],
    ['no token', (url: string) => url.replace(/[^/]{64}/, 'x')],
    ['another space', (url: string) => url.replace(spaceId, randomUUID())],
    ['a space that is no id', (url: string) => url.replace(spaceId, '...')],
    ['a file that is no id', (url: string) => url.replace(/files\/([^/]+)\/[^/]+/, "files/$1/'")],
    ['no name', (url: string) => url.replace(/\/[^/]+$/, '')],
  ])('is a 404 in JSON: %s', async (_what, change) => {
    const response = await get(change(await give('x', 'image/png')));
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: {
        code: 404,
        reason: expect.stringMatching(/not-found$/),
        message: expect.stringMatching(/^Th.*\.$/),
        requestId: expect.any(String),
      },
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/files/', 404],
    ['/files/x/y', 404],
    ['/files/%zz/a/b/c', 400],
    [`/files/${'x'.repeat(3000)}/a/b/c`, 414],
  ])('has the one error shape and the headers of the origin: %s', async (path, code) => {
    const response = await get(path);
    expect(response.statusCode).toBe(code);
    expect(response.json().error).toMatchObject({
      code,
      message: expect.any(String),
      requestId: expect.any(String),
    });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('is only read', async () => {
    const url = await give('x', 'image/png');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const response = await app.inject({ method, url });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    }
  });
});

describe('a file that storage cannot give', () => {
  it.each([
    ['lost', async () => undefined],
    ['unreadable', async () => Promise.reject(new Error('the disk is on fire'))],
    [
      'broken at once',
      async () =>
        new Readable({
          read() {
            this.destroy(new Error('the disk is on fire'));
          },
        }),
    ],
  ])('is a 500 without internals, logged: %s', async (_what, read) => {
    for (const size of [4, LARGE]) {
      const url = await give(Buffer.alloc(size), 'application/zip');
      vi.spyOn(blobs, 'read').mockImplementation(read);
      const response = await get(url);
      expect(response.statusCode).toBe(500);
      expect(response.json().error.message).not.toContain('fire');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.headers).not.toHaveProperty('content-disposition');
      expect(logged).toMatch(/the disk is on fire|is not in storage/);
      logged = '';
      vi.restoreAllMocks();
    }
  });

  it('is not remembered as lost', async () => {
    const url = await give('text', 'text/plain');
    vi.spyOn(blobs, 'read').mockResolvedValueOnce(undefined);
    expect((await get(url)).statusCode).toBe(500);
    expect((await get(url)).body).toBe('text');
  });
});

describe('over a real connection', () => {
  async function listen(): Promise<{ origin: string; port: number }> {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return { origin: `http://127.0.0.1:${port}`, port };
  }

  it('ranges put a large file together again', async () => {
    const bytes = randomBytes(LARGE);
    const url = await give(bytes, 'video/mp4');
    const { origin } = await listen();
    const parts: Buffer[] = [];
    for (let start = 0; start < LARGE; start += 599_999) {
      const response = await fetch(origin + url, {
        headers: { range: `bytes=${start}-${start + 599_998}` },
      });
      expect(response.status).toBe(206);
      parts.push(Buffer.from(await response.arrayBuffer()));
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('a reader that goes away releases the file, and its address is in no log', async () => {
    const opened: Readable[] = [];
    const realRead = blobs.read.bind(blobs);
    vi.spyOn(blobs, 'read').mockImplementation(async (...asked) => {
      const stream = await realRead(...asked);
      if (stream) opened.push(stream);
      return stream;
    });
    const url = await give(randomBytes(30_000_000), 'video/mp4');
    const { port } = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: sites\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    expect(opened[0]?.closed).toBe(false);
    socket.destroy();
    await expect.poll(() => opened[0]?.closed).toBe(true);
    await get(url.replace('/files/', '/file/'));
    expect(logged).not.toContain(url.split('/')[4]);
  });

  it('a reader that goes away while storage is slow releases the file too', async () => {
    let result = (_stream: Readable) => {};
    const late = new Promise<Readable>((resolve) => {
      result = resolve;
    });
    vi.spyOn(blobs, 'read').mockReturnValue(late);
    const url = await give(randomBytes(LARGE), 'video/mp4');
    const { port } = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: sites\r\n\r\n`);
    await expect.poll(() => blobs.read).toHaveBeenCalled();
    socket.destroy();
    const countConnections = () =>
      new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(countConnections).toBe(0);
    const stream = new Readable({ read() {} });
    result(stream);
    await expect.poll(() => stream.destroyed).toBe(true);
  });
});
