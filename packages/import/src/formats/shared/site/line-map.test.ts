import { expect, test } from 'vitest';
import { reportBefore } from './line-map.ts';

const lineOf = (before: string[], after: string[], line: number): number | undefined => {
  let found: number | undefined;
  const report = reportBefore(
    (problem) => {
      found = problem.line;
    },
    { before: before.join('\n'), after: after.join('\n'), offset: 10 },
  );
  report({ line: line + 10, reason: 'x', message: 'x' });
  return found === undefined ? undefined : found - 10;
};

test.each<[string, string[], string[]]>([
  ['inserted', ['a', 'include', 'b', 'c'], ['a', 'x', 'y', 'z', 'b', 'c']],
  ['removed', ['a', '{#', 'x', '#}', 'b', 'c'], ['a', 'b', 'c']],
  [
    'inserted twice, with lines that are equal',
    ['a', '', 'i', '', 'b', '', 'i', '', 'c'],
    ['a', '', 'x', '', 'y', '', 'b', '', 'x', '', 'y', '', 'c'],
  ],
])('lines that stay have their number when others are %s', (_, before, after) => {
  for (const line of ['a', 'b', 'c'].filter((each) => after.includes(each)))
    expect(lineOf(before, after, after.indexOf(line) + 1), line).toBe(before.indexOf(line) + 1);
});

test('an inserted line has the number of a line between those around it', () => {
  const after = ['a', 'x', 'y', 'z', 'b'];
  for (const line of [2, 3, 4]) expect(lineOf(['a', 'include', 'b'], after, line)).toBe(2);
});
