import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { BlobStore, StagedBlob } from '../../../platform/storage/blob-store.ts';
import { keepStaged } from './receive-upload.ts';
import { checksumMismatch, tooManyPieces, uploadOffsetMismatch } from './upload-errors.ts';
import {
  endPieces,
  insertPiece,
  listPieces,
  type NewPiece,
  type ResumableUpload,
} from './upload-pieces.queries.ts';
import { completeUpload, type UploadKey } from './uploads.queries.ts';

/** However long a request is, no more than this has to be sent again if the process is killed. */
const PIECE_BYTES = 8 * 1024 * 1024;
const MAX_PIECES = 2000;

/** A digest of the bytes of one request. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

interface Append {
  upload: ResumableUpload;
  /** Where the client continues. */
  offset: number;
  body: Readable;
  /** The announced number of bytes, unless the body is chunked. */
  contentLength: number | undefined;
  checksum: Checksum | undefined;
}

/**
 * Receives more bytes of an upload. Each piece is stored before it counts, so that any process can continue after it.
 * The request that brings the last bytes joins the pieces: an upload whose bytes are all acknowledged is complete.
 * With a checksum, the body is one piece, because nothing of it may count before all of it is verified. Returns the new
 * offset.
 */
export async function appendToUpload(
  context: Context,
  { upload, offset, body, contentLength, checksum }: Append,
): Promise<number> {
  const { length } = upload;
  if (offset !== upload.received) throw uploadOffsetMismatch();
  requireFit(contentLength, length - offset);
  let { length: count } = await listPieces(context.db, upload);
  let at = offset;
  const source = new PieceSource(body, checksum);
  const pieceBytes = checksum ? length : PIECE_BYTES;
  try {
    while (at < length && (await source.hasMore())) {
      if (count === MAX_PIECES) throw tooManyPieces(MAX_PIECES);
      const staged = await context.blobs.stage(source.take(Math.min(pieceBytes, length - at)));
      try {
        source.verify();
        await storePiece(context, { upload, start: at, staged });
        at += staged.size;
        count += 1;
      } finally {
        await staged.discard();
      }
    }
  } finally {
    await source.end();
  }
  return at;
}

/** Refuses more bytes than are missing, before any of them is read. */
export function requireFit(contentLength: number | undefined, missing: number): void {
  if (contentLength !== undefined && contentLength > missing)
    throw invalidField('Content-Length', `must not exceed the ${missing} bytes that are missing`);
}

interface Piece {
  upload: ResumableUpload;
  start: number;
  staged: StagedBlob;
}

async function storePiece(context: Context, { upload, start, staged }: Piece): Promise<void> {
  const { hash, size } = staged;
  const piece: NewPiece = { ...upload, start, hash, size };
  if (start === 0 && size === upload.length) return complete(context, { upload, piece, staged });
  await keepStaged(context, { key: upload, name: upload.name, staged });
  if (start + size < upload.length) {
    if (!(await context.transact(({ trx }) => insertPiece(trx, piece)))) throw uploadOffsetMismatch();
    return;
  }
  const hashes = [...(await listPieces(context.db, upload)), hash];
  const joined = await context.blobs.stage(readPieces(context.blobs, upload, hashes));
  try {
    // Another request has completed the upload, and the pieces are gone.
    if (joined.size !== upload.length) throw uploadOffsetMismatch();
    await complete(context, { upload, piece, staged: joined });
  } finally {
    await joined.discard();
  }
}

async function complete(
  context: Context,
  { upload, piece, staged }: { upload: ResumableUpload; piece: NewPiece; staged: StagedBlob },
): Promise<void> {
  const file = await keepStaged(context, { key: upload, name: upload.name, staged });
  const isNext = await context.transact(
    async ({ trx }) => (await endPieces(trx, piece)) && completeUpload(trx, { ...upload, file }),
  );
  if (!isNext) throw uploadOffsetMismatch();
}

async function* readPieces(
  blobs: BlobStore,
  { organizationId }: UploadKey,
  hashes: readonly Buffer[],
): AsyncGenerator<Buffer> {
  for (const hash of hashes) {
    const bytes = await blobs.read(organizationId, hash);
    if (!bytes) throw new Error(`A piece of an upload is missing: ${hash.toString('hex')}.`);
    yield* bytes;
  }
}

/** Cuts a body into pieces without holding them. A client that goes away ends it: what has arrived counts. */
class PieceSource {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #checksum: Checksum | undefined;
  readonly #hash: Hash | undefined;
  #next: Buffer | undefined;

  constructor(body: Readable, checksum: Checksum | undefined) {
    this.#checksum = checksum;
    this.#hash = checksum && createHash(checksum.algorithm);
    // Otherwise the connection would be closed before the response.
    this.#chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  async hasMore(): Promise<boolean> {
    this.#next ??= await this.#read();
    return this.#next !== undefined;
  }

  async *take(maxBytes: number): AsyncGenerator<Buffer> {
    let left = maxBytes;
    while (left > 0 && (await this.hasMore())) {
      const chunk = this.#next as Buffer;
      const part = chunk.subarray(0, left);
      this.#next = chunk.length > left ? chunk.subarray(left) : undefined;
      left -= part.length;
      this.#hash?.update(part);
      yield part;
    }
  }

  /** Throws if what was taken is not what the client has sent. */
  verify(): void {
    if (this.#checksum && !this.#hash?.digest().equals(this.#checksum.digest)) throw checksumMismatch();
  }

  async end(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #read(): Promise<Buffer | undefined> {
    try {
      const { value, done } = await this.#chunks.next();
      return done ? undefined : value;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return undefined;
      throw error;
    }
  }
}
