import { expect, test } from 'vitest';
import { runBatch } from './run-batch.ts';
import { ThreadLimitError } from './thread-limit-error.ts';
import type { ThreadTask } from './thread-task.ts';
import type { Threads } from './threads.ts';

const task: ThreadTask<readonly number[], number[]> = {
  kind: 'draw-documents',
  run: (inputs) => inputs.map((input) => 10 * input),
};

/** Threads that some inputs are too much for; notes what they were given. */
function threadsThatFail(isTooMuch: (input: number) => boolean) {
  const given: unknown[] = [];
  const run: Threads['run'] = async (asked, input) => {
    given.push(input);
    if ((input as readonly number[]).some(isTooMuch)) throw new ThreadLimitError('time');
    return asked.run(input);
  };
  return { threads: { run }, given };
}

const OPTIONS = { lane: 'idle', deadlineMs: 1000, fallback: (input: number) => -input } as const;

test('one input that exceeds the limits costs the others nothing', async () => {
  const { threads, given } = threadsThatFail((input) => input === 2);
  expect(await runBatch(threads, task, [1, 2, 3], OPTIONS)).toEqual([10, -2, 30]);
  expect(given).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('inputs within the limits are run together, and none are not run', async () => {
  const { threads, given } = threadsThatFail(() => false);
  expect(await runBatch(threads, task, [1, 2], OPTIONS)).toEqual([10, 20]);
  expect(await runBatch(threads, task, [], OPTIONS)).toEqual([]);
  expect(given).toEqual([[1, 2]]);
});

test('any other failure is the caller’s', async () => {
  const run = () => Promise.reject(new Error('broken'));
  await expect(runBatch({ run }, task, [1, 2], OPTIONS)).rejects.toThrow('broken');
});
