import type { Expectation } from './expected-status.ts';

/** The permitted callers of each page and its forms. */
export const PAGE_EXPECTATIONS: Record<string, Expectation> = {
  'GET /app/assets/:name': 'everyone',
  'GET /app/icon.svg': 'everyone',
  'GET /app/service-worker.js': 'everyone',
  'GET /app/styles.css': 'everyone',
  'GET /app': 'read: anyone',
  'GET /app/*': 'read: anyone',
  'GET /app/o/:organizationId': 'read: guest of organization',
  'GET /app/o/:organizationId/change-requests': 'read: guest of organization',
  'GET /app/notifications': 'read: user',
  'GET /app/o/:organizationId/sites': 'read: guest of organization',
  'GET /app/o/:organizationId/sites/:siteId': 'read: read of site',
  'GET /app/o/:organizationId/sites/:siteId/preview': 'read: read of site',
  'GET /app/c/:collectionId': 'read: read of collection',
  'GET /app/s/:spaceId': 'read: read of space, also deleted',
  'GET /app/s/:spaceId/:pageId': 'read: read of space',
  'GET /app/s/:spaceId/change-requests': 'read: read of space',
  'GET /app/s/:spaceId/change-requests/:changeRequestId': 'read: read of space',
  'GET /app/s/:spaceId/change-requests/:changeRequestId/:pageId': 'read: read of space',
  'GET /app/s/:spaceId/trash': 'read: read of space',
  'GET /app/s/:spaceId/revisions': 'read: read of space',
  'GET /app/s/:spaceId/compare': 'read: read of space',
  'GET /app/s/:spaceId/revisions/:revisionId': 'read: read of space',
  'GET /app/s/:spaceId/revisions/:revisionId/:pageId': 'read: read of space',
  'GET /app/s/:spaceId/permissions': 'read: admin of space',
  'GET /app/c/:collectionId/permissions': 'read: admin of collection',
  'GET /app/account': 'read: anyone',

  'GET /app/connect/:organizationId/:samlProviderId': 'read: user',
  'POST /app/connect/:organizationId/:samlProviderId': 'write: user',
};
