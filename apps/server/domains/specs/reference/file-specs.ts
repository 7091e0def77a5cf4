import { buffer } from 'node:stream/consumers';
import type { FileEntry } from '@lectern/content/tree/entries';
import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import { MAX_FILE_BYTES } from '@lectern/openapi/openapi-limits';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../platform/context.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { convertFileTask } from '../tasks/convert-file.ts';
import { laneOfSpec } from './find-spec.ts';

const CACHE_BYTES = 16_000_000;
const DEADLINE_MS = 30_000;

/** The filesystem of the spec in a file of a space, compressed; undefined if the file is no spec that can be shown. */
export type ReadFileSpec = (
  organizationId: string,
  file: Pick<FileEntry, 'blob' | 'size'>,
) => Promise<Uint8Array | undefined>;

/** Files never change: the result for a file is kept in memory, even if the file is not a spec. */
export function createReadFileSpec({ blobs, threads }: Pick<Context, 'blobs' | 'threads'>): ReadFileSpec {
  const kept = new LRUCache<string, { filesystem: Uint8Array | undefined }>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ filesystem }) => 200 + (filesystem?.length ?? 0),
  });

  async function read(organizationId: string, blob: Hash): Promise<Uint8Array | undefined> {
    const stream = await blobs.read(organizationId, hashToBytes(blob));
    if (!stream) return undefined;
    const bytes = await buffer(stream);
    return await threads.run(
      convertFileTask,
      { contentHash: blob, bytes },
      { lane: laneOfSpec(bytes.length), deadlineMs: DEADLINE_MS, owner: organizationId },
    );
  }

  return async (organizationId, { blob, size }) => {
    if (size > MAX_FILE_BYTES) return undefined;
    const known = kept.get(blob);
    if (known) return known.filesystem;
    try {
      const filesystem = await read(organizationId, blob);
      kept.set(blob, { filesystem });
      return filesystem;
    } catch (error) {
      // Tried again the next time: the machine may have been busy.
      if (error instanceof ThreadLimitError) return undefined;
      throw error;
    }
  };
}
