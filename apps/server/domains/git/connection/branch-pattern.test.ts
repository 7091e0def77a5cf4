import { describe, expect, test } from 'vitest';
import { matchesBranch, refusePattern } from './branch-pattern.ts';

describe('a branch pattern', () => {
  test.each([
    ['docs/*', 'docs/a', true],
    ['docs/*', 'docs/a/b', false],
    ['docs/**', 'docs/a/b', true],
    ['docs/*', 'docs/', true],
    ['*', 'main', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['*-docs', 'x-docs', true],
    ['*-docs', 'x-docs-2', false],
    ['docs', 'docs', true],
    ['docs', 'docs2', false],
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'aXX/bYYc', false],
    ['**/x', 'a/b/x', true],
    ['do.s', 'docs', false],
  ])('%s matches %s: %s', (pattern, branch, isMatch) => {
    expect(matchesBranch(pattern, branch)).toBe(isMatch);
  });

  test.each(['docs/*', '**', 'a-b_c.d/**'])('%s is usable', (pattern) => {
    expect(refusePattern(pattern)).toBeUndefined();
  });

  test.each(['a b', 'a[b]', '/x', '-x', '***', 'a?b', 'a\\b', 'a:b'])('%s is refused', (pattern) => {
    expect(refusePattern(pattern)).toBeDefined();
  });
});
