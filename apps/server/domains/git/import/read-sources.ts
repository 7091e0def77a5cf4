import { extname } from 'node:path';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
import { type LfsPointer, parseLfsPointer } from '@lectern/git/program/lfs';
import { appendTo } from '@lectern/std/long-lists';
import { decodeUtf16 } from '@lectern/std/utf16';
import { insertDocuments, type NewDocument } from '../../../content/facts/facts.repository.ts';
import { inBatches, mapAhead } from '../../../content/facts/in-batches.ts';
import {
  type InspectedSource,
  inspectSources,
  MAX_BATCH_BYTES,
  MAX_BATCH_SOURCES,
} from '../../../content/facts/inspect-sources.ts';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import { keepBlobs } from '../../../content/files/keep-blobs.ts';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { Context } from '../../../platform/context.ts';
import type { ImportSource } from './import-source.ts';

interface Wanted {
  path: string;
  oid: string;
}

interface Read {
  oid: string;
  content: Buffer;
}

interface InspectedBatch {
  batch: readonly Read[];
  inspected: InspectedSource[];
}

/** How many are inspected while one is stored, so that neither the threads nor the database wait. */
const BATCHES_AHEAD = 2;

interface ReadOptions {
  source: ImportSource;
  signal: AbortSignal;
  onRead: (count: number) => void;
}

/**
 * Reads documents and stores them, by Git object id, with the facts that are computed from them; unknown constructs are
 * reported under the path. They are stored immediately, so that a large repository is never in memory as a whole. If
 * the import fails, a later sweep deletes them.
 */
export async function readDocuments(
  wanted: readonly Wanted[],
  report: ReportEntry[],
  target: Pick<Context, 'db' | 'threads'> & { organizationId: string },
  { source, signal, onRead }: ReadOptions,
): Promise<Map<string, Hash>> {
  const pathsByOid = new Map<string, string[]>();
  for (const { path, oid } of wanted) addTo(pathsByOid, oid, path);
  const documents = new Map<string, Hash>();

  const inspectBatch = async (batch: readonly Read[]): Promise<InspectedBatch> => {
    const sources = batch.map(({ content }) => content);
    return { batch, inspected: await inspectSources(target.threads, sources, { signal }) };
  };

  async function storeBatch({ batch, inspected }: InspectedBatch): Promise<void> {
    const stored = new Map<Hash, NewDocument>();
    for (const [n, { oid, content }] of batch.entries()) {
      const { texts, problems } = inspected[n] as InspectedSource;
      const hash = hashOf(content);
      stored.set(hash, { source: content, texts });
      documents.set(oid, hash);
      reportProblems(report, pathsByOid.get(oid) ?? [], problems);
    }
    await target.db.transaction().execute((trx) => insertDocuments(trx, target.organizationId, stored));
    onRead(documents.size);
  }

  const batches = inBatches(readAsUtf8(source, [...pathsByOid.keys()]), {
    count: MAX_BATCH_SOURCES,
    bytes: MAX_BATCH_BYTES,
    sizeOf: ({ content }) => content.length,
  });
  for await (const inspected of mapAhead(batches, BATCHES_AHEAD, inspectBatch)) {
    signal.throwIfAborted();
    await storeBatch(inspected);
  }
  return documents;
}

/** Documents are stored in UTF-8; what cannot be converted back to the bytes of its file stays as it is. */
async function* readAsUtf8(source: ImportSource, oids: string[]): AsyncGenerator<Read> {
  for await (const { oid, content } of source.readBlobs(oids)) {
    const text = decodeUtf16(content);
    yield { oid, content: text === undefined ? content : Buffer.from(text) };
  }
}

/** Equal files have equal problems: repeating each under each path would multiply the two numbers. */
function reportProblems(
  report: ReportEntry[],
  [first = '', ...copies]: readonly string[],
  problems: InspectedSource['problems'],
): void {
  for (const { reason, line, message } of problems)
    report.push({ severity: 'warning', reason, path: first, line, message });
  if (problems.length === 0) return;
  for (const path of copies)
    report.push({
      severity: 'warning',
      reason: 'same-problems',
      path,
      message: `The file is identical to ${first}, and has the same problems.`,
    });
}

/** In place: copying the list for each of many equal files would take the square of their number. */
function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A statement for each file would wait for the disk of the database as often; their bytes wait in memory. */
const KEPT_AT_ONCE = 50;
const KEPT_BYTES = 8_000_000;

