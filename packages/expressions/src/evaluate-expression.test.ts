import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomData, randomExpression } from '../test/random-expressions.ts';
import { evaluateExpression, isTruthy } from './evaluate-expression.ts';
import { createEvaluator } from './evaluator.ts';
import type { Expression, Value } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

function parse(text: string): Expression {
  const { expression, problem } = parseExpression(text);
  if (!expression) throw new Error(problem.message);
  return expression;
}

const evaluate = (text: string, data: object): Value => evaluateExpression(parse(text), data).value;

const DATA = {
  visitor: { claims: { plan: 'pro', age: 3, isBeta: true, tags: ['a', 'b'], nothing: null } },
  changeRequest: { subject: 'Add a page' },
  reviews: [
    { status: 'approved', reviewer: { id: 'u1' } },
    { status: 'changes-requested', reviewer: { id: 'u2' } },
  ],
  empty: [],
};

test.each<[string, Value]>([
  ['visitor.claims.plan === "pro"', true],
  ['visitor.claims.plan !== "pro"', false],
  ['visitor.claims.isBeta == true', true],
  ['visitor?.claims?.["plan"]', 'pro'],
  ['visitor.claims.age >= 3 && visitor.claims.age < 4', true],
  ['visitor.claims.age > "2"', false],
  ['visitor.claims.age == "3"', false],
  ['"b" in visitor.claims.tags', true],
  ['0 in visitor.claims.tags', false],
  ['"plan" in visitor.claims', true],
  ['"toString" in visitor.claims', false],
  ['visitor.claims.plan in ["pro", "team"]', true],
  ['["pro", "team"].includes(visitor.claims.plan)', true],
  ['visitor.claims.plan.includes("r")', true],
  ['changeRequest.subject.toLowerCase().startsWith("add")', true],
  ['changeRequest.subject.endsWith("page")', true],
  ['changeRequest.subject.length > 5', true],
  ['reviews.length === 2', true],
  ['reviews[0].status', 'approved'],
  ['reviews[-1]', undefined],
  ['reviews[0.5]', undefined],
  ['reviews.some(r => r.status === "approved")', true],
  ['reviews.every(r => r.status === "approved")', false],
  ['reviews.filter(r => r.status === "approved").length', 1],
  ['reviews.some(r => reviews.some(other => other.reviewer.id !== r.reviewer.id))', true],
  ['reviews.some(reviews => reviews.status === "approved")', true],
  ['empty.every(r => false)', true],
  ['empty.some(r => true)', false],
  ['visitor.claims.plan ? "yes" : "no"', 'yes'],
  ['visitor.claims.nothing ?? "none"', 'none'],
  ['visitor.claims.absent ?? "none"', 'none'],
  ['visitor.claims.nothing === null', true],
  ['visitor.claims.nothing === undefined', false],
  ['visitor.claims.nothing == undefined', true],
  ['reviews === reviews', true],
  ['[1] === [1]', false],
  ['[1, [2]]', [1, [2]]],
])('%s', (text, expected) => {
  expect(evaluate(text, DATA)).toEqual(expected);
});

describe('what is missing', () => {
  test.each([
    'absent === "pro"',
    'absent !== "pro"',
    'absent == 1',
    'absent != 1',
    'absent === absent',
    'absent !== null',
    'absent < 1',
    'absent >= 1',
    '!(absent.includes("a") || absent.a.b[0] === 1)  === false',
    'absent in visitor.claims',
    'absent in [absent]',
    '[absent].includes(absent)',
    'absent.startsWith("")',
    'absent.every(a => true)',
    'absent.toLowerCase() === "a"',
    'absent.filter(a => true).length >= 0',
    'visitor.claims.plan.a.b.c !== 1',
  ])('makes it false: %s', (text) => {
    expect(evaluate(text, DATA)).toBe(false);
  });

  test.each([
    'absent === undefined',
    'undefined == absent',
    'absent == null',
    'visitor.claims.plan !== undefined',
    'visitor.claims.plan != null',
    '!(visitor.claims.plan === undefined)',
    '!absent',
  ])('can be asked for: %s', (text) => {
    expect(evaluate(text, DATA)).toBe(true);
  });
});

