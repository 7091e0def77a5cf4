import { readReferenceText } from '@lectern/openapi/reference/read-text';
import { expect, test } from 'vitest';
import { beginningOf } from './descriptions.ts';

test.each([
  ['A page of **charges**.\n\nMore of them follow.', 'A page of charges.'],
  ['- one\n- two', ''],
  ['word '.repeat(40), `${'word '.repeat(31)}word…`],
  ['無'.repeat(200), `${'無'.repeat(160)}…`],
])('the line of %j', (markdown, line) => {
  expect(beginningOf(readReferenceText(markdown))).toBe(line);
});
