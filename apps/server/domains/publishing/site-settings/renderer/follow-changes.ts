import type { Change } from '../../../../platform/access/changes.ts';
import type { FollowChanges, SpaceFollower } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import {
  isRendered,
  listChangedSites,
  listRenderedSites,
  listSitesWithRenderer,
} from './renderer.repository.ts';
import { enqueueRendererCall } from './site-renderer-job.ts';

/**
 * Enqueues calls to the renderers of changed sites. Edits of the content of a space are not among these changes:
 * `renderMovedSpace` follows them.
 */
export const createFollowForRenderers =
  ({ clock }: Pick<Context, 'clock'>): FollowChanges =>
  async (unit, changes) => {
    const siteIds = changes.flatMap((change) => (change.kind === 'site' ? [change.siteId] : []));
    const spaceIds = changes.flatMap(listChangedSpaces);
    if (siteIds.length > 0 || spaceIds.length > 0)
      for (const site of await listChangedSites(unit.trx, { siteIds, spaceIds }))
        await enqueueRendererCall(unit, site, clock());
    // Any site may show any spec of its organization.
    for (const change of changes)
      if (change.kind === 'specs')
        for (const site of await listSitesWithRenderer(unit.trx, change.organizationId))
          await enqueueRendererCall(unit, { ...site, spec: change.slug }, clock());
  };

/** Sites show the titles of their spaces, and leave out deleted ones. */
const listChangedSpaces = (change: Change): string[] =>
  change.kind === 'space' && !change.moved ? [change.spaceId] : [];

/** Enqueues calls to the renderers of all sites that show the space. */
export const renderMovedSpace: SpaceFollower = {
  isConcerned: isRendered,
  follow: async (unit, { organizationId, spaceId, at }) => {
    // In one order, because each waiting job is locked until the commit.
    for (const siteId of await listRenderedSites(unit.trx, { organizationId, spaceId }))
      await enqueueRendererCall(unit, { organizationId, siteId, spaceId }, at);
  },
};
