import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { PreferenceKind } from './notification-kinds.ts';

/** Where a mail of a kind goes; undefined: the user is gone, has no address, or does not want it. */
export async function findWantedAddress(
  db: Kysely<DB>,
  userId: string,
  kind: PreferenceKind,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email from user_account u
    left join notification_preference p on p.user_id = u.user_id and p.kind = ${kind}
    where u.user_id = ${userId} and u.deleted_at is null and u.email is not null and coalesce(p.mail, true)`.execute(
    db,
  );
  return rows[0]?.email;
}
