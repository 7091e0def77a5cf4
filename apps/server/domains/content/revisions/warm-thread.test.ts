import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { startWarmThread } from './warm-thread.ts';

const log = pino({ level: 'silent' });

/** Threads that note which tasks they run, and run them here. */
function noteRuns(onRun: (kind: string, signal: AbortSignal) => Promise<void>): Threads {
  const run = async (
    task: ThreadTask<unknown, unknown>,
    input: unknown,
    { signal }: { signal: AbortSignal },
  ) => {
    await onRun(task.kind, signal);
    return task.run(input);
  };
  return { run: run as Threads['run'] } as Threads;
}

test('common languages are drawn and a page is rendered, one after the other', async () => {
  const kinds: string[] = [];
  const warn = vi.spyOn(log, 'warn');
  let running = 0;
  const threads = noteRuns(async (kind) => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    kinds.push(kind);
  });
  const stop = startWarmThread({ threads, log }, 0);
  await vi.waitFor(() => expect(kinds).toHaveLength(6), { timeout: 10_000 });
  await stop();
  expect(kinds).toEqual([...Array(4).fill('draw-pieces'), 'list-targets', 'render-html']);
  expect(warn).not.toHaveBeenCalled();
});

test('a service that stops waits for nothing of it', async () => {
  const kinds: string[] = [];
  let stop: (() => Promise<void>) | undefined;
  await new Promise<void>((resolve) => {
    const threads = noteRuns(async (kind, signal) => {
      kinds.push(kind);
      resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    stop = startWarmThread({ threads, log }, 0);
  });
  await stop?.();
  expect(kinds).toEqual(['draw-pieces']);
  const never = startWarmThread({ threads: noteRuns(async () => expect.unreachable()), log }, 60_000);
  await never();
});
