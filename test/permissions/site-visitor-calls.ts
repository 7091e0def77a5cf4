import { createShareLink } from '../../apps/server/domains/publishing/site-visitors/share-links/share-links.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId';
const LINKS = `${SITE}/share-links`;
const AUTH = `${SITE}/publishing/auth`;
const PREVIEW = `${SITE}/publishing/preview`;

export async function nameShareLink(
  { context }: TestApp,
  site: { organizationId: string; siteId: string },
): Promise<Named> {
  const row = await createShareLink(context, BY_OPERATOR, site, { name: 'Kept' });
  return { shareLinkId: row.share_link_id };
}

const someLink = async ({ app, own }: Setup): Promise<Named> =>
  nameShareLink(app, { organizationId: app.organizationId, siteId: own.siteId as string });

/** A site has a limited number of them. */
const deleteLinks = async ({ app }: Setup): Promise<void> => {
  await app.context.db.deleteFrom('site_share_link').where('name', '=', 'A link').execute();
};

export const SITE_VISITOR_CALLS: Record<string, Call> = {
  [`GET ${LINKS}`]: { status: 200 },
  [`POST ${LINKS}`]: { status: 201, body: () => ({ name: 'A link' }), undo: deleteLinks },
  [`GET ${LINKS}/:shareLinkId`]: { status: 200 },
  [`PATCH ${LINKS}/:shareLinkId`]: { status: 200, body: () => ({ active: true }) },
  [`DELETE ${LINKS}/:shareLinkId`]: { status: 205, name: someLink },
  [`GET ${AUTH}`]: { status: 200 },
  [`PATCH ${AUTH}`]: { status: 200, body: () => ({ fallbackURL: null }) },
  [`POST ${AUTH}/regenerate`]: { status: 200 },
  [`GET ${PREVIEW}`]: { status: 200 },
  [`POST ${PREVIEW}`]: { status: 200, body: () => ({ claims: { plan: 'pro' } }) },
  [`GET ${SITE}/published`]: { status: 200 },
  [`POST ${SITE}/visitor-preview`]: { status: 200, body: () => ({ claims: { plan: 'pro' } }) },
};

export const SITE_VISITOR_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${LINKS}`]: 'write: create of site',
  [`POST ${LINKS}`]: 'write: create of site',
  [`GET ${LINKS}/:shareLinkId`]: 'write: create of site',
  [`PATCH ${LINKS}/:shareLinkId`]: 'write: create of site',
  [`DELETE ${LINKS}/:shareLinkId`]: 'write: create of site',
  [`GET ${AUTH}`]: 'admin: admin of site',
  [`PATCH ${AUTH}`]: 'admin: admin of site',
  [`POST ${AUTH}/regenerate`]: 'admin: admin of site',
  [`GET ${PREVIEW}`]: 'read: read of site',
  [`POST ${PREVIEW}`]: 'read: read of site',
  [`GET ${SITE}/published`]: 'read: read of site',
  [`POST ${SITE}/visitor-preview`]: 'read: read of site',
  'POST /v1/urls/published': 'everyone',
  'GET /v1/urls/published': 'everyone',
};
