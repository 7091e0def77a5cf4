/**
 * Backs up a service that is written to, and restores it elsewhere: everything that was acknowledged before the mark is
 * there, also in another major version of PostgreSQL and another kind of storage. Finds single damaged bytes.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeS3 } from '../fixtures/storage/fake-s3.ts';
import { findFreePorts } from '../free-port.ts';
import { createOwnPostgres, hasOwnPostgres } from '../own-postgres.ts';
import { createRandom } from '../random.ts';
import { createSetup, type RunningService, request, type Setup } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const SECRET = 'the-secret-of-the-instance-0123456789';
const ACCESS_KEY = 'test-access-key';
const ADMIN = { LECTERN_ADMIN_TOKEN: TOKEN };
const FILE_BYTES = 200_000;
const DAMAGED_FILES = 12;

let setup: Setup;
let folder: string;
let target: string;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  setup = await createSetup();
  folder = await mkdtemp(join(tmpdir(), 'lectern-backups-'));
  target = join(folder, 'target');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await setup.clean();
  await rm(folder, { recursive: true, force: true });
});

async function findOrganization(service: RunningService): Promise<string> {
  const { body } = await request<{ items: { id: string }[] }>(service, TOKEN, '/v1/orgs');
  return body.items[0]?.id as string;
}

interface Written {
  /** The title of a space, or the SHA-256 of a file. */
  name: string;
  /** When the response had arrived. */
  at: number;
}

interface Load {
  written: Written[];
  latencies: number[];
  filesSpaceId: string;
  stop(): Promise<void>;
}

/** Creates spaces, and inserts files into one of them, until it is stopped. */
async function startWriting(service: RunningService): Promise<Load> {
  const organizationId = await findOrganization(service);
  const written: Written[] = [];
  const latencies: number[] = [];
  let isStopped = false;
  const addSpace = async (title: string): Promise<string> => {
    const path = `/v1/orgs/${organizationId}/spaces`;
    const { status, body } = await request<{ id: string }>(service, TOKEN, path, {
      method: 'POST',
      body: { title },
    });
    if (status !== 201) throw new Error(`A write failed with ${status}.`);
    written.push({ name: title, at: Date.now() });
    return body.id;
  };
  const writeSpaces = async (writer: number): Promise<void> => {
    for (let n = 0; !isStopped; n += 1) {
      const begun = performance.now();
      await addSpace(`Written ${writer}-${n}`);
      latencies.push(performance.now() - begun);
    }
  };
  const filesSpaceId = await addSpace('Files');
  const writeFiles = async (): Promise<void> => {
    while (!isStopped) {
      const name = await insertFile(service, filesSpaceId, randomBytes(FILE_BYTES));
      written.push({ name, at: Date.now() });
    }
  };
  const writers = Promise.all([writeSpaces(1), writeSpaces(2), writeFiles()]);
  // It is awaited by `stop`.
  writers.catch(() => {});
  const stop = async (): Promise<void> => {
    isStopped = true;
    await writers;
  };
  return { written, latencies, filesSpaceId, stop };
}

