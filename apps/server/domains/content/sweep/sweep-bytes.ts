import type { Context } from '../../../platform/context.ts';
import type { ListedBlob } from '../../../platform/storage/blob-store.ts';
import { findHashesWithoutBlob, type SweepOptions, whileWithoutBlob } from './sweep.repository.ts';

const BATCH = 500;

/**
 * Deletes the bytes without a blob's row: those of rows that a sweep deleted, and those that a killed import of an
 * earlier release left. See `keepBlobs` for why no writer can be about to use them.
 */
export async function sweepBytes(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  { organizationId, before, signal }: SweepOptions,
): Promise<{ files: number; bytes: number }> {
  const swept = { files: 0, bytes: 0 };
  for await (const listed of inBatches(blobs.list(organizationId))) {
    signal.throwIfAborted();
    const sizes = new Map(
      listed.flatMap(({ hash, size, storedAt }) =>
        storedAt < before ? [[hash.toString('hex'), size] as const] : [],
      ),
    );
    const hashes = [...sizes.keys()].map((name) => Buffer.from(name, 'hex'));
    for (const hash of await findHashesWithoutBlob(db, organizationId, hashes)) {
      signal.throwIfAborted();
      const isDeleted = await whileWithoutBlob(db, { organizationId, hash }, () =>
        blobs.delete(organizationId, hash),
      );
      if (!isDeleted) continue;
      swept.files += 1;
      swept.bytes += sizes.get(hash.toString('hex')) ?? 0;
    }
  }
  return swept;
}

async function* inBatches(listed: AsyncIterable<ListedBlob>): AsyncGenerator<ListedBlob[]> {
  let batch: ListedBlob[] = [];
  for await (const blob of listed) {
    batch.push(blob);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
