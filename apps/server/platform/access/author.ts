/** The author id that rows store: the id of the user, or of the service account's token. */
export const authorIdOf = (
  actor: { kind: 'user'; userId: string } | { kind: 'service'; tokenId: string },
): string => (actor.kind === 'user' ? actor.userId : actor.tokenId);

/** The author id of changes that nobody in particular made. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';
