import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WorkLocal } from './work-local.ts';

test('a value is known to what its work waits for, and to nothing else', async () => {
  const names = new WorkLocal<string>();
  const seen: (string | undefined)[] = [];
  const look = async () => {
    await turn();
    seen.push(names.value);
  };
  const first = names.run('first', look);
  seen.push(names.value);
  const second = names.run('second', () => names.run('inner', look));
  await Promise.all([first, second]);
  expect(seen).toEqual([undefined, 'first', 'inner']);
  expect(names.value).toBeUndefined();
});

test('a value is known until its own work ends, also while other work ends', async () => {
  const names = new WorkLocal<string>();
  await names.run('long', async () => {
    await names.run('short', async () => undefined);
    await turn();
    expect(names.value).toBe('long');
  });
});

test('what work leaves behind does not keep it, and later work has its own value', async () => {
  const names = new WorkLocal<string>();
  let left: Promise<string | undefined> | undefined;
  await names.run('first', async () => {
    left = turn().then(() => names.value);
  });
  expect(await left).toBeUndefined();
  expect(await names.run('second', async () => names.value)).toBe('second');
});

test('what fails ends like everything else', async () => {
  const names = new WorkLocal<string>();
  await expect(names.run('failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(
    names.run('failing', () => {
      throw new Error('at once');
    }),
  ).rejects.toThrow('at once');
  expect(names.value).toBeUndefined();
});
