/**
 * Kills the service at chosen points of uploads: what was acknowledged can be named by an edit and read again, and
 * nothing is left behind after the sweeps.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { askDatabase, type Sql } from './ask-database.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_LOG_LEVEL: 'fatal' };
const HOLD_SECONDS = 2;

/** Where an upload is held: on the wire, or in the database by a trigger. */
export const POINTS = {
  'before the bytes are complete': undefined,
  'before the row of the bytes': 'before insert on blob',
  'after the bytes, before the upload is complete': 'before update on upload',
  'before the response': 'before update on idempotency_key',
} as const;
export type Point = keyof typeof POINTS;

export async function killUploads(rounds: readonly Point[]): Promise<void> {
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const spaceId = await addSpace(service);
    await askDatabase(setup, async (sql) => {
      await sql.unsafe('create sequence held');
      await sql.unsafe(`create function hold() returns trigger language plpgsql as $$ begin
        if nextval('held') = 1 then perform pg_sleep(${HOLD_SECONDS}); end if; return new; end $$`);
    });
    const acknowledged = new Map<string, Buffer>();
    for (const point of rounds) service = await killOnce(setup, service, { point, spaceId, acknowledged });
    await expectReadable(service, spaceId, acknowledged);
    await expectSwept(setup, service);
    await expectReadable(service, spaceId, acknowledged);
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
}

/** Kills the service while it receives the second piece, and while it completes the upload. */
export async function killResumableUpload(): Promise<void> {
  const setup = await createPreparedSetup();
  try {
    let service = await setup.serve(ENVIRONMENT);
    const spaceId = await addSpace(service);
    const bytes = randomBytes(3_000_000);
    const path = await beginUpload(service, spaceId, bytes.length);
    expect((await appendTo(service, path, { offset: 0, bytes: bytes.subarray(0, 1_000_000) })).status).toBe(
      204,
    );

    const sending = sendRequest(`${service.url}${path}`, {
      method: 'PATCH',
      headers: { ...PIECE_HEADERS, 'upload-offset': '1000000', 'content-length': '1000000' },
    });
    sending.on('error', () => {});
    await new Promise((resolve) => sending.write(bytes.subarray(1_000_000, 1_500_000), resolve));
    service = await killAndServe(setup, service);
    expect(await offsetOf(service, path)).toBe(1_000_000);

    await askDatabase(setup, async (sql) => {
      await sql.unsafe('create sequence held');
      await sql.unsafe(`create function hold() returns trigger language plpgsql as $$ begin
        if nextval('held') = 1 then perform pg_sleep(${HOLD_SECONDS}); end if; return new; end $$`);
      await sql.unsafe('create trigger hold before update on upload for each row execute function hold()');
    });
    const last = { offset: 1_000_000, bytes: bytes.subarray(1_000_000) };
    const held = appendTo(service, path, last).catch(() => {});
    await askDatabase(setup, (sql) =>
      waitFor('the completion', async () => (await sql`select 1 from held where is_called`).length > 0),
    );
    service = await killAndServe(setup, service);
    await held;
    await askDatabase(setup, (sql) => sql.unsafe('drop trigger hold on upload').then(() => {}));
    expect(await offsetOf(service, path)).toBe(1_000_000);
    expect((await appendTo(service, path, last)).status).toBe(204);
    const uploadId = path.split('/').at(-1) as string;
    const inserted = await request(service, TOKEN, `/v1/spaces/${spaceId}/content`, {
      method: 'POST',
      body: { changes: [{ operation: 'insert_files', files: [{ name: 'a.bin', upload: uploadId }] }] },
    });
    expect(inserted.status, JSON.stringify(inserted.body)).toBe(200);
    await expectReadable(service, spaceId, new Map([[uploadId, bytes]]));
    expect((await service.stop()).code).toBe(0);
  } finally {
    await setup.clean();
  }
}

const TUS_HEADERS = { authorization: `Bearer ${TOKEN}`, 'tus-resumable': '1.0.0' };
const PIECE_HEADERS = { ...TUS_HEADERS, 'content-type': 'application/offset+octet-stream' };

async function beginUpload({ url }: RunningService, spaceId: string, length: number): Promise<string> {
  const response = await fetch(`${url}/v1/spaces/${spaceId}/uploads`, {
    method: 'POST',
    headers: { ...TUS_HEADERS, 'upload-length': String(length), 'upload-metadata': 'filename YS5iaW4=' },
  });
  expect(response.status).toBe(201);
  return new URL(response.headers.get('location') as string).pathname;
}

const appendTo = (
  { url }: RunningService,
  path: string,
  { offset, bytes }: { offset: number; bytes: Buffer },
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: { ...PIECE_HEADERS, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });

