import { isId, newId } from '@lectern/std/ids';
import { appendTo } from '@lectern/std/long-lists';
import type { Static } from 'typebox';
import type { Actor } from '../../../../platform/access/actor.ts';
import { authorIdOf } from '../../../../platform/access/author.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { findUserRole } from '../../../../platform/access/user-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, defineNotFound, invalidFields } from '../../../../platform/http/errors.ts';
import { receiveField } from '../../../content/editing/receive-field.ts';
import { holdSpace } from '../../../content/spaces/space-counts.queries.ts';
import { notify } from '../../notifications/notify.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../change-request-errors.ts';
import { emitChangeRequestEvent } from '../change-request-events.ts';
import {
  type ChangeRequestChanges,
  type ChangeRequestKey,
  type ChangeRequestRow,
  countChangeRequests,
  lockChangeRequest,
  updateChangeRequestRow,
} from '../change-requests.repository.ts';
import { keyOf } from '../change-requests.service.ts';
import type { InsertReviewComment } from './review-comments.ts';
import {
  deleteReviewer,
  deleteTeamReviewer,
  findReview,
  insertReview,
  listReadersOfTeams,
  listReviewerRows,
  type ReviewerRow,
  type ReviewRow,
  requestReviewers,
  requestTeams,
} from './reviews.repository.ts';
import type { RequestReviewersBody } from './reviews.schemas.ts';
import { listTeamStates, type TeamStateRow } from './team-reviewers.queries.ts';

export const reviewNotFound = defineNotFound('review-not-found', 'review');
export const reviewerNotFound = defineNotFound('reviewer-not-found', 'requested reviewer');

export const teamReviewerNotFound = defineNotFound('team-reviewer-not-found', 'requested team');

export const ownChangeRequest = defineError(
  { status: 403, reason: 'own-change-request' },
  'You created this change request, so somebody else must review it.',
);

/**
 * Requests reviews from members who can read the space, and from teams, of which one member is enough. Opens a draft.
 * Returns the people who were asked directly, and the teams.
 */
export async function requestReviews(
  context: Pick<Context, 'db' | 'transact' | 'clock' | 'pointers' | 'config'>,
  { space, row, actor }: { space: SpacePointer; row: ChangeRequestRow; actor: Actor },
  { users: named, teams = [], subject, description }: Static<typeof RequestReviewersBody>,
): Promise<{ users: ReviewerRow[]; teams: TeamStateRow[] }> {
  const { db, transact, clock, pointers } = context;
  const key = keyOf(row);
  const problems = [];
  for (const [index, userId] of named.entries()) {
    const path = `users.${index}`;
    if (userId === row.author_id) problems.push({ path, message: 'is the author of the change request' });
    else if (!(await canRead(pointers, space, userId)))
      problems.push({ path, message: 'is not a member who can read this space' });
  }
  // Members of teams are notified, but not asked directly.
  const notified = [...named];
  for (const [index, members] of (await findTeamReviewers(db, { space, row }, teams)).entries()) {
    appendTo(notified, members);
    if (members.length === 0)
      problems.push({
        path: `teams.${index}`,
        message: 'is not a team with another member who can read this space',
      });
  }
  if (problems.length > 0) throw invalidFields(problems);
  const at = clock();
  return transact(async (unit) => {
    const { trx } = unit;
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    if (current.status === 'merged') throw changeRequestMerged();
    if (current.status === 'archived') throw changeRequestArchived();
    const asked = { requestedBy: authorIdOf(actor), revisionId: current.revision_id, at };
    await requestReviewers(trx, key, { userIds: named, ...asked });
    await requestTeams(trx, key, { teamIds: teams, ...asked });
    unit.record({ ...key, at, actorId: authorIdOf(actor), body: { type: 'reviewers' } });
    const changes: ChangeRequestChanges = {
      ...(current.status === 'draft' ? { status: 'open' } : {}),
      ...(subject === undefined ? {} : { subject }),
      ...(description === undefined ? {} : { description: receiveField(description, 'description') }),
    };
    await updateChangeRequestRow(trx, key, changes, at);
    if (changes.status) {
      await countChangeRequests(trx, key);
      const opened = { ...current, status: changes.status, subject: subject ?? current.subject };
      await emitChangeRequestEvent(unit, opened, { type: 'change_request.opened', actor, at });
    }
    await notify(context, unit, {
      ...key,
      at,
      userIds: notified,
      kind: 'review-requested',
      actorId: authorIdOf(actor),
    });
    const people = await listReviewerRows(trx, key);
    return {
      users: people.filter(({ user_id }) => named.includes(user_id)),
      teams: (await listTeams(trx, key)).filter(({ team_id }) => teams.includes(team_id)),
    };
  });
}

