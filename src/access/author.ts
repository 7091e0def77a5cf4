import type { Actor } from './actor.ts';

/** Who wrote something, as its row names them: the id of a user, or that of the token of a service account. */
export const authorIdOf = (actor: Actor): string => (actor.kind === 'user' ? actor.userId : actor.tokenId);

/** The author of what nobody in particular did. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';
