import type { Actor } from './actor.ts';
import { NOBODY } from './author.ts';

/** Who does what no person does: for instance merges what was merged in the repository. */
export const robotOf = (organizationId: string): Actor => ({
  kind: 'service',
  organizationId,
  role: 'create',
  tokenId: NOBODY,
  scopes: ['write'],
  expiresAt: null,
});
