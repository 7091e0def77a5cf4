import type { FollowChanges, SpaceFollower } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { DRAWN_VERSION } from '../../../content/revisions/drawing/drawn-version.ts';
import { isPublished } from '../../sites/publication.queries.ts';
import { enqueuePageDrawing } from './page-drawing-job.ts';
import { listUndrawnSpaces } from './published-spaces.queries.ts';

/** Has the pages of sites drawn that were published, or show other spaces. `drawMovedSpace` follows edits. */
export const createFollowPublishing =
  ({ clock }: Pick<Context, 'clock'>): FollowChanges =>
  async (unit, changes) => {
    const siteIds = changes.flatMap((change) => (change.kind === 'site' ? [change.siteId] : []));
    if (siteIds.length === 0) return;
    await enqueuePageDrawing(
      unit,
      await listUndrawnSpaces(unit.trx, { version: DRAWN_VERSION, siteIds }),
      clock(),
    );
  };

/** Has the changed pages of published spaces drawn. */
export const drawMovedSpace: SpaceFollower = {
  isConcerned: isPublished,
  follow: (unit, { at, ...space }) => enqueuePageDrawing(unit, [space], at),
};
