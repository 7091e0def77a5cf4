import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, silentLog, type TestDatabase } from '../../../../test/database.ts';
import { checkContentRow } from '../../content/tree/check-content.ts';
import { connectDatabase } from '../db/connect.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { openBlobStore } from '../storage/open-blob-store.ts';
import { openBackup } from './open-backup.ts';
import { openTarget } from './open-target.ts';
import { findBackup, listBackupNames, readBackup, removeBackups, requireRepository } from './repository.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';
import type { BackupTarget } from './target.ts';
import { verifyBackups } from './verify-backup.ts';
import { compareWithInstance, verifyInstance } from './verify-instance.ts';

const SECRET = randomBytes(32).toString('hex');
const ORGANIZATION = '11111111-1111-4111-8111-111111111111';
/** More than one part. */
const LARGE = randomBytes(9_000_000);

let database: TestDatabase;
let folder: string;
let blobs: BlobStore;
let target: BackupTarget;
const made: { drop(): Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  database = await createTestDatabase();
  blobs = await openBlobStore('disk', join(folder, 'data'));
  await database.sql`
    insert into organization (organization_id, title, type, created_at)
    values (${ORGANIZATION}, ${'Acme\t\\N “ö”'}, 'business', now())`;
  for (let n = 0; n < 50; n += 1) await addDocument(`# Page ${n}\n`);
  for (const bytes of [LARGE, Buffer.from('small'), Buffer.alloc(0)]) await addFile(bytes);
});
afterAll(async () => {
  for (const { drop } of made) await drop();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  target = await openTarget(join(folder, `target-${randomBytes(4).toString('hex')}`));
});

async function addDocument(source: string): Promise<void> {
  const hash = createHash('sha256').update(source).digest();
  await database.sql`
    insert into document (organization_id, hash, source) values (${ORGANIZATION}, ${hash}, ${Buffer.from(source)})`;
}

async function addFile(bytes: Buffer): Promise<Buffer> {
  const { hash, size } = await blobs.put(ORGANIZATION, bytes);
  await database.sql`
    insert into blob (organization_id, hash, size, content_type)
    values (${ORGANIZATION}, ${hash}, ${size}, 'application/octet-stream')`;
  return hash;
}

const backUp = (recipients: string[] = [], secret = SECRET) =>
  takeBackup({
    instance: {
      database: { connection: database.connection },
      blobs,
      secrets: [secret],
      isSecretInDirectory: true,
    },
    target,
    recipients,
    version: '0.0.0',
  });

const verify = (identities: string[] = []) =>
  verifyBackups({ target, wanted: undefined, identities, checkRow: checkContentRow });

async function createPlace() {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await database.sql.unsafe(`create database ${name} template template0`);
  const connection = { ...database.connection, database: name };
  const dataDir = await mkdtemp(join(folder, 'place-'));
  made.push({
    drop: async () => {
      await database.sql.unsafe(`drop database ${name} with (force)`);
    },
  });
  return { database: { connection }, blobs: await openBlobStore('disk', dataDir), dataDir };
}

async function restore(
  place: Awaited<ReturnType<typeof createPlace>>,
  identities: string[] = [],
  wanted?: string,
) {
  const backup = await openBackup(target, await findBackup(target, wanted), identities);
  return restoreBackup(backup, place, silentLog);
}

/** Everything in a database as text, by table. */
async function readAll(connection: TestDatabase['connection']): Promise<Record<string, string>> {
  const { sql, close } = await connectDatabase({ connection, poolSize: 1, log: silentLog });
  try {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'schema_migration' order by 1`;
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t`,
      );
      all[name] = String(row?.rows);
    }
    const keys = await sql`select conname || pg_get_constraintdef(oid) as key from pg_constraint order by 1`;
    return { ...all, keys: keys.map(({ key }) => key).join('\n') };
  } finally {
    await close();
  }
}

