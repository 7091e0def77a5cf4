import { usesTime } from '@lectern/expressions/child-expressions';
import { parseExpression } from '@lectern/expressions/parse-expression';
import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { type ErrorDetail, invalidFields } from './errors.ts';
import type { MergeRule, SpaceMergeRulesSchema } from './merge-rules.schemas.ts';

/** Refuses rules that could never be met or evaluated, each with its place. */
export function assertMergeRules(mergeRules: Static<typeof SpaceMergeRulesSchema>): void {
  if (mergeRules.type !== 'rules') return;
  const details = mergeRules.rules.flatMap((rule, index) =>
    explainProblems(rule, `mergeRules.rules.${index}`),
  );
  if (details.length > 0) throw invalidFields(details);
}

function explainProblems(rule: MergeRule, path: string): ErrorDetail[] {
  if ('expression' in rule) return explainExpression(rule.expression, `${path}.expression`);
  return 'users' in rule ? explainReviewers(rule, path) : [];
}

function explainExpression(text: string, path: string): ErrorDetail[] {
  const { expression, problem } = parseExpression(text);
  if (expression && usesTime(expression))
    return [{ path, message: 'must not depend on the time: Date.now() can be used in content only.' }];
  if (!problem) return [];
  const place = `line ${problem.line}, column ${problem.column}`;
  return [{ path, message: `is not a valid expression (${place}): ${problem.message}` }];
}

function explainReviewers(
  { rule, users, teams = [] }: Extract<MergeRule, { users: string[] }>,
  path: string,
): ErrorDetail[] {
  const details = (['users', 'teams'] as const).flatMap((field) =>
    (field === 'users' ? users : teams).flatMap((id, index) =>
      isId(id) ? [] : [{ path: `${path}.${field}.${index}`, message: 'is not an id' }],
    ),
  );
  // Without a name, one of these rules is always met, and the other never.
  if (rule !== 'allow_bypass' && users.length + teams.length === 0)
    details.push({ path: `${path}.users`, message: 'must name at least one reviewer, or a team in teams' });
  return details;
}
