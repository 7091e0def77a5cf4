import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Scope } from '../../access/actor.ts';
import type { RoleOrGuest } from '../../access/roles.ts';
import { digestToken } from '../../access/token.ts';
import type { DB } from '../../db/schema.ts';
import { cutPage, type PageOfRows } from '../../http/lists.ts';

type Database = Kysely<DB> | Transaction<DB>;

export type UserTokenRow = Selectable<DB['user_token']>;
export type OrganizationTokenRow = Selectable<DB['organization_token']>;
export type TokenRow = UserTokenRow | OrganizationTokenRow;

/**
 * Whose tokens: those of a user, or of these those that act in one organization only; or the service accounts of an
 * organization.
 */
export type TokenOwner = { userId: string; onlyIn?: string } | { organizationId: string };

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

export async function insertOrganizationToken(
  trx: Transaction<DB>,
  token: NewToken & { organizationId: string; role: RoleOrGuest; createdBy: string | null },
): Promise<OrganizationTokenRow> {
  const { organizationId } = token;
  await insertDirectoryEntry(trx, token, { organizationId });
  return trx
    .insertInto('organization_token')
    .values({
      organization_id: organizationId,
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

/** The row, which nobody else changes or takes away until this transaction ends. */
export async function lockTokenRow(
  trx: Transaction<DB>,
  owner: TokenOwner,
  tokenId: string,
): Promise<TokenRow | undefined> {
  const { table, isOwn } = ownTokens(owner);
  const { rows } = await sql<TokenRow>`
    select * from ${table} where ${isOwn} and token_id = ${tokenId} for update`.execute(trx);
  return rows[0];
}

/**
 * Whether somebody may have a token: who is deleted, or no member of the organization that it is to act in, may not. It
 * stays so until this transaction ends.
 */
export async function isTokenUser(
  trx: Transaction<DB>,
  { userId, organizationId }: { userId: string; organizationId: string | undefined },
): Promise<boolean> {
  if (organizationId !== undefined) {
    const member = await sql`
      select 1 from member
      where organization_id = ${organizationId} and user_id = ${userId} and not disabled for key share`.execute(
      trx,
    );
    if (member.rows.length === 0) return false;
  }
  const { rows } = await sql`
    select 1 from user_account where user_id = ${userId} and deleted_at is null for key share`.execute(trx);
  return rows.length > 0;
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

export async function updateTokenRow(
  trx: Transaction<DB>,
  owner: TokenOwner,
  tokenId: string,
  changes: { title?: string; role?: RoleOrGuest },
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const { table, isOwn } = ownTokens(owner);
  const columns = Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${table} set ${sql.join(columns)} where ${isOwn} and token_id = ${tokenId}`.execute(trx);
}

/** With everything that it opened. */
export async function deleteToken(trx: Transaction<DB>, tokenId: string): Promise<void> {
  await trx.deleteFrom('token_directory').where('token_id', '=', tokenId).execute();
}

function ownTokens(owner: TokenOwner) {
  if (!('userId' in owner)) {
    return { table: sql.table('organization_token'), isOwn: sql`organization_id = ${owner.organizationId}` };
  }
  const { userId, onlyIn } = owner;
  const isBound = onlyIn === undefined ? sql`` : sql`and organization_id = ${onlyIn}`;
  return { table: sql.table('user_token'), isOwn: sql`user_id = ${userId} ${isBound}` };
}

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
