import { extname } from 'node:path';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
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
  for (const { line, message } of problems) report.push({ severity: 'warning', path: first, line, message });
  if (problems.length === 0) return;
  for (const path of copies)
    report.push({
      severity: 'warning',
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

/** Reads files and puts their bytes into the blob store, by Git object id and name (which tells the type of texts). */
export async function readFiles(
  wanted: readonly (Wanted & { name: string })[],
  target: Pick<Context, 'db' | 'blobs'> & { organizationId: string },
  { source, signal, onRead }: ReadOptions,
): Promise<Map<string, NewBlob>> {
  const byOid = new Map<string, (Wanted & { name: string })[]>();
  for (const file of wanted) addTo(byOid, file.oid, file);
  const files = new Map<string, NewBlob>();
  let waiting: { blob: NewBlob; source: Buffer }[] = [];
  let waitingBytes = 0;
  const keepWaiting = async (): Promise<void> => {
    await keepBlobs(target, target.organizationId, waiting);
    waiting = [];
    waitingBytes = 0;
  };
  let count = 0;
  for await (const { oid, content } of source.readBlobs([...byOid.keys()])) {
    signal.throwIfAborted();
    const hash = hashOf(content);
    // Only the extension of the name matters, so the bytes are not read again for each of many equal files.
    const byExtension = new Map<string, NewBlob>();
    let blob: NewBlob | undefined;
    for (const { path, name } of byOid.get(oid) ?? []) {
      const extension = extname(name).toLowerCase();
      blob = byExtension.get(extension);
      if (!blob) {
        const { contentType, dimensions } = await describeMedia(name, content);
        blob = { hash, size: content.length, contentType, ...(dimensions ? { dimensions } : {}) };
        byExtension.set(extension, blob);
      }
      files.set(path, blob);
    }
    if (blob) waiting.push({ blob, source: content });
    waitingBytes += content.length;
    if (waiting.length === KEPT_AT_ONCE || waitingBytes > KEPT_BYTES) await keepWaiting();
    count += 1;
    onRead(count);
  }
  await keepWaiting();
  return files;
}
