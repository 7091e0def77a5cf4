import { parseAgain } from '../../../content/documents/parse-again.ts';
import { decodeSource } from '../../../content/facts/document-facts.ts';
import { drawPieces } from '../../../rendering/drawing/draw-pieces.ts';
import { listPieces } from '../../../rendering/list-pieces.ts';
import { packPieces } from '../../../rendering/packed-pieces.ts';
import { defineThreadTask } from '../../../threads/thread-task.ts';

/** The packed pieces of each document; undefined for one in which there is nothing to draw. */
export const drawDocumentsTask = defineThreadTask(
  'draw-documents',
  async (sources: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> => {
    const packed: (Uint8Array | undefined)[] = [];
    for (const source of sources) {
      const wanted = listPieces(parseAgain(decodeSource(source).text).document.nodes);
      packed.push(packPieces(wanted, await drawPieces(wanted)));
    }
    return packed;
  },
);
