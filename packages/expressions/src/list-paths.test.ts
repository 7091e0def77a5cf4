import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomData, randomExpression } from '../test/random-expressions.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import type { Value } from './expression.ts';
import { listPaths, type Path } from './list-paths.ts';
import { parseExpression } from './parse-expression.ts';

test.each([
  ['true', []],
  ['visitor.claims.plan === "pro" || visitor?.claims?.plan === "team"', ['visitor.claims.plan']],
  ['visitor.claims.b && visitor.claims.a', ['visitor.claims.a', 'visitor.claims.b']],
  ['visitor.claims && visitor.claims.plan', ['visitor.claims']],
  ['reviews[0].status', ['reviews.0.status']],
  ['reviews[visitor.index].status', ['reviews', 'visitor.index']],
  ['reviews.some(r => r.status === wanted.status)', ['reviews', 'wanted.status']],
  ['reviews.filter(r => r.ok).length', ['reviews']],
  ['a.some(x => x) || x.y', ['a', 'x.y']],
  ['(a ?? b).c', ['a', 'b']],
  ['subject.toLowerCase().includes(word) ? [d] : !(e in f)', ['d', 'e', 'f', 'subject', 'word']],
])('%s depends on %j', (text, expected) => {
  const { expression } = parseExpression(text);
  expect(expression && listPaths(expression).map((path) => path.join('.'))).toEqual(expected);
});

/** The data without everything that no path leads to or through. */
function keepOnly(value: Value, paths: readonly Path[]): Value {
  if (paths.some((path) => path.length === 0)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const below = (name: string): Path[] => paths.flatMap((path) => (path[0] === name ? [path.slice(1)] : []));
  if (Array.isArray(value)) return value.map((item, index) => keepOnly(item, below(String(index))));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, keepOnly(inner, below(name))]),
  );
}

test('an expression has the same result over the data that it depends on alone', () => {
  fc.assert(
    fc.property(randomExpression, randomData, (expression, data) => {
      const paths = listPaths(expression);
      const less = keepOnly(data as Value, paths) as object;
      expect(evaluateExpression(expression, less).value).toEqual(evaluateExpression(expression, data).value);
    }),
    { numRuns: 2000 },
  );
});
