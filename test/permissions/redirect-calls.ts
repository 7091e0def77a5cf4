import { newId } from '@lectern/std/ids';
import { createRedirect } from '../../apps/server/domains/publishing/site-redirects/redirects.service.ts';
import type { TestApp } from '../app.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const REDIRECTS = `${SITE}/redirects`;

const someDestination = () => ({ kind: 'external' as const, url: 'https://example.com/new' });
const someSource = () => `/old/${newId()}`;

export async function nameRedirect(
  { app, context }: TestApp,
  { siteId, source }: { siteId: string; source: string },
): Promise<Named> {
  const site = await context.pointers.sites.find(siteId);
  if (!site) throw new Error(`${siteId} is no site.`);
  const parts = { context, store: app.content };
  const body = { source, destination: someDestination() };
  const { redirect } = await createRedirect(parts, site, body);
  return { siteRedirectId: redirect.redirectId };
}

const someRedirect = ({ app, own }: Setup): Promise<Named> =>
  nameRedirect(app, { siteId: own.siteId as string, source: someSource() });

export const REDIRECT_CALLS: Record<string, Call> = {
  // It leads to nothing, for everyone: who finds what is tested beside the route.
  'GET /v1/urls/content': { status: 404, query: 'url=https://example.com/' },
  [`GET ${REDIRECTS}`]: { status: 200 },
  [`POST ${REDIRECTS}`]: {
    status: 201,
    body: () => ({ source: someSource(), destination: someDestination() }),
  },
  [`PUT ${REDIRECTS}`]: {
    status: 200,
    body: () => ({ redirects: [{ source: someSource(), destination: someDestination() }] }),
  },
  [`GET ${REDIRECTS}/:siteRedirectId`]: { status: 200 },
  [`PATCH ${REDIRECTS}/:siteRedirectId`]: { status: 200, body: () => ({ permanent: true }) },
  [`DELETE ${REDIRECTS}/:siteRedirectId`]: { status: 205, name: someRedirect },
  [`GET ${SITE}/redirect`]: { status: 200, query: 'source=/kept' },
  [`GET ${REDIRECTS}.csv`]: { status: 200 },
  [`PUT ${REDIRECTS}.csv`]: {
    status: 200,
    body: () => ({ csv: 'source,destination\n/old,https://example.com/new\n' }),
  },
};

export const REDIRECT_EXPECTATIONS: Record<string, Expectation> = {
  'GET /v1/urls/content': 'read: anyone',
  [`GET ${REDIRECTS}`]: 'read: read of site',
  [`POST ${REDIRECTS}`]: 'write: create of site',
  [`PUT ${REDIRECTS}`]: 'write: create of site',
  [`GET ${REDIRECTS}/:siteRedirectId`]: 'read: read of site',
  [`PATCH ${REDIRECTS}/:siteRedirectId`]: 'write: create of site',
  [`DELETE ${REDIRECTS}/:siteRedirectId`]: 'write: create of site',
  [`GET ${SITE}/redirect`]: 'read: read of site',
  [`GET ${REDIRECTS}.csv`]: 'read: read of site',
  [`PUT ${REDIRECTS}.csv`]: 'write: create of site',
};
