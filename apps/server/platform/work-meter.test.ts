import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findMeter, WorkMeter, waitOutside } from './work-meter.ts';

/** A meter whose clock moves only when the work says that it computes or waits. */
function createMeter() {
  let now = 0;
  let spent = 0;
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  const meter = new WorkMeter(
    'a',
    (milliseconds) => {
      spent += milliseconds;
    },
    () => now,
  );
  const waitFor = (milliseconds: number): Promise<void> =>
    waitOutside(async () => {
      await nextTurn();
      pass(milliseconds);
    });
  return { meter, pass, waitFor, spent: () => spent };
}

test('computing counts, and waiting does not', async () => {
  const { meter, pass, waitFor, spent } = createMeter();
  await meter.measure(async () => {
    pass(1);
    await waitFor(1000);
    pass(10);
    await waitFor(1000);
    pass(100);
  });
  expect(spent()).toBe(111);
});

test('work that fails counts, as does what it computes after a wait that failed', async () => {
  const { meter, pass, spent } = createMeter();
  const failing = meter.measure(async () => {
    pass(1);
    await waitOutside(() => Promise.reject(new Error('Lost.'))).catch(() => pass(10));
    throw new Error('Broken.');
  });
  await expect(failing).rejects.toThrow('Broken.');
  expect(spent()).toBe(11);
});

test('what is computed between waits side by side counts once', async () => {
  const { meter, pass, waitFor, spent } = createMeter();
  await meter.measure(async () => {
    await Promise.all([waitFor(1000).then(() => pass(10)), waitFor(0)]);
    pass(1);
  });
  expect(spent()).toBe(11);
});

test('work that waits for something unknown stops counting at the next turn', async () => {
  const { meter, pass, spent } = createMeter();
  await meter.measure(async () => {
    pass(1);
    await nextTurn();
    await nextTurn();
    pass(1000);
  });
  expect(spent()).toBe(1);
});

test('a task in another thread counts as a whole', async () => {
  const { meter, pass, spent } = createMeter();
  const runTask = async (): Promise<void> => {
    await nextTurn();
    pass(1000);
  };
  await meter.measure(() => waitOutside(() => meter.measureTask(runTask)));
  expect(spent()).toBe(1000);
});

test('work that is not measured waits all the same', async () => {
  expect(findMeter()).toBeUndefined();
  expect(await waitOutside(async () => 1)).toBe(1);
});
