import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

interface Prepared {
  organizationId: string;
  siteId: string;
  /** The address of the site. */
  url: string;
}

async function prepare({ app }: Setup): Promise<Prepared> {
  const { organizationId, context } = app;
  const siteId = await addSite(app, { spaceIds: [await addSpace(app)], isPublished: true });
  const { basename } = (await context.pointers.sites.find(siteId)) as { basename: string };
  return { organizationId, siteId, url: `${context.config.sitesUrl}/${basename}/` };
}

type Call = (client: Client, prepared: Prepared) => Promise<Answer | Answer[]>;

const one = (operation: string, status: number, call: Call): Case => ({
  operation,
  status,
  call: async (client, setup) => call(client, await prepare(setup)),
});

const onLink = (
  operation: string,
  status: number,
  call: (client: Client, prepared: Prepared, shareLinkId: string) => Promise<Answer>,
): Case =>
  one(operation, status, async (client, prepared) => {
    const { organizationId, siteId } = prepared;
    const made = await client.orgs.createSiteShareLink(organizationId, siteId, { name: 'Partners' });
    return call(client, prepared, (made.data as { id: string }).id);
  });

export const SITE_VISITOR_CASES: Case[] = [
  one('createSiteShareLink', 201, ({ orgs }, { organizationId, siteId }) =>
    orgs.createSiteShareLink(organizationId, siteId, { name: 'Partners' }),
  ),
  onLink('listSiteShareLinks', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.listSiteShareLinks(organizationId, siteId, { limit: 10 }),
  ),
  onLink('updateSiteShareLinkById', 200, ({ orgs }, { organizationId, siteId }, shareLinkId) =>
    orgs.updateSiteShareLinkById(organizationId, siteId, shareLinkId, { active: false }),
  ),
  onLink('deleteSiteShareLinkById', 205, ({ orgs }, { organizationId, siteId }, shareLinkId) =>
    orgs.deleteSiteShareLinkById(organizationId, siteId, shareLinkId),
  ),
  one('getSitePublishingAuthById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.getSitePublishingAuthById(organizationId, siteId),
  ),
  one('updateSitePublishingAuthById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.updateSitePublishingAuthById(organizationId, siteId, {
      backend: 'custom',
      fallbackURL: 'https://example.com/sign-in',
    }),
  ),
  one('regenerateSitePublishingAuthById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.regenerateSitePublishingAuthById(organizationId, siteId),
  ),
  one('getSitePublishingPreviewById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.getSitePublishingPreviewById(organizationId, siteId, { claims: '(plan:pro)' }),
  ),
  one('getPublishedContentSite', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.getPublishedContentSite(organizationId, siteId),
  ),
  one('getPublishedContentByUrl', 200, ({ urls }, { url }) => urls.getPublishedContentByUrl({ url })),
  one('resolvePublishedContentByUrl', 200, ({ urls }, { url }) =>
    urls.resolvePublishedContentByUrl({ url: `${url}guides`, visitor: { unsignedClaims: { plan: 'pro' } } }),
  ),
];
