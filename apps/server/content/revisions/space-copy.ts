import type { SpaceKey } from '../../platform/access/space-key.ts';

/**
 * A space and another one that is given its current content: a duplicate, or the same space in another organization.
 */
export interface SpaceCopy {
  from: SpaceKey;
  to: SpaceKey & { revisionId: string };
}
