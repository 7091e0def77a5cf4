import type { Kysely, Transaction } from 'kysely';
import { unknownToken } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { findMaker } from './token-maker.repository.ts';

/** The finder of an expiring token must not gain access beyond its expiry. */
export const outlivesToken = defineError(
  { status: 403, reason: 'outlives-token' },
  (message: string) => message,
);

/**
 * Whether a token that this actor creates proves no more than a password, because it is created in a browser session
 * without single sign-on, or with a token that was.
 */
export const isMadeInBrowser = (actor: Cause['actor']): boolean =>
  actor?.kind === 'user' &&
  'tokenId' in actor &&
  actor.onlyIn === undefined &&
  (actor.sessionId !== undefined || actor.isOfBrowser === true);

/**
 * Returns the latest expiry of tokens that this actor creates; null for no limit. The finder of an expiring token must
 * not create a longer-lived one with it. A session that the user opened personally sets no limit; one that a token
 * opened has the token's limit.
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
