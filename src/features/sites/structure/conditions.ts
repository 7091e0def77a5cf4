import { parseExpression } from '../../../expressions/parse-expression.ts';
import { invalidField } from '../../../http/errors.ts';

/** Refuses a condition that cannot be evaluated, with the place of the problem. */
export function assertCondition(condition: string | null | undefined): void {
  const problem = typeof condition === 'string' ? parseExpression(condition).problem : undefined;
  if (!problem) return;
  const place = `line ${problem.line}, column ${problem.column}`;
  throw invalidField('condition', `must be an expression (${place}): ${problem.message}`);
}
