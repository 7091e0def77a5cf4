import { type Kysely, sql } from 'kysely';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';
import { isUnclaimed } from './invitees.queries.ts';

/** A member who has not accepted their invitation yet. */
export interface PendingInvitation {
  userId: string;
  email: string;
  role: RoleOrGuest;
  /** Null if the link was revoked or has expired and was removed. */
  expiresAt: Date | null;
}

/** Lists everyone whom an invitation would let in, the newest first. `after`: the last user of the page before. */
export async function listPendingInvitations(
  db: Kysely<DB>,
  list: { organizationId: string; after: string | undefined; limit: number },
): Promise<PageOfRows<PendingInvitation, string>> {
  const isPending = sql`m.organization_id = ${list.organizationId} and (m.disabled or ${isUnclaimed})`;
  const people = sql`member m join user_account u on u.user_id = m.user_id and u.deleted_at is null`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from ${people} where ${isPending}`.execute(db);
  const { rows } = await sql<PendingInvitation>`
    select m.user_id as "userId", u.email, m.role, t.expires_at as "expiresAt"
    from ${people}
    left join user_ticket t on t.user_id = m.user_id and t.organization_id = m.organization_id
      and t.purpose = 'invitation'
    where ${isPending} ${list.after === undefined ? sql`` : sql`and m.user_id < ${list.after}`}
    order by m.user_id desc limit ${list.limit + 1}`.execute(db);
  return cutPage(rows, list.limit, counted.rows[0]?.count ?? 0, ({ userId }) => userId);
}
