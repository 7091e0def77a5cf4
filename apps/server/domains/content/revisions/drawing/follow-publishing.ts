import type { FollowChanges } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { enqueuePageDrawing } from '../../spaces/page-drawing-job.ts';
import { listUndrawnSpaces } from '../../spaces/published-spaces.queries.ts';
import { DRAWN_VERSION } from './drawn-version.ts';

/** Has the pages of sites drawn that were published, or show other spaces. Edits are known without a query. */
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
