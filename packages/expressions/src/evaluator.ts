import { type EvaluationOptions, evaluateExpression, isTruthy } from './evaluate-expression.ts';
import type { Value } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

/** Evaluates expressions over the same data, each text once. */
export interface Evaluator {
  /** Undefined also for a text that is not an expression: what was imported was never validated. */
  evaluate(text: string): Value;
  /** Whether a condition holds. */
  holds(text: string): boolean;
}

export function createEvaluator(data: object, options?: EvaluationOptions): Evaluator {
  const known = new Map<string, Value>();
  const evaluate = (text: string): Value => {
    if (!known.has(text)) {
      const { expression } = parseExpression(text);
      known.set(text, expression && evaluateExpression(expression, data, options).value);
    }
    return known.get(text);
  };
  return { evaluate, holds: (text) => isTruthy(evaluate(text)) };
}
