import { createEvaluator } from '@lectern/expressions/evaluator';
import type { Value } from '@lectern/expressions/expression';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printExpression } from '../../../../../../packages/expressions/test/print-expression.ts';
import { randomExpression } from '../../../../../../packages/expressions/test/random-expressions.ts';
import type { ClaimSchema, ClaimsSchema } from '../adaptive-schema/claim-schema.ts';
import { checkCondition } from './check-condition.ts';

const describeClaims = (properties: Record<string, ClaimSchema>): ClaimsSchema => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const flag: ClaimSchema = { type: 'boolean', description: '' };
const text: ClaimSchema = { type: 'string', description: '' };
const oneOf = (...values: string[]): ClaimSchema => ({ type: 'string', description: '', enum: values });
const group = (properties: Record<string, ClaimSchema>): ClaimSchema => ({
  ...describeClaims(properties),
  type: 'object',
  description: '',
});

const SCHEMA = describeClaims({
  plan: oneOf('free', 'pro'),
  beta: flag,
  name: text,
  age: { type: 'number', description: '' },
  teams: { type: 'array', description: '', items: oneOf('a', 'b') },
  unsigned: group({ region: oneOf('eu', 'us') }),
});

const check = (condition: string, schema: ClaimsSchema | undefined = SCHEMA, steps = 1_000_000) =>
  checkCondition(condition, schema, { steps });

describe('a condition', () => {
  test.each([
    ['visitor.claims.plan === "pro"', 'sometimes', []],
    ['visitor.claims.plan === "enterprise"', 'never', []],
    ['visitor.claims.plan === "pro" || !(visitor.claims.plan === "pro")', 'always', []],
    // A claim may be missing, and then no comparison is true.
    ['visitor.claims.plan === "pro" || visitor.claims.plan === "free"', 'sometimes', []],
    ['visitor.claims.plan !== "pro" && visitor.claims.plan !== "free"', 'never', []],
    ['visitor.claims.beta && visitor.claims.plan === undefined', 'sometimes', []],
    ['visitor.claims.unsigned.region === "eu"', 'sometimes', []],
    ['visitor.claims.unsigned.region === "asia"', 'never', []],
    ['visitor.claims.plan.length > 4', 'never', []],
    ['visitor.claims["plan"].startsWith("p")', 'sometimes', []],
    ['visitor.claims[visitor.claims.plan]', 'unknown', []],
    ['visitor.claims.role === "admin"', 'never', ['role']],
    ['visitor.claims.unsigned.plan === "pro" || visitor.claims.beta', 'sometimes', ['unsigned.plan']],
    ['visitor.claims.role === undefined', 'always', ['role']],
    ['visitor.claims.name === "Ada"', 'unknown', []],
    ['visitor.claims.age > 18', 'unknown', []],
    ['visitor.claims.teams.includes("a")', 'unknown', []],
    ['space.vars.version === "2"', 'unknown', []],
    ['true', 'always', []],
    ['Date.now() >= Date.parse("2026-12-01") && visitor.claims.beta', 'unknown', []],
    ['1 > 2', 'never', []],
  ])('%s: %s', (condition, holds, unknownClaims) => {
    expect(check(condition)).toEqual({ holds, unknownClaims });
  });

  test('that is no expression has a place', () => {
    expect(check('visitor.claims. ===').problem).toMatchObject({ line: 1, column: 17 });
  });

  test('on any claim is undecided without a schema', () => {
    expect(checkCondition('visitor.claims.plan === "x"', undefined, { steps: 1000 })).toEqual({
      holds: 'unknown',
      unknownClaims: [],
    });
    expect(checkCondition('false', undefined, { steps: 1000 }).holds).toBe('never');
  });

  test('is undecided when there are too many combinations, or no work may be done', () => {
    const many = describeClaims(Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`c${n}`, flag])));
    const all = Object.keys(many.properties).map((name) => `visitor.claims.${name}`);
    expect(check(all.slice(0, 7).join(' && '), many).holds).toBe('sometimes');
    expect(check(`${all.join(' && ')} && false`, many).holds).toBe('unknown');
    expect(check('visitor.claims', many).holds).toBe('unknown');
    expect(check('visitor.claims.plan === "none"', SCHEMA, 10).holds).toBe('unknown');
  });

  test('costs no more than the budget that all conditions share', () => {
    const budget = { steps: 200 };
    for (let n = 0; n < 100; n += 1) checkCondition('visitor.claims.plan === "none"', SCHEMA, budget);
    expect(budget.steps).toBeLessThanOrEqual(0);
    expect(budget.steps).toBeGreaterThan(-20);
  });
});

