import type { TestApp } from '../app.ts';
import { addSite } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';

const site =
  (options: { isPublished?: boolean } = {}) =>
  ({ app, own }: Setup): Promise<Named> =>
    addSite(app, {
      organizationId: own.organizationId as string,
      spaceIds: [own.spaceId as string],
      ...options,
    }).then((siteId) => ({ siteId }));

interface SiteTarget {
  organizationId: string;
  siteId: string;
  token?: string;
}

async function add(app: TestApp, { organizationId, siteId, token }: SiteTarget, path: string, body: object) {
  const url = `/v1/orgs/${organizationId}/sites/${siteId}/${path}`;
  const response = await app.request('POST', url, { body, ...(token ? { token } : {}) });
  return response.json().id as string;
}

/** Names a section, a group and a link of the site. */
export async function nameStructure(app: TestApp, place: SiteTarget & { spaceId: string }): Promise<Named> {
  const { spaceId } = place;
  const siteSectionId = await add(app, place, 'sections', { spaceId, title: 'A section' });
  return {
    siteSectionId,
    siteSectionGroupId: await add(app, place, 'section-groups', {
      title: 'A group',
      sections: [siteSectionId],
    }),
    siteExternalLinkId: await add(app, place, 'external-links', LINK),
  };
}

const LINK = { title: 'A link', url: 'https://example.com/' };
const some =
  (parameter: string, path: string, body: (own: Named) => object) =>
  async ({ app, own }: Setup): Promise<Named> => {
    const { organizationId, siteId } = own as { organizationId: string; siteId: string };
    return { [parameter]: await add(app, { organizationId, siteId }, path, body(own)) };
  };
const ofSpace = ({ spaceId }: Named) => ({ spaceId });
const someSection = some('siteSectionId', 'sections', ofSpace);
const someSiteSpace = some('siteSpaceId', 'site-spaces', ofSpace);
const someGroup = some('siteSectionGroupId', 'section-groups', () => ({ title: 'A group' }));
const someLink = some('siteExternalLinkId', 'external-links', () => LINK);

async function groupWithSection(setup: Setup): Promise<Named> {
  const section = await someSection(setup);
  const group = some('siteSectionGroupId', 'section-groups', () => ({
    title: 'A group',
    sections: Object.values(section),
  }));
  return { ...section, ...(await group(setup)) };
}

const SECTION = `${SITE}/sections/:siteSectionId`;
const SITE_SPACE = `${SITE}/site-spaces/:siteSpaceId`;
const GROUP = `${SITE}/section-groups/:siteSectionGroupId`;
const EXTERNAL_LINK = `${SITE}/external-links/:siteExternalLinkId`;
const addSpaceBody = ({ own }: Setup) => ({ spaceId: own.spaceId });
const titleBody = () => ({ title: 'A title' });

