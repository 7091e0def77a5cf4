import { isId, newId } from '@lectern/std/ids';
import { SCOPES, type Scope } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import { newToken } from '../../../platform/access/token.ts';
import type { Context } from '../../../platform/context.ts';
import { type ApiError, defineError, defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import { recordTokenEvent } from './token-events.ts';
import { findLatestExpiry, isMadeInBrowser, outlivesToken } from './token-maker.ts';
import {
  insertUserToken,
  type OrganizationTokenRow,
  type TokenOwner,
  type TokenRow,
  type UserTokenRow,
} from './tokens.queries.ts';
import {
  deleteToken,
  findTokenRow,
  insertOrganizationToken,
  isTokenUser,
  lockTokenRow,
  updateTokenRow,
} from './tokens.repository.ts';

export const tokenNotFound = defineNotFound('token-not-found', 'token');
export const userLeft = defineError(
  { status: 403, reason: 'user-left' },
  'The user was deleted or left the organization. No token can be created for them.',
);
const expiryIsPast = (): ApiError => invalidField('expiresAt', 'must be a time in the future');
const outlivesMaker = (latest: Date): ApiError =>
  outlivesToken(
    `A token cannot create a token that expires later than itself. Choose a time no later than ${latest.toISOString()}.`,
  );

interface TokenInput {
  title: string;
  scopes?: Scope[];
  /** ISO 8601. */
  expiresAt?: string | null;
}

/** A token with its secret, which is shown only once. */
export interface CreatedToken<Row extends TokenRow = TokenRow> {
  row: Row;
  token: string;
}

/**
 * The rulebook admits only sessions and tokens with the scope `admin`, so that no token creates one with more rights
 * than its own. `onlyIn`: the only organization in which the token acts.
 */
export async function createPersonalToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { userId, onlyIn }: { userId: string; onlyIn?: string },
  input: TokenInput,
): Promise<CreatedToken<UserTokenRow>> {
  return transact(async ({ trx }) => {
    if (!(await isTokenUser(trx, { userId, organizationId: onlyIn }))) throw userLeft();
    const facts = toFacts(input, clock(), await findLatestExpiry(trx, cause.actor));
    const isOfBrowser = isMadeInBrowser(cause.actor);
    const row = await insertUserToken(trx, { userId, organizationId: onlyIn ?? null, isOfBrowser, ...facts });
    await recordTokenEvent(trx, cause, { action: 'token.created', row, at: facts.createdAt });
    return { row, token: facts.token };
  });
}

/** Creates a service account. Only administrators reach this, so no caller grants a role above their own. */
export async function createOrganizationToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
  input: TokenInput & { role: RoleOrGuest },
): Promise<CreatedToken<OrganizationTokenRow>> {
  const createdBy = cause.actor?.kind === 'user' ? cause.actor.userId : null;
  return transact(async ({ trx }) => {
    const facts = toFacts(input, clock(), await findLatestExpiry(trx, cause.actor));
    const row = await insertOrganizationToken(trx, { organizationId, role: input.role, createdBy, ...facts });
    await recordTokenEvent(trx, cause, { action: 'token.created', row, at: facts.createdAt });
    return { row, token: facts.token };
  });
}

/** Updates a token. `role` is the new role of a service account. */
export async function updateToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  owner: TokenOwner,
  tokenId: string,
  { title, role }: { title?: string; role?: RoleOrGuest },
): Promise<TokenRow> {
  const changes = { ...(title === undefined ? {} : { title }), ...(role === undefined ? {} : { role }) };
  return transact(async ({ trx, announce }) => {
    const before = isId(tokenId) ? await lockTokenRow(trx, owner, tokenId) : undefined;
    if (!before) throw tokenNotFound();
    const row: TokenRow = { ...before, ...changes };
    await updateTokenRow(trx, owner, tokenId, changes);
    await recordTokenEvent(trx, cause, { action: 'token.updated', before, row, at: clock() });
    announce({ kind: 'token', tokenId });
    return row;
  });
}

export async function getTokenRow(db: Context['db'], owner: TokenOwner, tokenId: string): Promise<TokenRow> {
  const row = isId(tokenId) ? await findTokenRow(db, owner, tokenId) : undefined;
  if (!row) throw tokenNotFound();
  return row;
}

/** Invalid in this process from the commit on, and in the others a moment later. */
export async function revokeToken(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  owner: TokenOwner,
  tokenId: string,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    const row = isId(tokenId) ? await lockTokenRow(trx, owner, tokenId) : undefined;
    if (!row) throw tokenNotFound();
    await deleteToken(trx, tokenId);
    await recordTokenEvent(trx, cause, { action: 'token.revoked', row, at: clock() });
    announce({ kind: 'token', tokenId });
  });
}

/** `latest` is the expiry of the creating token, which is also that of this one unless an earlier one is requested. */
function toFacts({ title, scopes, expiresAt: expiry }: TokenInput, now: Date, latest: Date | null) {
  const requested = expiry ? new Date(expiry) : null;
  if (requested && requested <= now) throw expiryIsPast();
  if (requested && latest && requested > latest) throw outlivesMaker(latest);
  return {
    tokenId: newId(),
    token: newToken(),
    title,
    scopes: SCOPES.filter((scope) => !scopes || scopes.includes(scope)),
    expiresAt: requested ?? latest,
    createdAt: now,
  };
}
