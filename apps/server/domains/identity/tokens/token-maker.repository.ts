import { type Kysely, sql, type Transaction } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** The token with which the actor makes another one; undefined: it has been revoked. */
export async function findMaker(
  db: Kysely<DB> | Transaction<DB>,
  actor: Actor,
): Promise<{ expires_at: Date | null } | undefined> {
  const { rows } = await sql<{ expires_at: Date | null }>`
    select expires_at from user_token
    where user_id = ${actor.kind === 'user' ? actor.userId : null} and token_id = ${actor.tokenId}
    union all
    select expires_at from organization_token
    where organization_id = ${actor.kind === 'service' ? actor.organizationId : null}
      and token_id = ${actor.tokenId}`.execute(db);
  return rows[0];
}
