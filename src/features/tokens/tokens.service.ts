import { SCOPES, type Scope } from '../../access/actor.ts';
import type { RoleOrGuest } from '../../access/roles.ts';
import { newToken } from '../../access/token.ts';
import type { Context } from '../../context.ts';
import { type ApiError, invalidField, notFound } from '../../http/errors.ts';
import { isId, newId } from '../../http/ids.ts';
import {
  deleteToken,
  findTokenRow,
  insertOrganizationToken,
  insertUserToken,
  type TokenOwner,
  type TokenRow,
} from './tokens.repository.ts';

const tokenNotFound = (): ApiError => notFound('token');
const expiryIsPast = (): ApiError => invalidField('expiresAt', 'must be a time in the future.');

interface TokenWish {
  title: string;
  scopes?: Scope[];
  /** ISO 8601. */
  expiresAt?: string | null;
}

/** A token together with its secret, which cannot be had again. */
export interface CreatedToken {
  row: TokenRow;
  token: string;
}

/**
 * Only a token with the scope `admin` reaches this (see the rulebook), so that no token makes one that may do
 * more than it may itself.
 */
export async function createPersonalToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  userId: string,
  wish: TokenWish,
): Promise<CreatedToken> {
  const facts = toFacts(wish, clock());
  return transact(async ({ trx }) => ({
    row: await insertUserToken(trx, { userId, ...facts }),
    token: facts.token,
  }));
}

/** A service account; `creatorId`: the user who made it, if it was one. Only administrators reach this, so that nobody grants a role above their own. */
export async function createOrganizationToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  creatorId: string | undefined,
  organizationId: string,
  wish: TokenWish & { role: RoleOrGuest },
): Promise<CreatedToken> {
  const facts = toFacts(wish, clock());
  const createdBy = creatorId ?? null;
  return transact(async ({ trx }) => ({
    row: await insertOrganizationToken(trx, { organizationId, role: wish.role, createdBy, ...facts }),
    token: facts.token,
  }));
}

export async function getTokenRow(db: Context['db'], owner: TokenOwner, tokenId: string): Promise<TokenRow> {
  const row = isId(tokenId) ? await findTokenRow(db, owner, tokenId) : undefined;
  if (!row) throw tokenNotFound();
  return row;
}

/** From the commit on the token is worth nothing here, and a moment later in the other processes. */
export async function revokeToken(
  { transact }: Pick<Context, 'transact'>,
  owner: TokenOwner,
  tokenId: string,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const isRevoked = isId(tokenId) && (await deleteToken(trx, owner, tokenId));
    if (!isRevoked) throw tokenNotFound();
    announce({ kind: 'token', tokenId });
  });
}

function toFacts({ title, scopes, expiresAt: expiry }: TokenWish, now: Date) {
  const expiresAt = expiry ? new Date(expiry) : null;
  // Written so that a time that is none (a leap second passes the format) is refused as well.
  if (expiresAt && !(expiresAt > now)) throw expiryIsPast();
  return {
    tokenId: newId(),
    token: newToken(),
    title,
    scopes: SCOPES.filter((scope) => !scopes || scopes.includes(scope)),
    expiresAt,
    createdAt: now,
  };
}