describe('only own properties of plain data are read:', () => {
  class Account {
    secret = 'secret';
  }
  const hostile = {
    get computed() {
      throw new Error('read');
    },
    account: new Account(),
    at: new Date(0),
    run: () => 'run',
    text: 'abc',
    list: [1],
    own: JSON.parse('{"__proto__": "own", "constructor": 1}'),
  };

  test.each([
    'computed',
    'account',
    'account.secret',
    'at',
    'run',
    'constructor',
    '__proto__',
    'hasOwnProperty',
    'text.constructor',
    'text.__proto__',
    'text[0]',
    'text["at"]',
    'list.constructor',
    'list["map"]',
    'list.some',
    'list["0"].constructor',
    'own.toString',
    'globalThis',
    'process',
  ])('%s is missing', (text) => {
    expect(evaluate(text, hostile)).toBeUndefined();
  });

  test('a name of an inherited property is a name like others', () => {
    expect(evaluate('own.__proto__ === "own" && own["constructor"] === 1', hostile)).toBe(true);
    expect(evaluate('secret', new Account())).toBeUndefined();
  });
});

const NOW = new Date('2026-12-01T00:00:00.000Z');
const TIMES = new Set(['2026-12-01', '2026-12-01T01:30:00.5+02:00', '2024-02-29']);

/** Evaluates in another way: every operator is a rule over the values of its operands, and nothing is skipped. */
function model(node: Expression, names: ReadonlyMap<string, Value>): Value {
  const of = (child: Expression): Value => model(child, names);
  const own = (object: Value, key: Value): Value => {
    if (key === 'length' && (typeof object === 'string' || Array.isArray(object))) return object.length;
    if (Array.isArray(object)) return typeof key === 'number' ? object[key] : undefined;
    if (typeof object !== 'object' || object === null || (typeof key !== 'string' && typeof key !== 'number'))
      return undefined;
    return new Map(Object.entries(object)).get(String(key));
  };
  const contains = (list: readonly Value[], wanted: Value): boolean =>
    wanted !== undefined && list.indexOf(wanted) >= 0;
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'list':
      return node.items.map(of);
    case 'name':
      return names.get(node.name);
    case 'current-time':
      return NOW.getTime();
    case 'time-of': {
      const text = of(node.text);
      return typeof text === 'string' && TIMES.has(text) ? Date.parse(text) : undefined;
    }
    case 'member':
      return own(of(node.object), node.name);
    case 'element': {
      const [object, index] = [of(node.object), of(node.index)];
      return Array.isArray(object) && typeof index === 'string' && index !== 'length'
        ? own(object, /^(?:0|[1-9]\d*)$/.test(index) ? Number(index) : undefined)
        : own(object, index);
    }
    case 'plain-call': {
      const object = of(node.object);
      return typeof object === 'string' ? object.toLowerCase() : undefined;
    }
    case 'searching-call': {
      const [object, argument] = [of(node.object), of(node.argument)];
      if (node.method === 'includes' && Array.isArray(object)) return contains(object, argument);
      if (typeof object !== 'string' || typeof argument !== 'string') return false;
      const at = {
        includes: object.indexOf(argument) >= 0,
        startsWith: object.slice(0, argument.length) === argument,
        endsWith: argument === '' || object.slice(-argument.length) === argument,
      };
      return at[node.method];
    }
    case 'iterating-call': {
      const list = of(node.object);
      if (!Array.isArray(list)) return node.method === 'filter' ? undefined : false;
      const kept = list.filter((item) => model(node.body, new Map([...names, [node.parameter, item]])));
      return { some: kept.length > 0, every: kept.length === list.length, filter: kept }[node.method];
    }
    case 'not':
      return !of(node.operand);
    case 'equality': {
      const values = [of(node.left), of(node.right)];
      const literals = [node.left, node.right].flatMap((side) =>
        side.kind === 'literal' ? [side.value] : [],
      );
      const isLoose = node.operator.length === 2;
      const isNegated = node.operator.startsWith('!');
      const asks = literals.includes(undefined) || (isLoose && literals.includes(null));
      if (values.includes(undefined) && !asks) return false;
      const [left, right] = isLoose ? values.map((value) => value ?? null) : values;
      return (left === right) !== isNegated;
    }
    case 'order': {
      const [left, right] = [of(node.left), of(node.right)];
      if (typeof left !== typeof right || !['string', 'number'].includes(typeof left)) return false;
      const [a, b] = [left as number, right as number];
      return { '<': a < b, '<=': a < b || a === b, '>': b < a, '>=': b < a || a === b }[node.operator];
    }
    case 'in': {
      const [left, right] = [of(node.left), of(node.right)];
      return Array.isArray(right)
        ? contains(right, left)
        : own(typeof right === 'string' ? null : right, left) !== undefined;
    }
    case 'logical': {
      const [left, right] = [of(node.left), of(node.right)];
      if (node.operator === '??') return left ?? right;
      return Boolean(left) === (node.operator === '||') ? left : right;
    }
    case 'choice':
      return of(node.condition) ? of(node.yes) : of(node.no);
  }
}

