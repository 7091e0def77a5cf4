import type { Change } from '../../../../platform/access/changes.ts';
import type { FollowChanges } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { enqueueRendererCall } from '../../../content/spaces/site-renderer-job.ts';
import { listChangedSites, listSitesWithRenderer } from './renderer.repository.ts';

/**
 * Enqueues calls to the renderers of changed sites. Edits of the content of a space are not among these changes: they
 * are handled without a query (see `space-line.ts`).
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