async function offsetOf({ url }: RunningService, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`, { method: 'HEAD', headers: TUS_HEADERS });
  return Number(response.headers.get('upload-offset'));
}

async function killAndServe(setup: Setup, service: RunningService): Promise<RunningService> {
  service.kill('SIGKILL');
  await service.ended;
  return setup.serve(ENVIRONMENT);
}

async function addSpace(service: RunningService): Promise<string> {
  const organizations = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  const path = `/v1/orgs/${organizations.body.items[0]?.id}/spaces`;
  const { body } = await request<{ id: string }>(service, TOKEN, path, {
    method: 'POST',
    body: { title: 'Docs' },
  });
  return body.id;
}

interface Scene {
  point: Point;
  spaceId: string;
  /** The bytes of the files that edits have inserted, by their ids. */
  acknowledged: Map<string, Buffer>;
}

async function killOnce(
  setup: Setup,
  service: RunningService,
  { point, spaceId, acknowledged }: Scene,
): Promise<RunningService> {
  const trigger = POINTS[point];
  const bytes = randomBytes(300_000);
  const key = createHash('sha256').update(bytes).digest('hex');
  let sent: Promise<unknown> | undefined;
  await askDatabase(setup, async (sql) => {
    await sql.unsafe('alter sequence held restart');
    if (trigger) await sql.unsafe(`create trigger hold ${trigger} for each row execute function hold()`);
    sent = trigger
      ? send(service, { spaceId, bytes, key }).catch(() => {})
      : sendPart(service, { spaceId, bytes });
    await waitFor(`the point (${point})`, async () => {
      const reached = trigger
        ? await sql`select 1 from held where is_called`
        : await sql`select 1 from upload where hash is null`;
      return reached.length > 0;
    });
  });
  service.kill('SIGKILL');
  await service.ended;
  await sent;
  const restarted = await setup.serve(ENVIRONMENT);
  const table = trigger?.split(' ').at(-1);
  if (table) await askDatabase(setup, (sql) => sql.unsafe(`drop trigger hold on ${table}`).then(() => {}));
  const repeated = await send(restarted, { spaceId, bytes, key });
  const { id, error } = (await repeated.json()) as { id?: string; error?: { reason: string } };
  // The response was lost, and the upload is the newest of the space.
  if (id === undefined) expect(error?.reason, point).toBe('response-lost');
  const uploadId = id ?? (await findNewest(setup));
  const inserted = await request(restarted, TOKEN, `/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    body: { changes: [{ operation: 'insert_files', files: [{ name: 'a.bin', upload: uploadId }] }] },
  });
  expect(inserted.status, `${point}: ${JSON.stringify(inserted.body)}`).toBe(200);
  acknowledged.set(uploadId, bytes);
  return restarted;
}

interface File {
  spaceId: string;
  bytes: Buffer;
}

const send = ({ url }: RunningService, { spaceId, bytes, key }: File & { key: string }): Promise<Response> =>
  fetch(`${url}/v1/spaces/${spaceId}/files?name=a.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': key },
    body: new Uint8Array(bytes),
  });

/** Sends half of a file, and the rest never. */
async function sendPart({ url }: RunningService, { spaceId, bytes }: File): Promise<void> {
  const sending = sendRequest(`${url}/v1/spaces/${spaceId}/files?name=a.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-length': String(bytes.length) },
  });
  const ended = new Promise<void>((resolve) => sending.once('close', resolve).on('error', () => {}));
  sending.write(bytes.subarray(0, bytes.length / 2));
  await ended;
}

const findNewest = (setup: Setup): Promise<string> =>
  askDatabase(setup, async (sql) => {
    const [row] =
      await sql`select upload_id from upload where hash is not null order by upload_id desc limit 1`;
    return row?.upload_id as string;
  });

async function expectReadable(
  service: RunningService,
  spaceId: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  for (const [id, bytes] of files) {
    const path = `/v1/spaces/${spaceId}/content/files/${id}`;
    const { body } = await request<{ downloadURL: string }>(service, TOKEN, path);
    const { pathname } = new URL(body.downloadURL);
    const response = await fetch(`${service.sitesUrl}${pathname}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
}

/** A day later, only the files of the content are stored. */
async function expectSwept(setup: Setup, service: RunningService): Promise<void> {
  await askDatabase(setup, async (sql) => {
    await sql`update upload set created_at = created_at - interval '25 hours'`;
    await sql`update blob set touched_at = touched_at - interval '25 hours'`;
    await sql`update job set run_at = now() where kind = 'upload-sweep'`;
    await sql`select pg_notify('lectern_jobs', 'upload-sweep')`;
    await waitFor('the uploads to be swept', async () => (await sql`select 1 from upload`).length === 0);
    await waitFor('the content to be swept', async () => {
      const waiting = await sql`select 1 from job where kind = 'content-sweep' and run_at <= now()`;
      return waiting.length === 0;
    });
    await expectNothingElse(setup, sql);
  });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
}

async function expectNothingElse({ dataDir }: Setup, sql: Sql): Promise<void> {
  const rows = await sql`select encode(hash, 'hex') as hash from blob`;
  const stored = readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dataDir, 'blobs', name)).isFile())
    .map((name) => name.split('/').at(-1) as string);
  expect(existsSync(join(dataDir, 'blobs/tmp'))).toBe(true);
  // Bytes are kept for two hours after they were stored; those of a killed upload have a row until then.
  expect(stored.filter((name) => name.includes('-'))).toEqual([]);
  const hashes = rows.map(({ hash }) => hash as string);
  expect(hashes.filter((hash) => !stored.includes(hash))).toEqual([]);
}
