import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Setup } from './setup.ts';

const SEARCH = '/v1/orgs/:organizationId/sites/:siteId/search';
const SPACE = '/v1/spaces/:spaceId';

/** An address that responds. */
const embedded = ({ gitUrl }: Setup): string =>
  new URLSearchParams({ url: `${gitUrl}/info/refs?service=git-upload-pack` }).toString();

/** The operations for renderers of published sites, called with a role. */
export const PUBLISHED_CONTENT_CALLS: Record<string, Call> = {
  [`POST ${SEARCH}`]: { status: 200, body: () => ({ query: 'page', scope: { mode: 'all' } }) },
  [`POST ${SEARCH}/prewarm`]: { status: 204 },
  [`GET ${SPACE}/embed`]: { status: 200, query: embedded },
  'GET /v1/urls/embed': { status: 200, query: embedded },
};

export const PUBLISHED_CONTENT_EXPECTATIONS: Record<string, Expectation> = {
  [`POST ${SEARCH}`]: 'read: read of site',
  [`POST ${SEARCH}/prewarm`]: 'read: read of site',
  [`GET ${SPACE}/embed`]: 'read: read of space',
  'GET /v1/urls/embed': 'read: anyone',
};
