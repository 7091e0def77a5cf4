import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';

export async function insertOidcSession(
  trx: Transaction<DB>,
  session: {
    sessionId: string;
    provider: string;
    subject: string;
    sid: string | undefined;
    idToken: string | undefined;
  },
): Promise<void> {
  const { sessionId, provider, subject, sid = null, idToken } = session;
  await trx
    .insertInto('oidc_session')
    .values({
      session_id: sessionId,
      provider,
      subject,
      sid,
      id_token: idToken === undefined ? null : Buffer.from(idToken, 'base64'),
    })
    .execute();
}

/** The provider that opened a session, and the sealed token that tells it which of its own sessions to end. */
export async function findOidcSession(
  db: Database,
  sessionId: string,
): Promise<{ provider: string; idToken: Buffer | null } | undefined> {
  const row = await db
    .selectFrom('oidc_session')
    .select(['provider', 'id_token'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && { provider: row.provider, idToken: row.id_token };
}

/** Deletes the sessions that the provider opened for a session or a person of its own. Returns their ids. */
export async function deleteOidcSessions(
  trx: Transaction<DB>,
  { provider, subject, sid }: { provider: string; subject: string | undefined; sid: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    with ended as materialized (
      select s.session_id from user_session s join oidc_session o using (session_id)
      where o.provider = ${provider}
        ${subject === undefined ? sql`` : sql`and o.subject = ${subject}`}
        ${sid === undefined ? sql`` : sql`and o.sid = ${sid}`}
      order by s.session_id for update of s)
    delete from user_session s using ended where s.session_id = ended.session_id
    returning s.session_id`.execute(trx);
  return rows.map((row) => row.session_id);
}
