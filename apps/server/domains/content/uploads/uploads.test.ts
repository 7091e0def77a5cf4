import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization, addSpace, addUserToken } from '../../../../../test/factories.ts';
import { StorageError } from '../../../platform/storage/storage-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIMIT = 3_000_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGNgYGD4D8UMMAYAMuwE/XfL0mkAAAAASUVORK5CYII=',
  'base64',
);

let app: TestApp;
let origin: string;
let spaceId: string;
const clock = createTestClock();
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  app.context.config.limits.uploadBytes = LIMIT;
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  spaceId = await addSpace(app);
});
afterAll(() => app?.close());

interface UploadResponse {
  id: string;
  dimensions?: object;
  error: { message: string; reason: string };
}

interface Sent {
  query?: string;
  headers?: Record<string, string>;
  to?: string;
  token?: string;
}

async function upload(
  body: FormData | Buffer | string | undefined,
  { query = '', headers, to, token }: Sent = {},
) {
  const response = await fetch(`${origin}${to ?? `/v1/spaces/${spaceId}/files`}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? app.adminToken}`, ...headers },
    ...(body === undefined ? {} : { body: body as FormData | string }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as UploadResponse,
  };
}

const edit = async (changes: unknown[], to = `/v1/spaces/${spaceId}/content`) => {
  const response = await app.request('POST', to, { body: { changes } });
  return { status: response.statusCode, body: response.json() };
};

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

async function listTemporary(): Promise<string[]> {
  return readdir(join(app.context.config.dataDir, 'blobs/tmp'));
}

async function countUploads(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from upload`.execute(
    app.context.db,
  );
  return rows[0]?.count as number;
}

/** Runs the job for old uploads, and the sweeps of the content that it enqueues. */
async function sweep(): Promise<void> {
  const job = { organizationId: app.organizationId, jobId: newId(), payload: {}, attempt: 1 };
  const { signal } = new AbortController();
  await app.app.jobs['upload-sweep'].run(job, signal);
  const { rows } = await sql`select 1 from job where kind = 'content-sweep'`.execute(app.context.db);
  if (rows.length === 0) return;
  // As a day later, for the clocks of the database and of the disk.
  await sql`update blob set touched_at = touched_at - interval '1 day'`.execute(app.context.db);
  const list = app.context.blobs.list.bind(app.context.blobs);
  const older = async function* (organizationId: string) {
    for await (const blob of list(organizationId))
      yield { ...blob, storedAt: new Date(blob.storedAt.getTime() - DAY_MS) };
  };
  const spied = Object.assign(app.context.blobs, { list: older });
  await app.app.jobs['content-sweep'].run(job, signal);
  Object.assign(spied, { list });
  await sql`delete from job where kind = 'content-sweep'`.execute(app.context.db);
}

const isStored = async (bytes: Buffer): Promise<boolean> =>
  (await app.context.blobs.findSize(app.organizationId, createHash('sha256').update(bytes).digest())) !==
  undefined;

describe('a file', () => {
  test('is sent as the body, and described by its bytes', async () => {
    const { status, body } = await upload(PNG, {
      query: '?name=dot.png',
      headers: { 'content-type': 'text/html' },
    });
    expect(body).toEqual({
      id: expect.any(String),
      name: 'dot.png',
      contentType: 'image/png',
      size: PNG.length,
      sha256: sha256(PNG),
      dimensions: { width: 3, height: 2 },
      expiresAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    });
    expect(status).toBe(201);
    expect(await listTemporary()).toEqual([]);
  });

  test('is sent in a form, beside fields', async () => {
    const form = new FormData();
    form.append('alt', 'A dot');
    form.append('file', new Blob([PNG], { type: 'image/gif' }), 'Punkt ü 点.png');
    const { status, body } = await upload(form);
    expect(body).toMatchObject({ name: 'Punkt ü 点.png', contentType: 'image/png', sha256: sha256(PNG) });
    expect(status).toBe(201);
  });

  test.each([
    ['a plain name', 'attachment; filename=a.txt', 'a.txt'],
    ['a quoted name', 'attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
    [
      'an encoded name',
      'attachment; filename="x.txt"; filename*=UTF-8\'\'%E7%82%B9%20%C3%BC.txt',
      '点 ü.txt',
    ],
    [
      'UTF-8 without an encoding',
      `attachment; filename="${Buffer.from('ü.txt').toString('latin1')}"`,
      'ü.txt',
    ],
    ['folders', 'attachment; filename="C:\\\\docs\\\\../etc/a.txt"', 'a.txt'],
  ])('has %s of Content-Disposition', async (_case, header, name) => {
    const { body } = await upload('text', { headers: { 'content-disposition': header } });
    expect(body).toMatchObject({ name, contentType: 'text/plain', size: 4 });
  });

  test.each([
    ['no name', 'text', '', /name is required/],
    ['an empty name', 'text', '?name=', /name/],
    ['a long name', 'text', `?name=${'x'.repeat(257)}`, /name/],
    ['no bytes', '', '?name=a.txt', /must not be empty/],
    ['no body', undefined, '?name=a.txt', /must not be empty/],
  ])('with %s is refused', async (_case, body, query, message) => {
    const before = await countUploads();
    const response = await upload(body, { query });
    expect(response.status, JSON.stringify(response.body)).toBe(400);
    expect(response.body.error.message).toMatch(message);
    expect(await countUploads()).toBe(before);
    expect(await listTemporary()).toEqual([]);
  });

  test('that pretends to be a picture is what its bytes are', async () => {
    const script = '<!doctype html><script>alert(1)</script>';
    const sent = await upload(script, { query: '?name=a.png', headers: { 'content-type': 'image/png' } });
    expect(sent.body).toMatchObject({ contentType: 'text/plain' });
    expect(sent.body.dimensions).toBeUndefined();
  });

  test('with the bytes of another one is stored once', async () => {
    const bytes = randomBytes(10_000);
    const [one, two] = await Promise.all([
      upload(bytes, { query: '?name=a.bin' }),
      upload(bytes, { query: '?name=b.bin' }),
    ]);
    expect(one.body.id).not.toBe(two.body.id);
    const { rows } = await sql`
      select 1 from blob where hash = ${Buffer.from(sha256(bytes), 'hex')}`.execute(app.context.db);
    expect(rows).toHaveLength(1);
  });
});

describe('a malformed form', () => {
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = (name: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\ntext\r\n`;

  test.each([
    ['without a file', `${part('a')}--x--\r\n`, boundary, /contains no file/],
    [
      'with two files',
      `${part('a', '; filename="a.txt"')}${part('b', '; filename="b.txt"')}--x--\r\n`,
      boundary,
      /more than one file/,
    ],
    ['that ends early', part('a', '; filename="a.txt"'), boundary, /not valid/],
    ['without a boundary', 'text', { 'content-type': 'multipart/form-data' }, /not valid/],
  ])('%s is refused', async (_case, body, headers, message) => {
    const before = await countUploads();
    const response = await upload(body, { headers });
    expect(response.status, JSON.stringify(response.body)).toBe(400);
    expect(response.body.error.message).toMatch(message);
    expect(await countUploads()).toBe(before);
  });
});

