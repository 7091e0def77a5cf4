import { createWriteStream } from 'node:fs';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImportProblem } from '@lectern/import/imported-content';
import { awaitAll } from '@lectern/std/await-all';
import { type Entry, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { ApiError } from '../../../platform/http/errors.ts';
import {
  archiveBomb,
  archiveDamaged,
  archiveEncrypted,
  archivePathUnsafe,
  sourceTooLarge,
  sourceWrongType,
} from '../import-failures.ts';
import { MAX_FILE_BYTES, MAX_FILES, MAX_RATIO, RATIO_COUNTS_FROM_BYTES } from '../import-limits.ts';
import { isClutter, type StoredFile } from './stored-files.ts';
import { type DecodedName, decodeNames } from './zip-names.ts';

export interface UnpackOptions {
  /** The folder for the files, whose names there are arbitrary. */
  folder: string;
  archiveBytes: number;
  /** Bytes of all files together. */
  maxBytes: number;
  problems: ImportProblem[];
  signal: AbortSignal;
}

/** Files that are unpacked at once: many are so small that most of their time is waiting. */
const AT_ONCE = 8;
/** Bytes of all names, with their comments: the longest paths that people have, for every file. */
const MAX_NAME_BYTES = 50_000_000;
/** An export of many parts is an archive of archives. */
const MAX_PARTS = 50;

/**
 * Unpacks an archive. Its declared sizes are checked before anything is unpacked, and no file may exceed its declared
 * size, so that an archive never uses more disk space than allowed.
 */
export async function unpackZip(path: string, options: UnpackOptions): Promise<StoredFile[]> {
  const stored = await unpackOne(path, options, 'a');
  const areParts =
    stored.length > 0 && stored.length <= MAX_PARTS && stored.every((file) => /\.zip$/i.test(file.path));
  if (!areParts) return stored;
  const files = new Map<string, StoredFile>();
  let bytes = 0;
  for (const [index, part] of stored.entries()) {
    const inner = await unpackOne(
      part.file,
      { ...options, archiveBytes: part.size, maxBytes: options.maxBytes - bytes },
      `b${index}-`,
    );
    for (const file of inner)
      if (!files.has(file.path)) files.set(file.path, file);
      else options.problems.push({ path: file.path, ...DUPLICATE });
    bytes += inner.reduce((sum, { size }) => sum + size, 0);
    if (files.size > MAX_FILES) throw tooManyFiles();
  }
  return [...files.values()];
}

const DUPLICATE = {
  reason: 'duplicate-path',
  message: 'The archive contains this path twice. The first one was used.',
} as const;

const tooManyFiles = () => sourceTooLarge(`The archive contains more than ${MAX_FILES} files.`);

async function unpackOne(path: string, options: UnpackOptions, prefix: string): Promise<StoredFile[]> {
  const zip = await open(path);
  try {
    const entries = await readEntries(zip, options);
    const waiting = [...entries].map(([path, entry], index) => ({
      entry,
      stored: { path, size: entry.uncompressedSize, file: join(options.folder, `${prefix}${index}`) },
    }));
    const next = waiting.values();
    const unpackNext = async (): Promise<void> => {
      for (const { entry, stored } of next) {
        options.signal.throwIfAborted();
        const stream = await zip.openReadStreamPromise(entry);
        const file = createWriteStream(stored.file, { mode: 0o600, flags: 'wx' });
        await pipeline(stream, file, { signal: options.signal });
      }
    };
    await awaitAll(Array.from({ length: AT_ONCE }, unpackNext));
    const stored = waiting.map((one) => one.stored);
    return stored;
  } catch (error) {
    throw explain(error, options.signal);
  } finally {
    zip.close();
  }
}

async function open(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch {
    throw sourceWrongType('The source is not a ZIP archive, or it is cut off.');
  }
}

/** The entries that are unpacked, by their paths in the source. */
async function readEntries(
  zip: ZipFile,
  { archiveBytes, maxBytes, problems }: UnpackOptions,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > 4 * MAX_FILES) throw tooManyFiles();
  const listed: Entry[] = [];
  let nameBytes = 0;
  for await (const entry of zip.eachEntry()) {
    listed.push(entry);
    nameBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (nameBytes > MAX_NAME_BYTES)
      throw sourceTooLarge('The names of the files in the archive are too long.');
  }
  const names = decodeNames(
    listed.map(({ fileNameRaw: bytes, generalPurposeBitFlag, extraFields }) => ({
      bytes,
      isMarkedUtf8: (generalPurposeBitFlag & UTF8_NAME) !== 0,
      extraFields,
    })),
  );
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let packed = 0;
  for (const [at, entry] of listed.entries()) {
    const { name: written, guessed } = names[at] as DecodedName;
    const path = pathOf(written);
    if (path.endsWith('/') || isClutter(path)) continue;
    const name = posix.normalize(path);
    const problem = problemOf(entry, name, entries);
    if (problem) {
      problems.push({ path, ...problem });
      continue;
    }
    if (guessed !== undefined)
      problems.push({
        path: name,
        reason: 'guessed-name',
        message: `The archive does not state the encoding of this name. It was read as ${guessed}.`,
      });
    if (entry.isEncrypted()) throw archiveEncrypted('The archive is protected with a password.');
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    // Files that lie upon each other in the archive are how a small one becomes huge.
    if (packed > archiveBytes) throw archiveBomb('The files of the archive overlap.');
    if (unpacked > maxBytes)
      throw sourceTooLarge(`The files of the archive are larger than ${maxBytes} bytes in total.`);
    if (unpacked > RATIO_COUNTS_FROM_BYTES && unpacked > MAX_RATIO * archiveBytes)
      throw archiveBomb(`The unpacked archive would be more than ${MAX_RATIO} times as large.`);
    entries.set(name, entry);
    if (entries.size > MAX_FILES) throw tooManyFiles();
  }
  return entries;
}

/** The path of an entry. Some tools separate folders by backslashes, and PostgreSQL stores no NUL. */
function pathOf(name: string): string {
  const path = name.replaceAll('\\', '/').replaceAll('\0', '\ufffd').normalize('NFC');
  if (validateFileName(path) !== null) throw archivePathUnsafe('A path in the archive leads out of it.');
  return path;
}

/** The flag of an entry whose name is UTF-8. */
const UTF8_NAME = 0x800;
const UNIX_TYPE = 0o170000;
const UNIX_FILE = 0o100000;

function problemOf(
  entry: Entry,
  name: string,
  known: ReadonlyMap<string, Entry>,
): Pick<ImportProblem, 'reason' | 'message'> | undefined {
  const type = (entry.externalFileAttributes >>> 16) & UNIX_TYPE;
  if (type !== 0 && type !== UNIX_FILE)
    return { reason: 'not-a-file', message: 'Symbolic links and special files are left out.' };
  if (known.has(name)) return DUPLICATE;
  if (entry.uncompressedSize > MAX_FILE_BYTES)
    return {
      reason: 'file-too-large',
      message: `The file is larger than ${MAX_FILE_BYTES} bytes and was left out.`,
    };
  if (!entry.canDecodeFileData() && !entry.isEncrypted())
    return {
      reason: 'unsupported-compression',
      message: 'The file is compressed in a way that is not supported.',
    };
  return undefined;
}

function explain(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  // Our own errors are clear already, and a full disk is not a fault of the archive.
  if (!(error instanceof Error) || error instanceof ApiError || 'syscall' in error) return error;
  return archiveDamaged(`The archive is damaged: ${error.message.replace(/\.$/, '')}.`);
}
