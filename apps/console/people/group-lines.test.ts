import { expect, test } from 'vitest';
import { readLines, writeLines } from './group-lines.ts';

test('reads what it writes, with names that contain equals signs', () => {
  const pairs: [string, string][] = [
    ['cn=engineers,dc=example', 'Engineers'],
    ['leads', 'Creator'],
  ];
  expect(readLines(writeLines(pairs))).toEqual(pairs);
});

test('keeps a line without a separator, so that the service can say what is missing', () => {
  expect(readLines(' engineers \n\n')).toEqual([['engineers', '']]);
});
