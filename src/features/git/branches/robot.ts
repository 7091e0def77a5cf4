import type { Actor } from '../../../access/actor.ts';
import { NOBODY } from '../sync/conflict-request.ts';

/** Who does what no person does: for instance merges what was merged in the repository. */
export const robotOf = (organizationId: string): Actor => ({
  kind: 'service',
  organizationId,
  role: 'create',
  tokenId: NOBODY,
  scopes: ['write'],
  expiresAt: null,
});
