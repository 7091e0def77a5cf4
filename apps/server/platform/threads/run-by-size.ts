import type { ThreadTask } from './thread-task.ts';
import type { RunOptions, Threads } from './threads.ts';

/**
 * The characters or bytes of a source up to which work on it runs in place: a millisecond or two, about what handing it
 * to a thread costs.
 */
export const MAX_LENGTH_IN_PLACE = 16_384;

/** Runs a task in place if its input is small, else in a thread. `length`: of the sources that it reads. */
export async function runBySize<Input, Output>(
  threads: Pick<Threads, 'run'>,
  task: ThreadTask<Input, Output>,
  input: Input,
  { length, ...options }: RunOptions & { length: number },
): Promise<Output> {
  return length <= MAX_LENGTH_IN_PLACE ? task.run(input) : threads.run(task, input, options);
}
