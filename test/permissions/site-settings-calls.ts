import type { TestApp } from '../app.ts';
import { addSite } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const SITE_SPACE = `${SITE}/site-spaces/:siteSpaceId`;

const CLAIMS = { type: 'object', properties: { beta: { type: 'boolean' } } };

/** Names a site with one site space and a claims schema. */
export async function nameSite(
  app: TestApp,
  { organizationId, spaceId, token }: { organizationId: string; spaceId: string; token: string },
): Promise<Named> {
  const siteId = await addSite(app, { organizationId, spaceIds: [spaceId] });
  const url = `/v1/orgs/${organizationId}/sites/${siteId}`;
  await app.request('PUT', `${url}/adaptive-schema`, { token, body: { jsonSchema: CLAIMS } });
  const { site_space_id: siteSpaceId } = await app.context.db
    .selectFrom('site_space')
    .select('site_space_id')
    .where('site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return { siteId, siteSpaceId };
}

export const SITE_SETTINGS_CALLS: Record<string, Call> = {
  [`GET ${SITE}/customization`]: { status: 200 },
  [`PUT ${SITE}/customization`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`GET ${SITE_SPACE}/customization`]: { status: 200 },
  [`PATCH ${SITE_SPACE}/customization`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`DELETE ${SITE_SPACE}/customization`]: { status: 204 },
  [`GET ${SITE}/adaptive-schema`]: { status: 200 },
  [`PUT ${SITE}/adaptive-schema`]: { status: 200, body: () => ({ jsonSchema: CLAIMS }) },
  [`GET ${SITE}/adaptive-schema/template-conditions`]: { status: 200 },
};

export const SITE_SETTINGS_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${SITE}/customization`]: 'read: read of site',
  [`PUT ${SITE}/customization`]: 'write: create of site',
  [`GET ${SITE_SPACE}/customization`]: 'read: read of site',
  [`PATCH ${SITE_SPACE}/customization`]: 'write: create of site',
  [`DELETE ${SITE_SPACE}/customization`]: 'write: create of site',
  [`GET ${SITE}/adaptive-schema`]: 'read: read of site',
  [`PUT ${SITE}/adaptive-schema`]: 'write: create of site',
  [`GET ${SITE}/adaptive-schema/template-conditions`]: 'read: read of site',
};
