import type { Static } from 'typebox';
import { usesTime } from '../expressions/child-expressions.ts';
import { parseExpression } from '../expressions/parse-expression.ts';
import { invalidFields } from './errors.ts';
import type { SpaceMergeRulesSchema } from './merge-rules.schemas.ts';

/** Refuses custom rules whose expression cannot be evaluated, each with its place. */
export function assertExpressions(mergeRules: Static<typeof SpaceMergeRulesSchema>): void {
  if (mergeRules.type !== 'rules') return;
  const details = mergeRules.rules.flatMap((rule, index) => {
    if (!('expression' in rule)) return [];
    const { expression, problem } = parseExpression(rule.expression);
    const path = `mergeRules.rules.${index}.expression`;
    if (expression && usesTime(expression))
      return [{ path, message: 'must not depend on the time: Date.now() can be used in content only.' }];
    if (!problem) return [];
    const place = `line ${problem.line}, column ${problem.column}`;
    return [
      {
        path,
        message: `is not an expression (${place}): ${problem.message}`,
      },
    ];
  });
  if (details.length > 0) throw invalidFields(details);
}
