import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindOfProblem } from './problem-kinds.ts';

/** The reasons in the table below a heading of a page of the documentation. */
function readReasons(page: string, start: string): string[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const [, after = ''] = text.split(start);
  const [table = ''] = after.split('| Reason | Meaning |')[1]?.split('\n\n') ?? [];
  return [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
  );
}

test.each([
  ['imports', 'api/import-content.md', '## Problems'],
  ['syncs', 'api/git-sync.md', '## Operations'],
])('every reason that is documented for %s has words of its own', (_, page, start) => {
  const reasons = readReasons(page, start);
  expect(reasons.length).toBeGreaterThan(15);
  expect(reasons.filter((reason) => kindOfProblem(reason) === 'other')).toEqual([]);
});

test('a reason of a later version is another note', () => {
  expect(kindOfProblem('later')).toBe('other');
  expect(kindOfProblem(undefined)).toBe('other');
});