describe('a file that is too large', () => {
  /** Sends headers, then chunks until the response arrives. Returns the response and the number of bytes sent. */
  function sendEndless(headers: Record<string, string>): Promise<{ status: number; sent: number }> {
    return new Promise((resolve, reject) => {
      let sent = 0;
      const request = sendRequest(`${origin}/v1/spaces/${spaceId}/files?name=a.bin`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.adminToken}`, ...headers },
      });
      request.on('response', (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, sent });
        request.destroy();
      });
      request.on('error', reject);
      const chunk = randomBytes(64_000);
      const write = (): void => {
        if (request.destroyed || sent > 20 * LIMIT) return;
        sent += chunk.length;
        request.write(chunk, () => setImmediate(write));
      };
      write();
    });
  }

  test('by its Content-Length is refused at once', async () => {
    const { status } = await sendEndless({ 'content-length': String(LIMIT + 1) });
    expect(status).toBe(413);
  });

  test('is refused at the limit, without reading the rest', async () => {
    const before = await countUploads();
    const { status, sent } = await sendEndless({ 'transfer-encoding': 'chunked' });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(20 * LIMIT);
    expect(await countUploads()).toBe(before);
    expect(await listTemporary()).toEqual([]);
  });

  test('in a form is refused', async () => {
    const form = new FormData();
    form.append('file', new Blob([randomBytes(LIMIT + 1)]), 'a.bin');
    expect(await upload(form)).toMatchObject({
      status: 413,
      body: { error: { reason: 'payload-too-large' } },
    });
  });

  test('by no byte is accepted', async () => {
    expect((await upload(randomBytes(LIMIT), { query: '?name=a.bin' })).status).toBe(201);
  });
});

test('an upload that the client abandons leaves nothing behind', async () => {
  const before = await countUploads();
  const request = sendRequest(`${origin}/v1/spaces/${spaceId}/files?name=a.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminToken}`, 'content-length': '1000000' },
  });
  request.on('error', () => {});
  request.write(randomBytes(500_000));
  while ((await countUploads()) === before) await pause(5);
  request.destroy();
  while ((await countUploads()) !== before) await pause(5);
  expect(await listTemporary()).toEqual([]);
});

test('while files cannot be stored, an upload is refused, and works afterwards', async () => {
  const { blobs } = app.context;
  const failing = vi.spyOn(blobs, 'stage').mockRejectedValueOnce(new StorageError('The bucket is away.'));
  const before = await countUploads();
  expect(await upload(PNG, { query: '?name=a.png' })).toMatchObject({
    status: 503,
    body: { error: { reason: 'storage-unavailable' } },
  });
  expect(await countUploads()).toBe(before);
  failing.mockRestore();
  expect((await upload(PNG, { query: '?name=a.png' })).status).toBe(201);
});

test('only so many uploads of one caller are in progress at once', async () => {
  const { token, userId } = await addMember(app, { role: 'admin' });
  await sql`insert into upload (organization_id, upload_id, space_id, author_id, name, created_at, active_until)
    select ${app.organizationId}, gen_random_uuid(), ${spaceId}, ${userId}, 'a', ${clock.now()},
      ${new Date(clock.now().getTime() + 1000)}
    from generate_series(1, 10)`.execute(app.context.db);
  const refused = await upload(PNG, { query: '?name=a.png', token });
  expect(refused).toMatchObject({ status: 429, body: { error: { reason: 'too-many-uploads' } } });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect((await upload(PNG, { query: '?name=a.png' })).status).toBe(201);
  // Their process was killed, and has not renewed them.
  clock.advance(2000);
  expect((await upload(PNG, { query: '?name=a.png', token })).status).toBe(201);
  await sql`delete from upload where author_id = ${userId}`.execute(app.context.db);
});

test('an upload that takes long goes on counting as in progress', async () => {
  const readSecondsLeft = async () => {
    const { rows } = await sql<{ until: Date }>`
      select active_until as until from upload where hash is null and name = 'slow.bin'`.execute(
      app.context.db,
    );
    return rows[0] && (rows[0].until.getTime() - clock.now().getTime()) / 1000;
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sent = sendRequest(`${origin}/v1/spaces/${spaceId}/files?name=slow.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  try {
    sent.write('first');
    await expect.poll(readSecondsLeft).toBe(60);
    clock.advance(25_000);
    expect(await readSecondsLeft()).toBe(35);
    vi.advanceTimersByTime(20_000);
    await expect.poll(readSecondsLeft).toBe(60);
  } finally {
    vi.useRealTimers();
    const ended = new Promise((resolve) =>
      sent.on('response', (response) => response.resume().on('end', resolve)),
    );
    sent.end('last');
    await ended;
  }
});

describe('an upload is named by an edit', () => {
  test('that inserts it, links to it by its id, and replaces another file by it', async () => {
    const { body: sent } = await upload(PNG, { query: '?name=dot.png' });
    const inserted = await edit([
      {
        operation: 'insert_page',
        title: 'Page',
        document: { markdown: `# Page\n\n![A dot](/files/${sent.id})\n` },
      },
      { operation: 'insert_files', files: [{ name: 'dot.png', upload: sent.id }] },
    ]);
    expect(inserted.status, JSON.stringify(inserted.body)).toBe(200);
    expect(inserted.body.insertedFiles).toMatchObject([
      { id: sent.id, name: 'dot.png', contentType: 'image/png', size: PNG.length, dimensions: { width: 3 } },
    ]);
    const links = await app.request('GET', `/v1/spaces/${spaceId}/links?status=broken`);
    expect(links.json()).toMatchObject({ count: 0 });

    const text = await upload('a,b\n', { query: '?name=table.txt' });
    const updated = await edit([
      { operation: 'update_file', file: sent.id, upload: text.body.id, name: 'table.csv' },
    ]);
    expect(updated.status).toBe(200);
    const file = await app.request('GET', `/v1/spaces/${spaceId}/content/files/${sent.id}`);
    expect(file.json()).toMatchObject({ name: 'table.csv', contentType: 'text/csv', size: 4 });
    expect(file.json().dimensions).toBeUndefined();
  });

  test('of a change request', async () => {
    const created = await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: {} });
    const url = `/v1/spaces/${spaceId}/change-requests/${created.json().id}`;
    const { status, body } = await upload(PNG, { to: `${url}/files`, query: '?name=dot.png' });
    expect(status).toBe(201);
    const edited = await edit(
      [{ operation: 'insert_files', files: [{ name: 'x.png', upload: body.id }] }],
      `${url}/content`,
    );
    expect(edited.status).toBe(200);
    const file = await app.request('GET', `${url}/content/files/${body.id}`);
    expect(file.json()).toMatchObject({ name: 'x.png', contentType: 'image/png' });
    expect((await upload(PNG, { to: `${url}x/files`, query: '?name=dot.png' })).status).toBe(404);
  });

  test('twice: the second file has an id of its own', async () => {
    const { body } = await upload('twice', { query: '?name=a.txt' });
    const files = [
      { name: 'a.txt', upload: body.id },
      { name: 'b.txt', upload: body.id },
    ];
    const { body: edited } = await edit([{ operation: 'insert_files', files }]);
    expect(edited.insertedFiles[0].id).toBe(body.id);
    expect(edited.insertedFiles[1].id).not.toBe(body.id);
  });

  test('of another space, or of another organization, does not exist', async () => {
    const other = await addOrganization(app);
    const token = await addUserToken(app, other.creatorId);
    const foreign = await addSpace(app, { organizationId: other.organizationId });
    const neighbor = await addSpace(app);
    const ids = [
      (await upload(PNG, { to: `/v1/spaces/${foreign}/files`, query: '?name=a.png', token })).body.id,
      (await upload(PNG, { to: `/v1/spaces/${neighbor}/files`, query: '?name=a.png' })).body.id,
      newId(),
      'nothing',
    ];
    for (const id of ids) {
      expect(typeof id).toBe('string');
      const response = await edit([{ operation: 'insert_files', files: [{ name: 'a.png', upload: id }] }]);
      expect(response).toMatchObject({
        status: 404,
        body: { error: { reason: 'upload-not-found', details: [{ path: 'changes.0.files.0.upload' }] } },
      });
    }
  });

  test.each([
    ['an address', { url: 'https://example.com/a.png' }],
    ['bytes', { base64: 'YQ==' }],
  ])('beside %s is refused', async (_case, more) => {
    const { body } = await upload(PNG, { query: '?name=a.png' });
    const file = { name: 'a.png', upload: body.id, ...more };
    expect((await edit([{ operation: 'insert_files', files: [file] }])).status).toBe(400);
  });
});

