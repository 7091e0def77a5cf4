import { defineThreadTask } from '../../threads/thread-task.ts';
import { compareSpecs, type SpecComparison } from '../changes/compare-specs.ts';
import { readStoredSpec } from '../stored-spec.ts';
import { type ChangedNames, nameChanges } from './changed-names.ts';

export interface NamedComparison extends SpecComparison {
  names: ChangedNames;
}

/** Compares two versions as they are stored, and collects what pages can name of the changes, in a thread. */
export const nameChangesTask = defineThreadTask(
  'name-changes',
  ({ before, after }: { before: Uint8Array; after: Uint8Array }): NamedComparison => {
    const [old, now] = [readStoredSpec(before), readStoredSpec(after)];
    const compared = compareSpecs(old, now);
    return { ...compared, names: nameChanges(old, now, compared.changes) };
  },
);
