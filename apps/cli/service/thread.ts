/** The entry point of every thread: it runs one task after the other. */

import type { ThreadTaskKind } from '../../server/platform/threads/thread-task.ts';
import type { RareThreadTaskKind } from './rare-threads.ts';
import { THREAD_TASKS } from './threads.ts';

interface Message {
  kind: ThreadTaskKind;
  input: unknown;
}

export async function runTask({ kind, input }: Message): Promise<unknown> {
  if (!isRare(kind)) return THREAD_TASKS[kind].run(input as never);
  const { RARE_THREAD_TASKS } = await import('./rare-threads.ts');
  return RARE_THREAD_TASKS[kind].run(input as never);
}

const isRare = (kind: ThreadTaskKind): kind is RareThreadTaskKind => !(kind in THREAD_TASKS);
