import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeS3, startFakeS3 } from '../../../../test/fixtures/storage/fake-s3.ts';
import { describeS3Failure } from './s3-failure.ts';
import { parseS3Setting } from './s3-setting.ts';
import { openS3Store } from './s3-store.ts';

const ACCESS_KEY = 'test-access-key';
const organizationId = randomUUID();
let fake: FakeS3;
let folder: string;
beforeAll(async () => {
  fake = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
  folder = await mkdtemp(join(tmpdir(), 'lectern-s3-'));
});
afterAll(async () => {
  await fake.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret-key');
  fake.objects.clear();
  fake.requests.length = 0;
  fake.beforeTransfer = undefined;
});

describe('objects in a bucket', () => {
  it('are named by organization, shard and hash below the prefix', async () => {
    const store = await openS3Store(`s3://lectern/docs/?endpoint=${fake.endpoint}`, folder);
    const { hash } = await store.put(organizationId, Buffer.from('named'));
    const name = hash.toString('hex');
    expect([...fake.objects.keys()]).toEqual([`docs/${organizationId}/${name.slice(0, 2)}/${name}`]);
    await store.close();
  });

  it('are not uploaded again when they exist', async () => {
    const store = await openS3Store(`s3://lectern?endpoint=${fake.endpoint}`, folder);
    await store.put(organizationId, Buffer.from('twice'));
    fake.requests.length = 0;
    await store.put(organizationId, Buffer.from('twice'));
    expect(fake.requests).toEqual([expect.stringMatching(/^HEAD /)]);
    await store.close();
  });

  it('are made young by a copy when they were put long ago', async () => {
    const store = await openS3Store(`s3://lectern/a b?endpoint=${fake.endpoint}`, folder);
    await store.put(organizationId, Buffer.from('old'));
    const [object] = fake.objects.values();
    object!.modifiedAt = new Date(0);
    await store.put(organizationId, Buffer.from('old'));
    const [renewed] = fake.objects.values();
    expect(renewed?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(String(renewed?.body)).toBe('old');
    await store.close();
  });

  it.each(['unavailable', 'cut'] as const)(
    'are uploaded again when the bucket is %s for a moment',
    async (fault) => {
      const faults = [fault, fault];
      fake.beforeTransfer = async () => faults.pop();
      const store = await openS3Store(`s3://lectern?endpoint=${fake.endpoint}`, folder);
      const bytes = Buffer.alloc(3_000_000, 'a');
      const { hash } = await store.put(organizationId, Readable.from([bytes]));
      expect(faults).toEqual([]);
      expect(await store.findSize(organizationId, hash)).toBe(bytes.length);
      await store.close();
    },
  );

  it('are not uploaded again for ever', async () => {
    fake.beforeTransfer = async () => 'unavailable';
    const store = await openS3Store(`s3://lectern?endpoint=${fake.endpoint}`, folder);
    const put = store.put(organizationId, Readable.from([Buffer.from('never')]));
    await expect(put).rejects.toThrow('it returned 503 SlowDown');
    expect(fake.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(3);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
    await store.close();
  });

  it('release their connection when a reader goes away', async () => {
    const store = await openS3Store(`s3://lectern?endpoint=${fake.endpoint}`, folder);
    const { hash } = await store.put(organizationId, Buffer.alloc(20_000_000));
    const stream = await store.read(organizationId, hash);
    stream?.once('error', () => undefined);
    expect(fake.openDownloads()).toBe(1);
    stream?.destroy();
    await expect.poll(() => fake.openDownloads()).toBe(0);
    await store.close();
  });
});

describe('a bucket that cannot be used', () => {
  it('says that it does not exist', async () => {
    const store = await openS3Store(`s3://elsewhere?endpoint=${fake.endpoint}`, folder);
    await expect(store.check()).rejects.toThrow('there is no bucket with that name');
    await expect(store.put(organizationId, Buffer.from('x'))).rejects.toThrow(
      'there is no bucket with that name',
    );
    await store.close();
  });

  it('says that the key is wrong', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'another-key');
    const store = await openS3Store(`s3://lectern?endpoint=${fake.endpoint}`, folder);
    await expect(store.read(organizationId, Buffer.alloc(32))).rejects.toThrow('the access key is wrong');
    await expect(store.check()).rejects.toThrow('access denied');
    await store.close();
  });

  it('says that nobody answers', async () => {
    const store = await openS3Store('s3://lectern?endpoint=http://127.0.0.1:1', folder);
    await expect(store.check()).rejects.toThrow('does not respond (ECONNREFUSED)');
    await store.close();
  });

  it('names the missing region', () => {
    const failure = describeS3Failure(new Error('Region is missing'), parseS3Setting('s3://lectern'));
    expect(String(failure)).toContain('add “?region=…” or set AWS_REGION');
  });
});

describe('the setting', () => {
  it('reads bucket, prefix, region and endpoint', () => {
    expect(
      parseS3Setting('s3://docs.example/a/b/?region=eu-west-1&endpoint=https://s3.example:9000'),
    ).toEqual({
      bucket: 'docs.example',
      prefix: 'a/b/',
      region: 'eu-west-1',
      endpoint: 'https://s3.example:9000',
    });
  });

  it('needs no more than a bucket', () => {
    expect(parseS3Setting('s3://docs')).toEqual({
      bucket: 'docs',
      prefix: '',
      region: undefined,
      endpoint: undefined,
    });
  });
});
