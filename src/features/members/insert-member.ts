import { sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';

export interface NewMember {
  organizationId: string;
  userId: string;
  role: RoleOrGuest;
  sso?: boolean;
  /** A membership that its user has not accepted yet gives nothing. */
  disabled?: boolean;
  joinedAt: Date;
}

/** Tells whether the user was no member before: who is one stays as they are. */
export async function insertMember(trx: Transaction<DB>, member: NewMember): Promise<boolean> {
  const { organizationId, userId, role, sso = false, disabled = false, joinedAt } = member;
  const result = await sql`
    insert into member (organization_id, user_id, role, sso, disabled, joined_at, name_folded, email_folded)
    select ${organizationId}, user_id, ${role}, ${sso}, ${disabled}, ${joinedAt}, name_folded, email_folded
    from user_account where user_id = ${userId} and deleted_at is null
    for key share
    on conflict (organization_id, user_id) do nothing`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) > 0;
}
