import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { queueStatement } from '../../../../platform/db/statement-queue.ts';
import type { ChangeRequestKey } from '../change-requests.repository.ts';

/** What somebody has seen of a change request. */
export interface SeenState {
  /** Null: they have never said that they saw it. */
  lastSeen: { revisionId: string; at: Date } | null;
  /** Whether somebody else has done something since. */
  isUnread: boolean;
}

/** The number of the last activity in a change request `c` by anybody else than a user. */
const lastOfOthers = (userId: string) =>
  sql`case when c.activity_by is distinct from ${userId}::uuid then c.activity else c.other_activity end`;

/** Whether a user has something unread in a change request `c`. */
export const isUnread = (userId: string): RawBuilder<boolean> => sql`${lastOfOthers(userId)} > coalesce((
  select seen.activity from change_request_seen seen
  where seen.organization_id = c.organization_id and seen.space_id = c.space_id
    and seen.change_request_id = c.change_request_id and seen.user_id = ${userId}), 0)`;

/** Counts something that others should see, in the transaction that does it. */
export const countActivity = (
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  actorId: string | undefined,
): Promise<void> =>
  queueStatement(
    trx,
    sql`
      update change_request set activity = activity + 1, activity_by = ${actorId ?? null}::uuid,
        other_activity = case when activity_by is distinct from ${actorId ?? null}::uuid then activity else other_activity end
      where organization_id = ${organizationId} and space_id = ${spaceId}
        and change_request_id = ${changeRequestId}`,
  );

/** What a user has seen of some change requests of an organization, by their ids. */
export async function findSeen(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  changeRequestIds: readonly string[],
): Promise<Map<string, SeenState>> {
  if (changeRequestIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; isUnread: boolean; revisionId: string | null; at: Date | null }>`
    select c.change_request_id as id, ${isUnread(userId)} as "isUnread", s.revision_id as "revisionId", s.seen_at as at
    from change_request c left join change_request_seen s on s.organization_id = c.organization_id
      and s.space_id = c.space_id and s.change_request_id = c.change_request_id and s.user_id = ${userId}
    where c.organization_id = ${organizationId} and c.change_request_id = any(${changeRequestIds}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, isUnread, revisionId, at }) => [
      id,
      { isUnread, lastSeen: revisionId === null || at === null ? null : { revisionId, at } },
    ]),
  );
}

/**
 * Stores that a user has seen a change request, unless they have seen as much before. Returns whether that is news.
 * `isBehind`: others have changed the content that they saw before the change request was at `headId`.
 */
export async function storeSeen(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  {
    userId,
    revisionId,
    headId,
    isBehind,
    at,
  }: { userId: string; revisionId: string; headId: string; isBehind: boolean; at: Date },
): Promise<boolean> {
  const activity = sql`case when ${isBehind}::boolean or c.revision_id <> ${headId}
    then greatest(${lastOfOthers(userId)} - 1, 0) else c.activity end`;
  const { numAffectedRows } = await sql`
    insert into change_request_seen as seen
      (organization_id, space_id, change_request_id, user_id, revision_id, activity, seen_at)
    select organization_id, space_id, change_request_id, ${userId}, ${revisionId}, ${activity}, ${at}
    from change_request c
    where organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}
    on conflict (organization_id, space_id, change_request_id, user_id) do update
      set revision_id = excluded.revision_id, activity = excluded.activity, seen_at = excluded.seen_at
      where excluded.activity > seen.activity
        or excluded.activity = seen.activity and excluded.revision_id <> seen.revision_id`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
