import { sql, type Transaction } from 'kysely';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  insertDirectoryEntry,
  type NewToken,
  type OrganizationTokenRow,
  ownTokens,
  type TokenOwner,
  type TokenRow,
  toColumns,
} from './tokens.queries.ts';

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

/** Locks the row until this transaction ends. */
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
 * Whether a user may have a token: not a deleted user, nor one outside the organization of the token. Stays true until
 * this transaction ends.
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

/** Deletes the token with the sessions that it opened. */
export async function deleteToken(trx: Transaction<DB>, tokenId: string): Promise<void> {
  await trx.deleteFrom('token_directory').where('token_id', '=', tokenId).execute();
}
