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

  'GET /app/o/:organizationId/members': 'read: read of organization',
  'GET /app/o/:organizationId/members/:userId': 'read: read of organization or self',
  'POST /app/o/:organizationId/members/:userId/role': 'admin: admin of organization',
  'POST /app/o/:organizationId/members/:userId/sso': 'admin: admin of organization',
  'POST /app/o/:organizationId/members/:userId/remove': 'admin: admin of organization or self',

  'GET /app/o/:organizationId/teams': 'read: read of organization',
  'POST /app/o/:organizationId/teams': 'admin: admin of organization',
  'GET /app/o/:organizationId/teams/:teamId': 'read: read of organization or team owner',
  'POST /app/o/:organizationId/teams/:teamId': 'admin: admin of organization',
  'POST /app/o/:organizationId/teams/:teamId/delete': 'admin: admin of organization',
  'POST /app/o/:organizationId/teams/:teamId/members': 'admin: admin of organization or team owner',
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/member':
    'admin: admin of organization or team owner',
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/owner':
    'admin: admin of organization or team owner',
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/remove':
    'admin: admin of organization or team owner',

  'GET /app/o/:organizationId/audit': 'admin: admin of organization',
  'GET /app/o/:organizationId/audit/:auditEventId': 'admin: admin of organization',

  'GET /app/connect/:organizationId/:samlProviderId': 'read: user',
  'POST /app/connect/:organizationId/:samlProviderId': 'write: user',
};
