import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Scope } from '../../access/actor.ts';
import type { RoleOrGuest } from '../../access/roles.ts';
import { digestToken } from '../../access/token.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';

type Database = Kysely<DB> | Transaction<DB>;

type UserTokenRow = Selectable<DB['user_token']>;
type OrganizationTokenRow = Selectable<DB['organization_token']>;
export type TokenRow = UserTokenRow | OrganizationTokenRow;

/** Whose tokens: those of a user, or the service accounts of an organization. */
export type TokenOwner = { userId: string } | { organizationId: string };

interface NewToken {
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
  token: NewToken & { userId: string },
): Promise<UserTokenRow> {
  await insertDirectoryEntry(trx, token, token);
  return trx
    .insertInto('user_token')
    .values({ user_id: token.userId, ...toColumns(token) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertOrganizationToken(
  trx: Transaction<DB>,
  token: NewToken & { organizationId: string; role: RoleOrGuest; createdBy: string | null },
): Promise<OrganizationTokenRow> {
  await insertDirectoryEntry(trx, token, token);
  return trx
    .insertInto('organization_token')
    .values({
      organization_id: token.organizationId,
      role: token.role,
      created_by: token.createdBy,
      ...toColumns(token),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findTokenRow(
  db: Database,
  owner: TokenOwner,
  tokenId: string,
): Promise<TokenRow | undefined> {
  const { table, isOwn } = ownTokens(owner);
  const { rows } = await sql<TokenRow>`
    select * from ${table} where ${isOwn} and token_id = ${tokenId}`.execute(db);
  return rows[0];
}

/** Whether the secret is one that opens something here. */
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

/** Tells whether the owner had such a token. */
export async function deleteToken(
  trx: Transaction<DB>,
  owner: TokenOwner,
  tokenId: string,
): Promise<boolean> {
  const entry = trx.deleteFrom('token_directory').where('token_id', '=', tokenId);
  const result = await ('userId' in owner
    ? entry.where('user_id', '=', owner.userId)
    : entry.where('organization_id', '=', owner.organizationId)
  ).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

const ownTokens = (owner: TokenOwner) =>
  'userId' in owner
    ? { table: sql.table('user_token'), isOwn: sql`user_id = ${owner.userId}` }
    : { table: sql.table('organization_token'), isOwn: sql`organization_id = ${owner.organizationId}` };

async function insertDirectoryEntry(trx: Transaction<DB>, token: NewToken, owner: TokenOwner): Promise<void> {
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

const toColumns = (token: NewToken) => ({
  token_id: token.tokenId,
  title: token.title,
  scopes: token.scopes,
  expires_at: token.expiresAt,
  created_at: token.createdAt,
});