describe('after a day', () => {
  test('an upload that no edit has named is deleted with its bytes, and others keep theirs', async () => {
    const [named, shared, unnamed] = [randomBytes(5000), randomBytes(5000), randomBytes(5000)];
    const first = await upload(named, { query: '?name=named.bin' });
    await edit([{ operation: 'insert_files', files: [{ name: 'named.bin', upload: first.body.id }] }]);
    const copied = await upload(shared, { query: '?name=shared.bin' });
    await edit([{ operation: 'insert_files', files: [{ name: 'shared.bin', upload: copied.body.id }] }]);
    await upload(shared, { query: '?name=unnamed copy.bin' });
    const last = await upload(unnamed, { query: '?name=unnamed.bin' });
    clock.advance(DAY_MS - 1000);
    const recent = await upload(randomBytes(5000), { query: '?name=recent.bin' });
    await sweep();
    expect(await isStored(unnamed)).toBe(true);
    clock.advance(2000);
    const late = await edit([{ operation: 'insert_files', files: [{ name: 'a', upload: last.body.id }] }]);
    expect(late.status).toBe(404);
    await sweep();
    expect(await isStored(unnamed)).toBe(false);
    expect(await isStored(named)).toBe(true);
    expect(await isStored(shared)).toBe(true);
    expect(await countUploads()).toBe(1);
    const kept = await edit([
      { operation: 'insert_files', files: [{ name: 'recent.bin', upload: recent.body.id }] },
    ]);
    expect(kept.status).toBe(200);
  });

  test('an upload that was cut off by a kill is deleted', async () => {
    await sql`insert into upload (organization_id, upload_id, space_id, author_id, name, created_at)
      values (${app.organizationId}, gen_random_uuid(), ${spaceId}, gen_random_uuid(), 'a', ${clock.now()})`.execute(
      app.context.db,
    );
    const bytes = randomBytes(5000);
    // The bytes were stored, and the upload was not completed.
    await app.context.blobs.put(app.organizationId, bytes);
    clock.advance(DAY_MS + 1000);
    await sweep();
    expect(await isStored(bytes)).toBe(false);
    const { rows } = await sql`select 1 from upload where hash is null`.execute(app.context.db);
    expect(rows).toEqual([]);
  });
});

describe('an upload with a key', () => {
  test('is made once, also from forms with different boundaries', async () => {
    const key = { 'idempotency-key': newId() };
    const form = () => {
      const data = new FormData();
      data.append('file', new Blob([PNG]), 'a.png');
      return data;
    };
    const before = await countUploads();
    const first = await upload(form(), { headers: key });
    const second = await upload(form(), { headers: key });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await countUploads()).toBe(before + 1);
    const other = new FormData();
    other.append('file', new Blob([Buffer.concat([PNG, PNG])]), 'a.png');
    expect(await upload(other, { headers: key })).toMatchObject({
      status: 422,
      body: { error: { reason: 'idempotency-key-reused' } },
    });
    expect(await countUploads()).toBe(before + 1);
  });
});
