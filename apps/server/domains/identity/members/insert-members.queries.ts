import { sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { nameInEmail } from '../users/pending.queries.ts';

export interface NewMember {
  organizationId: string;
  userId: string;
  role: RoleOrGuest;
  sso?: boolean;
  /** A membership that its user has not accepted yet grants nothing. */
  disabled?: boolean;
  /** An administrator named the address. */
  isInvited?: boolean;
  joinedAt: Date;
}

/** Returns whether the user is new; an existing member stays unchanged. */
export async function insertMember(trx: Transaction<DB>, member: NewMember): Promise<boolean> {
  return (await insertMembers(trx, [member])).size > 0;
}

/** Inserts any number of members in one statement. Returns the ids of the new members; existing ones stay unchanged. */
export async function insertMembers(trx: Transaction<DB>, members: NewMember[]): Promise<Set<string>> {
  if (members.length === 0) return new Set();
  const rows = members.map(
    ({ organizationId, userId, role, sso = false, disabled = false, isInvited = false, joinedAt }) => ({
      organization_id: organizationId,
      user_id: userId,
      role,
      sso,
      disabled,
      is_invited: isInvited,
      joined_at: joinedAt.toISOString(),
    }),
  );
  const inserted = await sql<{ user_id: string }>`
    insert into member
      (organization_id, user_id, role, sso, disabled, is_invited, joined_at, name_folded, email_folded)
    select m.organization_id, u.user_id, m.role, m.sso, m.disabled, m.is_invited, m.joined_at,
      case when m.disabled then ${nameInEmail(sql`u.email_folded`)} else u.name_folded end, u.email_folded
    from jsonb_to_recordset(${toJsonText(rows)}::text::jsonb) as m(
      organization_id uuid, user_id uuid, role text, sso boolean, disabled boolean, is_invited boolean,
      joined_at timestamptz)
    join user_account u on u.user_id = m.user_id and u.deleted_at is null
    order by u.user_id
    for key share of u
    on conflict (organization_id, user_id) do nothing
    returning user_id`.execute(trx);
  return new Set(inserted.rows.map((row) => row.user_id));
}
