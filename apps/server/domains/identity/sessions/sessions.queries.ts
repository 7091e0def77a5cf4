import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

export type SessionRow = Selectable<DB['user_session']>;

/** The owner of sessions: all of a user's, including those that their tokens opened, or some of them. */
export interface SessionOwner {
  userId: string;
  /** Only the sessions limited to this organization. */
  onlyIn?: string | undefined;
  /** Only the sessions that can act in this organization: those limited to it, and those without a limit. */
  actingIn?: string | undefined;
}

/** Newest first. `after`: the last session of the page before. `only`: no session but this one. */
export async function listSessionRows(
  db: Database,
  list: {
    owner: SessionOwner;
    now: Date;
    idleSince: Date;
    after: string | undefined;
    limit: number;
    only?: string;
  },
): Promise<PageOfRows<SessionRow, string>> {
  const isListed = sql`${isOwn(list.owner)} and expires_at > ${list.now}
    and coalesce(last_used_at, created_at) > ${list.idleSince}
    ${list.only === undefined ? sql`` : sql`and session_id = ${list.only}`}`;
  const counted = await sql<{ count: number }>`
    select count(*) as count from user_session where ${isListed}`.execute(db);
  const after = list.after ? sql`and session_id < ${list.after}` : sql``;
  const { rows } = await sql<SessionRow>`
    select * from user_session where ${isListed} ${after}
    order by session_id desc limit ${list.limit + 1}`.execute(db);
  return cutPage(rows, list.limit, Number(counted.rows[0]?.count ?? 0), (row) => row.session_id);
}

/** Deletes sessions that can no longer be used. */
export async function deleteEndedSessions(db: Kysely<DB>, now: Date, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('user_session')
    .where((eb) =>
      eb.or([eb('expires_at', '<=', now), eb(eb.fn.coalesce('last_used_at', 'created_at'), '<=', idleSince)]),
    )
    .execute();
}

/** Two ways to a session, each by its index: one condition with “or” would look at every session that there is. */
export const isOwn = ({ userId, onlyIn, actingIn }: SessionOwner) => {
  const isBound = sql`${onlyIn === undefined ? sql`` : sql`and o.organization_id = ${onlyIn}`}
    ${actingIn === undefined ? sql`` : sql`and coalesce(o.organization_id, ${actingIn}) = ${actingIn}`}`;
  return sql`session_id in (
    select o.session_id from user_session o where o.user_id = ${userId} ${isBound}
    union all
    select s.session_id from user_token o join user_session s on s.token_id = o.token_id
    where o.user_id = ${userId} ${isBound})`;
};

/** A session ends no later than the one at the provider. */
export async function endSessionBy(trx: Transaction<DB>, sessionId: string, expiresAt: Date): Promise<void> {
  await trx
    .updateTable('user_session')
    .set({ expires_at: expiresAt })
    .where('session_id', '=', sessionId)
    .execute();
}

/** Returns how the browser's session was opened; undefined if the browser has no session anymore. */
export async function findSession(
  db: Database,
  sessionId: string,
): Promise<{ userId: string | null; method: string; createdAt: Date } | undefined> {
  const row = await db
    .selectFrom('user_session')
    .select(['user_id', 'method', 'created_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row && { userId: row.user_id, method: row.method, createdAt: row.created_at };
}

/** The sessions that have not expired, in the whole instance, for the metrics. */
export async function countOpenSessions(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from user_session where expires_at > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}
