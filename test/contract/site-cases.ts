import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Ground } from './ground.ts';

interface Prepared {
  siteId: string;
  spaceId: string;
  organizationId: string;
}

async function prepare({ app, organizationId }: Ground, isPublished = true): Promise<Prepared> {
  const spaceId = await addSpace(app, { title: 'Guide' });
  const siteId = await addSite(app, { title: 'Docs', spaceIds: [spaceId], isPublished });
  return { siteId, spaceId, organizationId };
}

export const SITE_CASES: Case[] = [
  {
    operation: 'createSite',
    status: 201,
    call: async ({ orgs }, ground) => {
      const { organizationId, spaceId } = await prepare(ground);
      return [
        await orgs.createSite(organizationId, {}),
        await orgs.createSite(organizationId, {
          type: 'basic',
          title: 'Docs',
          visibility: 'unlisted',
          spaces: [spaceId],
        }),
      ];
    },
  },
  {
    operation: 'listSites',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, spaceId } = await prepare(ground);
      return [
        await orgs.listSites(organizationId),
        await orgs.listSites(organizationId, {
          limit: 1,
          space: spaceId,
          title: 'doc',
          published: true,
          type: ['ultimate'],
        }),
      ];
    },
  },
  {
    operation: 'getSiteById',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground);
      return orgs.getSiteById(organizationId, siteId);
    },
  },
  {
    operation: 'updateSiteById',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground);
      return orgs.updateSiteById(organizationId, siteId, {
        title: 'Other docs',
        visibility: 'share-link',
        basename: `other-${siteId}`,
        adaptiveContent: { enabled: true },
        defaultLevel: 'read',
      });
    },
  },
  {
    operation: 'deleteSiteById',
    status: 205,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground);
      return orgs.deleteSiteById(organizationId, siteId);
    },
  },
  {
    operation: 'publishSite',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground, false);
      return orgs.publishSite(organizationId, siteId);
    },
  },
  {
    operation: 'unpublishSite',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground);
      return orgs.unpublishSite(organizationId, siteId);
    },
  },
  {
    operation: 'getSiteStructure',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { organizationId, siteId } = await prepare(ground);
      return [
        await orgs.getSiteStructure(organizationId, siteId),
        await orgs.getSiteStructure(organizationId, siteId, { shareKey: 'unknown' }),
      ];
    },
  },
  ...(['listSiteSections', 'listSiteSpaces', 'listSiteSectionGroups'] as const).map(
    (operation): Case => ({
      operation,
      status: 200,
      call: async ({ orgs }, ground) => {
        const { organizationId, siteId } = await prepare(ground);
        return orgs[operation](organizationId, siteId, { limit: 1 });
      },
    }),
  ),
];
