import { groupBy } from '@lectern/std/group-by';
import type { FastifyRequest } from 'fastify';
import { grantedTo } from '../../../platform/access/authorize.ts';
import { findVisitor } from '../../../platform/access/visitor-gate.ts';
import type { Context } from '../../../platform/context.ts';
import { findAuthorsFor } from '../../identity/users/authors-for.ts';
import { authorIdsOf, presentChangeRequest, presentReviewerState } from './change-requests.present.ts';
import type { ChangeRequestRow } from './change-requests.repository.ts';
import type { ChangeRequest } from './change-requests.schemas.ts';
import { listReviewerStates } from './reviews/reviewer-states.queries.ts';
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

/** As in lists: with the reviewers. */
export async function showListedChangeRequests(
  context: Context,
  request: FastifyRequest,
  rows: readonly ChangeRequestRow[],
): Promise<ChangeRequest[]> {
  const granted = grantedTo(request);
  const reviewers = await listReviewerStates(context.db, granted.organizationId ?? '', rows);
  const authors = await findAuthorsFor(
    context,
    granted,
    reviewers.map(({ user_id: id }) => id),
  );
  const byRequest = groupBy(reviewers, ({ change_request_id: id }) => id);
  const { baseUrl } = context.config;
  const shown = await showChangeRequests(context, request, rows);
  return shown.map((changeRequest) => ({
    ...changeRequest,
    reviewers: (byRequest.get(changeRequest.id) ?? []).map((state) =>
      presentReviewerState(state, authors, baseUrl),
    ),
  }));
}

export const showChangeRequest = async (
  context: Context,
  request: FastifyRequest,
  row: ChangeRequestRow,
): Promise<ChangeRequest> => (await showChangeRequests(context, request, [row]))[0] as ChangeRequest;

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
