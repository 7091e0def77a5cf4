import { appendTo } from '@lectern/std/long-lists';
import { ThreadLimitError } from './thread-limit-error.ts';
import type { ThreadTask } from './thread-task.ts';
import type { RunOptions, Threads } from './threads.ts';

interface BatchOptions<Input, Output> extends Pick<RunOptions, 'lane' | 'deadlineMs' | 'signal'> {
  /** The output for an input that exceeds the limits of a thread on its own. */
  fallback: (input: Input) => Output;
}

/**
 * Runs a task for several inputs in a thread. If they exceed its limits, each input is run separately, and the fallback
 * is used only for those that exceed the limits on their own.
 */
export async function runBatch<Input, Output>(
  threads: Pick<Threads, 'run'>,
  task: ThreadTask<readonly Input[], Output[]>,
  inputs: readonly Input[],
  options: BatchOptions<Input, Output>,
): Promise<Output[]> {
  const { fallback, ...runOptions } = options;
  if (inputs.length === 0) return [];
  try {
    return await threads.run(task, inputs, runOptions);
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    if (inputs.length === 1) return inputs.map(fallback);
    const outputs: Output[] = [];
    for (const input of inputs) appendTo(outputs, await runBatch(threads, task, [input], options));
    return outputs;
  }
}
