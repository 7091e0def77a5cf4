import { LRUCache } from 'lru-cache';
import { defineThreadTask } from '../../threads/thread-task.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { type DescribedContent, describeSpec } from './describe-spec.ts';
import type { WantedContent } from './operation-reference.ts';

interface DescribeInput {
  /** Names the content of the version. */
  contentHash: string;
  filesystem: Uint8Array;
  wanted: readonly WantedContent[];
}

/** The specs that a thread keeps as objects, by their compressed sizes: pages of one site are about one or two. */
const MAX_KEPT_BYTES = 4_000_000;
const kept = new LRUCache<string, Json>({ maxSize: MAX_KEPT_BYTES });

/** Describes parts of a spec as it is stored, in the order in which they are wanted. */
export const describeSpecTask = defineThreadTask(
  'describe-spec',
  ({ contentHash, filesystem, wanted }: DescribeInput): (DescribedContent | undefined)[] => {
    const spec = kept.get(contentHash) ?? readStoredSpec(filesystem);
    kept.set(contentHash, spec, { size: Math.max(1, filesystem.byteLength) });
    return wanted.map((one) => describeSpec(spec, one));
  },
);
