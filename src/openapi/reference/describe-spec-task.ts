import { defineThreadTask } from '../../threads/thread-task.ts';
import type { Json } from '../resolve.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { describeSpec } from './describe-spec.ts';
import type { SpecReference, WantedReference } from './operation-reference.ts';

interface DescribeInput {
  /** Names the content of the version. */
  contentHash: string;
  filesystem: Uint8Array;
  wanted: readonly WantedReference[];
}

/** The specs that a thread keeps as objects: pages of one site are about one or two. */
const MAX_KEPT = 2;
const kept = new Map<string, Json>();

/** Describes parts of a spec as it is stored, in the order in which they are wanted. */
export const describeSpecTask = defineThreadTask(
  'describe-spec',
  ({ contentHash, filesystem, wanted }: DescribeInput): (SpecReference | undefined)[] => {
    const spec = kept.get(contentHash) ?? readStoredSpec(filesystem);
    kept.delete(contentHash);
    kept.set(contentHash, spec);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
    return wanted.map((one) => describeSpec(spec, one));
  },
);
