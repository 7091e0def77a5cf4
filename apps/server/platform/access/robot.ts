import type { Actor } from './actor.ts';
import { NOBODY } from './author.ts';

/** The actor of changes that no person makes, such as merges of branches that were merged in the repository. */
export const robotOf = (organizationId: string): Actor => ({
  kind: 'service',
  organizationId,
  role: 'create',
  tokenId: NOBODY,
  scopes: ['write'],
  expiresAt: null,
});