describe('a backup', () => {
  test('has every row and file, and comes back in another database and store', async () => {
    const taken = await backUp();
    expect(taken).toMatchObject({ files: { count: 3 }, missing: [], recipients: [] });
    const place = await createPlace();
    const restored = await restore(place);
    expect(restored).toMatchObject({ files: 3, missing: [], leftOut: [], migrations: [] });
    expect(await readAll(place.database.connection)).toEqual(await readAll(database.connection));
    const large = await place.blobs.read(ORGANIZATION, createHash('sha256').update(LARGE).digest());
    expect(Buffer.concat((await large?.toArray()) ?? []).equals(LARGE)).toBe(true);
    expect(await verify()).toMatchObject({ backups: 1, files: 3, problems: [] });
    await expect(restore(place)).rejects.toThrow('is not empty');
    const backup = await openBackup(target, await findBackup(target, undefined), []);
    const { tables, problems } = await compareWithInstance(backup, place);
    expect(problems).toEqual([]);
    expect(tables.get('document')).toMatchObject({ changed: 0, gone: 0 });
    expect(await verifyInstance(place, checkContentRow)).toMatchObject({ files: 3, problems: [] });
  });

  test('brings back an organization that has more than its quotas', async () => {
    const quotas = database.sql`organization_id = ${ORGANIZATION}`;
    await database.sql`insert into organization_quota values (${ORGANIZATION}, 'storage', 1)`;
    await backUp();
    await database.sql`delete from organization_quota where ${quotas}`;
    const place = await createPlace();
    await restore(place);
    const { sql, close } = await connectDatabase({ ...place.database, poolSize: 1, log: silentLog });
    try {
      const [{ count } = { count: 0 }] = await sql<
        { count: number }[]
      >`select count(*)::int as count from blob`;
      expect(count).toBeGreaterThanOrEqual(3);
      const more = sql`
        insert into blob (organization_id, hash, size, content_type)
        values (${ORGANIZATION}, ${randomBytes(32)}, 1, 'text/plain')`;
      await expect(more).rejects.toThrow('quota');
    } finally {
      await close();
    }
  });

  test('is compared with the instance, and so is the instance with its hashes', async () => {
    await backUp();
    const place = await createPlace();
    await restore(place);
    const { sql, close } = await connectDatabase({ ...place.database, poolSize: 1, log: silentLog });
    await sql`update document set source = 'other' where hash = (select hash from document order by hash limit 1)`;
    await sql`delete from document where hash = (select hash from document order by hash desc limit 1)`;
    const [file] = await sql<{ hash: Buffer }[]>`select hash from blob where size = 5`;
    await close();
    await place.blobs.delete(ORGANIZATION, file!.hash);
    const backup = await openBackup(target, await findBackup(target, undefined), []);
    const { tables, problems } = await compareWithInstance(backup, place);
    expect(tables.get('document')).toMatchObject({ changed: 1, gone: 1 });
    expect(problems).toEqual([expect.stringContaining('1 rows of the table document')]);
    const own = await verifyInstance(place, checkContentRow);
    expect(own.problems).toEqual([
      expect.stringContaining('does not have the content'),
      expect.stringContaining('is missing'),
    ]);
  });

  test('adds only what has changed since the last one', async () => {
    await backUp();
    const before = (await readdir(target.name, { recursive: true })).length;
    expect((await backUp()).addedBytes).toBe(0);
    expect((await readdir(target.name, { recursive: true })).length).toBe(before + 1);
    await addDocument(`# Another page ${randomBytes(4).toString('hex')}\n`);
    const { addedBytes } = await backUp();
    expect(addedBytes).toBeGreaterThan(0);
    expect(addedBytes).toBeLessThan(50_000);
  });

  test('is read with the identity of a recipient only, and its stored bytes without one', async () => {
    const identity = await generateX25519Identity();
    const stranger = await generateX25519Identity();
    await backUp([await identityToRecipient(identity)]);
    expect(await verify()).toMatchObject({ sealed: 1, files: 0, problems: [] });
    expect(await verify([identity])).toMatchObject({ sealed: 0, files: 3, problems: [] });
    const place = await createPlace();
    await expect(restore(place)).rejects.toThrow('is encrypted');
    await expect(restore(place, [stranger])).rejects.toThrow('cannot be decrypted with this identity');
    await restore(place, [identity]);
    expect(await readAll(place.database.connection)).toEqual(await readAll(database.connection));
    for (const path of await readdir(target.name, { recursive: true })) {
      const bytes = await readFile(join(target.name, path)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(SECRET)).toBe(false);
    }
  });

  test('is not made for something that is not a recipient, or among other files, or beside those of another instance', async () => {
    await expect(backUp(['age1wrong'])).rejects.toThrow('is not a recipient of age');
    await backUp();
    await expect(backUp([], randomBytes(32).toString('hex'))).rejects.toThrow('another instance');
    const other = await openTarget(await mkdtemp(join(folder, 'other-')));
    await writeFile(join(other.name, 'notes.txt'), 'mine');
    target = other;
    await expect(backUp()).rejects.toThrow('has other files, such as notes.txt');
  });

  test('names the files that the store does not have', async () => {
    const hash = await addFile(Buffer.from('gone'));
    await blobs.delete(ORGANIZATION, hash);
    try {
      const { missing } = await backUp();
      expect(missing).toMatchObject([{ hash: hash.toString('hex'), problem: 'missing' }]);
      const place = await createPlace();
      expect((await restore(place)).missing).toHaveLength(1);
    } finally {
      await database.sql`delete from blob where hash = ${hash}`;
    }
  });
});

