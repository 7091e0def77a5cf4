import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../../../test/fixtures/storage/fake-s3.ts';
import type { BlobStore } from './blob-store.ts';
import { openBlobStore } from './open-blob-store.ts';

const ACCESS_KEY = 'test-access-key';
const organizationId = randomUUID();
const otherOrganizationId = randomUUID();
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

async function* inChunks(bytes: Buffer, chunkSize: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkSize)
    yield bytes.subarray(start, start + chunkSize);
}

let fake: FakeS3;
let dataDir: string;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret-key');
  fake = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
});
afterAll(() => fake.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-blobs-'));
  fake.objects.clear();
});
afterEach(() => rm(dataDir, { recursive: true }));

describe.each(['disk', 's3'])('blob store on %s', (kind) => {
  let store: BlobStore;
  beforeEach(async () => {
    store = await openBlobStore(
      kind === 'disk' ? 'disk' : `s3://lectern/some/prefix?endpoint=${fake.endpoint}`,
      dataDir,
    );
  });
  afterEach(() => store.close());

  async function readAll(owner: string, hash: Buffer, range?: { start: number; end: number }) {
    const stream = await store.read(owner, hash, range);
    return stream && buffer(stream);
  }
  async function listAll(owner: string) {
    const blobs = [];
    for await (const blob of store.list(owner)) blobs.push(blob);
    return blobs;
  }

  it('gives back the bytes of a buffer under their SHA-256', async () => {
    const bytes = randomBytes(1000);
    expect(await store.put(organizationId, bytes)).toEqual({ hash: sha256(bytes), size: 1000 });
    expect(await readAll(organizationId, sha256(bytes))).toEqual(bytes);
    expect(await store.findSize(organizationId, sha256(bytes))).toBe(1000);
  });

  it('gives back the bytes of a stream, and leaves no temporary file', async () => {
    const bytes = randomBytes(3_000_000);
    expect(await store.put(organizationId, inChunks(bytes, 70_000))).toEqual({
      hash: sha256(bytes),
      size: 3_000_000,
    });
    expect((await readAll(organizationId, sha256(bytes)))?.equals(bytes)).toBe(true);
    expect(await readdir(join(dataDir, 'blobs/tmp'))).toEqual([]);
  });

  it('removes all blobs of one organization, also when there are none', async () => {
    const { signal } = new AbortController();
    for (let n = 0; n < 40; n++) await store.put(organizationId, Buffer.from(`blob ${n}`));
    const { hash } = await store.put(otherOrganizationId, Buffer.from('blob 1'));
    await store.deleteAll(organizationId, signal);
    expect(await listAll(organizationId)).toEqual([]);
    expect(await store.findSize(otherOrganizationId, hash)).toBe(6);
    await store.deleteAll(organizationId, signal);
    expect(await readdir(join(dataDir, 'blobs'))).not.toContain(organizationId);
  });

  it('keeps an empty blob', async () => {
    const { hash, size } = await store.put(organizationId, Buffer.alloc(0));
    expect(size).toBe(0);
    expect(await store.findSize(organizationId, hash)).toBe(0);
    expect(await readAll(organizationId, hash)).toEqual(Buffer.alloc(0));
  });

  it('reads a range with both ends included', async () => {
    const { hash } = await store.put(organizationId, Buffer.from('0123456789'));
    expect(String(await readAll(organizationId, hash, { start: 0, end: 0 }))).toBe('0');
    expect(String(await readAll(organizationId, hash, { start: 3, end: 6 }))).toBe('3456');
    expect(String(await readAll(organizationId, hash, { start: 9, end: 9 }))).toBe('9');
  });

  it('knows nothing of a blob in another organization', async () => {
    const { hash } = await store.put(organizationId, Buffer.from('secret'));
    expect(await store.read(otherOrganizationId, hash)).toBeUndefined();
    expect(await store.findSize(otherOrganizationId, hash)).toBeUndefined();
    await store.delete(otherOrganizationId, hash);
    expect(String(await readAll(organizationId, hash))).toBe('secret');
  });

  it('answers undefined for what was never put', async () => {
    expect(await store.read(organizationId, sha256(Buffer.from('never')))).toBeUndefined();
    expect(await store.findSize(organizationId, sha256(Buffer.from('never')))).toBeUndefined();
  });

  it('keeps one blob when the same bytes are put many times at once', async () => {
    const bytes = randomBytes(50_000);
    const puts = Array.from({ length: 8 }, (_, n) =>
      store.put(organizationId, n % 2 === 0 ? bytes : inChunks(bytes, 9_999)),
    );
    expect(new Set((await Promise.all(puts)).map(({ hash }) => hash.toString('hex'))).size).toBe(1);
    expect(await listAll(organizationId)).toHaveLength(1);
    expect(await readAll(organizationId, sha256(bytes))).toEqual(bytes);
  });

  it('forgets a deleted blob, and deletes what is not there without complaint', async () => {
    const { hash } = await store.put(organizationId, Buffer.from('gone'));
    await store.delete(organizationId, hash);
    await store.delete(organizationId, hash);
    expect(await store.read(organizationId, hash)).toBeUndefined();
    expect(await listAll(organizationId)).toEqual([]);
  });

  it('lists every blob of the organization and of no other', async () => {
    const put = [];
    for (let n = 0; n < 8; n += 1) put.push(await store.put(organizationId, Buffer.from(`blob ${n}`)));
    await store.put(otherOrganizationId, Buffer.from('theirs'));
    const listed = await listAll(organizationId);
    const names = (blobs: { hash: Buffer; size: number }[]) =>
      blobs.map(({ hash, size }) => `${hash.toString('hex')} ${size}`).sort();
    expect(names(listed)).toEqual(names(put));
    expect(listed.every(({ storedAt }) => Math.abs(Date.now() - storedAt.getTime()) < 60_000)).toBe(true);
    expect(await listAll(randomUUID())).toEqual([]);
  });

  it('leaves nothing behind when the source fails', async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from('half of');
      throw new Error('the upload was aborted');
    }
    await expect(store.put(organizationId, failing())).rejects.toThrow('the upload was aborted');
    expect(await listAll(organizationId)).toEqual([]);
    expect(await readdir(join(dataDir, 'blobs/tmp'))).toEqual([]);
  });

  it.each(['', '..', '../../etc', organizationId.toUpperCase(), `${organizationId}/..`])(
    'refuses %j for an organization',
    async (id) => {
      await expect(store.put(id, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(store.read(id, sha256(Buffer.from('x')))).rejects.toThrow(TypeError);
      await expect(listAll(id)).rejects.toThrow(TypeError);
    },
  );

  it('refuses a hash of the wrong length', async () => {
    await expect(store.read(organizationId, Buffer.from('short'))).rejects.toThrow('32 bytes');
  });

  it('passes its own check', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

it.each([
  ['tape', 'must be “disk” or “s3://'],
  ['s3://', 'must be “disk” or “s3://'],
  ['s3://bucket?regoin=x', 'not “regoin”'],
  ['s3://bucket?endpoint=minio:9000', 'must be an http(s) URL'],
])('refuses the setting %s in words', async (setting, words) => {
  await expect(openBlobStore(setting, dataDir)).rejects.toThrow(words);
});
