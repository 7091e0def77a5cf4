import type { EqualityOperator, Expression, IteratingMethod, OrderOperator, Value } from './expression.ts';
import { parseTime } from './parse-time.ts';
import { findOwn, type PlainObject, toPlainObject } from './plain-data.ts';

export interface EvaluationOptions {
  /** The current time. Without it, the current time is missing. */
  now?: Date | undefined;
  maxSteps?: number;
}

export interface Evaluation {
  /** Undefined if something is missing, or if the evaluation was stopped. */
  value: Value;
  /** Whether the evaluation took too many steps and was stopped. */
  isStopped: boolean;
  steps: number;
}

/** A few milliseconds of work. One step is a part of the expression, an item, or this many characters. */
const MAX_STEPS = 50_000;
const CHARACTERS_PER_STEP = 64;

/**
 * Evaluates an expression over plain data by walking its tree. Always returns: what is missing makes comparisons
 * false, and what takes too long is stopped. Reads nothing but own properties that hold plain data.
 */
export function evaluateExpression(
  expression: Expression,
  data: object,
  { now, maxSteps = MAX_STEPS }: EvaluationOptions = {},
): Evaluation {
  const budget = { left: maxSteps };
  const stepsTaken = (): number => maxSteps - Math.max(budget.left, 0);
  try {
    const value = evaluate(expression, { data: toPlainObject(data), parameters: undefined, now, budget });
    return { value, isStopped: false, steps: stepsTaken() };
  } catch (error) {
    if (!(error instanceof StepsExceeded)) throw error;
    return { value: undefined, isStopped: true, steps: stepsTaken() };
  }
}

/** As in JavaScript: false, 0, "", null and what is missing are not true. */
export const isTruthy = (value: Value): boolean => Boolean(value);

class StepsExceeded extends Error {}

interface Scope {
  data: PlainObject;
  /** The innermost parameter first. */
  parameters: Parameter | undefined;
  now: Date | undefined;
  budget: { left: number };
}

interface Parameter {
  name: string;
  value: Value;
  outer: Parameter | undefined;
}

function evaluate(node: Expression, scope: Scope): Value {
  spend(scope, 1);
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'list':
      return node.items.map((item) => evaluate(item, scope));
    case 'name':
      return findName(node.name, scope);
    case 'current-time':
      return scope.now?.getTime();
    case 'time-of': {
      const text = evaluate(node.text, scope);
      return typeof text === 'string' ? parseTime(text) : undefined;
    }
    case 'member':
      return readMember(evaluate(node.object, scope), node.name);
    case 'element':
      return readElement(evaluate(node.object, scope), evaluate(node.index, scope));
    case 'plain-call':
      return toLowerCase(evaluate(node.object, scope), scope);
    case 'searching-call': {
      const object = evaluate(node.object, scope);
      const argument = evaluate(node.argument, scope);
      if (node.method === 'includes' && Array.isArray(object)) return hasItem(object, argument, scope);
      if (typeof object !== 'string' || typeof argument !== 'string') return false;
      spend(scope, stepsFor(object));
      return object[node.method](argument);
    }
    case 'iterating-call':
      return iterate(node, scope);
    case 'not':
      return !isTruthy(evaluate(node.operand, scope));
    case 'equality':
      return compareEqual(node, scope);
    case 'order': {
      const [left, right] = [evaluate(node.left, scope), evaluate(node.right, scope)];
      if (typeof left === 'string' && typeof right === 'string') {
        spend(scope, stepsFor(left));
        return isInOrder(node.operator, left, right);
      }
      return typeof left === 'number' && typeof right === 'number' && isInOrder(node.operator, left, right);
    }
    case 'in':
      return isIn(evaluate(node.left, scope), evaluate(node.right, scope), scope);
    case 'logical': {
      const left = evaluate(node.left, scope);
      const isDecided =
        node.operator === '??'
          ? left !== undefined && left !== null
          : isTruthy(left) === (node.operator === '||');
      return isDecided ? left : evaluate(node.right, scope);
    }
    case 'choice':
      return evaluate(isTruthy(evaluate(node.condition, scope)) ? node.yes : node.no, scope);
  }
}

