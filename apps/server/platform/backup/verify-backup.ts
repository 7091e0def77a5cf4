import { BackupError } from './backup-error.ts';
import type { BackupFile, TableManifest } from './backup-file.ts';
import { parseRow } from './copy-text.ts';
import { splitRows } from './cut-rows.ts';
import { cutFile } from './file-pieces.ts';
import { CHUNKS, MARKER, parseBackupPath, parseChunkPath, type StoredName } from './names.ts';
import { openBackup } from './open-backup.ts';
import { listFiles, namesOf, type ReadableBackup, readPieces, readTable } from './read-backup.ts';
import { listBackupNames, readBackup, readChunk } from './repository.ts';
import type { BackupTarget } from './target.ts';

/** Says what is wrong with a row whose content determines its key; undefined if nothing is. */
export type CheckRow = (
  table: string,
  columns: readonly string[],
  fields: readonly (string | null)[],
) => Promise<string | undefined>;

export interface Verification {
  backups: number;
  chunks: number;
  rows: number;
  files: number;
  /** Backups whose content was not looked at, because they are encrypted and no identity was given. */
  sealed: number;
  problems: string[];
}

interface VerifyOptions {
  target: BackupTarget;
  /** The beginning of the id of the one backup to verify; undefined: everything in the target. */
  wanted: string | undefined;
  identities: readonly string[];
  checkRow: CheckRow;
}

/** Reads everything that backups consist of, and compares it with its hashes. Goes on after a problem. */
export async function verifyBackups(options: VerifyOptions): Promise<Verification> {
  const { target, wanted } = options;
  const found: Verification = { backups: 0, chunks: 0, rows: 0, files: 0, sealed: 0, problems: [] };
  const names = (await listBackupNames(target)).filter(({ id }) => id.startsWith(wanted ?? ''));
  if (names.length === 0)
    throw new BackupError(
      wanted === undefined
        ? `There are no finished backups in ${target.name}.`
        : `There is no backup ${wanted} in ${target.name}. “lectern backup list” shows the backups.`,
    );
  const seen: Seen = { chunks: new Set(), tables: new Set(), files: new Set() };
  for (const name of names) {
    const file = await noteProblem(found, () => readBackup(target, name));
    if (!file) continue;
    found.backups += 1;
    await verifyChunks(options, file.references, { found, seen });
    await verifyContent(options, file, { found, seen });
  }
  if (wanted === undefined) await verifyOthers(options, { found, seen });
  return found;
}

/** What several backups share is verified once. */
interface Seen {
  chunks: Set<string>;
  tables: Set<string>;
  files: Set<string>;
}

interface Progress {
  found: Verification;
  seen: Seen;
}

async function noteProblem<Result>(
  { problems }: Pick<Verification, 'problems'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    problems.push((error as Error).message);
    return undefined;
  }
}

async function verifyChunks(
  { target }: VerifyOptions,
  references: Iterable<StoredName>,
  { found, seen }: Progress,
): Promise<void> {
  for (const name of references) {
    const key = `${name.id}.${name.sha256}`;
    if (seen.chunks.has(key)) continue;
    seen.chunks.add(key);
    found.chunks += 1;
    await noteProblem(found, () => readChunk(target, name));
  }
}

async function verifyContent(
  { target, identities, checkRow }: VerifyOptions,
  file: BackupFile,
  progress: Progress,
): Promise<void> {
  const { found } = progress;
  if (file.header.recipients.length > 0 && identities.length === 0) {
    found.sealed += 1;
    return;
  }
  const backup = await noteProblem(found, () => openBackup(target, file, identities));
  if (!backup) return;
  for (const table of backup.manifest.tables)
    await noteProblem(found, () => verifyTable(backup, table, { ...progress, checkRow }));
  await noteProblem(found, () => verifyFiles(backup, progress));
}

async function verifyTable(
  backup: ReadableBackup,
  table: TableManifest,
  { found, seen, checkRow }: Progress & { checkRow: CheckRow },
): Promise<void> {
  for (const chunk of table.chunks) {
    const key = `${table.name} ${chunk.id}`;
    if (seen.tables.has(key)) continue;
    seen.tables.add(key);
    await noteProblem(found, async () => {
      let rows = 0;
      for await (const row of splitRows(readTable(backup, { ...table, chunks: [chunk] }))) {
        rows += 1;
        const problem = await checkRow(table.name, table.columns, parseRow(row));
        if (problem !== undefined) found.problems.push(problem);
      }
      found.rows += rows;
      if (rows !== chunk.rows)
        throw new BackupError(`A part of the table ${table.name} has ${rows} rows instead of ${chunk.rows}.`);
    });
  }
}

async function verifyFiles(backup: ReadableBackup, { found, seen }: Progress): Promise<void> {
  const names = namesOf(backup.file);
  const missing = new Set(backup.manifest.missing.map(({ organizationId, hash }) => organizationId + hash));
  for await (const file of listFiles(backup)) {
    if (seen.files.has(file.hash) || missing.has(file.organizationId + file.hash)) continue;
    seen.files.add(file.hash);
    found.files += 1;
    await noteProblem(found, async () => {
      if (!(await cutFile(file, readPieces(backup, names, file), async () => {})))
        throw new BackupError(`The file ${file.hash} is not as it was backed up.`);
    });
  }
}

/** What no backup names would be used by the next backup, and so has to be whole, too. */
async function verifyOthers(options: VerifyOptions, progress: Progress): Promise<void> {
  for await (const { path } of options.target.list('')) {
    const chunk = path.startsWith(CHUNKS) ? parseChunkPath(path) : undefined;
    if (chunk) await verifyChunks(options, [chunk], progress);
    else if (path !== MARKER && !parseBackupPath(path))
      progress.found.problems.push(`${path} is not a file of a backup.`);
  }
}