async function insertFile(service: RunningService, spaceId: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex');
  const uploaded = await fetch(`${service.url}/v1/spaces/${spaceId}/files?name=${hash}.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: new Uint8Array(bytes),
  });
  if (!uploaded.ok) throw new Error(`An upload failed with ${uploaded.status}.`);
  const { id } = (await uploaded.json()) as { id: string };
  const { status } = await request(service, TOKEN, `/v1/spaces/${spaceId}/content`, {
    method: 'POST',
    body: { changes: [{ operation: 'insert_files', files: [{ name: `${hash}.bin`, upload: id }] }] },
  });
  if (status !== 200) throw new Error(`A file was inserted with ${status}.`);
  return hash;
}

async function listAll<Item>(service: RunningService, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let page: string | undefined;
  do {
    const { body } = await request<{ items: Item[]; next?: { page: string } }>(
      service,
      TOKEN,
      `${path}?limit=100${page ? `&page=${encodeURIComponent(page)}` : ''}`,
    );
    items.push(...body.items);
    page = body.next?.page;
  } while (page);
  return items;
}

/** The titles of the spaces, and the hashes of what downloads of the files return. */
async function readEverything(service: RunningService, filesSpaceId: string): Promise<Set<string>> {
  const path = `/v1/orgs/${await findOrganization(service)}/spaces`;
  const there = new Set((await listAll<{ title: string }>(service, path)).map(({ title }) => title));
  const files = await listAll<{ downloadURL: string }>(service, `/v1/spaces/${filesSpaceId}/content/files`);
  for (const { downloadURL } of files) {
    const { pathname, search } = new URL(downloadURL);
    const response = await fetch(`${service.sitesUrl}${pathname}${search}`);
    there.add(
      createHash('sha256')
        .update(Buffer.from(await response.arrayBuffer()))
        .digest('hex'),
    );
  }
  return there;
}

/** What a backup says about itself when it is made. */
function readBackupOutput(output: string): { id: string; mark: number; added: string } {
  const [, id = ''] = /The backup (\S+) is complete/.exec(output) ?? [];
  const [, mark = ''] = /saved before (\S+):/.exec(output) ?? [];
  const [, added = ''] = /files\. (.*) were added/.exec(output) ?? [];
  return { id, mark: Date.parse(mark), added };
}

const missingOf = (written: readonly Written[], mark: number, there: ReadonlySet<string>): string[] =>
  written.filter(({ name, at }) => at < mark && !there.has(name)).map(({ name }) => name);

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const verified = (identity?: string) =>
  setup.run(['verify', target, ...(identity ? ['--identity', identity] : [])]);

test('each backup of an encrypted chain under load has everything that was acknowledged before its mark', {
  timeout: 900_000,
}, async () => {
  const identity = await generateX25519Identity();
  const identityFile = join(folder, 'key.txt');
  await writeFile(identityFile, `# created for a test\n${identity}\n`, { mode: 0o600 });
  const recipients = ['--recipients', await identityToRecipient(identity)];
  const service = await setup.serve(ADMIN);
  const load = await startWriting(service);
  await sleep(4_000);
  const quiet = median(load.latencies);
  const during = load.latencies.length;
  const backups: { id: string; mark: number; added: string }[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { code, output, errors } = await setup.run(['backup', target, ...recipients]);
    expect(code, errors).toBe(0);
    backups.push(readBackupOutput(output));
  }
  const busy = median(load.latencies.slice(during));
  await load.stop();
  await service.stop();

  expect(await verified(identityFile)).toMatchObject({ code: 0 });
  expect(await verified()).toMatchObject({ code: 0, output: expect.stringContaining('Only the stored') });
  for (const { id, mark, added } of backups) {
    const elsewhere = { LECTERN_DATA_DIR: join(folder, `elsewhere-${id}`) };
    const restore = await setup.run(['restore', target, id, '--identity', identityFile], elsewhere);
    expect(restore, restore.errors).toMatchObject({ code: 0 });
    const restored = await setup.serve(elsewhere);
    const there = await readEverything(restored, load.filesSpaceId);
    expect(missingOf(load.written, mark, there)).toEqual([]);
    await restored.stop();
    const before = load.written.filter(({ at }) => at < mark).length;
    expect(before).toBeGreaterThan(10);
    console.log(
      `${id}: ${before} of ${load.written.length} writes before the mark, 0 missing; ${added} added`,
    );
  }
  console.log(`Median latency ${Math.round(quiet)} ms before and ${Math.round(busy)} ms during the backups.`);
  await damageFiles();
});

