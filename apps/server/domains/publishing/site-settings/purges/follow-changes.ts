import type { Change } from '../../../../platform/access/changes.ts';
import type { FollowChanges, SpaceFollower } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { NO_ORGANIZATION } from '../../../../platform/jobs/queue.ts';
import { isPublished } from '../../sites/publication.queries.ts';
import { listPurgedSites } from './purges.queries.ts';
import { enqueueSitePurge } from './site-purge-job.ts';

/**
 * Purges the sites that a change concerns, each as a whole: a page shows the titles of other pages and spaces of its
 * site. `purgeMovedSpace` follows edits.
 */
export const createFollowForCaches =
  ({ clock }: Pick<Context, 'clock'>): FollowChanges =>
  async (unit, changes) => {
    const given = {
      siteIds: changes.flatMap((change) => (change.kind === 'site' ? [change.siteId] : [])),
      spaceIds: changes.flatMap(listChangedSpaces),
      organizationIds: changes.flatMap(listChangedOrganizations),
    };
    if (Object.values(given).every((ids) => ids.length === 0)) return;
    const sites = await listPurgedSites(unit.trx, given);
    const found = new Set(sites.map(({ siteId }) => siteId));
    const deleted = given.siteIds
      .filter((siteId) => !found.has(siteId))
      .map((siteId) => ({ organizationId: NO_ORGANIZATION, siteId }));
    for (const site of [...sites, ...deleted]) await enqueueSitePurge(unit, site, clock());
  };

/** Sites show the titles of their spaces, and leave out deleted ones; a translation has notices. */
function listChangedSpaces(change: Change): string[] {
  if (change.kind === 'space') return change.moved ? [] : [change.spaceId];
  return change.kind === 'translation' ? [change.spaceId] : [];
}

/** Any site may show any spec of its organization. Sites of a suspended organization are not shown. */
const listChangedOrganizations = (change: Change): string[] =>
  change.kind === 'organization' || change.kind === 'specs' ? [change.organizationId] : [];

/** Purges all published sites that show the space. */
export const purgeMovedSpace: SpaceFollower = {
  isConcerned: isPublished,
  follow: async (unit, { spaceId, at }) => {
    for (const site of await listPurgedSites(unit.trx, { spaceIds: [spaceId] }))
      await enqueueSitePurge(unit, site, at);
  },
};
