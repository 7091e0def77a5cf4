import { createChangeHostname } from '../../apps/server/domains/publishing/site-settings/hostnames/change-hostname.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

interface Prepared {
  organizationId: string;
  siteId: string;
  siteSpaceId: string;
}

async function prepare({ app }: Setup): Promise<Prepared> {
  const siteId = await addSite(app, { spaceIds: [await addSpace(app)] });
  const { site_space_id: siteSpaceId } = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return { organizationId: app.organizationId, siteId, siteSpaceId };
}

const one = (
  operation: string,
  status: number,
  call: (client: Client, prepared: Prepared) => Promise<Answer | Answer[]>,
): Case => ({ operation, status, call: async (client, setup) => call(client, await prepare(setup)) });

const LINK = { title: 'Status', to: { kind: 'url', url: 'https://status.example.com' } };
const THEME = {
  title: 'A title',
  header: { preset: 'default', links: [{ title: 'More', to: null, links: [LINK], style: 'link' }] },
  announcement: { enabled: true, message: 'News', link: LINK, style: 'info' },
  favicon: { emoji: '1f4d4' },
};
const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for.' },
    teams: { type: 'array', description: 'Their teams.', items: { type: 'string', description: 'A team.' } },
  },
  additionalProperties: false,
};

let lastHostname = 0;

/** The hostname of a site, whose record is there. */
async function prepareHostname(client: Client, setup: Setup): Promise<string> {
  const { app, dns } = setup;
  const { organizationId, siteId } = await prepare(setup);
  lastHostname += 1;
  const hostname = `docs${lastHostname}.acme.example`;
  await app.context.transact((unit) =>
    createChangeHostname(app.context)(unit, BY_OPERATOR, { organizationId, siteId }, hostname),
  );
  const { data } = await client.customHostnames.getCustomHostname(hostname);
  const { record } = data as { record: { name: string; value: string } };
  dns.answers.set(record.name, [[record.value]]);
  return hostname;
}

export const SITE_SETTINGS_CASES: Case[] = [
  {
    operation: 'getCustomHostname',
    status: 200,
    call: async (client, setup) => {
      const hostname = await prepareHostname(client, setup);
      const waiting = await client.customHostnames.getCustomHostname(hostname);
      await client.customHostnames.dnsRevalidateCustomHostname(hostname);
      return [waiting, await client.customHostnames.getCustomHostname(hostname)];
    },
  },
  {
    operation: 'dnsRevalidateCustomHostname',
    status: 204,
    call: async (client, setup) =>
      client.customHostnames.dnsRevalidateCustomHostname(await prepareHostname(client, setup)),
  },
  {
    operation: 'removeCustomHostname',
    status: 204,
    call: async (client, setup) =>
      client.customHostnames.removeCustomHostname(await prepareHostname(client, setup)),
  },
  {
    operation: 'getSubdomain',
    status: 200,
    call: async (client, setup) => {
      const { siteId } = await prepare(setup);
      const site = await setup.app.context.pointers.sites.find(siteId);
      return client.subdomains.getSubdomain(site?.basename);
    },
  },
  one('getSiteCustomizationById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.getSiteCustomizationById(organizationId, siteId),
  ),
  one('updateSiteCustomizationById', 200, async ({ orgs }, { organizationId, siteId }) => {
    const response = await orgs.updateSiteCustomizationById(organizationId, siteId, THEME);
    return [response, await orgs.updateSiteCustomizationById(organizationId, siteId, response.data)];
  }),
  one('getSiteSpaceCustomizationById', 200, ({ orgs }, { organizationId, siteId, siteSpaceId }) =>
    orgs.getSiteSpaceCustomizationById(organizationId, siteId, siteSpaceId, { unmasked: true }),
  ),
  one(
    'overrideSiteSpaceCustomizationById',
    200,
    async ({ orgs }, { organizationId, siteId, siteSpaceId }) => [
      await orgs.overrideSiteSpaceCustomizationById(organizationId, siteId, siteSpaceId, {
        ...THEME,
        styling: { theme: 'bold' },
      }),
      await orgs.overrideSiteSpaceCustomizationById(organizationId, siteId, siteSpaceId, {
        title: null,
        styling: { theme: null },
      }),
    ],
  ),
  one('deleteSiteSpaceCustomizationById', 204, ({ orgs }, { organizationId, siteId, siteSpaceId }) =>
    orgs.deleteSiteSpaceCustomizationById(organizationId, siteId, siteSpaceId),
  ),
  one('getSiteAdaptiveSchema', 200, async ({ orgs }, { organizationId, siteId }) => {
    await orgs.updateSiteAdaptiveSchema(organizationId, siteId, { jsonSchema: SCHEMA });
    return orgs.getSiteAdaptiveSchema(organizationId, siteId);
  }),
  one('updateSiteAdaptiveSchema', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.updateSiteAdaptiveSchema(organizationId, siteId, { jsonSchema: SCHEMA }),
  ),
  one('listSiteAdaptiveTemplateConditions', 200, async ({ orgs }, { organizationId, siteId }) => {
    await orgs.updateSiteAdaptiveSchema(organizationId, siteId, { jsonSchema: SCHEMA });
    return orgs.listSiteAdaptiveTemplateConditions(organizationId, siteId);
  }),
];
