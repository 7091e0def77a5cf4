import type { Kysely } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';

/** Where mails to a user go; undefined: they were deleted, or have no address. */
export async function findMailAddress(db: Kysely<DB>, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_account')
    .select('email')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.email ?? undefined;
}
