import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';

const ORGANIZATION = '/v1/orgs/:organizationId/insights';
const SITE = '/v1/orgs/:organizationId/sites/:siteId/insights';

export const INSIGHTS_CALLS: Record<string, Call> = {
  [`GET ${SITE}`]: { status: 200 },
  [`PATCH ${SITE}`]: { status: 200, body: () => ({ recording: true }) },
  [`POST ${SITE}/events/aggregate`]: { status: 200, body: () => ({ range: 'last7Days' }) },
  [`GET ${SITE}/visitor-segments`]: { status: 200 },
  [`POST ${SITE}/visitors/delete`]: { status: 200, body: () => ({ visitorId: 'nobody' }) },
  [`GET ${ORGANIZATION}`]: { status: 200 },
  [`PATCH ${ORGANIZATION}`]: { status: 200, body: () => ({ retentionDays: 400 }) },
};

export const INSIGHTS_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${SITE}`]: 'read: edit of site',
  [`PATCH ${SITE}`]: 'write: create of site',
  [`POST ${SITE}/events`]: 'everyone',
  [`POST ${SITE}/events/aggregate`]: 'read: edit of site',
  [`GET ${SITE}/visitor-segments`]: 'read: edit of site',
  [`POST ${SITE}/visitors/delete`]: 'write: admin of site',
  [`GET ${ORGANIZATION}`]: 'read: read of organization',
  [`PATCH ${ORGANIZATION}`]: 'admin: admin of organization',
};
