import { isChoice, usesTime } from '@lectern/expressions/child-expressions';
import { evaluateExpression, isTruthy } from '@lectern/expressions/evaluate-expression';
import type { Expression, Value } from '@lectern/expressions/expression';
import { listPaths } from '@lectern/expressions/list-paths';
import { parseExpression } from '@lectern/expressions/parse-expression';
import { cutText } from '@lectern/std/cut-text';
import { LRUCache } from 'lru-cache';
import { limitEntries } from '../../platform/http/entry-limit.ts';
import type { Audience } from './audience.ts';

export type Variables = Readonly<Record<string, string | number | boolean>>;

/** An expression of a revision, with the variables of its page if it uses them. */
export interface Condition {
  expression: string;
  variables?: Variables | undefined;
}

/** The variables of the revision, which expressions know as `space.vars`. */
export interface Scope {
  audience: Audience;
  spaceVariables: Variables;
}

interface Result {
  value: Value;
  holds: boolean;
  /** Whether the result depends on the current time. */
  isTimed: boolean;
}

/**
 * Expressions in content: each text is read once, and evaluated in few steps, because a revision can have thousands.
 */
export interface Conditions {
  evaluate(condition: Condition, scope: Scope): Result;
  /** The data that an expression asks for, each with its value: why a condition holds or does not. */
  explain(condition: Condition, scope: Scope): { path: string; value: Value }[];
  /** Whether its result depends on the current time. */
  isTimed(condition: Condition): boolean;
  /** Whether its text names values of which it shows only some. */
  isChoice(condition: Condition): boolean;
  /** The condition without the variables of its page if it does not ask for them, so that equal ones are found. */
  reduce(condition: Condition): Condition;
}

interface KnownExpression {
  /** Undefined for a text that is none. */
  expression: Expression | undefined;
  isTimed: boolean;
  asksForPage: boolean;
}

const MAX_KNOWN = 10_000;
const MAX_STEPS = 2000;

export function createConditions(): Conditions {
  const known = new LRUCache<string, KnownExpression>(limitEntries(MAX_KNOWN));

  function read(text: string): KnownExpression {
    const found = known.get(text);
    if (found) return found;
    const { expression } = parseExpression(text);
    const read: KnownExpression = {
      expression,
      isTimed: expression !== undefined && usesTime(expression),
      asksForPage: expression !== undefined && listPaths(expression).some(([name]) => name === 'page'),
    };
    known.set(text, read);
    return read;
  }

  return {
    evaluate({ expression: text, variables }, scope) {
      const { expression, isTimed } = read(text);
      if (!expression) return { value: undefined, holds: false, isTimed };
      const { now } = scope.audience;
      const { value } = evaluateExpression(expression, dataOf(scope, variables), {
        now,
        maxSteps: MAX_STEPS,
      });
      return { value, holds: isTruthy(value), isTimed };
    },
    explain({ expression: text, variables }, scope) {
      const { expression } = read(text);
      if (!expression) return [];
      const data = dataOf(scope, variables);
      return listPaths(expression).map((path) => ({
        path: path.join('.'),
        value: evaluateExpression(pathExpression(path), data).value,
      }));
    },
    isTimed: ({ expression }) => read(expression).isTimed,
    isChoice(condition) {
      const { expression } = read(condition.expression);
      return expression !== undefined && isChoice(expression);
    },
    reduce: ({ expression, variables }) =>
      variables && read(expression).asksForPage ? { expression, variables } : { expression },
  };
}

const dataOf = ({ audience, spaceVariables }: Scope, variables: Variables = {}): object => ({
  visitor: { claims: audience.claims },
  space: { vars: spaceVariables },
  page: { vars: variables },
});

const pathExpression = ([first = '', ...rest]: readonly string[]): Expression =>
  rest.reduce<Expression>(
    (object, name) => ({ kind: 'element', object, index: { kind: 'literal', value: name } }),
    { kind: 'name', name: first },
  );

const MAX_TEXT_LENGTH = 1000;

/** A value as text in one line: lists as their items, nothing for what is missing and for objects. */
export function textOfValue(value: Value): string {
  const text = Array.isArray(value)
    ? value.flatMap((item) => textOfSingle(item) || []).join(', ')
    : textOfSingle(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a claim can contain any character.
  const line = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  // Half a character becomes the sign for one that cannot be shown.
  return Buffer.from(cutText(line, MAX_TEXT_LENGTH)).toString();
}

function textOfSingle(value: Value): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value);
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
