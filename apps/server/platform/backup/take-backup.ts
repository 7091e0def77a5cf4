import type { ReservedSql } from 'postgres';
import { type DatabaseSource, readDatabaseSource, type SourceOptions } from '../db/database-source.ts';
import { holdFiles, isHoldingFiles } from '../db/held-files.queries.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  encodeBackup,
  FORMAT,
  type Manifest,
  type MissingFile,
  type TableManifest,
} from './backup-file.ts';
import { ChunkWriter, Slots } from './chunk-writer.ts';
import { withConnection } from './connection.ts';
import { parseRow } from './copy-text.ts';
import { cutRows, splitRows } from './cut-rows.ts';
import { beginSnapshot, type Catalog, copyOut, readCatalog, readSequences } from './dump.queries.ts';
import { countPieces, cutFile, type NamedFile, pieceContent, readFile } from './file-pieces.ts';
import { backupPath, deriveKeys, instanceMark, newBackupId, sha256 } from './names.ts';
import {
  findBackup,
  listBackupNames,
  listChunks,
  prepareRepository,
  readBackup,
  removeBackups,
} from './repository.ts';
import { chooseKept, type Retention } from './retention.ts';
import { createSeal, fingerprint } from './sealing.ts';
import type { BackupTarget } from './target.ts';

/** What is backed up. */
export interface InstanceParts {
  database: SourceOptions;
  blobs: BlobStore;
  /** The current secret first. */
  secrets: readonly string[];
  /** Whether the secret is a file of the data directory, which is part of the backup. */
  isSecretInDirectory: boolean;
}

export interface BackupOptions {
  instance: InstanceParts;
  target: BackupTarget;
  /** Public keys of age; none: the backup is not encrypted. */
  recipients: readonly string[];
  /** The version of Lectern. */
  version: string;
  /** The earlier backups that are kept; undefined: all. */
  keep?: Retention | undefined;
  signal?: AbortSignal | undefined;
}

export interface TakenBackup extends BackupHeader {
  rows: number;
  files: Manifest['files'];
  missing: MissingFile[];
  /** The number of earlier backups that were removed. */
  removed: number;
}

/** Compression and encryption use the threads of Node.js, and stores respond to several requests at once. */
const AT_ONCE = 4;

/**
 * Makes a backup while the instance runs: the rows as they are at one moment, and then the files that they name. It is
 * there when its file is written, which happens last; what an interrupted backup has stored is used by the next one, or
 * removed by it. Throws `BackupError`.
 */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const { instance, target, recipients } = options;
  const seal = await createSeal(recipients);
  const keys = deriveKeys(instance.secrets);
  const [key] = keys;
  if (!key) throw new BackupError('The instance has no secret.');
  await prepareRepository(target);
  await refuseOtherInstance(target, keys);
  const source = readDatabaseSource(instance.database);
  return withConnection(source, async (holding) => {
    if (!(await holdFiles(holding)))
      throw new BackupError('Another backup of this instance is running. Wait until it has ended.');
    const existing = await listChunks(target);
    const writer = new ChunkWriter({ target, key, recipients, seal, existing });
    const database = await backUpDatabase(source, writer, options.signal);
    const missing = await backUpFiles(instance.blobs, database.newFiles, writer, options.signal);
    if (!(await isHoldingFiles(holding)))
      throw new BackupError('The connection to the database was lost during the backup. Start it again.');
    const manifest: Manifest = {
      ...database.manifest,
      key: key.toString('hex'),
      recipients: [...recipients],
      secret: instance.isSecretInDirectory ? (instance.secrets[0] as string) : null,
      missing,
    };
    return store(options, {
      manifest,
      writer,
      seal,
      takenAt: database.takenAt,
      instance: instanceMark(key),
    });
  });
}

async function store(
  { target, version, recipients, keep }: BackupOptions,
  {
    manifest,
    writer,
    seal,
    takenAt,
    instance,
  }: {
    manifest: Manifest;
    writer: ChunkWriter;
    seal: Awaited<ReturnType<typeof createSeal>>;
    takenAt: Date;
    instance: string;
  },
): Promise<TakenBackup> {
  const header = {
    format: FORMAT,
    id: newBackupId(takenAt),
    takenAt: takenAt.toISOString(),
    version,
    instance,
    recipients: recipients.map(fingerprint),
    addedBytes: writer.addedBytes,
  };
  const bytes = await encodeBackup(header, writer.references, { manifest, seal });
  const name = { id: header.id, sha256: sha256(bytes) };
  await target.put(backupPath(name), bytes);
  const written = await readBackup(target, name);
  const removed = await tidy(target, keep);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return { ...written.header, rows, files: manifest.files, missing: manifest.missing, removed };
}

/** Removes the backups that are not kept, and what interrupted backups have left. */
async function tidy(target: BackupTarget, keep: Retention | undefined): Promise<number> {
  const headers: BackupHeader[] = [];
  if (keep)
    for (const name of await listBackupNames(target)) headers.push((await readBackup(target, name)).header);
  const kept = keep ? chooseKept(headers, keep) : new Set(headers);
  const removed = headers.filter((header) => !kept.has(header));
  await removeBackups(target, removed);
  return removed.length;
}

