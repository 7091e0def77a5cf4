/** What each thread loads: it runs one task after the other. */
import { THREAD_TASKS } from './app-threads.ts';
import type { ThreadTaskKind } from './threads/thread-task.ts';

const runTask = ({ kind, input }: { kind: ThreadTaskKind; input: unknown }): unknown =>
  THREAD_TASKS[kind].run(input as never);

// biome-ignore lint/style/noDefaultExport: The pool calls the default export of the file.
export default runTask;
