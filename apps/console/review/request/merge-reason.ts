import type { Checks } from '../../api/change-request.ts';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { isInProgress, type OpenRequest } from './request-parts.ts';

/** The merge rules in words. `custom` has none: the service says what it requires. */
const RULES: Record<string, keyof Messages> = {
  require_at_least_one_review: 'ruleReview',
  require_at_least_one_approved_review: 'ruleApproval',
  require_all_reviews_approved: 'ruleAllApproved',
  require_specific_reviewers: 'ruleReviewers',
  require_one_of_specific_reviewers: 'ruleOneReviewer',
  require_up_to_date_change_request: 'ruleUpToDate',
  require_change_request_subject: 'ruleSubject',
  require_change_request_description: 'ruleDescription',
  require_author_to_merge: 'ruleAuthor',
  require_no_broken_links: 'ruleLinks',
  require_external_checks: 'ruleExternal',
  require_agent_review: 'ruleAgent',
};

/** What a merge rule requires. */
export const sayRule = (rule: string): string => t(RULES[rule] ?? 'ruleCustom');

/** The checks of programs that failed for the current content. */
const failedExternal = ({ external }: Checks): Checks['external'] =>
  external.filter(({ status, outdated }) => status === 'failed' && !outdated);

/** The number of checks that are not passed, for the tab. */
export function countFailed(checks: Checks | undefined): number {
  if (!checks) return 0;
  const { conflicts, checks: rules, brokenLinks } = checks;
  // What programs report, and each broken link, counts by itself.
  const isOwn = ({ rule }: Checks['checks'][number]): boolean =>
    rule !== 'require_no_broken_links' && rule !== 'require_external_checks';
  const failed = rules.filter((rule) => rule.status === 'failed' && isOwn(rule));
  return failed.length + failedExternal(checks).length + conflicts + (brokenLinks?.count ?? 0);
}

/** Why the change request cannot be merged, in words. Undefined if it can be. */
export function whyNotMerge({ request, space }: OpenRequest, checks: Checks | undefined): string | undefined {
  if (!space.permissions.merge) return t('mergeNeedsRole');
  if (space.editMode === 'locked') return t('errorLocked');
  if (!isInProgress(request)) return t('errorRequestClosed');
  if (!checks) return t('checksLoading');
  if (checks.canMerge) return undefined;
  if (checks.conflicts > 0) return t('mergeHasConflicts', { count: checks.conflicts });
  const failed = checks.checks.find(({ status }) => status === 'failed');
  return failed ? `${sayRule(failed.rule)}.` : t('mergeNeedsRole');
}

/** What is unusual about a merge that is possible, as a question of its own. Undefined if nothing is. */
export function warnOfMerge({ request }: OpenRequest, checks: Checks | undefined): string | undefined {
  const failed = checks?.checks.filter(({ status }) => status === 'failed') ?? [];
  const broken = checks?.brokenLinks?.count ?? 0;
  const external = checks ? failedExternal(checks).length : 0;
  const warnings = [
    ...(failed.length > 0 ? [t('mergeBypasses', { count: failed.length })] : []),
    ...(external > 0 ? [t('mergeChecksFailed', { count: external })] : []),
    ...(broken > 0 ? [t('mergeBreaksLinks', { count: broken })] : []),
    ...(request.status === 'draft' ? [t('mergeIsDraft')] : []),
  ];
  return warnings.length > 0 ? warnings.join(' ') : undefined;
}
