import type { Static } from 'typebox';
import { parseExpression } from '../expressions/parse-expression.ts';
import { invalidFields } from './errors.ts';
import type { SpaceMergeRulesSchema } from './merge-rules.schemas.ts';

/** Refuses custom rules whose expression cannot be evaluated, each with its place. */
export function assertExpressions(mergeRules: Static<typeof SpaceMergeRulesSchema>): void {
  if (mergeRules.type !== 'rules') return;
  const details = mergeRules.rules.flatMap((rule, index) => {
    const problem = 'expression' in rule ? parseExpression(rule.expression).problem : undefined;
    if (!problem) return [];
    const place = `line ${problem.line}, column ${problem.column}`;
    return [
      {
        path: `mergeRules.rules.${index}.expression`,
        message: `is not an expression (${place}): ${problem.message}`,
      },
    ];
  });
  if (details.length > 0) throw invalidFields(details);
}
