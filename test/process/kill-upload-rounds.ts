/**
 * Kills the service at chosen points of uploads: what was acknowledged can be named by an edit and read again, and
 * nothing is left behind after the sweeps.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type FakeS3, startFakeS3 } from '../fixtures/storage/fake-s3.ts';
import { askDatabase, type Sql } from './ask-database.ts';
import { createPreparedSetup, type RunningService, request, type Setup, waitFor } from './service-process.ts';

export const TOKEN = 'token-of-the-administrator-0123456789';
const ACCESS_KEY = 'test-access-key';
const HOLD_SECONDS = 2;

/** Where an upload is held: by a trigger of the database, by the bucket, or because the client sends no more. */
export type Hold =
  | {
      table: string;
      when: 'before insert' | 'before update' | 'before delete' | 'at the commit of an update';
    }
  | { bucket: 'GET' | 'PUT'; count: number }
  | { client: true };

/** Points of an upload in one request. */
export const POINTS: Record<string, Hold> = {
  'before its row': { table: 'upload', when: 'before insert' },
  'before the bytes are complete': { client: true },
  'before the row of the bytes': { table: 'blob', when: 'before insert' },
  'before the key': { table: 'idempotency_key', when: 'before insert' },
  'after the bytes, before the upload is complete': { table: 'upload', when: 'before update' },
  'at the commit': { table: 'upload', when: 'at the commit of an update' },
  'before the response': { table: 'idempotency_key', when: 'before update' },
};
export const POINTS_OF_BUCKET: Record<string, Hold> = {
  'while the bytes are sent to the bucket': { bucket: 'PUT', count: 1 },
};

export type Storage = 'disk' | 'bucket';

/** The service that is killed again and again, and what it must not lose. */
export interface Scene {
  setup: Setup;
  service: RunningService;
  bucket: FakeS3 | undefined;
  environment: Record<string, string>;
  spaceId: string;
  /** The bytes of the files that edits have inserted, by their ids. */
  acknowledged: Map<string, Buffer>;
}

/** Runs rounds of kills, and checks what is left after them. */
export async function withScene(storage: Storage, run: (scene: Scene) => Promise<void>): Promise<void> {
  const setup = await createPreparedSetup();
  const bucket =
    storage === 'bucket' ? await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY }) : undefined;
  try {
    const environment = {
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_LOG_LEVEL: 'fatal',
      ...(bucket
        ? {
            LECTERN_STORAGE: `s3://lectern?endpoint=${bucket.endpoint}`,
            AWS_ACCESS_KEY_ID: ACCESS_KEY,
            AWS_SECRET_ACCESS_KEY: 'test-secret-key',
          }
        : {}),
    };
    const service = await setup.serve(environment);
    const spaceId = await addSpace(service);
    await askDatabase(setup, async (sql) => {
      await sql.unsafe('create sequence held');
      await sql.unsafe(`create function hold() returns trigger language plpgsql as $$ begin
        if nextval('held') = 1 then perform pg_sleep(${HOLD_SECONDS}); end if;
        return case when tg_op = 'DELETE' then old else new end; end $$`);
    });
    const scene: Scene = { setup, service, bucket, environment, spaceId, acknowledged: new Map() };
    await run(scene);
    await expectReadable(scene);
    await expectSwept(scene);
    await expectReadable(scene);
    expect((await scene.service.stop()).code).toBe(0);
  } finally {
    await bucket?.close();
    await setup.clean();
  }
}

export const killUploads = (points: Record<string, Hold>, storage: Storage): Promise<void> =>
  withScene(storage, async (scene) => {
    for (const [name, hold] of Object.entries(points)) await killOnce(scene, name, hold);
  });

