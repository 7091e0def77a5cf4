/** A part of a table: whole rows in the text format of `COPY`. */
export interface RowChunk {
  bytes: Buffer;
  rows: number;
}

export interface ChunkSizes {
  min: number;
  average: number;
  max: number;
}

const SIZES: ChunkSizes = { min: 256 * 1024, average: 1024 * 1024, max: 4 * 1024 * 1024 };
const NEWLINE = 10;
/** The end of a row suffices to recognize it again. */
const HASHED_BYTES = 64;

/**
 * Cuts rows into chunks whose boundaries depend on the rows around them: an inserted, changed or deleted row changes its
 * own chunk and at most the next one, and a later backup shares all others. A row that is longer than `max` is a chunk
 * of its own.
 */
export async function* cutRows(
  text: AsyncIterable<Buffer>,
  sizes: ChunkSizes = SIZES,
): AsyncGenerator<RowChunk> {
  let parts: Buffer[] = [];
  let size = 0;
  let rows = 0;
  const take = (): RowChunk => {
    const chunk = { bytes: Buffer.concat(parts, size), rows };
    parts = [];
    size = 0;
    rows = 0;
    return chunk;
  };
  for await (const row of splitRows(text)) {
    parts.push(row);
    size += row.length;
    rows += 1;
    if (size >= sizes.max || (size >= sizes.min && isBoundary(row, sizes.average - sizes.min))) yield take();
  }
  if (rows > 0) yield take();
}

/** Rows, each with its newline: the text format has no other newlines. */
export async function* splitRows(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const piece of text) {
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const row = piece.subarray(start, end + 1);
      yield begun.length === 0 ? row : Buffer.concat([...begun, row]);
      begun = [];
      start = end + 1;
    }
    if (start < piece.length) begun.push(piece.subarray(start));
  }
  if (begun.length > 0) throw new Error('The text of a table ended in the middle of a row.');
}

/** Long rows are boundaries more often, so that chunks have the average size whatever the length of the rows. */
const isBoundary = (row: Buffer, distance: number): boolean =>
  hashEnd(row) < Math.min(1, row.length / Math.max(1, distance)) * 2 ** 32;

/** FNV-1a, and the finalizer of MurmurHash, without which similar rows have similar values. */
function hashEnd(row: Buffer): number {
  let hash = 0x811c9dc5;
  for (let at = Math.max(0, row.length - HASHED_BYTES); at < row.length; at += 1)
    hash = Math.imul(hash ^ (row[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
