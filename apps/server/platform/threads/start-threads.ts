import { defineThreadTask } from './thread-task.ts';

/** Does nothing: a thread that runs it has loaded everything that tasks need. */
export const restTask = defineThreadTask('rest', () => undefined);