/** All claims that visitors can have, listed in another way than the check does: one claim after the other. */
function listAll({ properties }: Pick<ClaimsSchema, 'properties'>): Value[] {
  const [first, ...others] = Object.entries(properties);
  if (!first) return [{}];
  const [name, claim] = first;
  const values =
    claim.type === 'boolean'
      ? [false, true]
      : claim.type === 'string'
        ? (claim.enum as string[])
        : claim.type === 'object'
          ? listAll(claim)
          : [];
  return listAll({ properties: Object.fromEntries(others) }).flatMap((rest) => [
    rest,
    ...values.map((value) => ({ [name]: value, ...(rest as object) }) as Value),
  ]);
}

const FINITE = describeClaims({
  plan: oneOf('free', 'pro', ''),
  claims: flag,
  tags: group({ plan: flag, age: oneOf('plan', 'free') }),
});
const EVERYBODY = listAll(FINITE).map((claims) => createEvaluator({ visitor: { claims } }));

/** Expressions on claims of the schema, and on some that it does not have. */
const claim = fc.constantFrom('plan', 'claims', 'tags.plan', 'tags.age', 'tags', 'absent', 'tags.absent');
const atom = fc.oneof(
  claim.map((path) => `visitor.claims.${path}`),
  fc
    .tuple(
      claim,
      fc.constantFrom('===', '!==', '==', '!='),
      fc.constantFrom('"pro"', '"free"', 'true', 'null', 'undefined', '""'),
    )
    .map(([path, operator, value]) => `visitor.claims.${path} ${operator} ${value}`),
  fc
    .tuple(fc.constantFrom('"plan"', '"age"'), claim)
    .map(([name, path]) => `${name} in visitor.claims.${path}`),
);
const condition = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    tie('node').map((node) => `!(${node})`),
    fc
      .tuple(tie('node'), fc.constantFrom('&&', '||'), tie('node'))
      .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
  ),
})).node;

describe('what is said of a condition', () => {
  test('is what trying everybody shows', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(condition, (written) => {
        fc.pre(written.length <= 1024);
        const results = new Set(EVERYBODY.map((evaluator) => evaluator.holds(written)));
        const expected = results.size === 2 ? 'sometimes' : results.has(true) ? 'always' : 'never';
        const { holds, unknownClaims } = check(written, FINITE);
        expect(holds).toBe(expected);
        expect(unknownClaims).toEqual(
          ['absent', 'tags.absent'].filter((name) => new RegExp(`claims\\.${name}\\b`).test(written)),
        );
        seen.add(holds);
      }),
      { numRuns: 1000 },
    );
    expect([...seen].sort()).toEqual(['always', 'never', 'sometimes']);
  });

  test('is true of any expression', () => {
    fc.assert(
      fc.property(randomExpression, (expression) => {
        const written = printExpression(expression);
        const { holds } = check(written, FINITE);
        if (holds === 'unknown') return;
        const results = new Set(EVERYBODY.map((evaluator) => evaluator.holds(written)));
        expect([...results]).toEqual(
          holds === 'sometimes' ? expect.arrayContaining([true, false]) : [holds === 'always'],
        );
      }),
      { numRuns: 2000 },
    );
  });
});
