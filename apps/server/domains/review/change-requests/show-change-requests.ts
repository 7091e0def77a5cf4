import { groupBy } from '@lectern/std/group-by';
import type { FastifyRequest } from 'fastify';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { mayDo } from '../../../platform/access/may-do.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import {
  authorIdsOf,
  presentChangeRequest,
  presentReviewerState,
  presentTeamState,
} from './change-requests.present.ts';
import type { ChangeRequestRow } from './change-requests.repository.ts';
import type { ChangeRequest } from './change-requests.schemas.ts';
import { keyOf } from './change-requests.service.ts';
import { listCheckStates } from './external-checks/check-states.queries.ts';
import { countChecks, findReviewState } from './list-states.ts';
import { listReviewerStates } from './reviews/reviewer-states.queries.ts';
import { listTeamStates } from './reviews/team-reviewers.queries.ts';
import { allowsSelfReview, findMergeRulesOf } from './rules/merge-rules.queries.ts';
import { findSeen, type SeenState } from './seen/seen.queries.ts';

/** Change requests as the caller is shown them, with what they have seen. */
async function showChangeRequests(
  context: Context,
  request: FastifyRequest,
  rows: readonly ChangeRequestRow[],
): Promise<ChangeRequest[]> {
  const authors = await findAuthorsFor(context, grantedTo(request), rows.flatMap(authorIdsOf));
  const states = await findOwnSeen(context, request, rows);
  return rows.map((row) =>
    presentChangeRequest(row, authors, context.config.baseUrl, states.get(row.change_request_id)),
  );
}

/** As in lists: with the reviewers, and the results of reviews and checks. Needs a fixed number of statements. */
export async function showListedChangeRequests(
  context: Context,
  request: FastifyRequest,
  rows: readonly ChangeRequestRow[],
): Promise<ChangeRequest[]> {
  const { db, config } = context;
  const granted = grantedTo(request);
  const { organizationId = '' } = granted;
  const reviewers = await listReviewerStates(db, organizationId, rows);
  const teams = groupBy(await listTeamStates(db, organizationId, rows), requestIdOf);
  const checks = groupBy(await listCheckStates(db, organizationId, rows), requestIdOf);
  const spaceIds = [...new Set(rows.filter(isInProgress).map(({ space_id: id }) => id))];
  const rules = await findMergeRulesOf(db, organizationId, spaceIds);
  const authors = await findAuthorsFor(
    context,
    granted,
    reviewers.map(({ user_id: id }) => id),
  );
  const people = groupBy(reviewers, requestIdOf);
  const shown = await showChangeRequests(context, request, rows);
  return shown.map((changeRequest, at) => {
    const row = rows[at] as ChangeRequestRow;
    const [own, ownTeams] = [people.get(changeRequest.id) ?? [], teams.get(changeRequest.id) ?? []];
    // Rules do not apply to a closed change request.
    const ownRules = isInProgress(row) ? (rules.get(row.space_id) ?? []) : [];
    const reviewState = findReviewState([...own, ...ownTeams], ownRules);
    const counts = countChecks(checks.get(changeRequest.id) ?? [], ownRules);
    return {
      ...changeRequest,
      reviewers: own.map((state) => presentReviewerState(state, authors, config.baseUrl)),
      reviewTeams: ownTeams.map(presentTeamState),
      ...(reviewState === undefined ? {} : { reviewState }),
      ...(counts === undefined ? {} : { checks: counts }),
    };
  });
}

const requestIdOf = <Row extends { change_request_id: string }>({ change_request_id: id }: Row): string => id;

const isInProgress = ({ status }: ChangeRequestRow): boolean => status === 'draft' || status === 'open';

/** As in responses to edits, which are frequent. */
export const showEditedChangeRequest = async (
  context: Context,
  request: FastifyRequest,
  row: ChangeRequestRow,
): Promise<ChangeRequest> => (await showChangeRequests(context, request, [row]))[0] as ChangeRequest;

/** As shown alone: with the caller’s permissions for this change request, beyond those in the space. */
export async function showChangeRequest(
  context: Context,
  request: FastifyRequest,
  row: ChangeRequestRow,
): Promise<ChangeRequest> {
  const shown = await showEditedChangeRequest(context, request, row);
  const granted = grantedTo(request);
  const isOwn = row.author_id === authorIdOf(granted.actor);
  const review =
    mayDo(granted, 'space:review') && (!isOwn || (await allowsSelfReview(context.db, keyOf(row))));
  return { ...shown, permissions: { review } };
}

/** What the caller has seen, if they are a user. */
async function findOwnSeen(
  { db }: Context,
  request: FastifyRequest,
  rows: readonly ChangeRequestRow[],
): Promise<Map<string, SeenState>> {
  const [first] = rows;
  const { actor } = grantedTo(request);
  if (!first || actor.kind !== 'user' || findVisitor(request)) return new Map();
  const place = { organizationId: first.organization_id, userId: actor.userId };
  const ids = rows.map((row) => row.change_request_id);
  return findSeen(db, place, ids);
}
