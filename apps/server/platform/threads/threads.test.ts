import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/git-fixtures.ts';
import { inspectSources, inspectSourcesTask } from '../../content/facts/inspect-sources.ts';
import { WorkMeter } from '../work-meter.ts';
import { ThreadLimitError } from './thread-limit-error.ts';
import { createThreads, type RunOptions } from './threads.ts';

const MAX_HEAP_MB = 64;
const threads = createThreads({
  file: inject('threadFile'),
  count: 1,
  maxHeapMb: MAX_HEAP_MB,
  jobNiceness: 0,
});
afterAll(() => threads.close());

const OPTIONS: RunOptions = { lane: 'job', deadlineMs: 60_000 };
const small = Buffer.from('# A page\n\nSome text.\n');
/** A source whose blocks do not fit into the heap of one of these threads, but are fewer than a document may have. */
const large = Buffer.from('* a\n'.repeat(80_000));

test('a task runs in another thread, while this one goes on', async () => {
  let turns = 0;
  let isDone = false;
  const run = threads.run(inspectSourcesTask, [Buffer.from('* a\n'.repeat(5000))], OPTIONS);
  void run.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns += 1;
    await sleep(1);
  }
  expect((await run)[0]?.problems).toEqual([]);
  expect(turns).toBeGreaterThan(1);
});

test('a task that runs out of memory ends its thread and nothing else', async () => {
  await expect(threads.run(inspectSourcesTask, [large], OPTIONS)).rejects.toEqual(
    new ThreadLimitError('memory'),
  );
  expect(await threads.run(inspectSourcesTask, [small], OPTIONS)).toHaveLength(1);
});

test('a task that takes too long is ended', async () => {
  const options = { ...OPTIONS, deadlineMs: 1 };
  await expect(threads.run(inspectSourcesTask, [large], options)).rejects.toEqual(
    new ThreadLimitError('time'),
  );
  expect(await threads.run(inspectSourcesTask, [small], OPTIONS)).toHaveLength(1);
});

test('a task ends with the reason of its signal', async () => {
  const abort = new AbortController();
  const run = threads.run(inspectSourcesTask, [large], { ...OPTIONS, signal: abort.signal });
  abort.abort(new Error('Given back.'));
  await expect(run).rejects.toThrow('Given back.');
});

test('callers take turns, and one who waits too long is refused', async () => {
  const ended: string[] = [];
  const run = (owner: string, deadlineMs = 60_000): Promise<void> =>
    new WorkMeter(owner, () => {}).measure(async () => {
      await threads.run(inspectSourcesTask, [small], { lane: 'request', deadlineMs });
      ended.push(owner);
    });
  const first = ['a', 'a', 'a', 'a'].map((owner) => run(owner));
  await Promise.all([...first, run('b')]);
  expect(ended.indexOf('b')).toBeLessThan(3);
  const abort = new AbortController();
  const busy = threads.run(inspectSourcesTask, [large], {
    lane: 'request',
    deadlineMs: 60_000,
    signal: abort.signal,
  });
  await expect(run('c', 0)).rejects.toEqual(new ThreadLimitError('time'));
  abort.abort(new Error('Given back.'));
  await expect(busy).rejects.toThrow('Given back.');
});

test('small requests do not wait for large ones, at which organizations take turns', async () => {
  await Promise.all([threads.start('request'), threads.start('large')]);
  const ended: string[] = [];
  const run = async (owner: string, lane: RunOptions['lane'], items: number): Promise<void> => {
    await threads.run(inspectSourcesTask, [Buffer.from('* a\n'.repeat(items))], { ...OPTIONS, lane, owner });
    ended.push(`${lane} ${owner}`);
  };
  const ofFirst = Array.from({ length: 10 }, () => run('first', 'large', 5000));
  await Promise.all([...ofFirst, run('second', 'large', 5000), run('second', 'request', 1)]);
  expect(ended).toHaveLength(12);
  expect(ended.indexOf('request second')).toBeLessThan(5);
  expect(ended.filter((one) => one.startsWith('large')).indexOf('large second')).toBeLessThan(3);
});

test('the time of a task counts for its caller, unless it is the work of a job', async () => {
  const countMeasured = async (lane: RunOptions['lane']): Promise<number> => {
    let measured = 0;
    const meter = new WorkMeter('a', () => {
      measured += 1;
    });
    await meter.measure(() => threads.run(inspectSourcesTask, [small], { ...OPTIONS, lane }));
    return measured;
  };
  const before = await countMeasured('job');
  expect(await countMeasured('request')).toBe(before + 1);
});

test('all threads of a lane can be started before there are tasks for them', async () => {
  const folder = await temporaryDirectory();
  const file = join(folder.path, 'thread.mjs');
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
    import { threadId } from 'node:worker_threads';
    writeFileSync(new URL('started-' + threadId, import.meta.url), '');
    export const runTask = () => undefined;`,
  );
  const started = createThreads({ file, count: 3, jobNiceness: 0 });
  try {
    await started.start('job');
    const files = await readdir(folder.path);
    expect(files.filter((name) => name.startsWith('started-'))).toHaveLength(3);
  } finally {
    await started.close();
    await folder.remove();
  }
});

test('what a task throws is thrown to the caller', async () => {
  await expect(threads.run(inspectSourcesTask, undefined as never, OPTIONS)).rejects.toThrow(TypeError);
});

test('a source that exceeds the memory of a thread is kept unread, and the others are read', async () => {
  const inspected = await inspectSources(threads, [small, large, small]);
  expect(inspected.map(({ texts }) => JSON.parse(texts.facts))).toEqual([
    { title: 'A page' },
    { unreadable: 'too-large' },
    { title: 'A page' },
  ]);
  expect(inspected[1]?.problems).toEqual([
    {
      reason: 'page-too-large',
      line: 1,
      message: expect.stringContaining('takes too much memory for one page. It is kept byte for byte'),
    },
  ]);
});
