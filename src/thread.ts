/** The entry point of every thread: it runs one task after the other. */
import { THREAD_TASKS } from './app-threads.ts';
import type { ThreadTaskKind } from './threads/thread-task.ts';

export const runTask = ({ kind, input }: { kind: ThreadTaskKind; input: unknown }): unknown =>
  THREAD_TASKS[kind].run(input as never);
