import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/**
 * Finds the address of the first administrator if no administrator has ever used a token, set a password or signed in;
 * undefined once one of them has.
 */
export async function findUnusedAdministrator(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ email: string; hasSignedIn: boolean }>`
    select u.email, u.password_hash is not null
      or exists (select from user_token t where t.user_id = u.user_id and t.last_used_at is not null)
      or exists (select from user_session s where s.user_id = u.user_id)
      or exists (select from user_session s join user_token t on t.token_id = s.token_id where t.user_id = u.user_id)
      as "hasSignedIn"
    from member m
    join organization o on o.organization_id = m.organization_id and o.deleted_at is null
    join user_account u on u.user_id = m.user_id and u.deleted_at is null
    where m.role = 'admin' and not m.disabled
    order by m.joined_at, u.user_id`.execute(db);
  return rows.some(({ hasSignedIn }) => hasSignedIn) ? undefined : rows[0]?.email;
}
