import { expect, test } from 'vitest';
import { instrument } from './count-blocks.ts';
import { countRegExpSteps } from './count-regexp-steps.ts';
import { COUNTER } from './counter-name.ts';

test.each([
  [/a+b/, 'xxaaab'],
  [/^(?:(a)|b)*$/, 'abab'],
  [/(?<=x)y|z{2,3}/, 'y xy zzzz'],
  [/(["'])(.*?)\1/s, `a "b'c" d`],
  [/\bfoo\b(?!bar)/i, 'afoo FOO'],
  [/(?:a*)*b/, 'aaac'],
  [/\p{L}+\d/u, '漢字7'],
  [/[^\s]+$/m, 'a b\nc d'],
  [/^x/, 'yx'],
  [/x{0,2}?y/, 'xxxy'],
  [/(a)|(b)\2?/, 'bb'],
  [/./gu, '😀'],
])('steps are counted of the match that JavaScript finds: %s', (pattern, text) => {
  const match = pattern.exec(text);
  const expected = match && { start: match.index, end: match.index + match[0].length };
  expect(countRegExpSteps(pattern, text, 0).range).toEqual(expected ?? undefined);
});

test('more steps are counted the more an expression tries in vain', () => {
  const steps = (pattern: RegExp, n: number): number =>
    countRegExpSteps(pattern, `${'a'.repeat(n)}!`, 0).steps;
  expect(steps(/^a+$/, 400) / steps(/^a+$/, 100)).toBeCloseTo(4, 0);
  expect(steps(/a+$/, 400) / steps(/a+$/, 100)).toBeGreaterThan(12);
  expect(steps(/^(a+)+$/, 14) / steps(/^(a+)+$/, 10)).toBeGreaterThan(12);
});

test('each call of a function, each turn of a loop and each spread is counted', () => {
  const code = instrument(
    'const f = (n) => [...Array(n)].map((_, i) => i); for (const x of f(3)) if (x) f(x); while (n < 2) n++;',
  );
  const counts = { count: 0, spread: (value: unknown[]) => value };
  new Function('n', `globalThis.${COUNTER} = this; ${code}`).call(counts, 0);
  // Three calls of f, their six items, and five turns of the loops.
  expect(counts.count).toBe(14);
});
