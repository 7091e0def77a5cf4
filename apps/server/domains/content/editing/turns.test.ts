import { setImmediate as rest } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('work on the same thing runs one after the other, work on others at once', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await rest();
    steps.push(`${name} ends`);
  };
  await Promise.all([turns.take('a', work('first')), turns.take('a', work('second'))]);
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  steps.length = 0;
  await Promise.all([turns.take('a', work('first')), turns.take('b', work('other'))]);
  expect(steps.slice(0, 2)).toEqual(['first begins', 'other begins']);
});

test('work that fails gives its turn to the next', async () => {
  const turns = new Turns();
  const failed = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
