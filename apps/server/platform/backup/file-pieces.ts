import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { parseBytes } from './copy-text.ts';

/** The size of the parts of files, which are in memory while they are compressed and encrypted. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** A file as the row of `blob` names it. */
export interface NamedFile {
  organizationId: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: string;
  size: number;
}

/** `fields`: the organization, the hash and the size. */
export const readFile = ([organizationId, hash, size]: readonly (string | null)[]): NamedFile => ({
  organizationId: organizationId ?? '',
  hash: parseBytes(hash ?? '').toString('hex'),
  size: Number(size),
});

/** An empty file has one part, which is empty. */
export const countPieces = (size: number): number => Math.max(1, Math.ceil(size / PIECE_BYTES));

/** What determines the bytes of a part. Organizations share it, because only the hash of the file counts. */
export const pieceContent = ({ hash }: Pick<NamedFile, 'hash'>, piece: number): string =>
  `file ${hash} ${piece}`;

/** Cuts a file into its parts. Returns whether the whole had the hash and the size. */
export async function cutFile(
  file: NamedFile,
  source: AsyncIterable<Buffer>,
  take: (piece: Buffer, index: number) => Promise<void>,
): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  let index = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    await take(Buffer.concat(parts, length), index);
    index += 1;
    parts = [];
    length = 0;
  };
  await pipeline(source, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        const part = chunk.subarray(at, at + PIECE_BYTES - length);
        parts.push(part);
        length += part.length;
        at += part.length;
        if (length === PIECE_BYTES) await flush();
      }
    }
  });
  if (length > 0 || index === 0) await flush();
  return size === file.size && hash.digest('hex') === file.hash;
}
