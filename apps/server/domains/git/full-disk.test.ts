import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { addSpace } from '../../../../test/factories.ts';
import { createFixtureRepository, temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { type GitServer, startGitServer } from '../../../../test/git-server.ts';
import { runJobs } from '../../../../test/jobs.ts';
import { describeDiskFailure } from '../../platform/storage/disk-failure.ts';

// The disks are not full here: the calls fail with the codes of one. `test/process/full-disk.soak.test.ts` fills one.
const NO_SPACE = { errno: -28, code: 'ENOSPC', syscall: 'write' };

let app: TestApp;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let git: GitServer;
beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  folder = await temporaryDirectory();
  const repository = await createFixtureRepository(join(folder.path, 'docs.git'));
  await repository.commit({
    'README.md': '# Home\n\n![](.gitbook/assets/a.txt)\n',
    '.gitbook/assets/a.txt': 'a',
  });
  git = await startGitServer({ repositories: { docs: repository.directory } });
});
afterAll(async () => {
  await git.close();
  await app.close();
  await folder.remove();
});

async function importInto(spaceId: string): Promise<{ state: string; error?: string }> {
  const body = { url: git.url('docs'), ref: 'refs/heads/main' };
  const response = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, { body });
  expect(response.statusCode, response.body).toBe(204);
  await runJobs(app);
  return (await app.request('GET', `/v1/spaces/${spaceId}/git/info`)).json().operation;
}

test('an import names a full disk of files, leaves no temporary file, and works when there is space again', async () => {
  const spaceId = await addSpace(app);
  const { blobs, config } = app.context;
  const { put } = blobs;
  blobs.put = async () => {
    throw describeDiskFailure(Object.assign(new Error('ENOSPC'), NO_SPACE), config.dataDir);
  };
  const failed = await importInto(spaceId);
  expect(failed).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('disk that holds files is full'),
  });
  blobs.put = put;
  expect(await readdir(join(config.dataDir, 'blobs/tmp'))).toEqual([]);
  expect(await importInto(spaceId)).toMatchObject({ state: 'success' });
});

test('a full disk of the database is named, and is a 507 for a request', async () => {
  const spaceId = await addSpace(app);
  const { db } = app.context;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`.execute(
    db,
  );
  const setFull = (table: string) =>
    sql`create trigger full_disk before insert on ${sql.table(table)} execute function refuse()`.execute(db);
  const setFree = (table: string) => sql`drop trigger full_disk on ${sql.table(table)}`.execute(db);

  await setFull('revision');
  expect(await importInto(spaceId)).toMatchObject({
    state: 'failure',
    error: expect.stringContaining('disk of the database is full'),
  });
  await setFree('revision');
  expect(await importInto(spaceId)).toMatchObject({ state: 'success' });

  await setFull('space');
  const refused = await app.request('POST', `/v1/orgs/${app.organizationId}/spaces`, {
    body: { title: 'More' },
  });
  expect(refused.statusCode).toBe(507);
  expect(refused.json().error).toMatchObject({ reason: 'storage-full' });
  await setFree('space');
});

test('readiness tells that the database found no room, until it has room again', async () => {
  const { db } = app.context;
  // An event trigger refuses new tables as well, with which readiness looks for room.
  await sql`create function refuse_tables() returns event_trigger language plpgsql as $$ begin
    raise exception 'no space' using errcode = '53100'; end $$`.execute(db);
  const isReady = async (): Promise<number> => (await app.request('GET', '/readyz')).statusCode;
  expect(await isReady()).toBe(200);

  await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_tables()`.execute(
    db,
  );
  expect(await isReady()).toBe(200);
  const failing = sql`create temporary table wanted as select 1`.execute(db);
  await expect(failing).rejects.toThrow('disk of the database is full');
  const full = await app.request('GET', '/readyz');
  expect(full.statusCode).toBe(507);
  expect(full.json().error).toMatchObject({
    reason: 'storage-full',
    message: expect.stringContaining('disk of the database'),
  });
  expect(await isReady()).toBe(507);

  await addSpace(app);
  expect(await isReady()).toBe(200);
  await expect(sql`create temporary table wanted as select 1`.execute(db)).rejects.toThrow('full');
  expect(await isReady()).toBe(507);
  await sql`drop event trigger full_disk`.execute(db);
  expect(await isReady()).toBe(200);
});

test('readiness tells that the disk is full, and that it is no longer', async () => {
  const { blobs } = app.context;
  const { isFull } = blobs;
  blobs.isFull = async () => true;
  const full = await app.request('GET', '/readyz');
  expect(full.statusCode).toBe(507);
  expect(full.json().error.reason).toBe('storage-full');
  blobs.isFull = isFull;
  expect((await app.request('GET', '/readyz')).statusCode).toBe(200);
});
