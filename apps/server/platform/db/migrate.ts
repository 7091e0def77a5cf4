import { setTimeout as sleep } from 'node:timers/promises';
import type { ReservedSql, Sql } from 'postgres';
import { type ApplyOptions, applyMigration, applyRename, replaceApplied, undo } from './apply-migration.ts';
import type { Log } from './log.ts';
import { type MigrationFiles, readMigrationFiles } from './migration-files.ts';
import { type AppliedMigration, countMigrations, planMigrations } from './migration-plan.ts';
import { type MigrationProgress, showProgress, type Terminal } from './migration-progress.ts';
import { StartError } from './start-error.ts';

const LOCK = 5_171_986_300_277;
const LOCK_POLL_MS = 200;
const LOCK_REPORT_MS = 5000;
const LOCK_REPORT_AGAIN_MS = 30_000;

interface MigrateOptions extends Omit<ApplyOptions, 'connection'> {
  sql: Sql;
  log: Log;
  directory?: string | undefined;
  /** Where one line shows the progress; without it, the log does. */
  terminal?: Terminal | undefined;
  /** After how long a wait for another process is told, in milliseconds. */
  reportMs?: number;
  /** Used instead of a connection of `sql`, which may have no other. */
  connection?: ReservedSql;
  /** The names of the files that may be applied; by default all. */
  only?: ReadonlySet<string>;
  /** Set while a backup is restored: nothing else works on a database that is incomplete. */
  isRestoring?: boolean;
}

/**
 * Migrates the database to the newest schema: every file `NNNN_name.sql` in order, each in a separate transaction
 * unless it says otherwise. The first file is a whole schema. A database of a version from before this file gets what
 * it lacks of the files in the folder `earlier`, which then count as the first file. One whose migrations had other
 * names or other texts is brought along (`former.json`). Processes that start together wait for each other. Returns
 * the names of the applied files. Throws `StartError` if the database and the files disagree about the past.
 */
export async function migrateDatabase(options: MigrateOptions): Promise<string[]> {
  const files = await readMigrationFiles(options.directory);
  const connection = options.connection ?? (await options.sql.reserve());
  try {
    await waitForTurn(connection, options);
    try {
      if (!options.isRestoring) await refuseIncomplete(connection);
      await connection.unsafe(`create table if not exists schema_migration (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
      return await applyPlan({ ...options, connection }, files);
    } finally {
      await undo(() => connection`select pg_advisory_unlock(${LOCK})`);
    }
  } finally {
    if (!options.connection) connection.release();
  }
}

/**
 * Compares the migrations of a backup with the files of this version. Returns the names of those files that make a
 * schema with everything that the backup has. Throws `StartError`.
 */
export async function findMigrationsOfBackup(applied: readonly AppliedMigration[]): Promise<Set<string>> {
  const { renamed } = planMigrations(applied, await readMigrationFiles());
  return new Set([
    ...applied.map(({ name }) => name),
    ...renamed.flatMap(({ to }) => to.map(({ name }) => name)),
  ]);
}

/** A backup is being restored into the database, or its restore was interrupted. Throws `StartError`. */
async function refuseIncomplete(connection: ReservedSql): Promise<void> {
  const [row] = await connection<{ isIncomplete: boolean }[]>`
    select to_regclass('restore_in_progress') is not null as "isIncomplete"`;
  if (row?.isIncomplete)
    throw new StartError(
      'The database is incomplete: a backup is being restored into it, or its restore was interrupted. Wait, or run the same “lectern restore” again.',
    );
}

async function applyPlan(options: MigrateOptions & ApplyOptions, files: MigrationFiles): Promise<string[]> {
  const { connection, log, terminal, only } = options;
  const plan = planMigrations(await readApplied(connection), files);
  if (only) plan.pending = plan.pending.filter(({ name }) => only.has(name));
  const count = countMigrations(plan);
  const progress = count > 0 ? showProgress({ count, log, terminal }) : undefined;
  const names: string[] = [];
  const applyAll = async (pending: MigrationFiles['migrations'], shown?: MigrationProgress) => {
    for (const migration of pending) {
      shown?.begin(migration.name);
      await applyMigration(options, migration);
      names.push(migration.name);
    }
  };
  try {
    for (const renamed of plan.renamed) {
      progress?.begin(renamed.from.name);
      await applyRename(options, renamed);
    }
    await applyAll(plan.earlier, progress);
    if (plan.replaces) await replaceApplied(options, plan.replaces, files.earlier);
    await applyAll(plan.pending, progress);
  } catch (error) {
    progress?.stop();
    throw error;
  }
  progress?.end();
  return names;
}

/**
 * Asks again and again: a session that waits inside a statement would hold up an index that is built concurrently,
 * and both would wait forever.
 */
async function waitForTurn(
  connection: ReservedSql,
  { log, reportMs = LOCK_REPORT_MS }: MigrateOptions,
): Promise<void> {
  const startedAt = Date.now();
  let reportAt = startedAt + reportMs;
  for (;;) {
    const [row] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as mine`;
    if (row?.mine) return;
    if (Date.now() >= reportAt) {
      reportAt = Date.now() + LOCK_REPORT_AGAIN_MS;
      const pid = await findHolder(connection);
      log.info(
        `Another process is migrating the database${pid === undefined ? '' : ` (session ${pid})`}. Waiting for it for ${Math.round((Date.now() - startedAt) / 1000)} seconds.`,
      );
    }
    await sleep(LOCK_POLL_MS);
  }
}

async function findHolder(connection: ReservedSql): Promise<number | undefined> {
  const [row] = await connection<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = ${Math.floor(LOCK / 2 ** 32)} and objid::bigint = ${LOCK % 2 ** 32}`;
  return row?.pid;
}

/** Reads what was applied to the database; nothing if it is new. */
export async function readApplied(connection: Sql | ReservedSql): Promise<AppliedMigration[]> {
  const [found] = await connection`select 1 where to_regclass('schema_migration') is not null`;
  if (!found) return [];
  return connection<AppliedMigration[]>`
    select name, checksum from schema_migration order by name collate "C"`;
}
