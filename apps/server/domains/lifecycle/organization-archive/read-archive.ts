import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ApiError } from '../../../platform/http/errors.ts';
import {
  ARCHIVE_FORMAT,
  archiveInvalid,
  archiveNewer,
  DOCUMENTS,
  MANIFEST,
  type Manifest,
  NODES,
  PEOPLE,
  tablePath,
} from './archive-format.ts';
import { ARCHIVED_TABLES } from './archive-tables.ts';

/** An archive whose list of files was checked. Nothing of it is unpacked to a disk. */
export interface ReadableArchive {
  manifest: Manifest;
  /** The values of all lines of a file; none if there is no such file. */
  readLines(path: string): AsyncGenerator<unknown>;
  /** SHA-256 in hexadecimal. */
  files: readonly string[];
  readFile(hash: string): Promise<Readable>;
  close(): void;
}

const MAX_MANIFEST_BYTES = 10_000_000;
/** A row or a document; documents are limited far below. */
const MAX_LINE_LENGTH = 100_000_000;
const MAX_ENTRIES = 2_000_000;
/** Text compresses well, but not without limit. */
const MAX_RATIO = 300;
const RATIO_COUNTS_FROM_BYTES = 50_000_000;
const FILE_PATH = /^files\/([0-9a-f]{64})$/;

const TEXTS: ReadonlySet<string> = new Set([
  MANIFEST,
  PEOPLE,
  DOCUMENTS,
  NODES,
  ...ARCHIVED_TABLES.map(({ name }) => tablePath(name)),
]);

/** Opens an archive in a file, and refuses whatever is not in the form that exports have. */
export async function openArchive(
  path: string,
  { archiveBytes, maxBytes }: { archiveBytes: number; maxBytes: number },
): Promise<ReadableArchive> {
  const zip = await open(path);
  try {
    const entries = await readEntries(zip, { archiveBytes, maxBytes });
    const manifest = await readManifest(zip, entries.get(MANIFEST));
    const files = [...entries.keys()].flatMap((name) => FILE_PATH.exec(name)?.[1] ?? []);
    const read = (name: string): Promise<Readable> => zip.openReadStreamPromise(entries.get(name) as Entry);
    return {
      manifest,
      files,
      readFile: (hash) => read(`files/${hash}`),
      async *readLines(name) {
        if (entries.has(name)) yield* splitLines(await read(name), name);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw explainDamage(error);
  }
}

/** What the reader of ZIP archives reports is about the archive; our own errors and those of the disk are clear already. */
export const explainDamage = (error: unknown): unknown =>
  !(error instanceof Error) || error instanceof ApiError || 'syscall' in error || 'code' in error
    ? error
    : archiveInvalid(`it is damaged (${error.message.replace(/\.$/, '')}).`);

async function open(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    throw archiveInvalid('it is not a ZIP archive, or it is cut off.');
  }
}

async function readEntries(
  zip: ZipFile,
  { archiveBytes, maxBytes }: { archiveBytes: number; maxBytes: number },
): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw archiveInvalid('it has too many files.');
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let packed = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (!TEXTS.has(name) && !FILE_PATH.test(name)) throw archiveInvalid(`it has an unknown file, ${name}.`);
    if (entries.has(name)) throw archiveInvalid(`it has the file ${name} twice.`);
    if (entry.isEncrypted() || !entry.canDecodeFileData())
      throw archiveInvalid(`the file ${name} is encrypted or compressed in an unknown way.`);
    unpacked += entry.uncompressedSize;
    packed += entry.compressedSize;
    // Files that lie upon each other in the archive are how a small one becomes huge.
    if (packed > archiveBytes) throw archiveInvalid('its files overlap.');
    if (unpacked > maxBytes) throw archiveInvalid(`its files are larger than ${maxBytes} bytes in total.`);
    if (unpacked > RATIO_COUNTS_FROM_BYTES && unpacked > MAX_RATIO * archiveBytes)
      throw archiveInvalid(`unpacked, it would be more than ${MAX_RATIO} times as large.`);
    entries.set(name, entry);
  }
  return entries;
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw archiveInvalid('it has no manifest.json.');
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw archiveInvalid('its manifest.json is too large.');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  const manifest = parse(Buffer.concat(chunks).toString('utf8'), MANIFEST) as Manifest;
  if (manifest?.object !== 'lectern-organization' || !Number.isInteger(manifest.format))
    throw archiveInvalid('its manifest.json is not one of an organization.');
  if (manifest.format > ARCHIVE_FORMAT) throw archiveNewer(String(manifest.version));
  const isComplete =
    Array.isArray(manifest.tables) &&
    manifest.tables.every(
      ({ name, columns, rows }) =>
        typeof name === 'string' &&
        Number.isInteger(rows) &&
        Array.isArray(columns) &&
        columns.every((column) => typeof column === 'string'),
    ) &&
    typeof manifest.organization?.id === 'string' &&
    [manifest.documents, manifest.nodes, manifest.people, manifest.files?.count].every(Number.isInteger) &&
    Array.isArray(manifest.missing);
  if (!isComplete) throw archiveInvalid('its manifest.json is not complete.');
  return manifest;
}

async function* splitLines(stream: Readable, name: string): AsyncGenerator<unknown> {
  stream.setEncoding('utf8');
  // Only new text is searched for the end of a line: a line can have thousands of chunks.
  let line = '';
  for await (const chunk of stream) {
    const [rest, ...others] = (chunk as string).split('\n') as [string, ...string[]];
    line += rest;
    for (const next of others) {
      yield parse(line, name);
      line = next;
    }
    if (line.length > MAX_LINE_LENGTH) throw archiveInvalid(`a line of ${name} is too long.`);
  }
  if (line !== '') throw archiveInvalid(`${name} is cut off.`);
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw archiveInvalid(`${name} is not JSON.`);
  }
}
