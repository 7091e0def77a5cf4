import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { createSpaceIn } from '../../content/spaces/spaces.service.ts';
import { insertSiteWithSpaces } from '../../publishing/sites/create-site.ts';
import { findDocumentationFolder } from './documentation-folder.ts';

/** The site of the documentation. */
export interface FirstSite {
  siteId: string;
  basename: string;
}

export interface FirstSitePayload {
  spaceId: string;
  siteId: string;
  /** The revision of the empty space: nothing is imported into a space that somebody has changed. */
  revisionId: string;
}

/** “lectern” itself is reserved. */
const SITE_TITLE = 'Lectern documentation';
const SPACE_TITLE = 'Documentation';
/** The import must not slow down the start. */
const DELAY_MS = 1000;

/**
 * Creates the space and the site of the documentation, both empty, and the job that fills and publishes them, in the
 * transaction of the first start: either all of it exists, or nothing. Undefined if the service was installed without
 * its documentation.
 */
export async function prepareFirstSite(
  unit: UnitOfWork,
  { organizationId, userId, at }: { organizationId: string; userId: string; at: Date },
): Promise<FirstSite | undefined> {
  if (findDocumentationFolder() === undefined) return undefined;
  const { space_id: spaceId, revision_id: revisionId } = await createSpaceIn(unit.trx, {
    organizationId,
    title: SPACE_TITLE,
    emoji: '1f4d6',
    authorId: userId,
    createdAt: at,
  });
  const site = await insertSiteWithSpaces(unit, {
    organizationId,
    title: SITE_TITLE,
    visibility: 'public',
    spaces: [{ spaceId, path: 'documentation' }],
    createdAt: at,
  });
  const payload: FirstSitePayload = { spaceId, siteId: site.siteId, revisionId };
  const runAt = new Date(at.getTime() + DELAY_MS);
  await enqueueJob(unit, { organizationId, kind: 'first-site', payload, runAt }, at);
  return site;
}
