import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { ImportProblem } from '@lectern/import/imported-content';
import type { NewDocument } from '../../../content/facts/facts.repository.ts';
import { inBatches } from '../../../content/facts/in-batches.ts';
import {
  type InspectedSource,
  inspectSources,
  MAX_BATCH_BYTES,
  MAX_BATCH_SOURCES,
} from '../../../content/facts/inspect-sources.ts';
import { runBatch } from '../../../platform/threads/run-batch.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { BATCH_LIMITS, type PageToWrite, writeImportPagesTask } from './page-tasks.ts';

export interface DocumentToWrite extends PageToWrite {
  /** In the source; for problems. */
  path: string;
  /** By which its hash is returned. */
  key: string;
}

export interface WriteOptions {
  problems: ImportProblem[];
  signal: AbortSignal;
  /** Absent: they are written only to find their problems. */
  store?: (documents: ReadonlyMap<Hash, NewDocument>) => Promise<void>;
  onWritten: (count: number) => void;
}

/**
 * Writes the sources of documents and stores them with the facts that are computed from them; returns their hashes by
 * their keys. They are stored immediately: those of a failed import are deleted by a later sweep.
 */
export async function writeDocuments(
  threads: Pick<Threads, 'run'>,
  documents: Iterable<DocumentToWrite>,
  { problems, signal, store, onWritten }: WriteOptions,
): Promise<Map<string, Hash>> {
  const hashes = new Map<string, Hash>();
  const batches = inBatches(documents, {
    count: MAX_BATCH_SOURCES,
    bytes: MAX_BATCH_BYTES,
    sizeOf: ({ markdown }) => markdown.length,
  });
  for await (const batch of batches) {
    signal.throwIfAborted();
    const texts = await runBatch(threads, writeImportPagesTask, batch, {
      ...BATCH_LIMITS,
      signal,
      fallback: ({ markdown }) => markdown,
    });
    const sources = texts.map((text) => Buffer.from(text));
    const inspected = await inspectSources(threads, sources, { signal });
    const stored = new Map<Hash, NewDocument>();
    for (const [at, source] of sources.entries()) {
      const { path, key } = batch[at] as DocumentToWrite;
      const { texts: parts, problems: found } = inspected[at] as InspectedSource;
      const hash = hashOf(source);
      stored.set(hash, { source, texts: parts });
      hashes.set(key, hash);
      for (const { reason, message } of found) problems.push({ path, reason, message });
    }
    await store?.(stored);
    onWritten(hashes.size);
  }
  return hashes;
}
