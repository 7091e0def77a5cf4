import { expect, test } from 'vitest';
import { readYaml } from './read-yaml.ts';

test.for<[name: string, text: string, value: string]>([
  ['ends of lines', '"foo\\\n  bar"', 'foobar'],
  ['ends of lines of Windows', '"foo\\\r\n  bar"', 'foobar'],
  ['ends of lines before a space', '"foo\\\n  \\ bar"', 'foo bar'],
  ['control characters', '"\\0\\a\\b\\e\\f\\n\\r\\t\\v"', '\0\x07\b\x1b\f\n\r\t\v'],
  ['tabs, spaces, quotes and slashes', '"\\\t\\ \\"\\/\\\\"', '\t "/\\'],
  ['spaces and ends of lines of Unicode', '"\\N\\_\\L\\P"', '\x85\xa0\u2028\u2029'],
  ['characters by number', '"\\x41\\u00e9\\U0001F600\\uD83D\\uDE00"', 'Aé😀😀'],
])('texts in double quotes can escape %s', ([, text, value]) => {
  expect(readYaml(`a: ${text}\n`)).toMatchObject({ value: { a: value } });
});
