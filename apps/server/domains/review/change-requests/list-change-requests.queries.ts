import { type RawBuilder, sql } from 'kysely';
import { authorIdOf } from '../../../platform/access/author.ts';
import { type Caller, spaceRoles } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import {
  CHANGE_REQUEST_COLUMNS,
  CHANGE_REQUEST_TABLES,
  type ChangeRequestRow,
} from './change-requests.repository.ts';
import { changesPage } from './changed-pages/changed-pages.repository.ts';
import { isAsked, isAwaited } from './reviews/asked-reviewers.queries.ts';
import { isUnread } from './seen/seen.queries.ts';

interface ChangeRequestFilter {
  spaceId?: string | undefined;
  /** A condition on a change request `c`: its space is on a site. */
  isOnSite?: RawBuilder<boolean> | undefined;
  statuses: readonly ChangeRequestRow['status'][];
  creatorId?: string | undefined;
  contributorId?: string | undefined;
  reviewerId?: string | undefined;
  /** A user who was asked for a review, and has not reviewed the present content since. */
  awaitedReviewerId?: string | undefined;
  /** A user whom a comment on the change request mentions. */
  mentionedId?: string | undefined;
  /** A page of the space `spaceId`, because copies of a space have pages with the same ids. */
  changedPageId?: string | undefined;
  query?: string | undefined;
  /** Only those in which others have done something that this user has not seen. */
  unreadBy?: string | undefined;
  orderBy: 'updatedAt' | 'createdAt';
}

/** The position where a page ends: time and id. */
export type ChangeRequestPosition = [at: string, changeRequestId: string];

/** The change requests that the caller may see, newest first: drafts are their author's, and of those who can edit. */
export async function listChangeRequests(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  filter: ChangeRequestFilter,
  { after, limit }: { after: ChangeRequestPosition | undefined; limit: number },
): Promise<PageOfRows<ChangeRequestRow, ChangeRequestPosition>> {
  const column = filter.orderBy === 'createdAt' ? sql`c.created_at` : sql`c.updated_at`;
  const callerId = authorIdOf(caller.actor);
  const from = sql`${CHANGE_REQUEST_TABLES} join ${spaceRoles(caller)} own on own.space_id = c.space_id
    where c.organization_id = ${caller.organizationId} and s.deleted_at is null
      and c.status = any(${filter.statuses}::text[])
      and (c.status <> 'draft' or c.author_id = ${callerId} or own.role in ('edit', 'review', 'create', 'admin'))
      ${matches(caller.organizationId, filter)}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(db);
  const older = after
    ? sql`and (${column}, c.change_request_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : sql``;
  const { rows } = await sql<ChangeRequestRow & { position: string }>`
    select ${CHANGE_REQUEST_COLUMNS}, ${column}::text as position from ${from} ${older}
    order by ${column} desc, c.change_request_id desc limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, (row) => [row.position, row.change_request_id]);
}

function matches(organizationId: string, filter: ChangeRequestFilter): RawBuilder<unknown> {
  const { spaceId, isOnSite, creatorId, contributorId, reviewerId, awaitedReviewerId } = filter;
  const { mentionedId, changedPageId, query, unreadBy } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (spaceId !== undefined) conditions.push(sql`and c.space_id = ${spaceId}`);
  if (isOnSite !== undefined) conditions.push(sql`and ${isOnSite}`);
  if (creatorId !== undefined) conditions.push(sql`and c.author_id = ${creatorId}`);
  if (contributorId !== undefined)
    conditions.push(sql`and exists (select 1 from change_request_contributor k
      where k.organization_id = c.organization_id and k.space_id = c.space_id
        and k.change_request_id = c.change_request_id and k.author_id = ${contributorId})`);
  if (reviewerId !== undefined) conditions.push(sql`and ${isAsked(organizationId, reviewerId)}`);
  if (changedPageId !== undefined) conditions.push(sql`and ${changesPage(changedPageId)}`);
  if (unreadBy !== undefined) conditions.push(sql`and ${isUnread(unreadBy)}`);
  if (awaitedReviewerId !== undefined)
    conditions.push(sql`and ${isAwaited(organizationId, awaitedReviewerId)}`);
  if (mentionedId !== undefined)
    conditions.push(sql`and (c.space_id, c.change_request_id) in (
      select k.space_id, k.change_request_id from comment_mention m
      join comment k on k.organization_id = m.organization_id and k.space_id = m.space_id
        and k.comment_id = m.comment_id
      where m.organization_id = c.organization_id and m.user_id = ${mentionedId})`);
  if (query !== undefined && query.trim() !== '') {
    const text = query.trim().toLowerCase();
    conditions.push(
      sql`and (position(${text} in lower(c.subject)) > 0 or c.number::text = ${text.replace(/^#/, '')})`,
    );
  }
  return conditions.length === 0 ? sql`` : sql.join(conditions, sql` `);
}
