import { BackupError } from './backup-error.ts';
import type { BackupFile, Manifest, TableManifest } from './backup-file.ts';
import { parseRow } from './copy-text.ts';
import { splitRows } from './cut-rows.ts';
import { countPieces, type NamedFile, pieceContent, readFile } from './file-pieces.ts';
import { chunkId, type StoredName, sha256 } from './names.ts';
import { readChunk } from './repository.ts';
import type { Unseal } from './sealing.ts';
import type { BackupTarget } from './target.ts';

/** An opened backup. */
export interface ReadableBackup {
  file: BackupFile;
  manifest: Manifest;
  target: BackupTarget;
  unseal: Unseal;
}

/** The rows of a table in chunks, each compared with the manifest. */
export async function* readTable(backup: ReadableBackup, table: TableManifest): AsyncGenerator<Buffer> {
  const names = namesOf(backup.file);
  for (const { id, sha256: hash } of table.chunks) {
    const bytes = await openChunk(backup, names, id);
    if (sha256(bytes) !== hash)
      throw new BackupError(`Rows of the table ${table.name} are not as they were backed up (chunk ${id}).`);
    yield bytes;
  }
}

export const namesOf = ({ references }: BackupFile): Map<string, StoredName> =>
  new Map(references.map((name) => [name.id, name]));

async function openChunk(
  { target, unseal }: ReadableBackup,
  names: ReadonlyMap<string, StoredName>,
  id: string,
): Promise<Buffer> {
  const name = names.get(id);
  if (!name) throw new BackupError(`The backup does not have the chunk ${id}.`);
  return unseal(await readChunk(target, name));
}

/** The files that the rows of the backup name. */
export async function* listFiles(backup: ReadableBackup): AsyncGenerator<NamedFile> {
  const table = backup.manifest.tables.find(({ name }) => name === 'blob');
  if (!table) return;
  const places = ['organization_id', 'hash', 'size'].map((name) => table.columns.indexOf(name));
  for await (const row of splitRows(readTable(backup, table))) {
    const fields = parseRow(row);
    yield readFile(places.map((place) => fields[place] ?? null));
  }
}

/** The bytes of a file. Throws `BackupError` if a part is missing or damaged. */
export async function* readPieces(
  backup: ReadableBackup,
  names: ReadonlyMap<string, StoredName>,
  file: NamedFile,
): AsyncGenerator<Buffer> {
  const { key, recipients } = backup.manifest;
  for (let piece = 0; piece < countPieces(file.size); piece += 1)
    yield await openChunk(
      backup,
      names,
      chunkId(Buffer.from(key, 'hex'), recipients, pieceContent(file, piece)),
    );
}
