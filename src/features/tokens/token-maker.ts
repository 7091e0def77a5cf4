import type { Kysely, Transaction } from 'kysely';
import { unknownToken } from '../../access/access-errors.ts';
import type { Cause } from '../../access/cause.ts';
import type { DB } from '../../db/schema.ts';
import { defineError } from '../../http/errors.ts';
import { findMaker } from './token-maker.repository.ts';

/** Whoever finds a token that expires must not keep access beyond it. */
export const outlivesToken = defineError(
  { status: 403, reason: 'outlives-token' },
  (message: string) => message,
);

/**
 * Whether what this actor makes is worth no more than a password: it was made in a browser that no single sign-on let
 * in, or by a token that was.
 */
export const isMadeInBrowser = (actor: Cause['actor']): boolean =>
  actor?.kind === 'user' &&
  'tokenId' in actor &&
  actor.onlyIn === undefined &&
  (actor.sessionId !== undefined || actor.isOfBrowser === true);

/**
 * How long a token may live that this actor makes; null: for ever. Who found a token that ends soon must not make one
 * with it that does not. A session that somebody opened by themself sets no limit, one that a token opened the token's.
 */
export async function findLatestExpiry(
  db: Kysely<DB> | Transaction<DB>,
  actor: Cause['actor'],
): Promise<Date | null> {
  if (!actor || !('tokenId' in actor) || actor.tokenId === actor.sessionId) return null;
  const maker = await findMaker(db, actor);
  if (!maker) throw unknownToken();
  return maker.expires_at;
}
