import { sql, type Transaction } from 'kysely';
import { digestToken } from '../../../platform/access/token.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { isOwn, type SessionOwner, type SessionRow } from './sessions.queries.ts';

export interface NewSession {
  /** The secret itself; only its digest is stored. */
  secret: string;
  sessionId: string;
  /** The user who signed in, or the token that was used. */
  owner: { userId: string } | { tokenId: string };
  /** The only organization that it acts in. */
  organizationId: string | null;
  method: 'password' | 'token' | 'saml' | 'oidc' | 'ldap' | 'passkey';
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** False: the user is blocked or was deleted, or the token was revoked, a moment ago. */
export async function insertSession(trx: Transaction<DB>, session: NewSession): Promise<boolean> {
  const { owner, secret, sessionId, organizationId, method, address, userAgent } = session;
  // A concurrent deletion of the user or token waits, and then deletes the session as well.
  const opener =
    'userId' in owner
      ? sql`select user_id, null::uuid as token_id from user_account
          where user_id = ${owner.userId} and deleted_at is null and blocked_at is null for share`
      : sql`select null::uuid as user_id, token_id from token_directory
          where token_id = ${owner.tokenId} for key share`;
  const result = await sql`
    with opener as (${opener})
    insert into user_session (digest, session_id, user_id, token_id, organization_id, method, address, user_agent,
      created_at, expires_at)
    select ${digestToken(secret)}, ${sessionId}, user_id, token_id, ${organizationId}::uuid, ${method}, ${address},
      ${userAgent}, ${session.createdAt}, ${session.expiresAt}
    from opener`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) > 0;
}

export async function findSessionRow(db: Database, sessionId: string): Promise<SessionRow | undefined> {
  return db.selectFrom('user_session').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** Returns whether the session existed. */
export async function deleteSession(trx: Transaction<DB>, sessionId: string): Promise<boolean> {
  const result = await trx.deleteFrom('user_session').where('session_id', '=', sessionId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Returns its id; undefined: there was none. */
export async function deleteSessionBySecret(
  trx: Transaction<DB>,
  secret: string,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('user_session')
    .where('digest', '=', digestToken(secret))
    .returning('session_id')
    .executeTakeFirst();
  return row?.session_id;
}

/** Deletes one of the owner's sessions, all but one, or all; returns the ids of those deleted. */
export async function deleteSessions(
  trx: Transaction<DB>,
  owner: SessionOwner,
  which: { only: string } | { except: string | undefined },
): Promise<string[]> {
  const chosen =
    'only' in which
      ? sql`and session_id = ${which.only}`
      : which.except === undefined
        ? sql``
        : sql`and session_id <> ${which.except}`;
  // In the same order as last uses are written, so that the two cannot deadlock.
  const { rows } = await sql<{ session_id: string }>`
    with ended as materialized (
      select session_id from user_session where ${isOwn(owner)} ${chosen} order by session_id for update)
    delete from user_session s using ended where s.session_id = ended.session_id
    returning s.session_id`.execute(trx);
  return rows.map((row) => row.session_id);
}
