import { buffer } from 'node:stream/consumers';
import { MeteredCache } from '../../server/platform/metrics/metered-cache.ts';
import type { BlobStore } from '../../server/platform/storage/blob-store.ts';

/** A blob that is known to exist. */
export interface BlobReference {
  organizationId: string;
  hash: Buffer;
  size: number;
}

export interface BlobCache {
  /** All bytes of a blob; undefined when the store does not have it. Never more than one read of it at a time. */
  get(blob: BlobReference): Promise<Buffer | undefined>;
}

/**
 * The bytes of small blobs that were read lately, at most `maxBytes` of them. A blob never changes, so that nothing in
 * here is ever stale; who may read it is asked before, every time.
 */
export function createBlobCache(blobs: BlobStore, maxBytes: number): BlobCache {
  const cache = new MeteredCache<string, Buffer, BlobReference>('site-files', {
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes.length + 1,
    // A read with a waiting caller is finished even if its entry was evicted in the meantime.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => {
      const stream = await blobs.read(context.organizationId, context.hash);
      return stream && buffer(stream);
    },
  });
  return {
    get: async (blob) => {
      const key = `${blob.organizationId}${blob.hash.toString('latin1')}`;
      return cache.get(key) ?? cache.fetch(key, { context: blob });
    },
  };
}
