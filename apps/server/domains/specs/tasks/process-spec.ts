import { processSpec } from '@lectern/openapi/process-spec';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';

/** Processes a spec in a thread. */
export const processSpecTask = defineThreadTask('process-spec', processSpec);
