import type { Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { schema } from '../editor/schema/schema.ts';
import { differences } from './differences.ts';

const page = (text: string): Node =>
  schema.node('doc', null, [schema.node('paragraph', { key: 'a' }, [schema.text(text)])]);

// 😀 is U+D83D U+DE00, 😁 is U+D83D U+DE01, and 🨀 is U+D83E U+DE00.
test.each([
  ['x😀y', 'x😁y', '😁'],
  ['x😀y', 'x🨀y', '🨀'],
  ['x😀', 'x😀😁', '😁'],
  ['😁😀', '😀', ''],
  ['x😀y', 'xy', ''],
])('what differs between %s and %s has whole characters', (before, after, changed) => {
  const [difference, ...others] = differences(page(before), page(after));
  expect(others).toEqual([]);
  expect(difference?.slice.content.textBetween(0, difference.slice.size)).toBe(changed);
});