/** One bit of a random byte of random files, the backups themselves among them; found without the key. */
async function damageFiles(): Promise<void> {
  const seed = Number(process.env.LECTERN_SEED ?? randomInt(2 ** 31));
  console.log(`The seed of the damage: LECTERN_SEED=${seed}`);
  const random = createRandom(seed);
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const backups = paths.filter((path) => path.startsWith(join(target, 'backups/')));
  expect(backups).toHaveLength(3);
  const chosen = [join(target, 'lectern-backups'), ...backups];
  while (chosen.length < DAMAGED_FILES) chosen.push(paths[Math.floor(random() * paths.length)] as string);
  for (const path of chosen) {
    const whole = await readFile(path);
    const at = Math.floor(random() * whole.length);
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ (1 << Math.floor(random() * 8));
    await writeFile(path, damaged);
    const { code, errors } = await verified();
    expect(code, `${path} at ${at}: ${errors}`).toBe(1);
    expect(errors).toContain('damaged');
    await writeFile(path, whole);
  }
  expect(await verified()).toMatchObject({ code: 0 });
  console.log(`${chosen.length} of ${chosen.length} damaged files of ${paths.length} were found.`);
}

test.runIf(hasOwnPostgres)(
  'a backup of PostgreSQL 15 and S3 is restored in 18 and on disk, and back',
  { timeout: 900_000 },
  async () => {
    const s3 = await startFakeS3({ bucket: 'lectern', accessKey: ACCESS_KEY });
    ends.push(s3.close);
    const [port] = await findFreePorts(1);
    const serverFolder = await mkdtemp(join('/tmp', 'lectern-postgres-'));
    ends.push(() => rm(serverFolder, { recursive: true, force: true }));
    const own = await createOwnPostgres(serverFolder, port as number);
    ends.push(own.stop);
    await own.psql('create database one');
    await own.psql('create database two');
    const credentials = { AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: 'test-secret-key' };
    const environment = {
      ...credentials,
      DATABASE_URL: own.url('one'),
      LECTERN_SECRET: SECRET,
      LECTERN_STORAGE: `s3://lectern/files?endpoint=${s3.endpoint}`,
    };
    const bucket = `s3://lectern/backups?endpoint=${s3.endpoint}`;
    const service = await setup.serve({ ...environment, ...ADMIN });
    const load = await startWriting(service);
    await sleep(3_000);
    expect(await setup.run(['backup', bucket], environment)).toMatchObject({ code: 0 });
    const backup = await setup.run(['backup', bucket], environment);
    expect(backup).toMatchObject({ code: 0 });
    await load.stop();
    await service.stop();
    const { mark } = readBackupOutput(backup.output);
    const before = load.written.filter(({ at }) => at < mark);
    expect(before.length).toBeGreaterThan(0);
    expect(await setup.run(['verify', bucket], credentials)).toMatchObject({ code: 0 });

    const embedded = { ...credentials, LECTERN_SECRET: SECRET, LECTERN_DATA_DIR: join(folder, 'embedded') };
    const { LECTERN_SECRET: _, ...withoutSecret } = embedded;
    expect(await setup.run(['restore', bucket], withoutSecret)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Set LECTERN_SECRET to the same value'),
    });
    expect(await setup.run(['restore', bucket], embedded)).toMatchObject({ code: 0 });
    const restored = await setup.serve(embedded);
    const there = await readEverything(restored, load.filesSpaceId);
    expect(missingOf(load.written, mark, there)).toEqual([]);
    await restored.stop();

    expect(await setup.run(['backup', target], embedded)).toMatchObject({ code: 0 });
    const back = {
      ...credentials,
      LECTERN_DATA_DIR: join(folder, 'back'),
      LECTERN_SECRET: SECRET,
      DATABASE_URL: own.url('two'),
      LECTERN_STORAGE: `s3://lectern/back?endpoint=${s3.endpoint}`,
    };
    expect(await setup.run(['restore', target], back)).toMatchObject({ code: 0 });
    const again = await setup.serve(back);
    expect(await readEverything(again, load.filesSpaceId)).toEqual(there);
    await again.stop();
    expect(await setup.run(['verify'], back)).toMatchObject({ code: 0 });
    console.log(`${before.length} writes before the mark went from 15 to 18 and back, 0 missing.`);
  },
);
