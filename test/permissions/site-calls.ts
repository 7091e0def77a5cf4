import { addSite } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Ground } from './ground.ts';
import type { Named } from './resources.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';

const site =
  (options: { isPublished?: boolean } = {}) =>
  ({ app, own }: Ground): Promise<Named> =>
    addSite(app, {
      organizationId: own.organizationId as string,
      spaceIds: [own.spaceId as string],
      ...options,
    }).then((siteId) => ({ siteId }));

export const SITE_CALLS: Record<string, Call> = {
  'GET /v1/orgs/:organizationId/sites': { status: 200 },
  'POST /v1/orgs/:organizationId/sites': { status: 201, body: () => ({ title: 'A site' }) },
  [`GET ${SITE}`]: { status: 200 },
  [`PATCH ${SITE}`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`DELETE ${SITE}`]: { status: 205, name: site() },
  [`POST ${SITE}/publish`]: { status: 200 },
  [`POST ${SITE}/unpublish`]: { status: 200 },
  [`GET ${SITE}/structure`]: { status: 200 },
  [`GET ${SITE}/sections`]: { status: 200 },
  [`GET ${SITE}/site-spaces`]: { status: 200 },
  [`GET ${SITE}/section-groups`]: { status: 200 },
};

export const SITE_EXPECTATIONS: Record<string, Expectation> = {
  'GET /v1/orgs/:organizationId/sites': 'read: guest of organization',
  'POST /v1/orgs/:organizationId/sites': 'write: admin of organization',
  [`GET ${SITE}`]: 'read: read of site',
  [`PATCH ${SITE}`]: 'write: admin of site',
  [`DELETE ${SITE}`]: 'write: admin of site',
  [`POST ${SITE}/publish`]: 'write: admin of site',
  [`POST ${SITE}/unpublish`]: 'write: admin of site',
  [`GET ${SITE}/structure`]: 'read: read of site',
  [`GET ${SITE}/sections`]: 'read: read of site',
  [`GET ${SITE}/site-spaces`]: 'read: read of site',
  [`GET ${SITE}/section-groups`]: 'read: read of site',
};
