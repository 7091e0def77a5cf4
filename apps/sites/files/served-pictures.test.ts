import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOnly } from '../../../test/files-only.ts';
import {
  animate,
  displayP3,
  drawNoise,
  drawQuarters,
  look,
  plainPng,
  quartersOf,
  turn,
} from '../../../test/fixtures/published/files/served-pictures.ts';
import { testThreads } from '../../../test/threads.ts';
import { fileDownloadUrl, openFileUrl } from '../../server/content/files/file-url.ts';
import { describeMedia } from '../../server/content/files/media-type.ts';
import type { BlobStore } from '../../server/platform/storage/blob-store.ts';
import { openBlobStore } from '../../server/platform/storage/open-blob-store.ts';
import type { Threads } from '../../server/platform/threads/threads.ts';
import { buildPublishedApp } from '../published-app.ts';

const organizationId = randomUUID();
const spaceId = randomUUID();
const key = randomBytes(32);

let dataDir: string;
let blobs: BlobStore;
let app: FastifyInstance;
let run: ReturnType<typeof vi.fn<Threads['run']>>;
const files = new Map<string, { size: number; contentType: string; name: string }>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
  blobs = await openBlobStore('disk', dataDir);
  run = vi.fn<Threads['run']>((...given) => testThreads().run(...given));
  const parts = filesOnly(blobs, async (space, fileId, token) => {
    const hash = openFileUrl({ keys: [key], spaceId: space, fileId, fileEpoch: 0, token });
    const file = files.get(fileId);
    return hash && file && { organizationId, hash, ...file };
  });
  app = buildPublishedApp({
    ...parts,
    log: pino({ level: 'silent' }),
    files: { ...parts.files, threads: { run: run as Threads['run'] } },
  });
});
afterEach(async () => {
  files.clear();
  await app.close();
  await rm(dataDir, { recursive: true });
});

/** Stores a picture as a file of the type that it has, and returns the path of its address. */
async function give(bytes: Buffer): Promise<string> {
  const fileId = randomUUID();
  const name = 'picture';
  const { contentType } = await describeMedia(name, bytes);
  const { hash, size } = await blobs.put(organizationId, bytes);
  files.set(fileId, { size, contentType, name });
  return fileDownloadUrl({ sitesUrl: '', key, spaceId, fileId, fileEpoch: 0, blobHash: hash, name });
}
const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ url, headers });

const quarters = (type: 'png' | 'jpeg' | 'webp', width = 1000, height = 500): Buffer => {
  const canvas = drawQuarters(width, height);
  return type === 'png' ? canvas.encodeSync(type) : canvas.encodeSync(type, 95);
};
const COLORS = ['red', 'lime', 'blue', 'white'];

