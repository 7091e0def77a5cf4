import { compareSpecs, type SpecComparison } from '@lectern/openapi/changes/compare-specs';
import { type ChangedNames, nameChanges } from '@lectern/openapi/mentions/changed-names';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

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