describe('damage', () => {
  test('of one byte is found in every kind of file', async () => {
    await backUp();
    const files = (await readdir(target.name, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThanOrEqual(10);
    for (const path of files) {
      const whole = await readFile(path);
      const at = Math.floor(Math.random() * whole.length);
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 1;
      await writeFile(path, damaged);
      const problems = await verify().then(
        (found) => found.problems,
        (error: Error) => [error.message],
      );
      if (path.endsWith('lectern-backups'))
        await expect(requireRepository(target)).rejects.toThrow('damaged');
      else expect(problems, `${path} at ${at}`).not.toEqual([]);
      await writeFile(path, whole);
    }
    expect((await verify()).problems).toEqual([]);
  });

  test('of a missing part is found, and stops a restore without leaving something that starts', async () => {
    const first = await backUp();
    const { references } = await findBackup(target, undefined);
    const { id, sha256 } = references[0]!;
    await rm(join(target.name, 'chunks', id.slice(0, 2), `${id}.${sha256}`));
    expect((await verify()).problems).toContainEqual(expect.stringContaining('is missing'));
    const place = await createPlace();
    await expect(restore(place)).rejects.toThrow('is missing');
    const { sql, close } = await connectDatabase({ ...place.database, poolSize: 1, log: silentLog });
    await expect(migrateDatabase({ sql, log: silentLog })).rejects.toThrow('The database is incomplete');
    await close();
    const instance = { ...place, secrets: [SECRET], isSecretInDirectory: true };
    const backup = takeBackup({ instance, target, recipients: [], version: '0.0.0' });
    await expect(backup).rejects.toThrow('The database is incomplete');
    await expect(verifyInstance(place, checkContentRow)).rejects.toThrow('The database is incomplete');
    // The next backup stores the part again, and the same restore goes on with it.
    await backUp();
    await expect(restore(place)).rejects.toThrow('was interrupted');
    await restore(place, [], first.id);
    expect(await readAll(place.database.connection)).toEqual(await readAll(database.connection));
  });
});

test('backups that are removed take along the parts that no other one has', async () => {
  await backUp();
  await addDocument(`# Later ${randomBytes(4).toString('hex')}\n`);
  await backUp();
  const [first] = await listBackupNames(target);
  const { header } = await readBackup(target, first!);
  expect(await removeBackups(target, [header])).toBeGreaterThan(0);
  expect(await listBackupNames(target)).toHaveLength(1);
  expect(await verify()).toMatchObject({ backups: 1, problems: [] });
  const place = await createPlace();
  await restore(place);
  expect(await readAll(place.database.connection)).toEqual(await readAll(database.connection));
});
