import { readDatabaseSource } from '../db/database-source.ts';
import { withConnection } from './connection.ts';
import { parseRow } from './copy-text.ts';
import { splitRows } from './cut-rows.ts';
import {
  beginRestore,
  beginSnapshot,
  type Comparison,
  compareRows,
  copyOut,
  hasFile,
  readCatalog,
  readTables,
} from './dump.queries.ts';
import { cutFile, type NamedFile, readFile } from './file-pieces.ts';
import { type ReadableBackup, readTable } from './read-backup.ts';
import type { InstanceParts } from './take-backup.ts';
import type { CheckRow } from './verify-backup.ts';

/** The tables whose rows are named by the hash of their content. */
const HASHED_TABLES = ['document', 'tree_node', 'content_pack'];
/** Tables whose rows are never changed. */
const IMMUTABLE_TABLES = [...HASHED_TABLES, 'blob', 'openapi_content'];

export interface InstanceVerification {
  rows: number;
  files: number;
  problems: string[];
}

/** Compares every document, node and file of the instance with its hash, also while it runs. */
export async function verifyInstance(
  { database, blobs }: Pick<InstanceParts, 'database' | 'blobs'>,
  checkRow: CheckRow,
): Promise<InstanceVerification> {
  const found: InstanceVerification = { rows: 0, files: 0, problems: [] };
  await withConnection(readDatabaseSource(database), async (connection) => {
    await beginSnapshot(connection);
    const { tables } = await readCatalog(connection);
    for (const table of tables.filter(({ name }) => HASHED_TABLES.includes(name)))
      for await (const row of splitRows(copyOut(connection, table))) {
        found.rows += 1;
        const problem = await checkRow(table.name, table.columns, parseRow(row));
        if (problem !== undefined) found.problems.push(problem);
      }
    const files: NamedFile[] = [];
    const columns = ['organization_id', 'hash', 'size'];
    for await (const row of splitRows(copyOut(connection, { name: 'blob', columns })))
      files.push(readFile(parseRow(row)));
    await connection.unsafe('commit');
    for (const file of files) {
      found.files += 1;
      const stored = await blobs.read(file.organizationId, Buffer.from(file.hash, 'hex'));
      const isWhole = stored && (await cutFile(file, stored as AsyncIterable<Buffer>, async () => {}));
      // A sweep may have removed the file since its row was read.
      if (!isWhole && (await hasFile(connection, file)))
        found.problems.push(
          `The file ${file.hash} of the organization ${file.organizationId} is ${stored ? 'damaged' : 'missing'}.`,
        );
    }
  });
  return found;
}

export interface ComparedTables {
  /** By table; those without a key are left out. */
  tables: Map<string, Comparison>;
  problems: string[];
}

/** Compares the rows of a backup with those of the instance. Only some tables must not have changed since. */
export async function compareWithInstance(
  backup: ReadableBackup,
  { database }: Pick<InstanceParts, 'database'>,
): Promise<ComparedTables> {
  const compared: ComparedTables = { tables: new Map(), problems: [] };
  await withConnection(readDatabaseSource(database), async (connection) => {
    await beginRestore(connection);
    const known = new Set((await readTables(connection)).map(({ name }) => name));
    for (const table of backup.manifest.tables) {
      if (!known.has(table.name)) continue;
      const comparison = await compareRows(connection, table, readTable(backup, table));
      if (!comparison) continue;
      compared.tables.set(table.name, comparison);
      if (comparison.changed > 0 && IMMUTABLE_TABLES.includes(table.name))
        compared.problems.push(
          `${comparison.changed} rows of the table ${table.name} are not as they were backed up, although nothing changes them.`,
        );
    }
    await connection.unsafe('rollback');
  });
  return compared;
}
