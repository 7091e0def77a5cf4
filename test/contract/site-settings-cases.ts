import { addSite, addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Ground } from './ground.ts';

interface Prepared {
  organizationId: string;
  siteId: string;
  siteSpaceId: string;
}

async function prepare({ app }: Ground): Promise<Prepared> {
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
): Case => ({ operation, status, call: async (client, ground) => call(client, await prepare(ground)) });

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

export const SITE_SETTINGS_CASES: Case[] = [
  one('getSiteCustomizationById', 200, ({ orgs }, { organizationId, siteId }) =>
    orgs.getSiteCustomizationById(organizationId, siteId),
  ),
  one('updateSiteCustomizationById', 200, async ({ orgs }, { organizationId, siteId }) => {
    const answer = await orgs.updateSiteCustomizationById(organizationId, siteId, THEME);
    return [answer, await orgs.updateSiteCustomizationById(organizationId, siteId, answer.data)];
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
