import { defineThreadTask } from '../threads/thread-task.ts';
import { processSpec } from './process-spec.ts';

/** Processes a spec in a thread. */
export const processSpecTask = defineThreadTask('process-spec', processSpec);
