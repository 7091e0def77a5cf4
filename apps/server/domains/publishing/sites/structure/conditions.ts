import { parseExpression } from '@lectern/expressions/parse-expression';
import { invalidField } from '../../../../platform/http/errors.ts';
import type { Warning } from '../sites.schemas.ts';
import type { SiteKey } from '../structure.queries.ts';

/** Finds reasons why a condition is probably a mistake, given the claims of the site's visitors. */
export type FindConditionWarnings = (key: SiteKey, condition: string) => Promise<Warning[]>;

/** Adds the warnings to the response to a change, if it changed the condition. */
export async function withWarnings<Answer extends object>(
  response: Answer,
  findWarnings: FindConditionWarnings,
  { key, condition }: { key: SiteKey; condition: string | null | undefined },
): Promise<Answer & { warnings?: Warning[] }> {
  if (typeof condition !== 'string') return response;
  return { ...response, warnings: await findWarnings(key, condition) };
}

/** Refuses a condition that cannot be evaluated, with the place of the problem. */
export function assertCondition(condition: string | null | undefined): void {
  const problem = typeof condition === 'string' ? parseExpression(condition).problem : undefined;
  if (!problem) return;
  const place = `line ${problem.line}, column ${problem.column}`;
  throw invalidField('condition', `must be a valid expression (${place}): ${problem.message}`);
}
