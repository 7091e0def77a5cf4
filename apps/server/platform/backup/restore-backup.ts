import type { ReservedSql } from 'postgres';
import { readDatabaseSource, type SourceOptions } from '../db/database-source.ts';
import type { Log } from '../db/log.ts';
import { findMigrationsOfBackup, migrateDatabase } from '../db/migrate.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { BackupError } from './backup-error.ts';
import type { MissingFile } from './backup-file.ts';
import { Slots } from './chunk-writer.ts';
import { withConnection } from './connection.ts';
import {
  addForeignKeys,
  beginRestore,
  copyIn,
  countTables,
  createPartitions,
  dropForeignKeys,
  emptyTables,
  findUnfinishedRestore,
  markRestore,
  readTables,
  setSequences,
  switchTriggers,
  unmarkRestore,
} from './dump.queries.ts';
import { listFiles, namesOf, type ReadableBackup, readPieces, readTable } from './read-backup.ts';

/** Where it is restored. */
export interface RestorePlace {
  database: SourceOptions;
  blobs: BlobStore;
}

export interface RestoredBackup {
  rows: number;
  files: number;
  missing: readonly MissingFile[];
  /** Tables that this version does not have, with rows that were left out. */
  leftOut: string[];
  /** The migrations that were applied afterwards. */
  migrations: string[];
}

const AT_ONCE = 4;

/**
 * Restores a backup into an empty database and a store of files. Until the end, the database says that it is incomplete,
 * and nothing starts on it; a restore that was interrupted can be repeated. Rows come in one transaction, after the files
 * that they name. Throws `BackupError`.
 */
export async function restoreBackup(
  backup: ReadableBackup,
  { database, blobs }: RestorePlace,
  log: Log,
): Promise<RestoredBackup> {
  const { manifest, file } = backup;
  const only = await findMigrationsOfBackup(manifest.migrations);
  const source = readDatabaseSource(database);
  return withConnection(source, async (connection, client) => {
    await begin(connection, file.header.id, source.name);
    await migrateDatabase({ sql: client, connection, log, only, isRestoring: true });
    const files = await restoreFiles(backup, blobs);
    const restored = await restoreRows(backup, connection);
    const migrations = await migrateDatabase({ sql: client, connection, log });
    await connection.unsafe('analyze');
    return { ...restored, files, missing: manifest.missing, migrations };
  });
}

async function begin(connection: ReservedSql, id: string, name: string): Promise<void> {
  const unfinished = await findUnfinishedRestore(connection);
  if (unfinished === id) return;
  if (unfinished !== undefined)
    throw new BackupError(
      `The restore of the backup ${unfinished} into the database ${name} was interrupted. Restore that backup again, or empty the database first.`,
    );
  if ((await countTables(connection)) > 0)
    throw new BackupError(
      `The database ${name} is not empty. Restore into an empty database; nothing was changed.`,
    );
  await markRestore(connection, id);
}

async function restoreRows(
  backup: ReadableBackup,
  connection: ReservedSql,
): Promise<Pick<RestoredBackup, 'rows' | 'leftOut'>> {
  const { manifest } = backup;
  await beginRestore(connection);
  await createPartitions(connection, manifest.partitions);
  const known = new Map((await readTables(connection)).map(({ name, columns }) => [name, columns]));
  const foreignKeys = await dropForeignKeys(connection);
  await switchTriggers(connection, 'disable');
  // Migrations may have made rows.
  await emptyTables(connection, [...known.keys()]);
  const leftOut: string[] = [];
  let rows = 0;
  for (const table of manifest.tables) {
    if (!known.has(table.name)) {
      if (table.rows > 0) leftOut.push(table.name);
      continue;
    }
    await copyIn(connection, table, readTable(backup, table));
    rows += table.rows;
  }
  await switchTriggers(connection, 'enable');
  await addForeignKeys(connection, foreignKeys);
  await setSequences(connection, manifest.sequences);
  await unmarkRestore(connection);
  await connection.unsafe('commit');
  return { rows, leftOut };
}

async function restoreFiles(backup: ReadableBackup, blobs: BlobStore): Promise<number> {
  const names = namesOf(backup.file);
  const missing = new Set(backup.manifest.missing.map(({ organizationId, hash }) => organizationId + hash));
  const slots = new Slots(AT_ONCE);
  let count = 0;
  for await (const file of listFiles(backup)) {
    const { organizationId, hash, size } = file;
    if (missing.has(organizationId + hash)) continue;
    await slots.begin(async () => {
      count += 1;
      if ((await blobs.findSize(organizationId, Buffer.from(hash, 'hex'))) === size) return;
      const stored = await blobs.put(organizationId, readPieces(backup, names, file));
      if (stored.hash.toString('hex') !== hash)
        throw new BackupError(`The file ${hash} is not as it was backed up.`);
    });
  }
  await slots.end();
  return count;
}
