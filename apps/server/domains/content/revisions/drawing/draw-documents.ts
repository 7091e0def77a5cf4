import type { Hash } from '@lectern/content/tree/hash';
import { DRAWING_VERSION } from '@lectern/render/packed-pieces';
import { readBlocks, readSourceBatch } from '../../../../content/facts/facts.repository.ts';
import { findUndrawn, storePieces } from '../../../../content/facts/pieces.repository.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import { runBatch } from '../../../../platform/threads/run-batch.ts';
import { type DrawnSource, drawDocumentsTask } from './draw-documents-task.ts';

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
  /** The threads that draw; by default those for work that nobody waits for. */
  lane?: 'idle' | 'request';
  /** Called with the documents that are drawn and stored, or that cannot be. */
  onDrawn?: (hashes: readonly Hash[]) => void;
}

/**
 * Draws the code, formulas and icons of documents, and stores them with the documents. Stored pieces are not drawn
 * again. Returns whether all documents are drawn.
 */
export async function drawDocuments(
  { db, threads }: Pick<Context, 'db' | 'threads'>,
  { facts }: Pick<ContentStore, 'facts'>,
  { organizationId, hashes, signal, endsAt, lane = 'idle', onDrawn }: Drawing,
): Promise<boolean> {
  const drawn = { organizationId, version: DRAWING_VERSION };
  const all = [...new Set(hashes)];
  const undrawn = await findUndrawn(db, drawn, all);
  const factsOf = await facts.load(organizationId, 'facts', undrawn);
  // Documents that cannot be parsed are shown as they are written, so they have nothing to draw.
  const unreadable = undrawn.filter((hash) => factsOf(hash)?.unreadable);
  await storePieces(
    db,
    drawn,
    unreadable.map((hash) => [hash, undefined]),
  );
  let waiting = undrawn.filter((hash) => !factsOf(hash)?.unreadable);
  onDrawn?.(without(all, waiting));
  while (waiting.length > 0) {
    if (performance.now() >= endsAt) return false;
    signal.throwIfAborted();
    const next = waiting.slice(0, BATCH_DOCUMENTS);
    // Another process may have drawn some of them in the meantime: the service, or a build of the site.
    const wanted = await findUndrawn(db, drawn, next);
    const { sources, postponed } = await readSourceBatch(db, organizationId, wanted, BATCH_BYTES);
    const names = sources.map(({ hash }) => hash);
    const rows = await readBlocks(db, organizationId, names);
    const packed = await runBatch<DrawnSource, Uint8Array | undefined>(
      threads,
      drawDocumentsTask,
      sources.map(({ hash, source }) => {
        const blocks = rows.get(hash)?.blocks;
        return blocks ? { blocks } : { source };
      }),
      // A document that exceeds the limits by itself is drawn only when somebody reads it.
      { lane, deadlineMs: MAX_BATCH_MS, signal, fallback: () => undefined },
    );
    await storePieces(
      db,
      drawn,
      names.map((hash, n) => [hash, packed[n]]),
    );
    onDrawn?.(without(next, postponed));
    waiting = [...postponed, ...waiting.slice(BATCH_DOCUMENTS)];
  }
  return true;
}

function without(hashes: readonly Hash[], others: readonly Hash[]): Hash[] {
  const excluded = new Set(others);
  return hashes.filter((hash) => !excluded.has(hash));
}
