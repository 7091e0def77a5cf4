import { inject } from 'vitest';
import { createThreads, type Threads } from '../apps/server/platform/threads/threads.ts';

let threads: Threads | undefined;

/** The threads of this worker process, shared by its tests; they end with the process. */
export function testThreads(): Threads {
  threads ??= createThreads({ file: inject('threadFile'), count: 1, jobNiceness: 0 });
  return threads;
}
