import type { MergeRule } from '../../../platform/http/merge-rules.schemas.ts';
import type { ChangeRequest } from './change-requests.schemas.ts';
import type { CheckStateRow } from './external-checks/check-states.queries.ts';
import type { ReviewerStateRow } from './reviews/reviewer-states.queries.ts';

/** Rules that are not met without an approval. */
const APPROVING = new Set<MergeRule['rule']>([
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_specific_reviewers',
  'require_one_of_specific_reviewers',
]);

type ReviewState = NonNullable<ChangeRequest['reviewState']>;

/** The result of all reviews of the current content. Undefined if nobody has reviewed it and nobody must. */
export function findReviewState(
  reviewers: readonly Pick<ReviewerStateRow, 'is_awaited' | 'status' | 'is_outdated'>[],
  rules: readonly MergeRule[],
): ReviewState | undefined {
  const current = reviewers.filter(({ status, is_outdated }) => status !== null && is_outdated !== true);
  if (current.some(({ status }) => status === 'changes-requested')) return 'changes-requested';
  if (reviewers.some(({ is_awaited }) => is_awaited)) return 'waiting';
  if (current.length > 0) return 'approved';
  return rules.some(({ rule }) => APPROVING.has(rule)) ? 'waiting' : undefined;
}

/** Counts the checks of programs by their results. A check that a rule requires is pending until it is reported. */
export function countChecks(
  reported: readonly CheckStateRow[],
  rules: readonly MergeRule[],
): ChangeRequest['checks'] {
  const statuses = new Map(reported.map(({ name, status }) => [name, status]));
  for (const rule of rules)
    if (rule.rule === 'require_external_checks')
      for (const name of rule.names) if (!statuses.has(name)) statuses.set(name, 'pending');
  if (statuses.size === 0) return undefined;
  const counts = { passed: 0, failed: 0, pending: 0 };
  for (const status of statuses.values()) counts[status] += 1;
  return counts;
}
