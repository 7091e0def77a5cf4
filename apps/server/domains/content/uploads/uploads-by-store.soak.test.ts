import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { type FakeS3, type Fault, startFakeS3 } from '../../../../../test/fixtures/storage/fake-s3.ts';

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const ACCESS_KEY = 'test-access-key';
/** The bytes that the parsers of HTTP and forms and a stream hold at once. */
const MAX_BYTES_IN_FLIGHT = 512 * 1024;

let bucket: FakeS3;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCESS_KEY);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret-key');
  bucket = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
});
afterAll(async () => {
  await bucket?.close();
  vi.unstubAllEnvs();
});

type Form = 'raw bytes' | 'a form' | 'pieces' | 'pieces with a chunk size';
const FORMS: Form[] = ['raw bytes', 'a form', 'pieces', 'pieces with a chunk size'];

describe.each(['disk', 's3'])('on %s', (kind) => {
  let app: TestApp;
  let origin: string;
  let spaceId: string;
  let authorization: string;
  beforeAll(async () => {
    const storage = kind === 'disk' ? 'disk' : `s3://lectern/prefix?endpoint=${bucket.endpoint}`;
    app = await buildTestApp({ config: { storage } });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
    app.context.config.baseUrl = origin;
    authorization = `Bearer ${app.adminToken}`;
    spaceId = await addSpace(app);
  });
  afterAll(() => app?.close());
  afterEach(async () => {
    bucket.beforeTransfer = undefined;
    await sql`delete from upload where hash is null`.execute(app.context.db);
  });

  const listTemporary = (): Promise<string[]> => readdir(join(app.context.config.dataDir, 'blobs/tmp'));

  async function countUploads(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from upload`.execute(app.context.db);
    return rows[0]?.count as number;
  }

  /** Returns the id of the upload. Throws the status of a failure. */
  async function upload(form: Form, bytes: Buffer): Promise<string> {
    if (form === 'pieces' || form === 'pieces with a chunk size') return uploadInPieces(form, bytes);
    const data = new FormData();
    data.append('file', new Blob([new Uint8Array(bytes)]), 'a.bin');
    const response = await fetch(`${origin}/v1/spaces/${spaceId}/files?name=a.bin`, {
      method: 'POST',
      headers: { authorization },
      body: form === 'a form' ? data : new Uint8Array(bytes),
    });
    if (response.status !== 201) throw new Error(String(response.status));
    return ((await response.json()) as { id: string }).id;
  }

  const uploadInPieces = (form: Form, bytes: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = new TusUpload(bytes, {
        endpoint: `${origin}/v1/spaces/${spaceId}/uploads`,
        headers: { authorization },
        metadata: { filename: 'a.bin' },
        retryDelays: [10, 10],
        ...(form === 'pieces' ? {} : { chunkSize: MB }),
        onError: (error) =>
          reject(new Error(String('originalResponse' in error && error.originalResponse?.getStatus()))),
        onSuccess: () => resolve((sent.url as string).split('/').at(-1) as string),
      });
      sent.start();
    });

  async function insert(uploadId: string): Promise<void> {
    const body = { changes: [{ operation: 'insert_files', files: [{ name: 'a.bin', upload: uploadId }] }] };
    const response = await app.request('POST', `/v1/spaces/${spaceId}/content`, { body });
    expect(response.statusCode, response.body).toBe(200);
  }

  async function readStored(bytes: Buffer): Promise<Buffer | undefined> {
    const hash = createHash('sha256').update(bytes).digest();
    const stream = await app.context.blobs.read(app.organizationId, hash);
    return stream && buffer(stream);
  }

  /** As a day later: deletes the uploads and what belongs to no content. */
  async function sweep(): Promise<void> {
    await sql`update upload set created_at = created_at - interval '25 hours'`.execute(app.context.db);
    await sql`update blob set touched_at = touched_at - interval '25 hours'`.execute(app.context.db);
    const { blobs } = app.context;
    const list = blobs.list.bind(blobs);
    const older = async function* (organizationId: string) {
      for await (const blob of list(organizationId))
        yield { ...blob, storedAt: new Date(blob.storedAt.getTime() - DAY_MS) };
    };
    Object.assign(blobs, { list: older });
    for (const kind of ['upload-sweep', 'content-sweep'] as const) {
      const job = { organizationId: app.organizationId, jobId: newId(), payload: {}, attempt: 1 };
      await app.app.jobs[kind].run(job, new AbortController().signal);
    }
    Object.assign(blobs, { list });
  }

  test.each(FORMS)('%s are stored whole, and what no edit names is deleted', async (form) => {
    const [named, unnamed] = [randomBytes(9 * MB + 7), randomBytes(9 * MB + 7)];
    await insert(await upload(form, named));
    await upload(form, unnamed);
    expect((await readStored(named))?.equals(named)).toBe(true);
    await sweep();
    expect((await readStored(named))?.equals(named)).toBe(true);
    expect(await readStored(unnamed)).toBeUndefined();
    const stored = [];
    for await (const { size } of app.context.blobs.list(app.organizationId)) stored.push(size);
    expect(new Set(stored), 'no piece remains').toEqual(new Set([named.length]));
    expect(await listTemporary()).toEqual([]);
  });

  test.each(FORMS)('no more of %s is read than was stored, but for a bounded rest', async (form) => {
    const { blobs } = app.context;
    const stage = blobs.stage.bind(blobs);
    const bytes = randomBytes(10 * MB);
    let socket: IncomingMessage['socket'] | undefined;
    let before = 0;
    let taken = 0;
    let inFlight = 0;
    const watch = (request: IncomingMessage): void => {
      if (socket === request.socket) return;
      ({ socket } = request);
      before = socket.bytesRead - taken;
    };
    app.server.server.on('request', watch);
    const isJoin = (): boolean => taken >= bytes.length;
    async function* count(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        // A server without back-pressure reads on meanwhile.
        for (let turn = 0; turn < 5; turn += 1) await nextTurn();
        taken += chunk.length;
        if (socket) inFlight = Math.max(inFlight, socket.bytesRead - before - taken);
        yield chunk;
      }
    }
    Object.assign(blobs, {
      stage: (source: AsyncIterable<Buffer>) => stage(isJoin() ? source : count(source)),
    });
    try {
      await upload(form, bytes);
      expect(taken).toBe(bytes.length);
      expect(inFlight).toBeGreaterThan(0);
      expect(inFlight).toBeLessThan(MAX_BYTES_IN_FLIGHT);
    } finally {
      app.server.server.off('request', watch);
      Object.assign(blobs, { stage });
    }
  });

  test('an upload that the client abandons stores nothing', async () => {
    const before = await countUploads();
    const requests = bucket.requests.length;
    const request = sendRequest(`${origin}/v1/spaces/${spaceId}/files?name=a.bin`, {
      method: 'POST',
      headers: { authorization, 'content-length': '10000000' },
    });
    request.on('error', () => {});
    request.write(randomBytes(5_000_000));
    await expect.poll(countUploads).toBe(before + 1);
    request.destroy();
    await expect.poll(countUploads).toBe(before);
    expect(await listTemporary()).toEqual([]);
    expect(bucket.requests.slice(requests)).toEqual([]);
  });

  describe.runIf(kind === 's3')('a bucket that fails', () => {
    const failNext = (method: 'GET' | 'PUT', faults: (Fault | undefined)[]): void => {
      bucket.beforeTransfer = async (transfer) => (transfer === method ? faults.shift() : undefined);
    };

    test.each(
      FORMS.flatMap((form) => (['unavailable', 'cut'] as const).map((fault) => [form, fault] as const)),
    )('for a moment does not hinder an upload of %s (%s)', async (form, fault) => {
      const bytes = randomBytes(9 * MB);
      failNext('PUT', [fault, undefined, fault]);
      await insert(await upload(form, bytes));
      expect((await readStored(bytes))?.equals(bytes)).toBe(true);
    });

    test.each(['unavailable', 'cut'] as const)(
      'while pieces are joined (%s) lets the client repeat the last piece',
      async (fault) => {
        const bytes = randomBytes(3 * MB);
        failNext('GET', [undefined, fault]);
        await insert(await upload('pieces with a chunk size', bytes));
        expect((await readStored(bytes))?.equals(bytes)).toBe(true);
        expect(await listTemporary()).toEqual([]);
      },
    );

    test.each(FORMS)('for long refuses an upload of %s, and keeps nothing of it', async (form) => {
      const bytes = randomBytes(MB + 1);
      const before = await countUploads();
      bucket.beforeTransfer = async (method) => (method === 'PUT' ? 'unavailable' : undefined);
      await expect(upload(form, bytes)).rejects.toThrow('503');
      expect(await listTemporary()).toEqual([]);
      expect(await countUploads()).toBe(form.startsWith('pieces') ? before + 1 : before);
      bucket.beforeTransfer = undefined;
      expect(await readStored(bytes)).toBeUndefined();
      await insert(await upload(form, bytes));
    });
  });
});
