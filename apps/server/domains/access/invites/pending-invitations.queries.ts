import { type Kysely, sql } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { isPending, shownEmail } from '../../identity/users/pending.queries.ts';

/** A member who has not accepted their invitation yet. */
export interface PendingInvitation {
  userId: string;
  email: string;
  role: RoleOrGuest;
  /** Null if the link was revoked or has expired and was removed. */
  expiresAt: Date | null;
}

/** The position where a page of the list ends: the time of the invitation and the user. */
export type PendingPosition = [invitedAt: string, userId: string];

/** Lists everyone whom an invitation would let in, the newest first. `after`: the end of the page before. */
export async function listPendingInvitations(
  db: Kysely<DB>,
  list: { organizationId: string; after: PendingPosition | undefined; limit: number },
): Promise<PageOfRows<PendingInvitation, PendingPosition>> {
  const { after } = list;
  const isListed = sql`m.organization_id = ${list.organizationId} and ${isPending}`;
  const people = sql`member m join user_account u on u.user_id = m.user_id and u.deleted_at is null`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${people} where ${isListed}`.execute(db);
  const { rows } = await sql<PendingInvitation & { joinedAt: Date }>`
    select m.user_id as "userId", ${shownEmail} as email, m.role, m.joined_at as "joinedAt", t.expires_at as "expiresAt"
    from ${people}
    left join user_ticket t on t.user_id = m.user_id and t.organization_id = m.organization_id
      and t.purpose = 'invitation'
    where ${isListed}
      ${after ? sql`and (m.joined_at, m.user_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by m.joined_at desc, m.user_id desc limit ${list.limit + 1}`.execute(db);
  return cutPage(rows, list.limit, counted.rows[0]?.count ?? 0, ({ joinedAt, userId }) => [
    joinedAt.toISOString(),
    userId,
  ]);
}
