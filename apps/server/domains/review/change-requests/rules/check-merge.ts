import type { Actor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError } from '../../../../platform/http/errors.ts';
import { presentSpace } from '../../../content/spaces/spaces.present.ts';
import { getShownSpace } from '../../../content/spaces/spaces.service.ts';
import { authorOf, findAuthors } from '../../../identity/users/authors.queries.ts';
import { presentUser } from '../../../identity/users/users.present.ts';
import { authorIdsOf, isOutdated, presentChangeRequest } from '../change-requests.present.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import { listChecks } from '../external-checks/external-checks.repository.ts';
import { presentReview } from '../reviews/reviews.present.ts';
import { listReviews } from '../reviews/reviews.repository.ts';
import type { BrokenLink } from './broken-links.ts';
import { evaluateRules, type RuleCheck, type RuleVerdict } from './evaluate-rules.ts';
import { findMergeRules, findTeamMembers } from './merge-rules.queries.ts';

export const mergeRulesNotMet = defineError(
  { status: 409, reason: 'merge-rules-not-met' },
  (checks: readonly RuleCheck[], brokenLinks: readonly BrokenLink[] = []) => {
    const unmet = checks.filter(({ isMet }) => !isMet);
    return {
      message: `The change request cannot be merged yet: ${unmet.map(({ message }) => message).join(' ')}`,
      details: [
        ...unmet.map(({ rule, message }) => ({ path: rule, message })),
        ...brokenLinks.map(({ target, urls, page, reusableContent }) => ({
          path: 'require_no_broken_links',
          message: `The link to “${target}” in “${page?.title ?? reusableContent?.title ?? ''}” would be broken: ${urls.app}`,
        })),
      ],
    };
  },
);

const MAX_REVIEWS = 1000;

/** Checks all rules for merging a change request now, by this caller. */
export async function checkMerge(
  { db, fields, config }: Pick<Context, 'db' | 'fields' | 'config'>,
  { row, actor, role }: { row: ChangeRequestRow; actor: Actor; role: RoleOrGuest },
  countBrokenLinks: () => Promise<number | undefined>,
): Promise<RuleVerdict> {
  const key = keyOf(row);
  const rules = await findMergeRules(db, key);
  if (rules.length === 0) return { checks: [], mayBypass: false };
  const current = (await listReviews(db, key, { limit: MAX_REVIEWS })).filter(
    (review) => !review.is_outdated,
  );
  const actorId = authorIdOf(actor);
  const checks = rules.some(({ rule }) => rule === 'require_external_checks')
    ? await listChecks(db, key, row.revision_id)
    : [];
  const people = [...new Set([actorId, ...current.map(({ reviewer_id }) => reviewer_id)])];
  const teamIds = rules.flatMap((rule) => ('teams' in rule ? (rule.teams ?? []) : []));
  const memberships = await findTeamMembers(db, key.organizationId, { teamIds, userIds: people });
  const authors = await findAuthors(db, {
    organizationId: key.organizationId,
    ids: [...people, ...authorIdsOf(row)],
    showsEmails: false,
  });
  const space = presentSpace(
    await getShownSpace({ db, fields }, key),
    { role, inOrganization: null },
    config,
  );
  return evaluateRules(rules, {
    subject: row.subject,
    hasDescription: hasText(row.description),
    isOutdated: isOutdated(row),
    authorId: row.author_id,
    reviews: current.map(({ reviewer_id, status }) => ({ reviewerId: reviewer_id, status })),
    teamsOf: (userId) => memberships.flatMap((one) => (one.userId === userId ? one.teamId : [])),
    externalChecks: new Map(
      checks.flatMap(({ name, status, revision_id }) =>
        revision_id === row.revision_id ? [[name, status] as const] : [],
      ),
    ),
    actorId,
    role,
    brokenLinks: rules.some(({ rule }) => rule === 'require_no_broken_links')
      ? await countBrokenLinks()
      : undefined,
    data: {
      space,
      changeRequest: presentChangeRequest(row, authors, config.baseUrl),
      reviews: current.map((review) =>
        presentReview(review, { authors, comments: new Map(), baseUrl: config.baseUrl }),
      ),
      actor: presentUser(authorOf(authors, actorId), config.baseUrl),
    },
  });
}

/** Whether a document has any text in it. */
function hasText(document: unknown): boolean {
  if (typeof document !== 'object' || document === null) return false;
  if ('text' in document && typeof document.text === 'string' && document.text.trim() !== '') return true;
  return Object.values(document).some(hasText);
}