/** For each team, its members who can read the space, without the author. */
async function findTeamReviewers(
  db: Context['db'],
  { space, row }: { space: SpacePointer; row: ChangeRequestRow },
  teamIds: readonly string[],
): Promise<string[][]> {
  if (teamIds.length === 0) return [];
  const byTeam = new Map<string, string[]>(teamIds.map((teamId) => [teamId, []]));
  for (const { teamId, userId } of await listReadersOfTeams(db, space, teamIds))
    if (userId !== row.author_id) byTeam.get(teamId)?.push(userId);
  return teamIds.map((teamId) => byTeam.get(teamId) ?? []);
}

const canRead = async (
  pointers: Context['pointers'],
  space: SpacePointer,
  userId: string,
): Promise<boolean> => isId(userId) && isAtLeast(await findUserRole(pointers, space, userId), 'read');

/** Withdraws the request to a user or a team. */
export async function removeReviewer(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  row: ChangeRequestRow,
  removed: { userId: string } | { teamId: string },
): Promise<void> {
  const key = keyOf(row);
  const isTeam = 'teamId' in removed;
  const id = isTeam ? removed.teamId : removed.userId;
  const remove = async (unit: UnitOfWork): Promise<boolean> => {
    const isThere = await (isTeam ? deleteTeamReviewer : deleteReviewer)(unit.trx, key, id);
    if (isThere) unit.record({ ...key, at: clock(), body: { type: 'reviewers' } });
    return isThere;
  };
  const isRemoved = isId(id) && (await transact(remove));
  if (!isRemoved) throw isTeam ? teamReviewerNotFound() : reviewerNotFound();
}

/** The teams that were asked to review a change request, oldest first. */
export const listTeams = (
  db: Context['db'] | UnitOfWork['trx'],
  key: ChangeRequestKey,
): Promise<TeamStateRow[]> =>
  listTeamStates(db, key.organizationId, [{ space_id: key.spaceId, change_request_id: key.changeRequestId }]);

/** Records a review of the present content, which replaces an earlier review by the same user. */
export async function submitReview(
  context: Pick<Context, 'transact' | 'clock' | 'config'>,
  { row, actor, allowsOwn }: { row: ChangeRequestRow; actor: Actor; allowsOwn: boolean },
  { status, insertComment }: { status: ReviewRow['status']; insertComment: InsertReviewComment | undefined },
): Promise<ReviewRow> {
  const { transact, clock } = context;
  const key = keyOf(row);
  const reviewerId = authorIdOf(actor);
  if (reviewerId === row.author_id && !allowsOwn) throw ownChangeRequest();
  const reviewId = newId();
  const at = clock();
  return transact(async (unit) => {
    const { trx } = unit;
    if (!(await holdSpace(trx, key))) throw changeRequestNotFound();
    const current = await lockChangeRequest(unit, key);
    if (!current) throw changeRequestNotFound();
    if (current.status === 'merged') throw changeRequestMerged();
    if (current.status === 'archived') throw changeRequestArchived();
    const revisionId = current.revision_id;
    const commentId = insertComment ? await insertComment(unit, current, { reviewId, actor, at }) : null;
    await insertReview(trx, { ...key, reviewId, reviewerId, status, revisionId, commentId, at });
    if (status === 'changes-requested')
      await notify(context, unit, {
        ...key,
        at,
        userIds: [current.author_id],
        kind: 'changes-requested',
        actorId: reviewerId,
      });
    unit.record({ ...key, at, actorId: reviewerId, body: { type: 'review', review: reviewId, status } });
    const details = { review: { id: reviewId, status } };
    await emitChangeRequestEvent(unit, current, { type: 'change_request.reviewed', actor, at, details });
    return (await findReview(trx, key, reviewId)) as ReviewRow;
  });
}

/** The requested reviewers who can still read the space, oldest first. */
export async function listReviewers(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  { space, row }: { space: SpacePointer; row: ChangeRequestRow },
): Promise<ReviewerRow[]> {
  const reviewers: ReviewerRow[] = [];
  for (const reviewer of await listReviewerRows(db, keyOf(row)))
    if (await canRead(pointers, space, reviewer.user_id)) reviewers.push(reviewer);
  return reviewers;
}
