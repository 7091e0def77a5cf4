import type { Actor } from '../../platform/access/actor.ts';

/** The actor who requested an import, as stored in its row: the job imports in the name of that actor. */
export type StoredActor =
  | { kind: 'user'; userId: string; tokenId: string }
  | { kind: 'service'; tokenId: string; organizationId: string };

export const storeActor = (actor: Actor): StoredActor =>
  actor.kind === 'user'
    ? { kind: 'user', userId: actor.userId, tokenId: actor.tokenId }
    : { kind: 'service', tokenId: actor.tokenId, organizationId: actor.organizationId };

/** Restores the actor as the author of the job's changes, without any access, which was checked with the request. */
export const restoreActor = (stored: StoredActor): Actor =>
  stored.kind === 'user'
    ? { ...stored, scopes: [], expiresAt: null }
    : { ...stored, role: null, scopes: [], expiresAt: null };
