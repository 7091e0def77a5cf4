import type { Static } from 'typebox';
import { type Authors, authorOf } from '../../../identity/users/authors.queries.ts';
import { presentUser } from '../../../identity/users/users.present.ts';
import type { ReviewerRow, ReviewRow } from './reviews.repository.ts';
import type { RequestedReviewerSchema, RequestedTeamSchema, ReviewSchema } from './reviews.schemas.ts';
import type { TeamStateRow } from './team-reviewers.queries.ts';

export function presentReview(
  row: ReviewRow,
  {
    authors,
    comments,
    baseUrl,
  }: { authors: Authors; comments: ReadonlyMap<string, object>; baseUrl: string },
): Static<typeof ReviewSchema> {
  const comment = row.comment_id === null ? undefined : comments.get(row.comment_id);
  const userOf = (id: string) => presentUser(authorOf(authors, id), baseUrl);
  const location = `${baseUrl}/v1/spaces/${row.space_id}/change-requests/${row.change_request_id}/reviews/${row.review_id}`;
  return {
    object: 'change-request-review',
    id: row.review_id,
    revision: row.revision_id,
    reviewer: userOf(row.reviewer_id),
    ...(row.requested_by === null ? {} : { requestedBy: userOf(row.requested_by) }),
    status: row.status,
    outdated: row.is_outdated,
    ...(comment ? { comment } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: { location },
  };
}

export const presentReviewer = (
  row: ReviewerRow,
  authors: Authors,
  baseUrl: string,
): Static<typeof RequestedReviewerSchema> => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  user: presentUser(authorOf(authors, row.user_id), baseUrl),
  revision: row.revision_id,
  requestedBy: presentUser(authorOf(authors, row.requested_by), baseUrl),
  createdAt: row.created_at.toISOString(),
});

export const presentTeam = (
  row: TeamStateRow,
  authors: Authors,
  baseUrl: string,
): Static<typeof RequestedTeamSchema> => {
  const userOf = (id: string) => presentUser(authorOf(authors, id), baseUrl);
  return {
    object: 'change-request-requested-team',
    team: { id: row.team_id, title: row.title },
    revision: row.revision_id,
    requestedBy: userOf(row.requested_by),
    createdAt: row.created_at.toISOString(),
    awaited: row.is_awaited,
    ...(row.reviewer_id === null ? {} : { reviewer: userOf(row.reviewer_id) }),
    ...(row.status === null ? {} : { status: row.status, outdated: row.is_outdated === true }),
  };
};
