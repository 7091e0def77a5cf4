import type { Actor } from '../../access/actor.ts';

/** Who asked for an import, as its row keeps it: the job does it in their name. */
export type StoredActor =
  | { kind: 'user'; userId: string; tokenId: string }
  | { kind: 'service'; tokenId: string; organizationId: string };

export const storeActor = (actor: Actor): StoredActor =>
  actor.kind === 'user'
    ? { kind: 'user', userId: actor.userId, tokenId: actor.tokenId }
    : { kind: 'service', tokenId: actor.tokenId, organizationId: actor.organizationId };

/** The actor as the author of what the job writes. It may do nothing: access was checked when the import was asked for. */
export const restoreActor = (stored: StoredActor): Actor =>
  stored.kind === 'user'
    ? { ...stored, scopes: [], expiresAt: null }
    : { ...stored, role: null, scopes: [], expiresAt: null };