export const SITE_CALLS: Record<string, Call> = {
  'GET /v1/orgs/:organizationId/sites': { status: 200 },
  'POST /v1/orgs/:organizationId/sites': { status: 201, body: () => ({ title: 'A site' }) },
  [`GET ${SITE}`]: { status: 200 },
  [`PATCH ${SITE}`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`DELETE ${SITE}`]: { status: 205, name: site() },
  [`POST ${SITE}/publish`]: { status: 200 },
  [`POST ${SITE}/unpublish`]: { status: 200 },
  [`POST ${SITE}/withdraw-revisions`]: { status: 200 },
  [`GET ${SITE}/structure`]: { status: 200 },
  [`GET ${SITE}/sections`]: { status: 200 },
  [`GET ${SITE}/site-spaces`]: { status: 200 },
  [`GET ${SITE}/section-groups`]: { status: 200 },
  [`PATCH ${SITE}/structure/sort`]: {
    status: 200,
    body: ({ own }) => ({ item: { type: 'site-section', id: own.siteSectionId }, position: {} }),
  },
  [`POST ${SITE}/sections`]: { status: 201, body: addSpaceBody },
  [`PATCH ${SECTION}`]: { status: 200, body: titleBody },
  [`DELETE ${SECTION}`]: { status: 205, name: someSection },
  [`POST ${SECTION}/move`]: { status: 200 },
  [`POST ${SITE}/site-spaces`]: { status: 201, body: addSpaceBody },
  [`PATCH ${SITE_SPACE}`]: { status: 200, body: () => ({ hidden: true }) },
  [`DELETE ${SITE_SPACE}`]: { status: 205, name: someSiteSpace },
  [`POST ${SITE_SPACE}/move`]: { status: 200 },
  // Also admin on the space, which stands at the top of the organization.
  [`POST ${SITE_SPACE}/duplicate`]: {
    status: 201,
    refusal: ({ role }) => (role === 'admin' ? undefined : 403),
  },
  [`POST ${SITE}/section-groups`]: { status: 201, body: titleBody },
  [`PATCH ${GROUP}`]: { status: 200, body: titleBody },
  [`DELETE ${GROUP}`]: { status: 205, name: someGroup },
  [`POST ${GROUP}/move`]: { status: 200 },
  [`POST ${GROUP}/sections`]: { status: 201, body: ({ own }) => ({ sectionId: own.siteSectionId }) },
  [`DELETE ${GROUP}/sections/:siteSectionId`]: { status: 205, name: groupWithSection },
  [`POST ${SITE}/external-links`]: { status: 201, body: () => LINK },
  [`PATCH ${EXTERNAL_LINK}`]: { status: 200, body: titleBody },
  [`DELETE ${EXTERNAL_LINK}`]: { status: 205, name: someLink },
};

export const SITE_EXPECTATIONS: Record<string, Expectation> = {
  'GET /v1/orgs/:organizationId/sites': 'read: guest of organization',
  'POST /v1/orgs/:organizationId/sites': 'write: admin of organization',
  [`GET ${SITE}`]: 'read: read of site',
  [`PATCH ${SITE}`]: 'write: admin of site',
  [`DELETE ${SITE}`]: 'write: admin of site',
  [`POST ${SITE}/publish`]: 'write: admin of site',
  [`POST ${SITE}/unpublish`]: 'write: admin of site',
  [`POST ${SITE}/withdraw-revisions`]: 'write: admin of site',
  [`GET ${SITE}/structure`]: 'read: read of site',
  [`GET ${SITE}/sections`]: 'read: read of site',
  [`GET ${SITE}/site-spaces`]: 'read: read of site',
  [`GET ${SITE}/section-groups`]: 'read: read of site',
  [`PATCH ${SITE}/structure/sort`]: 'write: create of site',
  [`POST ${SITE}/sections`]: 'write: create of site',
  [`PATCH ${SECTION}`]: 'write: create of site',
  [`DELETE ${SECTION}`]: 'write: create of site',
  [`POST ${SECTION}/move`]: 'write: create of site',
  [`POST ${SITE}/site-spaces`]: 'write: create of site',
  [`PATCH ${SITE_SPACE}`]: 'write: create of site',
  [`DELETE ${SITE_SPACE}`]: 'write: create of site',
  [`POST ${SITE_SPACE}/move`]: 'write: create of site',
  [`POST ${SITE_SPACE}/duplicate`]: 'write: create of site',
  [`POST ${SITE}/section-groups`]: 'write: create of site',
  [`PATCH ${GROUP}`]: 'write: create of site',
  [`DELETE ${GROUP}`]: 'write: create of site',
  [`POST ${GROUP}/move`]: 'write: create of site',
  [`POST ${GROUP}/sections`]: 'write: create of site',
  [`DELETE ${GROUP}/sections/:siteSectionId`]: 'write: create of site',
  [`POST ${SITE}/external-links`]: 'write: create of site',
  [`PATCH ${EXTERNAL_LINK}`]: 'write: create of site',
  [`DELETE ${EXTERNAL_LINK}`]: 'write: create of site',
};
