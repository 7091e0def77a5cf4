import { createChangeHostname } from '../../apps/server/domains/publishing/site-settings/hostnames/change-hostname.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import { addSite } from '../factories.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const SITE_SPACE = `${SITE}/site-spaces/:siteSpaceId`;

/** Nothing listens there. */
export const RENDERER = { url: 'http://127.0.0.1:9', secret: 'a-secret-of-a-test' };
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
  await app.request('PUT', `${url}/renderer`, { token, body: RENDERER });
  const hostname = `${siteId}.example`;
  await wantHostname(app, { organizationId, siteId }, hostname);
  const site = await app.context.pointers.sites.find(siteId);
  return { siteId, siteSpaceId, hostname, subdomain: site?.basename as string };
}

const wantHostname = (
  { context }: TestApp,
  site: { organizationId: string; siteId: string },
  hostname: string,
): Promise<void> =>
  context.transact((unit) => createChangeHostname(context)(unit, BY_OPERATOR, site, hostname));

/** A hostname is named without its organization: the site that it belongs to decides. */
const refuseBelow =
  (least: 'read' | 'admin') =>
  ({ role, granted }: Caller): number | undefined => {
    const roles = role === undefined ? [] : [role, granted];
    if (roles.every((one) => !one)) return 404;
    return least === 'admin' && !roles.includes('admin') ? 403 : undefined;
  };

const someHostname = async ({ app }: Setup): Promise<Named> => {
  const siteId = await addSite(app);
  const hostname = `${siteId}.example`;
  await wantHostname(app, { organizationId: app.organizationId, siteId }, hostname);
  return { siteId, hostname };
};

const someRenderedSite = async ({ app }: Setup): Promise<Named> => {
  const siteId = await addSite(app);
  const url = `/v1/orgs/${app.organizationId}/sites/${siteId}/renderer`;
  await app.request('PUT', url, { body: RENDERER });
  return { siteId };
};

const HOSTNAME = '/v1/custom-hostnames/:hostname';

export const SITE_SETTINGS_CALLS: Record<string, Call> = {
  [`GET ${SITE}/customization`]: { status: 200 },
  [`PUT ${SITE}/customization`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`POST ${SITE}/customization/preview`]: {
    status: 200,
    body: () => ({ customization: { title: 'A title' } }),
  },
  [`POST ${SITE}/files`]: { status: 415, query: 'name=a.json', body: () => ({ any: 'bytes' }) },
  [`POST ${SITE}/fetched-files`]: { status: 409, body: () => ({ url: 'https://pictures.invalid/logo.png' }) },
  [`GET ${SITE_SPACE}/customization`]: { status: 200 },
  [`PATCH ${SITE_SPACE}/customization`]: { status: 200, body: () => ({ title: 'A title' }) },
  [`DELETE ${SITE_SPACE}/customization`]: { status: 204 },
  [`GET ${SITE}/adaptive-schema`]: { status: 200 },
  [`PUT ${SITE}/adaptive-schema`]: { status: 200, body: () => ({ jsonSchema: CLAIMS }) },
  [`GET ${SITE}/adaptive-schema/template-conditions`]: { status: 200 },
  [`GET ${SITE}/conditions`]: { status: 200 },
  [`GET ${SITE}/renderer`]: { status: 200 },
  [`PUT ${SITE}/renderer`]: { status: 200, body: () => RENDERER },
  [`DELETE ${SITE}/renderer`]: { status: 204, name: someRenderedSite },
  [`GET ${HOSTNAME}`]: { status: 200, refusal: refuseBelow('read') },
  [`GET ${HOSTNAME}/reach`]: { status: 200, refusal: refuseBelow('read') },
  // DNS gives no answer here.
  [`PATCH ${HOSTNAME}`]: { status: 409, refusal: refuseBelow('admin') },
  [`DELETE ${HOSTNAME}`]: { status: 204, refusal: refuseBelow('admin'), name: someHostname },
  'GET /v1/subdomains/:subdomain': { status: 200, refusal: refuseBelow('read') },
};

export const SITE_SETTINGS_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${SITE}/customization`]: 'read: read of site',
  [`PUT ${SITE}/customization`]: 'write: create of site',
  [`POST ${SITE}/customization/preview`]: 'write: create of site',
  [`POST ${SITE}/files`]: 'write: create of site',
  [`POST ${SITE}/fetched-files`]: 'write: create of site',
  [`GET ${SITE_SPACE}/customization`]: 'read: read of site',
  [`PATCH ${SITE_SPACE}/customization`]: 'write: create of site',
  [`DELETE ${SITE_SPACE}/customization`]: 'write: create of site',
  [`GET ${SITE}/adaptive-schema`]: 'read: read of site',
  [`PUT ${SITE}/adaptive-schema`]: 'write: create of site',
  [`GET ${SITE}/adaptive-schema/template-conditions`]: 'read: read of site',
  [`GET ${SITE}/conditions`]: 'read: read of site',
  [`GET ${SITE}/renderer`]: 'admin: admin of site',
  [`PUT ${SITE}/renderer`]: 'admin: admin of site',
  [`DELETE ${SITE}/renderer`]: 'admin: admin of site',
  [`GET ${HOSTNAME}`]: 'read: anyone',
  [`GET ${HOSTNAME}/reach`]: 'read: anyone',
  [`PATCH ${HOSTNAME}`]: 'write: anyone',
  [`DELETE ${HOSTNAME}`]: 'write: anyone',
  'GET /v1/subdomains/:subdomain': 'read: anyone',
  'GET /tls/ask': 'everyone',
};
