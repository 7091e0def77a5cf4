import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { WantedPieces } from '../../../rendering/pieces.ts';
import type { Threads } from '../../../threads/threads.ts';
import { startWarmDrawing } from './warm-drawing.ts';

const log = pino({ level: 'silent' });

/** Threads that note what they draw, and say so. */
function noteRuns(onRun: (syntax: string, signal: AbortSignal) => Promise<void>): Pick<Threads, 'run'> {
  return {
    run: (async (_task: unknown, input: WantedPieces, { signal }: { signal: AbortSignal }) => {
      await onRun(input.code[0]?.syntax ?? '', signal);
    }) as Threads['run'],
  };
}

test('common languages are drawn one after the other', async () => {
  const drawn: string[] = [];
  let running = 0;
  await new Promise<void>((resolve) => {
    const threads = noteRuns(async (syntax) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      drawn.push(syntax);
      if (syntax === 'javascript') resolve();
    });
    startWarmDrawing({ threads: threads as Threads, log }, 0);
  });
  expect(drawn).toEqual(['bash', 'json', 'yaml', 'javascript']);
});

test('a service that stops waits for nothing of it', async () => {
  const drawn: string[] = [];
  let stop: (() => Promise<void>) | undefined;
  await new Promise<void>((resolve) => {
    const threads = noteRuns(async (syntax, signal) => {
      drawn.push(syntax);
      resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    stop = startWarmDrawing({ threads: threads as Threads, log }, 0);
  });
  await stop?.();
  expect(drawn).toEqual(['bash']);
  const never = startWarmDrawing(
    { threads: noteRuns(async () => expect.unreachable()) as Threads, log },
    60_000,
  );
  await never();
});
