import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { type PackedPart, packPart } from '@lectern/render/spec-parts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { readKeptSpec } from './kept-specs.ts';

interface DescribeInput {
  /** Names the content of the version. */
  contentHash: string;
  filesystem: Uint8Array;
  wanted: readonly WantedContent[];
}

/** Describes parts of a spec as it is stored, in the order in which they are wanted: as bytes, which are soon copied. */
export const describeSpecTask = defineThreadTask(
  'describe-spec',
  ({ contentHash, filesystem, wanted }: DescribeInput): (PackedPart | undefined)[] => {
    const spec = readKeptSpec(contentHash, filesystem);
    return wanted.map((one) => {
      const described = describeSpec(spec, one);
      return described && packPart(described);
    });
  },
);
