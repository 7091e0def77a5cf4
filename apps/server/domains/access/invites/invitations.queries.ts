import { sql } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { MemberKey } from '../../identity/members/members.queries.ts';
import { isUnclaimed, shownName } from '../../identity/users/pending.queries.ts';

/** A member with the account and the invitation that waits for them, if one does. */
export interface InvitedMember {
  userId: string;
  email: string;
  displayName: string;
  role: RoleOrGuest;
  sso: boolean;
  disabled: boolean;
  isVerified: boolean;
  isUnclaimed: boolean;
  ticketId: string | null;
  /** The address that the link was mailed to. */
  mailedTo: string | null;
  invitedAt: Date | null;
  expiresAt: Date | null;
}

export async function findInvitedMember(
  db: Database,
  { organizationId, userId }: MemberKey,
): Promise<InvitedMember | undefined> {
  const { rows } = await sql<InvitedMember>`
    select u.user_id as "userId", u.email, ${shownName} as "displayName", m.role, m.sso, m.disabled,
      u.email_verified_at is not null as "isVerified", ${isUnclaimed} as "isUnclaimed",
      t.ticket_id as "ticketId", t.email as "mailedTo", t.created_at as "invitedAt", t.expires_at as "expiresAt"
    from member m
    join user_account u on u.user_id = m.user_id and u.deleted_at is null
    left join user_ticket t on t.user_id = m.user_id and t.organization_id = m.organization_id
      and t.purpose = 'invitation'
    where m.organization_id = ${organizationId} and m.user_id = ${userId}`.execute(db);
  return rows[0];
}
