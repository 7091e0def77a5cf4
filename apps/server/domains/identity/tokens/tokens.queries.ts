import { type Selectable, sql, type Transaction } from 'kysely';
import type { Actor, Scope } from '../../../platform/access/actor.ts';
import { digestToken } from '../../../platform/access/token.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';

export type UserTokenRow = Selectable<DB['user_token']>;

export type OrganizationTokenRow = Selectable<DB['organization_token']>;

export type TokenRow = UserTokenRow | OrganizationTokenRow;

/**
 * The owner of tokens: a user, with all of their tokens or only those limited to one organization; or an organization,
 * with its service accounts.
 */
export type TokenOwner = { userId: string; onlyIn?: string } | { organizationId: string };

export interface NewToken {
  tokenId: string;
  /** The secret itself; only its digest is stored. */
  token: string;
  title: string;
  scopes: Scope[];
  expiresAt: Date | null;
  createdAt: Date;
}

export async function insertUserToken(
  trx: Transaction<DB>,
  token: NewToken & { userId: string; organizationId: string | null; isOfBrowser: boolean },
): Promise<UserTokenRow> {
  const { userId, organizationId, isOfBrowser } = token;
  await insertDirectoryEntry(trx, token, { userId });
  return trx
    .insertInto('user_token')
    .values({
      user_id: userId,
      organization_id: organizationId,
      is_of_browser: isOfBrowser,
      ...toColumns(token),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether the secret is valid here. */
export async function isKnownToken(db: Database, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('token_directory')
    .select('token_id')
    .where('digest', '=', digestToken(token))
    .executeTakeFirst();
  return row !== undefined;
}

/** Oldest first. `after`: the last token of the page before. */
export async function listTokenRows(
  db: Database,
  list: { owner: TokenOwner; after: string | undefined; limit: number },
): Promise<PageOfRows<TokenRow, string>> {
  const { table, isOwn } = ownTokens(list.owner);
  const counted = await sql<{ count: number }>`
    select count(*) as count from ${table} where ${isOwn}`.execute(db);
  const after = list.after ? sql`and token_id > ${list.after}` : sql``;
  const { rows } = await sql<TokenRow>`
    select * from ${table} where ${isOwn} ${after} order by token_id limit ${list.limit + 1}`.execute(db);
  return cutPage(rows, list.limit, Number(counted.rows[0]?.count ?? 0), (row) => row.token_id);
}

export function ownTokens(owner: TokenOwner) {
  if (!('userId' in owner)) {
    return { table: sql.table('organization_token'), isOwn: sql`organization_id = ${owner.organizationId}` };
  }
  const { userId, onlyIn } = owner;
  const isBound = onlyIn === undefined ? sql`` : sql`and organization_id = ${onlyIn}`;
  return { table: sql.table('user_token'), isOwn: sql`user_id = ${userId} ${isBound}` };
}

export async function insertDirectoryEntry(
  trx: Transaction<DB>,
  token: NewToken,
  owner: TokenOwner,
): Promise<void> {
  await trx
    .insertInto('token_directory')
    .values({
      digest: digestToken(token.token),
      token_id: token.tokenId,
      user_id: 'userId' in owner ? owner.userId : null,
      organization_id: 'organizationId' in owner ? owner.organizationId : null,
    })
    .execute();
}

export const toColumns = (token: NewToken) => ({
  token_id: token.tokenId,
  title: token.title,
  scopes: token.scopes,
  expires_at: token.expiresAt,
  created_at: token.createdAt,
});

/** Revokes every token of a user, wherever it may act. */
export async function deleteUserTokens(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('token_directory').where('user_id', '=', userId).execute();
}

/** The title of the token with which somebody calls; undefined for a browser that no token opened. */
export async function findTokenTitle(db: Database, actor: Actor): Promise<string | undefined> {
  const table = actor.kind === 'user' ? 'user_token' : 'organization_token';
  const row = await db
    .selectFrom(table)
    .select('title')
    .where('token_id', '=', actor.tokenId)
    .where(
      sql<boolean>`${sql.ref(actor.kind === 'user' ? 'user_id' : 'organization_id')} = ${
        actor.kind === 'user' ? actor.userId : actor.organizationId
      }`,
    )
    .executeTakeFirst();
  return row?.title;
}