function spend({ budget }: Scope, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw new StepsExceeded();
}

const stepsFor = (text: string): number => Math.floor(text.length / CHARACTERS_PER_STEP);

function findName(name: string, { data, parameters }: Scope): Value {
  for (let parameter = parameters; parameter; parameter = parameter.outer)
    if (parameter.name === name) return parameter.value;
  return findOwn(data, name);
}

function readMember(object: Value, name: string): Value {
  if (name === 'length' && (typeof object === 'string' || Array.isArray(object))) return object.length;
  return isObject(object) ? findOwn(object, name) : undefined;
}

function readElement(object: Value, index: Value): Value {
  if (typeof index === 'string') return readMember(object, index);
  if (typeof index !== 'number') return undefined;
  if (!Array.isArray(object)) return readMember(object, String(index));
  return Number.isInteger(index) ? findOwn(object, String(index)) : undefined;
}

const isObject = (value: Value): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toLowerCase(object: Value, scope: Scope): Value {
  if (typeof object !== 'string') return undefined;
  spend(scope, stepsFor(object));
  return object.toLowerCase();
}

function iterate(
  { object, method, parameter, body }: Extract<Expression, { kind: 'iterating-call' }>,
  scope: Scope,
): Value {
  const list = evaluate(object, scope);
  if (!Array.isArray(list)) return method === 'filter' ? undefined : false;
  spend(scope, list.length);
  const holds = (item: Value): boolean =>
    isTruthy(
      evaluate(body, { ...scope, parameters: { name: parameter, value: item, outer: scope.parameters } }),
    );
  return ITERATE[method](
    Array.from(list.keys(), (index) => findOwn(list, String(index))),
    holds,
  );
}

const ITERATE: Record<IteratingMethod, (items: Value[], holds: (item: Value) => boolean) => Value> = {
  some: (items, holds) => items.some(holds),
  every: (items, holds) => items.every(holds),
  filter: (items, holds) => items.filter(holds),
};

function hasItem(list: readonly Value[], wanted: Value, scope: Scope): boolean {
  if (wanted === undefined) return false;
  for (const index of list.keys()) {
    spend(scope, 1);
    if (isSame(findOwn(list, String(index)), wanted, scope)) return true;
  }
  return false;
}

/** In a list: whether it is one of the items. In an object: whether it is the name of a property. */
function isIn(wanted: Value, container: Value, scope: Scope): boolean {
  if (Array.isArray(container)) return hasItem(container, wanted, scope);
  const isName = typeof wanted === 'string' || typeof wanted === 'number';
  return isName && isObject(container) && findOwn(container, String(wanted)) !== undefined;
}

/** Nothing is converted. Lists and objects are equal only to themselves. */
function isSame(left: Value, right: Value, scope: Scope): boolean {
  if (typeof left === 'string' && typeof right === 'string' && left.length === right.length)
    spend(scope, stepsFor(left));
  return left === right;
}

function compareEqual(
  { operator, left, right }: Extract<Expression, { kind: 'equality' }>,
  scope: Scope,
): boolean {
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  const isMissing = a === undefined || b === undefined;
  if (isMissing && !asksForMissing(operator, left) && !asksForMissing(operator, right)) return false;
  const isLoose = operator === '==' || operator === '!=';
  const isEqual = isSame(a, b, scope) || (isLoose && (a ?? undefined) === (b ?? undefined));
  return isEqual === (operator === '===' || operator === '==');
}

/** `a === undefined` and `a == null` are the two ways to ask whether something is missing. */
function asksForMissing(operator: EqualityOperator, operand: Expression): boolean {
  if (operand.kind !== 'literal') return false;
  if (operand.value === undefined) return true;
  return operand.value === null && (operator === '==' || operator === '!=');
}

function isInOrder<T extends string | number>(operator: OrderOperator, left: T, right: T): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
