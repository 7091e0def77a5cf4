import { compareSpecs, type SpecComparison } from '@lectern/openapi/changes/compare-specs';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

/** Compares two versions as they are stored, in a thread. */
export const compareSpecsTask = defineThreadTask(
  'compare-specs',
  ({ before, after }: { before: Uint8Array; after: Uint8Array }): SpecComparison =>
    compareSpecs(readStoredSpec(before), readStoredSpec(after)),
);
