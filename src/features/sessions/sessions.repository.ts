import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { digestToken } from '../../access/token.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';

type Database = Kysely<DB> | Transaction<DB>;

export type SessionRow = Selectable<DB['user_session']>;

export interface NewSession {
  /** The secret itself; only its digest is stored. */
  secret: string;
  sessionId: string;
  /** Who signed in: a user, or whoever has the token. */
  owner: { userId: string } | { tokenId: string };
  /** The only organization that it acts in. */
  organizationId: string | null;
  method: 'password' | 'token' | 'saml';
  address: string | null;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** Whose sessions: all of a user's, those that their tokens opened among them, or only those that act in one organization. */
export interface SessionOwner {
  userId: string;
  onlyIn?: string | undefined;
}

/** False: the user was deleted, or the token was revoked, a moment ago. */
export async function insertSession(trx: Transaction<DB>, session: NewSession): Promise<boolean> {
  const { owner, secret, sessionId, organizationId, method, address, userAgent } = session;
  // Who deletes the user or the token at this moment waits, and then takes the session away with it.
  const opener =
    'userId' in owner
      ? sql`select user_id, null::uuid as token_id from user_account
          where user_id = ${owner.userId} and deleted_at is null for share`
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

/** Newest first. `after`: the last session of the page before. */
export async function listSessionRows(
  db: Database,
  list: { owner: SessionOwner; now: Date; idleSince: Date; after: string | undefined; limit: number },
): Promise<PageOfRows<SessionRow, string>> {
  const isListed = sql`${isOwn(list.owner)} and expires_at > ${list.now}
    and coalesce(last_used_at, created_at) > ${list.idleSince}`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from user_session where ${isListed}`.execute(db);
  const after = list.after ? sql`and session_id < ${list.after}` : sql``;
  const { rows } = await sql<SessionRow>`
    select * from user_session where ${isListed} ${after}
    order by session_id desc limit ${list.limit + 1}`.execute(db);
  return cutPage(rows, list.limit, Number(counted.rows[0]?.count ?? 0), (row) => row.session_id);
}

export async function findSessionRow(db: Database, sessionId: string): Promise<SessionRow | undefined> {
  return db.selectFrom('user_session').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** Tells whether there was one. */
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

/** Of the owner's sessions the one, or all but one, or all; the ids of those that there were. */
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
  // In one order, as the last uses are written down: neither waits for the other in a circle.
  const { rows } = await sql<{ session_id: string }>`
    with ended as materialized (
      select session_id from user_session where ${isOwn(owner)} ${chosen} order by session_id for update)
    delete from user_session s using ended where s.session_id = ended.session_id
    returning s.session_id`.execute(trx);
  return rows.map((row) => row.session_id);
}

/** Those that can no longer be used. */
export async function deleteEndedSessions(db: Kysely<DB>, now: Date, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('user_session')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb(eb.fn.coalesce('last_used_at', 'created_at'), '<=', idleSince)]),
    )
    .execute();
}

/** Two ways to a session, each by its index: one condition with “or” would look at every session that there is. */
const isOwn = ({ userId, onlyIn }: SessionOwner) => {
  const isBound = onlyIn === undefined ? sql`` : sql`and o.organization_id = ${onlyIn}`;
  return sql`session_id in (
    select o.session_id from user_session o where o.user_id = ${userId} ${isBound}
    union all
    select s.session_id from user_token o join user_session s on s.token_id = o.token_id
    where o.user_id = ${userId} ${isBound})`;
};