/** Sends a request, kills the service when the request has reached a point, and starts the service again. */
export async function killAt(
  scene: Scene,
  { name, hold, send }: { name: string; hold: Hold; send: () => Promise<unknown> },
): Promise<void> {
  const { setup, bucket } = scene;
  let isHeld = false;
  if ('bucket' in hold && bucket) {
    let left = hold.count;
    bucket.beforeTransfer = async (method) => {
      if (method !== hold.bucket || --left !== 0) return undefined;
      isHeld = true;
      await scene.service.ended;
      return 'cut';
    };
  }
  await askDatabase(setup, async (sql) => {
    await sql.unsafe('alter sequence held restart');
    if ('table' in hold) await sql.unsafe(triggerOf(hold));
    const sent = send().catch(() => {});
    await waitFor(`the point (${name})`, async () => {
      if ('bucket' in hold) return isHeld;
      const reached =
        'table' in hold
          ? await sql`select 1 from held where is_called`
          : await sql`select 1 from upload where hash is null`;
      return reached.length > 0;
    });
    scene.service.kill('SIGKILL');
    await scene.service.ended;
    await sent;
  });
  if (bucket) bucket.beforeTransfer = undefined;
  scene.service = await setup.serve(scene.environment);
  if ('table' in hold)
    await askDatabase(setup, (sql) => sql.unsafe(`drop trigger hold on ${hold.table}`).then(() => {}));
}

function triggerOf({ table, when }: Extract<Hold, { table: string }>): string {
  return when === 'at the commit of an update'
    ? `create constraint trigger hold after update on ${table} deferrable initially deferred
        for each row execute function hold()`
    : `create trigger hold ${when} on ${table} for each row execute function hold()`;
}

export async function insertFile(
  { service, spaceId, acknowledged }: Scene,
  { uploadId, bytes, name }: { uploadId: string; bytes: Buffer; name: string },
): Promise<void> {
  const inserted = await request(service, TOKEN, `/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    body: { changes: [{ operation: 'insert_files', files: [{ name: 'a.bin', upload: uploadId }] }] },
  });
  expect(inserted.status, `${name}: ${JSON.stringify(inserted.body)}`).toBe(200);
  acknowledged.set(uploadId, bytes);
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

async function killOnce(scene: Scene, name: string, hold: Hold): Promise<void> {
  const { setup, spaceId } = scene;
  const bytes = randomBytes(300_000);
  const key = createHash('sha256').update(bytes).digest('hex');
  await killAt(scene, {
    name,
    hold,
    send: () =>
      'client' in hold
        ? sendPart(scene.service, { spaceId, bytes })
        : send(scene.service, { spaceId, bytes, key }),
  });
  const repeated = await send(scene.service, { spaceId, bytes, key });
  const { id, error } = (await repeated.json()) as { id?: string; error?: { reason: string } };
  // The response was lost, and the upload is the newest of the space.
  if (id === undefined) expect(error?.reason, name).toBe('response-lost');
  const uploadId = id ?? (await findNewest(setup));
  await insertFile(scene, { uploadId, bytes, name });
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

async function expectReadable({ service, spaceId, acknowledged }: Scene): Promise<void> {
  for (const [id, bytes] of acknowledged) {
    const path = `/v1/spaces/${spaceId}/content/files/${id}`;
    const { body } = await request<{ downloadURL: string }>(service, TOKEN, path);
    const { pathname } = new URL(body.downloadURL);
    const response = await fetch(`${service.sitesUrl}${pathname}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
}

/** A day later, only the files of the content are stored. */
async function expectSwept({ setup, service, bucket }: Scene): Promise<void> {
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
    await expectNothingElse(sql, setup, bucket);
  });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
}

async function expectNothingElse(sql: Sql, { dataDir }: Setup, bucket: FakeS3 | undefined): Promise<void> {
  const rows = await sql`select encode(hash, 'hex') as hash from blob`;
  const onDisk = readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dataDir, 'blobs', name)).isFile())
    .map((name) => name.split('/').at(-1) as string);
  expect(existsSync(join(dataDir, 'blobs/tmp'))).toBe(true);
  // Bytes are kept for two hours after they were stored; those of a killed upload have a row until then.
  expect(onDisk.filter((name) => name.includes('-'))).toEqual([]);
  const stored = bucket ? [...bucket.objects.keys()].map((key) => key.split('/').at(-1) as string) : onDisk;
  const hashes = rows.map(({ hash }) => hash as string);
  expect(hashes.filter((hash) => !stored.includes(hash))).toEqual([]);
}
