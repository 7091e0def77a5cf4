import { addCollection, addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

interface Prepared {
  siteId: string;
  siteSpaceId: string;
  spaceId: string;
  /** Creates a redirect that both clients can describe. */
  create: (client: Client, source: string) => Promise<Answer>;
}

async function prepare({ app, organizationId }: Setup): Promise<Prepared> {
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
    call: async (client, setup) => {
      const { create } = await prepare(setup);
      return create(client, '/old/page');
    },
  },
  {
    operation: 'bulkUpsertSiteRedirects',
    status: 200,
    call: async ({ orgs }, setup) => {
      const { siteId, spaceId } = await prepare(setup);
      const url = 'https://example.com/new';
      const upsert = (redirects: object[]) =>
        orgs.bulkUpsertSiteRedirects(setup.organizationId, siteId, { redirects });
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
    call: async (client, setup) => {
      const { siteId, create } = await prepare(setup);
      for (const source of ['/one', '/two']) await create(client, source);
      const list = (query: object) => client.orgs.listSiteRedirects(setup.organizationId, siteId, query);
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
    call: async (client, setup) => {
      const { siteId, siteSpaceId, create } = await prepare(setup);
      const redirectId = idOf(await create(client, '/old'));
      const body = { source: '/older', destination: { kind: 'site-space', siteSpaceId } };
      return client.orgs.updateSiteRedirectById(setup.organizationId, siteId, redirectId, body);
    },
  },
  {
    operation: 'deleteSiteRedirectById',
    status: 205,
    call: async (client, setup) => {
      const { siteId, create } = await prepare(setup);
      const redirectId = idOf(await create(client, '/old'));
      return client.orgs.deleteSiteRedirectById(setup.organizationId, siteId, redirectId);
    },
  },
  {
    operation: 'getSiteRedirectBySource',
    status: 200,
    call: async (client, setup) => {
      const { siteId, create } = await prepare(setup);
      await create(client, '/old');
      return client.orgs.getSiteRedirectBySource(setup.organizationId, siteId, { source: '/old' });
    },
  },
  {
    operation: 'getContentByUrl',
    status: 200,
    call: async ({ urls }, setup) => {
      const { app, spaceId, pages } = setup;
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
