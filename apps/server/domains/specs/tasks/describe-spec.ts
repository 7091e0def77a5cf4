import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import type { Json } from '@lectern/openapi/resolve';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { type PackedPart, packPart } from '@lectern/render/spec-parts';
import { LRUCache } from 'lru-cache';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

interface DescribeInput {
  /** Names the content of the version. */
  contentHash: string;
  filesystem: Uint8Array;
  wanted: readonly WantedContent[];
}

/** The specs that a thread keeps as objects, by their compressed sizes: pages of one site are about one or two. */
const MAX_KEPT_BYTES = 4_000_000;
const kept = new LRUCache<string, Json>({ maxSize: MAX_KEPT_BYTES });

/** Describes parts of a spec as it is stored, in the order in which they are wanted: as bytes, which are soon copied. */
export const describeSpecTask = defineThreadTask(
  'describe-spec',
  ({ contentHash, filesystem, wanted }: DescribeInput): (PackedPart | undefined)[] => {
    const spec = kept.get(contentHash) ?? readStoredSpec(filesystem);
    kept.set(contentHash, spec, { size: Math.max(1, filesystem.byteLength) });
    return wanted.map((one) => {
      const described = describeSpec(spec, one);
      return described && packPart(described);
    });
  },
);