/** Retention would remove the backups of the other instance. */
async function refuseOtherInstance(target: BackupTarget, keys: readonly Buffer[]): Promise<void> {
  if ((await listBackupNames(target)).length === 0) return;
  const { header } = await findBackup(target, undefined);
  if (!keys.map(instanceMark).includes(header.instance))
    throw new BackupError(
      `${target.name} has backups of another instance, or of this one before its secret was replaced. Choose an empty place.`,
    );
}

interface DatabaseBackup {
  takenAt: Date;
  manifest: Omit<Manifest, 'key' | 'recipients' | 'secret' | 'missing'>;
  /** Those of which parts are not stored yet. */
  newFiles: NamedFile[];
}

async function backUpDatabase(
  source: DatabaseSource,
  writer: ChunkWriter,
  signal: AbortSignal | undefined,
): Promise<DatabaseBackup> {
  return withConnection(source, async (connection) => {
    await beginSnapshot(connection);
    const catalog = await readCatalog(connection);
    const tables: TableManifest[] = [];
    for (const table of catalog.tables) {
      signal?.throwIfAborted();
      tables.push(await backUpTable(connection, table, writer));
    }
    const { files, newFiles } = await listFiles(connection, catalog, writer);
    const sequences = await readSequences(connection);
    await connection.unsafe('commit');
    const { postgres, takenAt, migrations, partitions } = catalog;
    return { takenAt, newFiles, manifest: { postgres, migrations, tables, partitions, sequences, files } };
  });
}

async function backUpTable(
  connection: ReservedSql,
  table: Catalog['tables'][number],
  writer: ChunkWriter,
): Promise<TableManifest> {
  const manifest: TableManifest = { ...table, rows: 0, chunks: [] };
  const slots = new Slots(AT_ONCE);
  for await (const { bytes, rows } of cutRows(copyOut(connection, table))) {
    const hash = sha256(bytes);
    const id = writer.idOf(`rows ${hash}`);
    manifest.chunks.push({ id, sha256: hash, rows });
    manifest.rows += rows;
    await slots.begin(() => writer.write(id, bytes));
  }
  await slots.end();
  return manifest;
}

/** The files that rows name. Those that are stored already are only referred to. */
async function listFiles(
  connection: ReservedSql,
  catalog: Catalog,
  writer: ChunkWriter,
): Promise<{ files: Manifest['files']; newFiles: NamedFile[] }> {
  const files = { count: 0, bytes: 0 };
  const newFiles: NamedFile[] = [];
  const columns = ['organization_id', 'hash', 'size'];
  if (!catalog.tables.some(({ name }) => name === 'blob')) return { files, newFiles };
  for await (const row of splitRows(copyOut(connection, { name: 'blob', columns }))) {
    const file = readFile(parseRow(row));
    files.count += 1;
    files.bytes += file.size;
    let isStored = true;
    for (let piece = 0; piece < countPieces(file.size); piece += 1)
      if (!writer.refer(writer.idOf(pieceContent(file, piece)))) isStored = false;
    if (!isStored) newFiles.push(file);
  }
  return { files, newFiles };
}

async function backUpFiles(
  blobs: BlobStore,
  files: readonly NamedFile[],
  writer: ChunkWriter,
  signal: AbortSignal | undefined,
): Promise<MissingFile[]> {
  const incomplete = await copyFiles(blobs, files, writer, signal);
  // The row of a file comes before its bytes, which may have arrived meanwhile. No revision names it until then.
  return copyFiles(blobs, incomplete, writer, signal);
}

async function copyFiles(
  blobs: BlobStore,
  files: readonly NamedFile[],
  writer: ChunkWriter,
  signal: AbortSignal | undefined,
): Promise<(NamedFile & MissingFile)[]> {
  const incomplete: (NamedFile & MissingFile)[] = [];
  const slots = new Slots(AT_ONCE);
  for (const file of files) {
    signal?.throwIfAborted();
    await slots.begin(async () => {
      const problem = await copyFile(blobs, file, writer);
      if (problem) incomplete.push({ ...file, problem });
    });
  }
  await slots.end();
  return incomplete;
}

/** Stores a file if its bytes are what its name says. Memory holds one part of it. */
async function copyFile(
  blobs: BlobStore,
  file: NamedFile,
  writer: ChunkWriter,
): Promise<MissingFile['problem'] | undefined> {
  const read = () => blobs.read(file.organizationId, Buffer.from(file.hash, 'hex'));
  const idOf = (piece: number): string => writer.idOf(pieceContent(file, piece));
  if (countPieces(file.size) > 1) {
    // It is read twice, so that parts of a damaged file are not stored under the names of the right ones.
    const first = await read();
    if (!first) return 'missing';
    if (!(await cutFile(file, first as AsyncIterable<Buffer>, async () => {}))) return 'damaged';
    const second = await read();
    if (!second) return 'missing';
    const write = (bytes: Buffer, piece: number) => writer.write(idOf(piece), bytes);
    return (await cutFile(file, second as AsyncIterable<Buffer>, write)) ? undefined : 'damaged';
  }
  const source = await read();
  if (!source) return 'missing';
  let only: Buffer = Buffer.alloc(0);
  const isWhole = await cutFile(file, source as AsyncIterable<Buffer>, async (bytes) => {
    only = bytes;
  });
  if (!isWhole) return 'damaged';
  await writer.write(idOf(0), only);
  return undefined;
}
