import { measure, storeBytes, storeDurations } from '../metrics/meters.ts';
import { inSpan } from '../tracing/tracing.ts';
import type { BlobStore, StagedBlob } from './blob-store.ts';
import { StorageError } from './storage-error.ts';

const written = storeBytes.of('written');

/** The store with its operations in the metrics. */
export function meterStore(store: BlobStore): BlobStore {
  const timed = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    measure(
      (milliseconds, outcome) => storeDurations.observe(milliseconds, operation, outcome),
      () => inSpan(`store ${operation}`, { kind: 'client' }, () => work()),
      describeEnd,
    );
  const stageMetered = (staged: StagedBlob): StagedBlob => ({
    hash: staged.hash,
    size: staged.size,
    readHead: (length) => staged.readHead(length),
    keep: async (organizationId) => {
      await timed('keep', () => staged.keep(organizationId));
      written.value += staged.size;
    },
    discard: () => staged.discard(),
  });
  return {
    async put(organizationId, source) {
      const stored = await timed('put', () => store.put(organizationId, source));
      written.value += stored.size;
      return stored;
    },
    stage: async (source) => stageMetered(await timed('stage', () => store.stage(source))),
    read: (organizationId, hash, range) => timed('read', () => store.read(organizationId, hash, range)),
    findSize: (organizationId, hash) => timed('find-size', () => store.findSize(organizationId, hash)),
    delete: (organizationId, hash) => timed('delete', () => store.delete(organizationId, hash)),
    deleteAll: (organizationId, signal) => timed('delete-all', () => store.deleteAll(organizationId, signal)),
    list: (organizationId) => store.list(organizationId),
    check: () => timed('check', () => store.check()),
    isFull: () => store.isFull(),
    close: () => store.close(),
  };
}

/** What the caller did, such as an upload that was broken off, is no failure of the store. */
function describeEnd(end: { result: unknown } | { error: unknown }): string {
  if ('result' in end) return 'ok';
  if (!(end.error instanceof StorageError)) return 'broken-off';
  return end.error.isOutOfSpace ? 'full' : 'failed';
}