describe('a smaller size of a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is a WebP of this width: from %s', async (type) => {
    const url = await give(quarters(type));
    for (const width of [480, 768]) {
      const response = await get(`${url}?width=${width}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('image/webp');
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      const seen = await look(response.rawPayload);
      expect([seen.width, seen.height]).toEqual([width, width / 2]);
      expect(quartersOf(seen)).toEqual(COLORS);
    }
  });

  it('has the headers of a file, with a tag of its own', async () => {
    const url = await give(quarters('png'));
    const original = await get(url);
    const response = await get(`${url}?width=480`);
    const changed = ['content-type', 'content-length', 'etag', 'date'];
    const others = (headers: object) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changed.includes(name)));
    expect(others(response.headers)).toEqual(others(original.headers));
    expect(response.headers['cache-control']).toContain('immutable');
    expect(response.headers['content-security-policy']).toContain('sandbox');
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers.etag).toMatch(/^"[\w-]+"$/);
    const tags = await Promise.all([url, `${url}?width=480`, `${url}?width=768`].map((one) => get(one)));
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('answers HEAD, ranges and conditions', async () => {
    const url = `${await give(quarters('png'))}?width=480`;
    const whole = await get(url);
    const head = await app.inject({ method: 'HEAD', url });
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    expect(head.body).toBe('');
    const part = await get(url, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
    expect((await get(url, { range: 'bytes=9999999-' })).statusCode).toBe(416);
    const known = await get(url, { 'if-none-match': String(whole.headers.etag) });
    expect(known.statusCode).toBe(304);
    expect(known.headers.etag).toBe(whole.headers.etag);
  });

  it('is made once, also for readers at the same time', async () => {
    const url = `${await give(quarters('png'))}?width=480`;
    await Promise.all([get(url), get(url), get(url)]);
    await get(url);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is not made for a browser that has it', async () => {
    const url = `${await give(quarters('png'))}?width=480`;
    const { etag } = (await get(url)).headers;
    run.mockClear();
    const other = await give(quarters('png'));
    expect((await get(`${other}?width=480`, { 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect(run).not.toHaveBeenCalled();
  });

  it('is a 404 where the picture is one', async () => {
    const url = `${await give(quarters('png'))}?width=480`;
    await get(url);
    expect((await get(url.replace(/[^/]{64}/, 'A'.repeat(64)))).statusCode).toBe(404);
    files.clear();
    expect((await get(url)).statusCode).toBe(404);
    expect((await get(`${url}1`)).statusCode).toBe(404);
  });

  it.each([
    [1, COLORS],
    [2, ['lime', 'red', 'white', 'blue']],
    [3, ['white', 'blue', 'lime', 'red']],
    [4, ['blue', 'white', 'red', 'lime']],
    [5, ['red', 'blue', 'lime', 'white']],
    [6, ['blue', 'red', 'white', 'lime']],
    [7, ['white', 'lime', 'blue', 'red']],
    [8, ['lime', 'white', 'red', 'blue']],
  ])('is turned as the metadata of the picture says: %i', async (orientation, colors) => {
    const isTurned = orientation >= 5;
    const jpeg = isTurned ? quarters('jpeg', 600, 1200) : quarters('jpeg', 1200, 600);
    const seen = await look((await get(`${await give(turn(jpeg, orientation))}?width=480`)).rawPayload);
    expect([seen.width, seen.height]).toEqual([480, 240]);
    expect(quartersOf(seen)).toEqual(colors);
  });

  it('is as transparent as the picture', async () => {
    const canvas = drawQuarters(1000, 500);
    const context = canvas.getContext('2d');
    context.clearRect(0, 0, 500, 250);
    context.clearRect(500, 0, 500, 250);
    context.fillStyle = 'rgb(0 255 0 / 50%)';
    context.fillRect(500, 0, 500, 250);
    const seen = await look((await get(`${await give(canvas.encodeSync('png'))}?width=480`)).rawPayload);
    expect(seen.at(0.25, 0.25)[3]).toBe(0);
    expect(seen.at(0.75, 0.25)[3]).toBeCloseTo(128, -1);
    expect(seen.at(0.25, 0.75)[3]).toBe(255);
  });

  it('has the colors of the picture, also of one with a color profile', async () => {
    const size = { width: 1000, height: 10 };
    const seenOf = async (png: Buffer): Promise<number[]> => {
      const response = await get(`${await give(png)}?width=480`);
      expect(response.headers['content-type']).toBe('image/webp');
      return (await look(response.rawPayload)).at(0.5, 0.5);
    };
    const color = [200, 100, 50];
    const plain = await seenOf(plainPng({ ...size, color }));
    for (const [n, value] of color.entries()) expect(Math.abs((plain[n] as number) - value)).toBeLessThan(3);
    // The same color in sRGB.
    const converted = await seenOf(plainPng({ ...size, color, extra: [displayP3()] }));
    for (const [n, value] of [216, 93, 23].entries())
      expect(Math.abs((converted[n] as number) - value)).toBeLessThan(4);
  });

  it('keeps thin lines, all of them alike', async () => {
    const width = 3900;
    const lines = Array.from({ length: 29 }, (_, n) => 65 + n * 131);
    const canvas = createCanvas(width, 200);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, 200);
    context.fillStyle = 'black';
    for (const x of lines) context.fillRect(x, 0, 1, 200);
    const seen = await look((await get(`${await give(canvas.encodeSync('png'))}?width=480`)).rawPayload);
    for (const x of lines) {
      const near = [-3, -2, -1, 0, 1, 2, 3].map(
        (by) => seen.at((x + 0.5) / width + by / 480, 0.5)[0] as number,
      );
      const darkness = near.reduce((sum, value) => sum + 255 - value, 0);
      expect(darkness).toBeGreaterThan(20);
      expect(darkness).toBeLessThan(44);
    }
  });
});

describe('the picture itself is sent', () => {
  async function expectOriginal(bytes: Buffer, width = 480): Promise<void> {
    const url = await give(bytes);
    const original = await get(url);
    const response = await get(`${url}?width=${width}`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers).toEqual({ ...original.headers, date: response.headers.date });
  }

  it('if it is not wider', async () => {
    await expectOriginal(quarters('png', 480, 100));
    await expectOriginal(quarters('png', 1000, 500), 1200);
    await expectOriginal(turn(quarters('jpeg', 600, 400), 6));
  });

  it('if a smaller size takes more bytes', () => {
    const canvas = drawNoise(500, 500);
    return expectOriginal(canvas.encodeSync('webp', 1));
  });

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>')],
    ['GIF', drawQuarters(1000, 500).encodeSync('gif')],
    ['AVIF', drawQuarters(1000, 500).encodeSync('avif')],
    ['text', Buffer.from('Only a text.')],
  ])('if it is of another format: %s', async (_format, bytes) => {
    await expectOriginal(bytes);
    expect(run).not.toHaveBeenCalled();
  });

  it('if it moves', async () => {
    const size = { width: 1000, height: 500 };
    await expectOriginal(plainPng({ ...size, extra: [['acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])]] }));
    const moving = animate(quarters('webp'));
    expect((await look(moving)).width).toBe(1000);
    await expectOriginal(moving);
  });

  it('if its header says that it has too many pixels', async () => {
    const png = plainPng({ width: 1000, height: 10 });
    const bomb = plainPng({ width: 1, height: 1 });
    expect((await get(`${await give(png)}?width=480`)).headers['content-type']).toBe('image/webp');
    await expectOriginal(withSize(bomb, 50_000, 50_000));
    await expectOriginal(withSize(bomb, 8000, 5001));
    const jpeg = quarters('jpeg');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt32BE(0xffff_ffff, frame + 5);
    await expectOriginal(jpeg);
  });

  it('if two decoders could disagree on its header', async () => {
    const small = quarters('jpeg', 10, 10);
    // Bytes that one decoder skips and another one does not.
    await expectOriginal(
      Buffer.concat([small.subarray(0, 2), Buffer.from([0xff, 0xd0, 0, 4]), quarters('jpeg').subarray(2)]),
    );
    await expectOriginal(
      Buffer.concat([small.subarray(0, 2), Buffer.from([0xff, 0xff]), quarters('jpeg').subarray(2)]),
    );
  });

  it('if it would be decoded again and again', async () => {
    const jpeg = quarters('jpeg');
    const scans = Buffer.concat(Array.from({ length: 30 }, () => Buffer.from([0xff, 0xda, 0, 2])));
    await expectOriginal(Buffer.concat([jpeg.subarray(0, -2), scans, jpeg.subarray(-2)]));
  });

  it.each(['png', 'jpeg', 'webp'] as const)('if it is damaged or cut off: %s', async (type) => {
    const whole = quarters(type);
    await expectOriginal(whole.subarray(0, whole.length >> 1));
    await expectOriginal(whole.subarray(0, 100));
    if (type === 'png') whole.writeUInt8(whole.readUInt8(whole.length - 30) ^ 1, whole.length - 30);
    else whole.fill(0, 4, 40);
    await expectOriginal(whole);
  });

  it('and it is asked for only once whether it has a smaller size', async () => {
    const url = `${await give(quarters('png', 480, 100))}?width=480`;
    await get(url);
    await get(url);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('for a short time if it took too long', async () => {
    const bytes = quarters('png');
    const url = `${await give(bytes)}?width=480`;
    run.mockRejectedValueOnce(new Error('The threads have ended.'));
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
    expect(response.headers['cache-control']).toBe('public, max-age=60');
    await get(url);
    expect(run).toHaveBeenCalledTimes(1);
  });
});

describe('a width that is none of those', () => {
  it.each(['481', '0', '-1', '', '480px', '0480', '4e2', '480&width=768', '99999999999'])(
    'is refused without work: %s',
    async (width) => {
      const response = await get(`${await give(quarters('png'))}?width=${width}`);
      expect(response.statusCode).toBe(400);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json().error).toMatchObject({
        code: 400,
        reason: 'unknown-picture-width',
        message: expect.stringContaining('480, 768, 1200, 1600'),
      });
      expect(run).not.toHaveBeenCalled();
    },
  );
});

it('fails as the picture itself does when storage does not have it', async () => {
  const url = await give(quarters('png'));
  vi.spyOn(blobs, 'read').mockResolvedValueOnce(undefined);
  expect((await get(`${url}?width=480`)).statusCode).toBe(500);
  expect((await get(`${url}?width=480`)).headers['content-type']).toBe('image/webp');
});

/** A PNG that declares another size than it has. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(12, 29));
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  return Buffer.concat([png.subarray(0, 12), header, checksum(header), png.subarray(33)]);
}

function checksum(bytes: Buffer): Buffer {
  const written = Buffer.alloc(4);
  written.writeUInt32BE(crc32(bytes));
  return written;
}
