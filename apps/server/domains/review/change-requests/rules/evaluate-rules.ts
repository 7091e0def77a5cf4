import { evaluateExpression, isTruthy } from '@lectern/expressions/evaluate-expression';
import { parseExpression } from '@lectern/expressions/parse-expression';
import { assertNever } from '@lectern/markdown/assert-never';
import { isAtLeast, type RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { MergeRule } from '../../../../platform/http/merge-rules.schemas.ts';

/** The change request and caller that the rules are evaluated for. */
export interface MergeCase {
  subject: string;
  hasDescription: boolean;
  isOutdated: boolean;
  authorId: string;
  /** Reviews of the current content, one for each reviewer. */
  reviews: readonly { reviewerId: string; status: 'approved' | 'changes-requested' }[];
  /** The checks of the current content that programs have reported, by name. */
  externalChecks: ReadonlyMap<string, 'pending' | 'passed' | 'failed'>;
  /** The teams of the reviewers and of the person who merges. */
  teamsOf: (userId: string) => readonly string[];
  /** The person who merges. */
  actorId: string;
  role: RoleOrGuest;
  /** References that the merge would break; undefined while conflicts hide them. */
  brokenLinks: number | undefined;
  /** The values that expressions can read: `space`, `changeRequest`, `reviews` and `actor`, as the API shows them. */
  data: object;
}

export interface RuleCheck {
  rule: MergeRule['rule'];
  isMet: boolean;
  /** A message for users: what is missing, or that nothing is. */
  message: string;
  /** The users and teams whose approval is missing. */
  missing?: MissingReviewers;
}

interface MissingReviewers {
  users: string[];
  teams: string[];
}

interface Problem {
  message: string;
  missing?: MissingReviewers;
}

export interface RuleVerdict {
  checks: RuleCheck[];
  /** Whether the person who merges may do so even if rules are not met. */
  mayBypass: boolean;
}

/** Evaluates all rules. A rule that permits something, such as a bypass, is not a check. */
export function evaluateRules(rules: readonly MergeRule[], merge: MergeCase): RuleVerdict {
  const checks: RuleCheck[] = [];
  let mayBypass = false;
  for (const rule of rules) {
    if (rule.rule === 'allow_bypass') mayBypass ||= isNamed(rule, merge.actorId, merge);
    else if (rule.rule !== 'allow_self_review') {
      const problem = findProblem(rule, merge);
      checks.push({
        rule: rule.rule,
        isMet: problem === undefined,
        ...(typeof problem === 'object' ? problem : { message: problem ?? 'This rule is met.' }),
      });
    }
  }
  return { checks, mayBypass };
}

type CheckedRule = Exclude<MergeRule, { rule: 'custom' }> | Extract<MergeRule, { rule: 'custom' }>;

function findProblem(rule: CheckedRule, merge: MergeCase): string | Problem | undefined {
  const approvals = merge.reviews.filter(({ status }) => status === 'approved');
  const approverOf = (wanted: (userId: string) => boolean): boolean =>
    approvals.some(({ reviewerId }) => wanted(reviewerId));
  switch (rule.rule) {
    case 'require_at_least_one_review':
      return merge.reviews.length > 0 ? undefined : 'Nobody has reviewed the current content yet.';
    case 'require_at_least_one_approved_review':
      return approvals.length > 0 ? undefined : 'Nobody has approved the current content yet.';
    case 'require_all_reviews_approved':
      return approvals.length === merge.reviews.length ? undefined : 'A reviewer has requested changes.';
    case 'require_specific_reviewers': {
      const missing = {
        users: rule.users.filter((userId) => !approverOf((id) => id === userId)),
        teams: (rule.teams ?? []).filter((teamId) => !approverOf((id) => merge.teamsOf(id).includes(teamId))),
      };
      const count = missing.users.length + missing.teams.length;
      if (count === 0) return undefined;
      const message = `${count} of the required reviewers ${count === 1 ? 'has' : 'have'} not approved the current content yet.`;
      return { message, missing };
    }
    case 'require_one_of_specific_reviewers':
      if (approverOf((id) => isNamed(rule, id, merge))) return undefined;
      return {
        message: 'None of the named reviewers has approved the current content yet.',
        missing: { users: rule.users, teams: rule.teams ?? [] },
      };
    case 'require_agent_review':
      return 'This version has no review agents. Remove the rule.';
    case 'require_up_to_date_change_request':
      return merge.isOutdated ? 'The space has changed. Update the change request first.' : undefined;
    case 'require_change_request_subject':
      return merge.subject.trim() === '' ? 'The change request has no subject.' : undefined;
    case 'require_change_request_description':
      return merge.hasDescription ? undefined : 'The change request has no description.';
    case 'require_author_to_merge':
      return merge.actorId === merge.authorId ? undefined : 'Only the author may merge the change request.';
    case 'require_no_broken_links':
      if (merge.brokenLinks === undefined) return 'Links can be checked after the conflicts are resolved.';
      if (merge.brokenLinks === 0) return undefined;
      return `The merge would break ${merge.brokenLinks} ${merge.brokenLinks === 1 ? 'link' : 'links'}.`;
    case 'require_external_checks':
      return explainChecks(rule.names, merge.externalChecks);
    case 'custom':
      return isTrue(rule.expression, merge.data)
        ? undefined
        : (rule.message ?? `The condition “${rule.expression}” is not true.`);
    case 'allow_bypass':
    case 'allow_self_review':
      return undefined;
    default:
      return assertNever(rule);
  }
}

const CHECK_STATES = { pending: 'is still running', failed: 'failed' } as const;

function explainChecks(names: readonly string[], statuses: MergeCase['externalChecks']): string | undefined {
  const problems = names.flatMap((name) => {
    const status = statuses.get(name);
    if (status === 'passed') return [];
    return `The check “${name}” ${status === undefined ? 'has not reported on the current content yet' : CHECK_STATES[status]}.`;
  });
  return problems.length === 0 ? undefined : problems.join(' ');
}

/** Whether a rule names a user: by id, by a team, or by the role of the person who merges. */
function isNamed(
  { users, teams = [], role }: { users: string[]; teams?: string[]; role?: RoleOrGuest },
  userId: string,
  merge: MergeCase,
): boolean {
  if (users.includes(userId) || merge.teamsOf(userId).some((teamId) => teams.includes(teamId))) return true;
  return role !== undefined && role !== null && userId === merge.actorId && isAtLeast(merge.role, role);
}

/** An expression that cannot be evaluated is not true. */
function isTrue(text: string, data: object): boolean {
  const parsed = parseExpression(text);
  if (!parsed.expression) return false;
  const { value, isStopped } = evaluateExpression(parsed.expression, data);
  return !isStopped && isTruthy(value);
}