test('every expression evaluates as the model says', () => {
  let [evaluated, present] = [0, 0];
  fc.assert(
    fc.property(randomExpression, randomData, (expression, data) => {
      const { value, isStopped } = evaluateExpression(expression, data, { now: NOW });
      expect(isStopped).toBe(false);
      expect(value).toEqual(model(expression, new Map(Object.entries(data) as [string, Value][])));
      evaluated++;
      if (value !== undefined && value !== false) present++;
    }),
    { numRuns: 3000 },
  );
  expect(present).toBeGreaterThan(evaluated / 5);
});

/** Expressions whose parts all have a value of the right kind, for which JavaScript gives the same answer. */
const typed = fc.letrec<{ flag: string; text: string; number: string; list: string }>((tie) => {
  const { flag, text, number, list } = {
    flag: tie('flag'),
    text: tie('text'),
    number: tie('number'),
    list: tie('list'),
  };
  const join = (left: fc.Arbitrary<string>, operators: string[], right: fc.Arbitrary<string>) =>
    fc.tuple(left, fc.constantFrom(...operators), right).map(([a, operator, b]) => `(${a} ${operator} ${b})`);
  const choose = (kind: fc.Arbitrary<string>) =>
    fc.tuple(flag, kind, kind).map(([condition, yes, no]) => `(${condition} ? ${yes} : ${no})`);
  const compare = ['===', '!==', '==', '!=', '<', '<=', '>', '>='];
  const options = { maxDepth: 4, depthSize: 'medium' } as const;
  return {
    flag: fc.oneof(
      options,
      fc.constantFrom('true', 'false', 'user.isBeta', '"plan" in user', '"absent" in user'),
      join(text, compare, text),
      join(number, compare, number),
      join(flag, ['===', '!==', '&&', '||'], flag),
      flag.map((operand) => `!${operand}`),
      choose(flag),
      fc
        .tuple(text, fc.constantFrom('includes', 'startsWith', 'endsWith'), text)
        .map(([a, method, b]) => `${a}.${method}(${b})`),
      fc.tuple(list, text).map(([a, b]) => `${a}.includes(${b})`),
      fc
        .tuple(list, fc.constantFrom('some', 'every'), text)
        .map(([a, method, b]) => `${a}.${method}(item => item <= ${b})`),
    ),
    text: fc.oneof(
      options,
      fc.constantFrom('"pro"', "'Free'", '""', 'user.plan', 'user["name"]', 'tags[0]'),
      text.map((operand) => `${operand}.toLowerCase()`),
      join(text, ['||', '&&', '??'], text),
      choose(text),
    ),
    number: fc.oneof(
      options,
      fc.constantFrom('0', '3', '-1', '2.5', 'user.age', 'tags.length'),
      text.map((operand) => `${operand}.length`),
      list.map((operand) => `${operand}.length`),
      choose(number),
    ),
    list: fc.oneof(
      options,
      fc.constantFrom('tags', '["pro", "free"]', '[]'),
      fc.tuple(list, flag).map(([a, b]) => `${a}.filter(item => ${b})`),
      choose(list),
    ),
  };
});

test('JavaScript gives the same answer wherever nothing is missing or of another kind', () => {
  const user = { plan: 'pro', name: 'Ada', age: 3, isBeta: true };
  const tags = ['free', 'Pro'];
  fc.assert(
    fc.property(fc.oneof(typed.flag, typed.text, typed.number, typed.list), (text) => {
      fc.pre(text.length <= 1024);
      const inJavaScript = new Function('user', 'tags', `return ${text};`)(user, tags);
      expect(evaluate(text, { user, tags })).toEqual(inJavaScript);
    }),
    { numRuns: 2000 },
  );
});

