import { type Authors, authorOf } from '../../identity/users/authors.queries.ts';
import { presentUser } from '../../identity/users/users.present.ts';
import type { ChangeRequestRow } from './change-requests.repository.ts';
import type { ChangeRequest, Reviewer, TeamReviewer } from './change-requests.schemas.ts';
import { baseOf } from './change-requests.service.ts';
import type { ReviewerStateRow } from './reviews/reviewer-states.queries.ts';
import type { TeamStateRow } from './reviews/team-reviewers.queries.ts';
import { presentSeen } from './seen/seen.present.ts';
import type { SeenState } from './seen/seen.queries.ts';

/** The authors that a change request shows. */
export const authorIdsOf = (row: ChangeRequestRow): string[] =>
  [row.author_id, row.merged_by, row.scheduled_by].filter((id) => id !== null);

export const isOutdated = (row: ChangeRequestRow): boolean =>
  row.status !== 'merged' && baseOf(row) !== row.space_revision_id;

/** A reviewer of a change request in a list. */
export const presentReviewerState = (
  { user_id, is_requested, status, is_outdated }: ReviewerStateRow,
  authors: Authors,
  baseUrl: string,
): Reviewer => ({
  user: presentUser(authorOf(authors, user_id), baseUrl),
  requested: is_requested,
  ...(status === null ? {} : { status, outdated: is_outdated === true }),
});

/** A team that was asked to review a change request in a list. */
export const presentTeamState = ({ team_id, title, status, is_outdated }: TeamStateRow): TeamReviewer => ({
  team: { id: team_id, title },
  ...(status === null ? {} : { status, outdated: is_outdated === true }),
});

/** The ChangeRequest object. `seen`: what the caller has seen, if they are a user. */
export function presentChangeRequest(
  row: ChangeRequestRow,
  authors: Authors,
  baseUrl: string,
  seen?: SeenState | undefined,
): ChangeRequest {
  const userOf = (id: string) => presentUser(authorOf(authors, id), baseUrl);
  return {
    object: 'change-request',
    id: row.change_request_id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    ...(row.description
      ? { description: row.description as unknown as NonNullable<ChangeRequest['description']> }
      : {}),
    createdBy: userOf(row.author_id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.merged_by === null ? {} : { mergedBy: userOf(row.merged_by) }),
    ...(row.merged_at === null ? {} : { mergedAt: row.merged_at.toISOString() }),
    space: row.space_id,
    revision: row.revision_id,
    revisionInitial: row.initial_revision_id,
    ...(row.ancestor_revision_id === null ? {} : { revisionMergedAncestor: row.ancestor_revision_id }),
    ...(row.merged_revision_id === null ? {} : { revisionMerged: row.merged_revision_id }),
    ...(row.reverts === null ? {} : { reverts: row.reverts }),
    ...(row.scheduled_at === null || row.scheduled_by === null
      ? {}
      : { scheduledMerge: { at: row.scheduled_at.toISOString(), by: userOf(row.scheduled_by) } }),
    ...(row.schedule_failure === null || row.schedule_failed_at === null
      ? {}
      : { failedMerge: { at: row.schedule_failed_at.toISOString(), message: row.schedule_failure } }),
    comments: row.comments_open,
    outdated: isOutdated(row),
    ...(seen ? presentSeen(seen) : {}),
    links: row.links.map(({ id, url, title }) => ({
      id,
      ref: { kind: 'url', url },
      ...(title === undefined ? {} : { title }),
    })),
    urls: {
      app: `${baseUrl}/app/s/${row.space_id}/change-requests/${row.number}`,
      location: `${baseUrl}/v1/spaces/${row.space_id}/change-requests/${row.change_request_id}`,
    },
  };
}
