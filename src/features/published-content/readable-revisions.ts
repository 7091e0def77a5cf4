import { mayReadRevision } from '../../content/revisions/visitor-revisions.ts';
import type { Context } from '../../context.ts';
import { findHeadRevision } from '../change-requests/head-revision.queries.ts';
import type { ContentOptions } from '../revisions/content.routes.ts';

/** Creates the check of revisions that are not current: also the head of the change request that a preview is of. */
export const createMayRead =
  (context: Pick<Context, 'db' | 'clock'>): ContentOptions['mayRead'] =>
  async (visitor, { space, revisionId }) => {
    const { preview } = visitor;
    if (preview?.changeRequestId !== undefined && preview.spaceId === space.spaceId) {
      const head = await findHeadRevision(context.db, space, preview.changeRequestId);
      if (head === revisionId) return true;
    }
    return mayReadRevision(context, visitor, { space, revisionId });
  };
