import { BackupError } from './backup-error.ts';
import { type BackupFile, type BackupHeader, decodeBackup } from './backup-file.ts';
import {
  BACKUPS,
  backupPath,
  CHUNKS,
  chunkPath,
  MARKER,
  MARKER_TEXT,
  parseBackupPath,
  parseChunkPath,
  type StoredName,
  sha256,
} from './names.ts';
import type { BackupTarget } from './target.ts';

/** Makes the target a repository of backups, or makes sure that it is one. Throws `BackupError`. */
export async function prepareRepository(target: BackupTarget): Promise<void> {
  if (await isRepository(target)) return;
  for await (const { path } of target.list(''))
    throw new BackupError(
      `${target.name} has other files, such as ${path}. Choose an empty place for backups, or one that already has backups.`,
    );
  await target.put(MARKER, Buffer.from(MARKER_TEXT));
}

/** Throws `BackupError` if the target has no backups. */
export async function requireRepository(target: BackupTarget): Promise<void> {
  if (!(await isRepository(target))) throw new BackupError(`There are no backups in ${target.name}.`);
}

async function isRepository(target: BackupTarget): Promise<boolean> {
  const marker = await target.read(MARKER);
  if (!marker) return false;
  const text = marker.toString('utf8');
  if (text === MARKER_TEXT) return true;
  throw new BackupError(
    /^This folder has backups of Lectern, in format (?:[2-9]|\d{2,})\./.test(text)
      ? `The backups in ${target.name} are in a format of a newer Lectern. Use that version or a newer one.`
      : `The file ${MARKER} in ${target.name} is damaged. It must consist of this line: ${MARKER_TEXT.trim()}`,
  );
}

/** The names of the backups, the oldest first. */
export async function listBackupNames(target: BackupTarget): Promise<StoredName[]> {
  const names: StoredName[] = [];
  for await (const { path } of target.list(BACKUPS)) {
    const name = parseBackupPath(path);
    if (name) names.push(name);
  }
  return names.sort((one, other) => (one.id < other.id ? -1 : 1));
}

export async function readBackup(target: BackupTarget, name: StoredName): Promise<BackupFile> {
  const bytes = await target.read(backupPath(name));
  if (!bytes) throw new BackupError(`The backup ${name.id} is not in ${target.name}.`);
  return decodeBackup(name, bytes);
}

/** Finds a backup by its id or the beginning of it; by default the latest. Throws `BackupError`. */
export async function findBackup(target: BackupTarget, wanted: string | undefined): Promise<BackupFile> {
  const names = await listBackupNames(target);
  if (names.length === 0) throw new BackupError(`There are no finished backups in ${target.name}.`);
  const found = names.filter(({ id }) => id.startsWith(wanted ?? (names.at(-1)?.id as string)));
  if (found.length === 1 && found[0]) return readBackup(target, found[0]);
  throw new BackupError(
    found.length === 0
      ? `There is no backup ${wanted} in ${target.name}. “lectern backup list” shows the backups.`
      : `Several backups begin with ${wanted}. Write more of the id.`,
  );
}

/** The ids of all chunks with the hashes of what is stored. One that is empty was not written to its end. */
export async function listChunks(target: BackupTarget): Promise<Map<string, StoredName>> {
  const chunks = new Map<string, StoredName>();
  for await (const { path, size } of target.list(CHUNKS)) {
    const name = parseChunkPath(path);
    if (name && size > 0) chunks.set(name.id, name);
  }
  return chunks;
}

/** Reads what is stored of a chunk. Throws `BackupError` if it is missing or not as it was written. */
export async function readChunk(target: BackupTarget, name: StoredName): Promise<Buffer> {
  const bytes = await target.read(chunkPath(name));
  if (!bytes) throw new BackupError(`A part of the backup is missing: ${chunkPath(name)}.`);
  if (sha256(bytes) !== name.sha256)
    throw new BackupError(`A part of the backup is damaged: ${chunkPath(name)}.`);
  return bytes;
}

/** Removes backups, and then the chunks that no remaining backup names. Returns the number of chunks. */
export async function removeBackups(target: BackupTarget, removed: readonly BackupHeader[]): Promise<number> {
  const ids = new Set(removed.map(({ id }) => id));
  const names = await listBackupNames(target);
  const used = new Set<string>();
  // All are read before anything is removed: a backup that cannot be read may need any chunk.
  for (const name of names.filter(({ id }) => !ids.has(id)))
    for (const { id, sha256: hash } of (await readBackup(target, name)).references) used.add(id + hash);
  for (const name of names.filter(({ id }) => ids.has(id))) await target.delete(backupPath(name));
  const unused: string[] = [];
  for await (const { path } of target.list(CHUNKS)) {
    const name = parseChunkPath(path);
    if (name && !used.has(name.id + name.sha256)) unused.push(path);
  }
  for (const path of unused) await target.delete(path);
  return unused.length;
}
