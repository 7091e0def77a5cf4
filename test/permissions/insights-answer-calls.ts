import { ANSWERS } from '../../apps/server/domains/insights/answers/answers.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';

const SITE = '/v1/orgs/:organizationId/sites/:siteId/insights';
const NAMES = [
  ...['traffic', 'breakdown', 'top-pages', 'entry-pages', 'exit-pages', 'searches', 'feedback'],
  ...['missing-pages', 'broken-links', 'agents', 'unread-pages'],
];
if (NAMES.length !== ANSWERS.length) throw new Error('An answer has no call here.');

export const INSIGHTS_ANSWER_CALLS: Record<string, Call> = {
  ...Object.fromEntries(NAMES.map((name) => [`GET ${SITE}/answers/${name}`, { status: 200 }])),
  // The test app checks no links.
  [`GET ${SITE}/answers/broken-links`]: { status: 409 },
  [`GET ${SITE}/events/export`]: { status: 200 },
  [`GET ${SITE}/weekly-mail`]: { status: 200 },
  [`PUT ${SITE}/weekly-mail`]: { status: 200, body: () => ({ subscribed: true }) },
};

export const INSIGHTS_ANSWER_EXPECTATIONS: Record<string, Expectation> = {
  ...Object.fromEntries(NAMES.map((name) => [`GET ${SITE}/answers/${name}`, 'read: edit of site'] as const)),
  [`GET ${SITE}/events/export`]: 'read: edit of site',
  [`GET ${SITE}/weekly-mail`]: 'read: edit of site, user',
  [`PUT ${SITE}/weekly-mail`]: 'write: edit of site, user',
};
