import { addCollection, addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Ground } from './ground.ts';

interface Prepared {
  siteId: string;
  siteSpaceId: string;
  spaceId: string;
  /** Creates a redirect that both clients can describe. */
  create: (client: Client, source: string) => Promise<Answer>;
}

async function prepare({ app, organizationId }: Ground): Promise<Prepared> {
  const spaceId = await addSpace(app);
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const { site_space_id: siteSpaceId } = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  const destination = { kind: 'site-space', siteSpaceId };
  return {
    siteId,
    siteSpaceId,
    spaceId,
    create: ({ orgs }, source) => orgs.createSiteRedirect(organizationId, siteId, { source, destination }),
  };
}

const idOf = ({ data }: Answer): string => (data as { id: string }).id;

export const REDIRECT_CASES: Case[] = [
  {
    operation: 'createSiteRedirect',
    status: 201,
    call: async (client, ground) => {
      const { create } = await prepare(ground);
      return create(client, '/old/page');
    },
  },
  {
    operation: 'bulkUpsertSiteRedirects',
    status: 200,
    call: async ({ orgs }, ground) => {
      const { siteId, spaceId } = await prepare(ground);
      const url = 'https://example.com/new';
      const upsert = (redirects: object[]) =>
        orgs.bulkUpsertSiteRedirects(ground.organizationId, siteId, { redirects });
      return [
        await upsert([
          {
            source: '/old/*',
            captureWildcard: true,
            permanent: true,
            destination: { kind: 'external', url },
          },
          { source: '/draft', intent: 'draft', destination: { kind: 'path', spaceId, path: '/' } },
          { source: '/unknown', intent: 'publish' },
        ]),
        await upsert([
          { source: '/draft', intent: 'publish' },
          { source: '/old/*', destination: { kind: 'external', url } },
          { source: '/draft', destination: null },
        ]),
      ];
    },
  },
  {
    operation: 'listSiteRedirects',
    status: 200,
    call: async (client, ground) => {
      const { siteId, create } = await prepare(ground);
      for (const source of ['/one', '/two']) await create(client, source);
      const list = (query: object) => client.orgs.listSiteRedirects(ground.organizationId, siteId, query);
      return [
        await list({ limit: 1 }),
        await list({ search: 'one', draft: false, orderBy: 'source' }),
        await list({ draft: true }),
      ];
    },
  },
  {
    operation: 'updateSiteRedirectById',
    status: 200,
    call: async (client, ground) => {
      const { siteId, siteSpaceId, create } = await prepare(ground);
      const redirectId = idOf(await create(client, '/old'));
      const body = { source: '/older', destination: { kind: 'site-space', siteSpaceId } };
      return client.orgs.updateSiteRedirectById(ground.organizationId, siteId, redirectId, body);
    },
  },
  {
    operation: 'deleteSiteRedirectById',
    status: 205,
    call: async (client, ground) => {
      const { siteId, create } = await prepare(ground);
      const redirectId = idOf(await create(client, '/old'));
      return client.orgs.deleteSiteRedirectById(ground.organizationId, siteId, redirectId);
    },
  },
  {
    operation: 'getSiteRedirectBySource',
    status: 200,
    call: async (client, ground) => {
      const { siteId, create } = await prepare(ground);
      await create(client, '/old');
      return client.orgs.getSiteRedirectBySource(ground.organizationId, siteId, { source: '/old' });
    },
  },
  {
    operation: 'getContentByUrl',
    status: 200,
    call: async ({ urls }, ground) => {
      const { app, spaceId, pages } = ground;
      const collectionId = await addCollection(app);
      const { number } = (
        await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, { body: { subject: 'A subject' } })
      ).json();
      const page = pages.find(({ type }) => type === 'document');
      const group = pages.find(({ type }) => type === 'group');
      const find = (path: string) =>
        urls.getContentByUrl({ url: `${app.context.config.baseUrl}/app/${path}` });
      return [
        await find(`c/${collectionId}`),
        await find(`s/${spaceId}`),
        await find(`s/${spaceId}/${page?.id}`),
        await find(`s/${spaceId}/${group?.id}`),
        await find(`s/${spaceId}/change-requests/${number}`),
      ];
    },
  },
];
