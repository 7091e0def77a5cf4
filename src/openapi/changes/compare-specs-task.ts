import { defineThreadTask } from '../../threads/thread-task.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { compareSpecs, type SpecComparison } from './compare-specs.ts';

/** Compares two versions as they are stored, in a thread. */
export const compareSpecsTask = defineThreadTask(
  'compare-specs',
  ({ before, after }: { before: Uint8Array; after: Uint8Array }): SpecComparison =>
    compareSpecs(readStoredSpec(before), readStoredSpec(after)),
);