type WantedFile = Wanted & { name: string };

/** Files by their paths, and the paths of those in Git LFS that could not be fetched. */
interface ReadFiles {
  files: Map<string, NewBlob>;
  unfetched: Set<string>;
}

/**
 * Reads files and puts their bytes into the blob store, by Git object id and name (which shows the type of text). Files
 * in Git LFS are fetched, unless `known` has them.
 */
export async function readFiles(
  wanted: readonly WantedFile[],
  report: ReportEntry[],
  target: Pick<Context, 'db' | 'blobs'> & { organizationId: string },
  {
    source,
    signal,
    onRead,
    known,
  }: ReadOptions & { known: (hash: Hash, name: string) => NewBlob | undefined },
): Promise<ReadFiles> {
  const byOid = new Map<string, WantedFile[]>();
  for (const file of wanted) addTo(byOid, file.oid, file);
  const keeper = new FileKeeper(target);
  const pointers = new Map<string, { pointer: LfsPointer; files: WantedFile[] }>();
  let count = 0;
  for await (const { oid, content } of source.readBlobs([...byOid.keys()])) {
    signal.throwIfAborted();
    const files = byOid.get(oid) ?? [];
    const pointer = parseLfsPointer(content);
    if (!pointer) await keeper.keep(files, content);
    else {
      const hash = Buffer.from(pointer.oid, 'hex').toString('base64url') as Hash;
      const missing = files.filter((file) => !keeper.reuse(file, known(hash, file.name)));
      const same = pointers.get(pointer.oid);
      if (same) appendTo(same.files, missing);
      else if (missing.length > 0) pointers.set(pointer.oid, { pointer, files: missing });
    }
    count += 1;
    onRead(count);
  }
  for await (const file of source.fetchLfs?.([...pointers.values()].map(({ pointer }) => pointer)) ?? []) {
    signal.throwIfAborted();
    const { files } = pointers.get(file.pointer.oid) ?? { files: [] };
    if ('content' in file) {
      await keeper.keep(files, file.content);
      pointers.delete(file.pointer.oid);
    } else for (const { path } of files) reportUnfetched(report, path, file.problem);
  }
  const unfetched = [...pointers.values()].flatMap(({ files }) => files);
  if (!source.fetchLfs)
    for (const { path } of unfetched) reportUnfetched(report, path, 'A folder has no LFS server.');
  await keeper.end();
  return { files: keeper.files, unfetched: new Set(unfetched.map(({ path }) => path)) };
}

const reportUnfetched = (report: ReportEntry[], path: string, problem: string): void =>
  void report.push({
    severity: 'warning',
    reason: 'lfs-file',
    path,
    message: `${path} is in Git LFS and could not be fetched. ${problem} The space keeps its last version of the file, if it has one.`,
  });

/** Stores files, several at a time. */
class FileKeeper {
  readonly files = new Map<string, NewBlob>();
  readonly #target: Pick<Context, 'db' | 'blobs'> & { organizationId: string };
  #waiting: { blob: NewBlob; source: Buffer }[] = [];
  #waitingBytes = 0;

  constructor(target: Pick<Context, 'db' | 'blobs'> & { organizationId: string }) {
    this.#target = target;
  }

  async keep(files: readonly WantedFile[], content: Buffer): Promise<void> {
    const hash = hashOf(content);
    // Only the extension of the name matters, so the bytes are not read again for each of many equal files.
    const byExtension = new Map<string, NewBlob>();
    let blob: NewBlob | undefined;
    for (const { path, name } of files) {
      const extension = extname(name).toLowerCase();
      blob = byExtension.get(extension);
      if (!blob) {
        const { contentType, dimensions } = await describeMedia(name, content);
        blob = { hash, size: content.length, contentType, ...(dimensions ? { dimensions } : {}) };
        byExtension.set(extension, blob);
      }
      this.files.set(path, blob);
    }
    if (blob) this.#waiting.push({ blob, source: content });
    this.#waitingBytes += content.length;
    if (this.#waiting.length === KEPT_AT_ONCE || this.#waitingBytes > KEPT_BYTES) await this.end();
  }

  /** Takes a file that is stored already. */
  reuse({ path }: WantedFile, blob: NewBlob | undefined): boolean {
    if (blob) this.files.set(path, blob);
    return blob !== undefined;
  }

  async end(): Promise<void> {
    await keepBlobs(this.#target, this.#target.organizationId, this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