describe('time:', () => {
  const at = (now: string, text: string, data: object = {}): Value =>
    evaluateExpression(parse(text), data, { now: new Date(now) }).value;

  test.each([
    ['2026-11-30T23:59:59.999Z', false],
    ['2026-12-01T00:00:00.000Z', true],
    ['2027-01-01T00:00:00.000Z', true],
  ])('at %s a date has come: %s', (now, expected) => {
    expect(at(now, 'Date.now() >= Date.parse("2026-12-01")')).toBe(expected);
    expect(at(now, 'Date.now() >= Date.parse("2026-12-01T02:00+02:00")')).toBe(expected);
    expect(at(now, '!(Date.now() < Date.parse(visitor.date))', { visitor: { date: '2026-12-01' } })).toBe(
      expected,
    );
  });

  test.each([
    undefined,
    null,
    5,
    'soon',
    '2026-12-1',
    '2026-02-29',
    '2026-12-01T09:00:00',
    '2026-12-01T25:00Z',
  ])('what is no date is missing, so that no comparison with it holds: %j', (date) => {
    for (const operator of ['<', '<=', '>', '>=', '===', '!=='])
      expect(at('2026-12-01', `Date.now() ${operator} Date.parse(visitor.date)`, { visitor: { date } })).toBe(
        false,
      );
  });

  test('reads dates as JavaScript does, wherever it reads them', () => {
    const options = { min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(options), fc.integer({ min: -1439, max: 1439 }), (date, zone) => {
        const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
        const offset = `${zone < 0 ? '-' : '+'}${two(Math.abs(zone) / 60)}:${two(Math.abs(zone) % 60)}`;
        const whole = date.toISOString();
        for (const text of [
          whole,
          whole.slice(0, 10),
          `${whole.slice(0, 19)}${offset}`,
          `${whole.slice(0, 16)}Z`,
        ])
          expect(evaluate('Date.parse(text)', { text })).toBe(Date.parse(text));
      }),
    );
  });

  test('the current time is missing where none is given', () => {
    expect(evaluate('Date.now() > 0 || Date.now() <= 0', {})).toBe(false);
  });
});

describe('an evaluation that takes too long', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  test('is stopped, and nothing holds', () => {
    const nested = '!items.some(a => items.some(b => items.some(c => items.some(d => d === "x"))))';
    const { value, isStopped, steps } = evaluateExpression(parse(nested), { items });
    expect({ value, isStopped, steps }).toEqual({ value: undefined, isStopped: true, steps: 50_000 });
    expect(isTruthy(value)).toBe(false);
  });

  test('is measured by the length of texts, too', () => {
    const texts = Array.from({ length: 100 }, () => 'A'.repeat(100_000));
    for (const text of ['texts.some(a => a.toLowerCase() === "b")', 'texts.some(a => a.includes("b"))']) {
      expect(evaluateExpression(parse(text), { texts }).isStopped, text).toBe(true);
    }
    const copies = texts.map((text) => `${text.slice(1)}B`);
    expect(
      evaluateExpression(parse('texts.some(a => copies.includes(a))'), { texts, copies }).isStopped,
    ).toBe(true);
  });

  test('four times the data takes four times the steps', () => {
    const stepsFor = (n: number): number =>
      evaluateExpression(
        parse('list.every(a => a.name !== "b") && list.filter(a => a.name === "a").length > 0'),
        {
          list: Array.from({ length: n }, () => ({ name: 'a' })),
        },
      ).steps;
    expect(stepsFor(400) / stepsFor(100)).toBeCloseTo(4, 1);
  });
});

test('an evaluator answers for each text, and no condition holds that is not an expression', () => {
  const evaluator = createEvaluator(DATA);
  expect(evaluator.evaluate('visitor.claims.plan')).toBe('pro');
  expect(evaluator.holds('visitor.claims.plan')).toBe(true);
  expect(evaluator.holds('visitor.claims.absent')).toBe(false);
  expect(evaluator.holds('visitor.claims.')).toBe(false);
  expect(evaluator.holds('visitor.claims.')).toBe(false);
});
