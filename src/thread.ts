/** The entry point of every thread: it runs one task after the other. */
import type { RareThreadTaskKind } from './app-rare-threads.ts';
import { THREAD_TASKS } from './app-threads.ts';
import type { ThreadTaskKind } from './threads/thread-task.ts';

interface Message {
  kind: ThreadTaskKind;
  input: unknown;
}

export async function runTask({ kind, input }: Message): Promise<unknown> {
  if (!isRare(kind)) return THREAD_TASKS[kind].run(input as never);
  const { RARE_THREAD_TASKS } = await import('./app-rare-threads.ts');
  return RARE_THREAD_TASKS[kind].run(input as never);
}

const isRare = (kind: ThreadTaskKind): kind is RareThreadTaskKind => !(kind in THREAD_TASKS);
