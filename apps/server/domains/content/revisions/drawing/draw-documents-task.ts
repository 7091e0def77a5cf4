import { decodeSource } from '@lectern/content/facts/document-facts';
import type { JSONDocument } from '@lectern/markdown/document';
import { parseAgain } from '@lectern/markdown/parse-again';
import { fillBlocks, type PreparedBlocks } from '@lectern/markdown/prepared-blocks';
import { drawPieces } from '@lectern/render/drawing/draw-pieces';
import { listPieces } from '@lectern/render/list-pieces';
import { packPieces } from '@lectern/render/packed-pieces';
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts';

/** A document by its source, or by the blocks that were made of it, which takes less time. */
export type DrawnSource = { source: Uint8Array } | { blocks: PreparedBlocks };

/** The packed pieces of each document; undefined for one in which there is nothing to draw. */
export const drawDocumentsTask = defineThreadTask(
  'draw-documents',
  async (sources: readonly DrawnSource[]): Promise<(Uint8Array | undefined)[]> => {
    const packed: (Uint8Array | undefined)[] = [];
    for (const source of sources) {
      const wanted = listPieces(readDocument(source).nodes);
      packed.push(packPieces(wanted, await drawPieces(wanted)));
    }
    return packed;
  },
);

/** Without its references: what is drawn does not depend on them. */
const readDocument = (drawn: DrawnSource): JSONDocument =>
  'blocks' in drawn
    ? JSON.parse(String(fillBlocks(drawn.blocks, () => undefined)))
    : parseAgain(decodeSource(drawn.source).text).document;
