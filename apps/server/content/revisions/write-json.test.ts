import { expect, test } from 'vitest';
import { writeJson } from './write-json.ts';

const noPause = () => undefined;

test.each([
  ['an object', { a: 1, b: undefined, c: new Date(0), d: [undefined, () => 1] }],
  ['a list', [1, undefined, 'a']],
  [
    'long lists',
    {
      before: 'é',
      none: undefined,
      items: Array.from({ length: 300 }, (_, n) => [n, { n }]),
      more: new Array(200).fill(undefined),
    },
  ],
])('%s is written as JSON.stringify writes it', async (_, object) => {
  expect(await writeJson(object, noPause)).toBe(JSON.stringify(object));
});

test('a long list lets others take their turns after each of its items', async () => {
  const countPauses = async (length: number): Promise<number> => {
    let pauses = 0;
    await writeJson({ items: Array.from({ length }, (_, n) => n) }, () => {
      pauses += 1;
      return undefined;
    });
    return pauses;
  };
  expect(await countPauses(500)).toBe(500);
  expect(await countPauses(2000)).toBe(2000);
});
