import { readSourceBatch } from '../../../content/facts/facts.repository.ts';
import { findUndrawn, storePieces } from '../../../content/facts/pieces.repository.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { Hash } from '../../../content/tree/hash.ts';
import type { Context } from '../../../context.ts';
import { DRAWING_VERSION } from '../../../rendering/packed-pieces.ts';
import { runBatch } from '../../../threads/run-batch.ts';
import { drawDocumentsTask } from './draw-documents-task.ts';

const BATCH_DOCUMENTS = 20;
const BATCH_BYTES = 300_000;
/** Drawing has the lowest priority, so a batch may wait and run for long. */
const MAX_BATCH_MS = 120_000;

interface Drawing {
  organizationId: string;
  hashes: readonly Hash[];
  signal: AbortSignal;
  /** The time of `performance.now()` after which no further batch is begun. */
  endsAt: number;
}

/**
 * Draws the code, formulas and icons of documents, and stores them with the documents. Stored pieces are not drawn
 * again. Returns whether all documents are drawn.
 */
export async function drawDocuments(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  { facts }: Pick<ContentStore, 'facts'>,
  { organizationId, hashes, signal, endsAt }: Drawing,
): Promise<boolean> {
  const drawn = { organizationId, version: DRAWING_VERSION };
  const undrawn = await findUndrawn(db, drawn, [...new Set(hashes)]);
  const factsOf = await facts.load(organizationId, 'facts', undrawn);
  // Documents that cannot be parsed are shown as they are written, so they have nothing to draw.
  const unreadable = undrawn.filter((hash) => factsOf(hash)?.unreadable);
  await storePieces(
    db,
    drawn,
    unreadable.map((hash) => [hash, undefined]),
  );
  let waiting = undrawn.filter((hash) => !factsOf(hash)?.unreadable);
  while (waiting.length > 0) {
    if (performance.now() >= endsAt) return false;
    signal.throwIfAborted();
    const wanted = waiting.slice(0, BATCH_DOCUMENTS);
    const { sources, postponed } = await readSourceBatch(db, organizationId, wanted, BATCH_BYTES);
    const packed = await runBatch<Uint8Array, Uint8Array | undefined>(
      threads,
      drawDocumentsTask,
      sources.map(({ source }) => source),
      // A document that exceeds the limits by itself is drawn only when somebody reads it.
      { lane: 'idle', deadlineMs: MAX_BATCH_MS, signal, fallback: () => undefined },
    );
    await storePieces(
      db,
      drawn,
      sources.map(({ hash }, n) => [hash, packed[n]]),
    );
    waiting = [...postponed, ...waiting.slice(BATCH_DOCUMENTS)];
  }
  return true;
}
