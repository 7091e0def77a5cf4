import fc from 'fast-check';
import type { Expression, Value } from '../src/expression.ts';

const NAMES = [
  'visitor',
  'claims',
  'plan',
  'tags',
  'age',
  'absent',
  'length',
  'constructor',
  '__proto__',
  'é',
];

/** Data of the shapes that expressions are written for, with some parts missing. */
export const randomData = fc.record(
  {
    visitor: fc.record(
      {
        claims: fc.record(
          {
            plan: fc.constantFrom('free', 'pro', ''),
            age: fc.integer({ min: -2, max: 2 }),
            tags: fc.array(fc.constantFrom<Value>('free', 'pro', 1, null, true), { maxLength: 4 }),
            nothing: fc.constant(null),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    plan: fc.constantFrom('free', 'pro'),
    tags: fc.array(fc.record({ plan: fc.constantFrom('free', 'pro') }, { requiredKeys: [] }), {
      maxLength: 4,
    }),
  },
  { requiredKeys: [] },
);

const literal = fc
  .constantFrom<undefined | null | boolean | number | string>(
    undefined,
    null,
    true,
    false,
    0,
    1,
    -1,
    2.5,
    1e21,
    1e-7,
    '',
    'free',
    'pro',
    'plan',
    'length',
    'a "quoted" \\ text\n',
    '\u2028😀\ud800',
  )
  .map((value): Expression => ({ kind: 'literal', value }));
const name = fc.constantFrom(...NAMES, 'item', 'some');

/** Any tree, whether or not it makes sense. */
export const randomExpression: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => {
  const node = tie('node');
  const pair = { left: node, right: node };
  return {
    node: fc.oneof(
      { maxDepth: 5, depthSize: 'medium', withCrossShrink: true },
      literal,
      fc.record({ kind: fc.constant('name' as const), name }),
      fc.constant<Expression>({ kind: 'current-time' }),
      fc
        .oneof(
          fc
            .constantFrom('2026-12-01', '2026-12-01T01:30:00.5+02:00', '2024-02-29')
            .map((value): Expression => ({ kind: 'literal', value })),
          // Another literal is not a date, which is an error of the text.
          node.map((text): Expression => (text.kind === 'literal' ? { kind: 'name', name: 'plan' } : text)),
        )
        .map((text): Expression => ({ kind: 'time-of', text })),
      fc.record({ kind: fc.constant('member' as const), object: node, name }),
      fc.record({ kind: fc.constant('element' as const), object: node, index: node }),
      fc.record({ kind: fc.constant('list' as const), items: fc.array(node, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), operand: node }),
      fc.record({
        kind: fc.constant('plain-call' as const),
        object: node,
        method: fc.constant('toLowerCase' as const),
      }),
      fc.record({
        kind: fc.constant('searching-call' as const),
        object: node,
        method: fc.constantFrom('includes' as const, 'startsWith' as const, 'endsWith' as const),
        argument: node,
      }),
      fc.record({
        kind: fc.constant('iterating-call' as const),
        object: node,
        method: fc.constantFrom('some' as const, 'every' as const, 'filter' as const),
        parameter: fc.constantFrom('item', 'plan'),
        body: node,
      }),
      fc.record({
        kind: fc.constant('equality' as const),
        operator: fc.constantFrom('===' as const, '!==' as const, '==' as const, '!=' as const),
        ...pair,
      }),
      fc.record({
        kind: fc.constant('order' as const),
        operator: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
        ...pair,
      }),
      fc.record({ kind: fc.constant('in' as const), ...pair }),
      fc.record({
        kind: fc.constant('logical' as const),
        operator: fc.constantFrom('&&' as const, '||' as const, '??' as const),
        ...pair,
      }),
      fc.record({ kind: fc.constant('choice' as const), condition: node, yes: node, no: node }),
    ),
  };
}).node;
