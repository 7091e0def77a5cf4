import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { BlobSource, BlobStore } from '../../storage/blob-store.ts';
import { hashToBytes } from '../tree/hash.ts';
import { insertBlobs, type NewBlob } from './blobs.repository.ts';

/**
 * Keeps the bytes of files that a revision is about to name. The rows come first and are committed by themselves: a
 * sweep deletes bytes only while it holds the place of their row, so that bytes which are found there cannot be on their
 * way out, and bytes without a row are nobody's. Whatever never gets its revision goes with a later sweep.
 */
export async function keepBlobs(
  { db, blobs }: { db: Kysely<DB>; blobs: BlobStore },
  organizationId: string,
  files: readonly { blob: NewBlob; source: BlobSource }[],
): Promise<void> {
  await insertBlobs(
    db,
    organizationId,
    files.map(({ blob }) => blob),
  );
  for (const { blob, source } of files) {
    const stored = await blobs.put(organizationId, source);
    if (!stored.hash.equals(hashToBytes(blob.hash)))
      throw new Error(`The bytes of the file ${blob.hash} are not what they were.`);
  }
}
