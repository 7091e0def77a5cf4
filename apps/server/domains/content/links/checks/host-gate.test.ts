import { expect, test } from 'vitest';
import { HostGate } from './host-gate.ts';

const OPEN = new AbortController().signal;

test('one request at a time to a host, with a pause after each, whether it worked or not', async () => {
  const seen: string[] = [];
  const gate = new HostGate(async () => {
    seen.push('pause');
  });
  const ask = (name: string, fails = false): Promise<void> =>
    gate.pass('a', OPEN, async () => {
      seen.push(`${name} begins`);
      await new Promise(setImmediate);
      seen.push(`${name} ends`);
      if (fails) throw new Error('refused');
    });
  const asked = await Promise.allSettled([ask('first', true), ask('second')]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(seen.slice(0, 5)).toEqual(['first begins', 'first ends', 'pause', 'second begins', 'second ends']);
});

test('two hosts do not wait for each other', async () => {
  const gate = new HostGate(async () => {});
  const waits: (() => void)[] = [];
  const first = gate.pass('a', OPEN, () => new Promise<void>((resolve) => waits.push(resolve)));
  await gate.pass('b', OPEN, async () => {});
  for (const end of waits) end();
  await first;
  expect(waits).toHaveLength(1);
});

test('who waits when all is stopped asks no more', async () => {
  const controller = new AbortController();
  const gate = new HostGate(async () => {});
  const first = gate.pass('a', controller.signal, async () => controller.abort(new Error('stopped')));
  const second = gate.pass('a', controller.signal, async () => 'asked');
  await first;
  await expect(second).rejects.toThrow('stopped');
});
