import { expect, it } from 'vitest';
import { isWithinEdits } from './edit-distance.ts';

it.each([
  ['word', 'word', 0],
  ['', 'ab', 2],
  ['word', 'words', 1],
  ['word', 'wrd', 1],
  ['word', 'ward', 1],
  ['word', 'wrod', 1],
  ['owrd', 'word', 1],
  ['wodr', 'word', 1],
  ['wrodo', 'word', 2],
  ['owdr', 'word', 2],
  ['wxyd', 'word', 2],
  // Letters between two that are swapped count on their own.
  ['axb', 'bxa', 2],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['naïve', 'naive', 1],
  // One character, although it has two code units.
  ['go🚀', 'go🐌', 1],
])('counts the edits between “%s” and “%s”: %i', (left, right, edits) => {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ] as const) {
    expect(isWithinEdits(one, other, edits)).toBe(true);
    expect(isWithinEdits(one, other, edits + 1)).toBe(true);
    if (edits > 0) expect(isWithinEdits(one, other, edits - 1)).toBe(false);
  }
});
