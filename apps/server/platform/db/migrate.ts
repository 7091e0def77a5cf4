import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReservedSql, Sql } from 'postgres';
import type { Log } from './log.ts';
import { StartError } from './start-error.ts';

interface Migration {
  name: string;
  checksum: string;
  text: string;
}

/** Found from the sources and from the build alike, which copies the SQL beside the compiled code. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const LOCK = 5_171_986_300_277;

/** The name of the migrations of earlier versions, before the first file became a whole schema. */
const EARLIER = 'earlier';

/**
 * Migrates the database to the newest schema: every file `NNNN_name.sql` in order, each in a separate transaction. The
 * first file is a whole schema. A database of a version from before this file gets what it lacks of the files in the
 * folder `earlier`, which then count as the first file. Processes that start together wait for each other. Returns the
 * names of the applied files. Throws `StartError` if the database and the files disagree about the past.
 */
export async function migrateDatabase(options: {
  sql: Sql;
  log: Log;
  directory?: string;
}): Promise<string[]> {
  const directory = options.directory ?? MIGRATIONS;
  const migrations = await readMigrations(directory);
  const earlier = await readMigrations(join(directory, EARLIER));
  const connection = await options.sql.reserve();
  try {
    await connection`select pg_advisory_lock(${LOCK})`;
    try {
      const names: string[] = [];
      const applyAll = async (pending: Migration[]): Promise<void> => {
        for (const migration of pending) {
          options.log.info(`Migrating the database: ${migration.name}`);
          await apply(connection, migration);
          names.push(migration.name);
        }
      };
      const applied = await readApplied(connection);
      if (earlier.some(({ name }) => name === applied[0]?.name)) {
        await applyAll(findPending(applied, earlier));
        await replaceApplied(connection, migrations[0] as Migration);
      }
      await applyAll(findPending(await readApplied(connection), migrations));
      return names;
    } finally {
      await connection`select pg_advisory_unlock(${LOCK})`;
    }
  } finally {
    connection.release();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = entries.filter((file) => file.endsWith('.sql')).sort();
  const numbers = new Set(files.map((file) => file.slice(0, 5)));
  const odd = files.find((file) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(file));
  if (odd)
    throw new StartError(`The migration ${odd} does not follow the naming pattern 0001_what_it_does.sql.`);
  if (numbers.size < files.length) throw new StartError('Two migrations have the same number.');
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(`${directory}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
      return { name: file.slice(0, -4), checksum: createHash('sha256').update(text).digest('hex'), text };
    }),
  );
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

async function readApplied(connection: ReservedSql): Promise<AppliedMigration[]> {
  await connection.unsafe(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  return connection<AppliedMigration[]>`
    select name, checksum from schema_migration order by name collate "C"`;
}

/** The database is as the first file would have made it: the files that led to it are no longer remembered. */
async function replaceApplied(connection: ReservedSql, { name, checksum }: Migration): Promise<void> {
  await connection.unsafe('begin');
  await connection`delete from schema_migration`;
  await connection`insert into schema_migration ${connection({ name, checksum })}`;
  await connection.unsafe('commit');
}

function findPending(applied: readonly AppliedMigration[], migrations: Migration[]): Migration[] {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new StartError(
        `The database was migrated by a newer Lectern (${name} is unknown to this version). Start the newer version, or restore an older backup.`,
      );
    }
    if (known.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it was applied to this database. Restore the file and put the change into a new migration.`,
      );
    }
    if (migrations[index] !== known) {
      throw new StartError(
        `The migration ${migrations[index]?.name} is new but comes before ${name}, which is already applied. Give it the next free number.`,
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(connection: ReservedSql, { name, checksum, text }: Migration): Promise<void> {
  try {
    await connection.unsafe('begin');
    await connection.unsafe(text);
    await connection`insert into schema_migration ${connection({ name, checksum })}`;
    await connection.unsafe('commit');
  } catch (error) {
    await connection.unsafe('rollback');
    throw new StartError(`The migration ${name} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
