import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { ContentStore, OpenRevision } from '../../server/content/revisions/content-store.ts';
import { documentsOf } from '../../server/content/revisions/revision-view.ts';
import { drawDocuments } from '../../server/domains/content/revisions/drawing/draw-documents.ts';
import type { Context } from '../../server/platform/context.ts';
import type { VisiblePage } from '../visible-page.ts';

/** The drawing of the documents of a space, in a thread. */
export interface DrawingAhead {
  /** Waits until the document is drawn, or is not going to be. */
  waitFor(hash: Hash | undefined): Promise<void>;
  /** Ends the drawing. Never rejects. */
  end(): Promise<void>;
}

/**
 * Draws what pages include, and then the pages in their order, and stores it as the service does. Pages wait for their
 * documents, so that the thread and the main thread are both busy, and nothing is drawn twice.
 */
export function drawAhead(
  context: Pick<Context, 'db' | 'threads'>,
  store: Pick<ContentStore, 'facts'>,
  { open, pages }: { open: OpenRevision; pages: readonly VisiblePage[] },
): DrawingAhead {
  const included = [...itemsOf(open.snapshot.reusables)].map(({ document }) => document);
  const shown = documentsOf(pages);
  const waiting = new Map<Hash, () => void>();
  const drawn = new Map<Hash, Promise<void>>();
  for (const hash of new Set(shown)) drawn.set(hash, new Promise((resolve) => waiting.set(hash, resolve)));
  const controller = new AbortController();
  const { organizationId } = open.space;
  const ended = drawDocuments(context, store, {
    organizationId,
    hashes: [...included, ...shown],
    signal: controller.signal,
    endsAt: Number.POSITIVE_INFINITY,
    lane: 'request',
    onDrawn: (hashes) => {
      for (const hash of hashes) waiting.get(hash)?.();
    },
  })
    // A page whose document is not drawn draws it itself, and reports why it cannot.
    .catch(() => {})
    .then(() => {
      for (const go of waiting.values()) go();
    });
  return {
    waitFor: async (hash) => {
      if (hash !== undefined) await drawn.get(hash);
    },
    end() {
      controller.abort();
      return ended;
    },
  };
}
