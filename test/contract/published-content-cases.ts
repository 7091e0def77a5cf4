import { addSite } from '../factories.ts';
import type { Case } from './case.ts';
import type { Setup } from './setup.ts';

/** Adds a published site of the space with content, and returns its id and that of its site space. */
async function prepareSite({ app, spaceId }: Setup): Promise<{ siteId: string; siteSpaceId: string }> {
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const row = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return { siteId, siteSpaceId: row.site_space_id };
}

/** The operations for renderers of published sites. */
export const PUBLISHED_CONTENT_CASES: Case[] = [
  {
    operation: 'getEmbedByUrlInSpace',
    status: 200,
    call: (client, { spaceId, webUrl }) => client.spaces.getEmbedByUrlInSpace(spaceId, { url: webUrl }),
  },
  {
    operation: 'getEmbedByUrl',
    status: 200,
    call: (client, { webUrl }) => client.urls.getEmbedByUrl({ url: webUrl }),
  },
  {
    operation: 'searchSiteContent',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { organizationId } = setup;
      const { siteId, siteSpaceId } = await prepareSite(setup);
      const query = 'a';
      const bodies = [
        { query, scope: { mode: 'default' } },
        { query, scope: { mode: 'default', currentSiteSpace: siteSpaceId } },
        {
          query,
          scope: { mode: 'default', currentSiteSpace: siteSpaceId, restrictTo: 'currentSiteSpace' },
        },
        { query, scope: { mode: 'specific', siteSpaceIds: [siteSpaceId] } },
        { query, scope: { mode: 'all' } },
        { query, mode: 'all' },
        { query, mode: 'current', siteSpaceId },
        { query, mode: 'specific', siteSpaceIds: [siteSpaceId] },
        { query, siteSpaceIds: [siteSpaceId] },
      ];
      return Promise.all(
        bodies.map((body) => orgs.searchSiteContent(organizationId, siteId, body, { limit: 2 })),
      );
    },
  },
  {
    operation: 'prewarmSiteSearch',
    status: 204,
    call: async ({ orgs }, setup) =>
      orgs.prewarmSiteSearch(setup.organizationId, (await prepareSite(setup)).siteId),
  },
];
