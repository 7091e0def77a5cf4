import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

/** What a directory calls a user who still has access by it. */
export interface CheckedIdentity {
  subject: string;
  userId: string;
  lastUsedAt: Date;
}

/**
 * The people of a directory who can act now and were not checked since `before`, the longest unchecked first: those with
 * a session or a token, unless their access has ended since they signed in.
 */
export async function listUnchecked(
  db: Database,
  { issuer, before, now, limit }: { issuer: string; before: Date; now: Date; limit: number },
): Promise<CheckedIdentity[]> {
  const { rows } = await sql<CheckedIdentity>`
    select i.subject, i.user_id as "userId", i.last_used_at as "lastUsedAt"
    from instance_identity i
    where i.issuer = ${issuer} and greatest(i.checked_at, i.last_used_at) <= ${before}
      and (i.ended_at is null or i.ended_at < i.last_used_at)
      and (exists (select from user_session s where s.user_id = i.user_id and s.expires_at > ${now})
        or exists (select from user_token t where t.user_id = i.user_id))
    order by greatest(i.checked_at, i.last_used_at), i.subject limit ${limit}`.execute(db);
  return rows;
}

/** Returns false if the person has signed in by the directory since, or the name means another user. */
export async function noteCheck(
  trx: Transaction<DB>,
  issuer: string,
  { subject, userId, lastUsedAt, at, isOver }: CheckedIdentity & { at: Date; isOver: boolean },
): Promise<boolean> {
  const result = await trx
    .updateTable('instance_identity')
    .set({ checked_at: at, ...(isOver ? { ended_at: at } : {}) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .where('last_used_at', '=', lastUsedAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
