import { outlineSpec, type SpecOutline } from '@lectern/openapi/outline-spec';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

/** Outlines a version that an earlier release stored. */
export const outlineSpecTask = defineThreadTask(
  'outline-spec',
  ({ filesystem }: { filesystem: Uint8Array }): SpecOutline => outlineSpec(readStoredSpec(filesystem)),
);
