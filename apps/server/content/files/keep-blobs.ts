import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import type { BlobSource, BlobStore } from '../../platform/storage/blob-store.ts';
import { insertBlobs, type NewBlob } from './blobs.repository.ts';

/**
 * Ensures that no sweep deletes files that were stored before and that a revision is about to name. Returns the hashes
 * of those whose bytes are gone.
 */
export async function renewBlobs(
  { db, blobs }: { db: Kysely<DB>; blobs: BlobStore },
  organizationId: string,
  files: readonly NewBlob[],
): Promise<Hash[]> {
  await insertBlobs(db, organizationId, files);
  const missing: Hash[] = [];
  for (const { hash, size } of files)
    if ((await blobs.findSize(organizationId, hashToBytes(hash))) !== size) missing.push(hash);
  return missing;
}

/**
 * Stores the bytes of files that a revision is about to name. The rows come first and are committed separately: a sweep
 * deletes bytes only while it locks the place of their row, so bytes found there are not about to be deleted, and bytes
 * without a row belong to nothing. Files that never get a revision are deleted by a later sweep.
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
