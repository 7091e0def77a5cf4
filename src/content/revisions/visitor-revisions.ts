import type { SpacePointer } from '../../access/pointers.ts';
import type { Visitor } from '../../access/visitor.ts';
import type { Context } from '../../context.ts';
import { isId } from '../../http/ids.ts';
import { wasCurrentSince } from './revision.repository.ts';

/** Readers in the middle of a page finish it with the revision that they began with. */
const GRACE_MS = 600_000;

/**
 * Whether a reader of a published site may read a revision of one of its spaces: the current one, one that was current
 * until a few minutes ago, and the one that their preview is of.
 */
export async function mayReadRevision(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { preview }: Visitor,
  { space, revisionId }: { space: SpacePointer; revisionId: string },
): Promise<boolean> {
  if (revisionId === space.revisionId) return true;
  if (preview?.spaceId === space.spaceId && preview.revisionId === revisionId) return true;
  if (!isId(revisionId)) return false;
  const since = new Date(clock().getTime() - GRACE_MS);
  return wasCurrentSince(db, space, { revisionId, since });
}
