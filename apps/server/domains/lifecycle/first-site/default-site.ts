import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { createSpaceIn } from '../../content/spaces/spaces.service.ts';
import { insertSiteWithSpaces } from '../../publishing/sites/create-site.ts';
import { addSpecIn } from '../../specs/openapi.service.ts';

export interface DefaultSitePayload {
  spaceId: string;
  /** The revision of the empty space: if somebody has changed the space, nothing is imported. */
  revisionId: string;
  /** The title of the first page of the site. */
  title: string;
  /** The slug of the spec that the space shows. */
  spec: string | undefined;
}

const SPACE_TITLE = 'Documentation';
const SPEC_SLUG = 'api';

/**
 * Creates the site of a new organization, not published yet, with one space, in the transaction that creates the
 * organization. A job writes the first pages. Returns the id of the site.
 */
export async function addDefaultSite(
  unit: UnitOfWork,
  {
    organizationId,
    title,
    creatorId,
    openapiUrl,
    at,
  }: {
    organizationId: string;
    title: string;
    creatorId: string;
    /** The URL of an OpenAPI spec, which the space then shows. */
    openapiUrl: string | undefined;
    at: Date;
  },
): Promise<string> {
  const { space_id: spaceId, revision_id: revisionId } = await createSpaceIn(unit.trx, {
    organizationId,
    title: SPACE_TITLE,
    authorId: creatorId,
    createdAt: at,
  });
  const { siteId } = await insertSiteWithSpaces(unit, {
    organizationId,
    title,
    visibility: 'public',
    spaces: [{ spaceId, path: 'documentation' }],
    createdAt: at,
  });
  if (openapiUrl !== undefined)
    await addSpecIn(unit, { organizationId, slug: SPEC_SLUG }, { url: openapiUrl, text: null }, at);
  const spec = openapiUrl === undefined ? undefined : SPEC_SLUG;
  const payload: DefaultSitePayload = { spaceId, revisionId, title, spec };
  await enqueueJob(unit, { organizationId, kind: 'default-site', payload }, at);
  return siteId;
}
