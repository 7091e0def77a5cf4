import { isId } from '@lectern/std/ids';
import { wasCurrentSince } from '../../../content/revisions/revision.repository.ts';
import type { Context } from '../../../platform/context.ts';
import type { FindReadable } from '../../content/revisions/content-responses.ts';
import { findHeadRevision } from '../../review/change-requests/head-revision.queries.ts';
import { listFirstReadable } from '../sites/sites.queries.ts';

/** Visitors in the middle of a page finish it with the revision that they began with. */
const GRACE_MS = 600_000;

/**
 * Creates the check of revisions that are not current. Visitors read the revision of their preview, or the head of its
 * change request; and those that were published on their site until a few minutes ago.
 */
export const createFindReadable =
  ({ db, clock }: Pick<Context, 'db' | 'clock'>): FindReadable =>
  async ({ preview }, { space, site, revisionId }) => {
    if (!isId(revisionId)) return undefined;
    if (preview?.spaceId === space.spaceId) {
      if (preview.revisionId === revisionId) return 'previewed';
      if (preview.changeRequestId !== undefined) {
        const head = await findHeadRevision(db, space, preview.changeRequestId);
        if (head === revisionId) return 'previewed';
      }
    }
    const since = new Date(clock().getTime() - GRACE_MS);
    const first = await listFirstReadable(db, site, space.spaceId);
    if (first.length === 0) return undefined;
    const isRecent = await wasCurrentSince(db, space, { revisionId, since, first });
    return isRecent ? 'recent' : undefined;
  };
