import type { Expectation } from './expected-status.ts';

/** Who may open each page, and use its forms. */
export const PAGE_EXPECTATIONS: Record<string, Expectation> = {
  'GET /app/icon.svg': 'everyone',
  'GET /app/styles.css': 'everyone',
  'GET /app': 'read: anyone',
  'GET /app/o/:organizationId': 'read: guest of organization',
  'GET /app/c/:collectionId': 'read: read of collection',
  'GET /app/s/:spaceId': 'read: read of space, also deleted',
  'GET /app/s/:spaceId/:pageId': 'read: read of space',
  'GET /app/s/:spaceId/broken-links': 'read: read of space',
  'GET /app/s/:spaceId/search': 'read: read of space',
  'GET /app/s/:spaceId/revisions/:revisionId': 'read: read of space',
  'GET /app/s/:spaceId/revisions/:revisionId/:pageId': 'read: read of space',

  'GET /app/account/tokens': 'read: user',
  'POST /app/account/tokens': 'admin: user',
  'POST /app/account/tokens/:tokenId/revoke': 'admin: user',
  'GET /app/o/:organizationId/tokens': 'admin: admin of organization',
  'POST /app/o/:organizationId/tokens': 'admin: admin of organization',
  'POST /app/o/:organizationId/tokens/:tokenId/revoke': 'admin: admin of organization',
};
