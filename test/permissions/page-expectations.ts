import type { Expectation } from './expected-status.ts';

/** The permitted callers of each page and its forms. */
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

  'GET /app/account': 'read: user',
  'POST /app/account': 'write: user',
  'POST /app/account/password': 'admin: unbound user',
  'POST /app/account/email': 'admin: unbound user',
  'POST /app/account/email/proof': 'admin: unbound user',
  'POST /app/account/delete': 'admin: unbound user',
  'GET /app/account/second-factor': 'read: unbound user',
  'POST /app/account/second-factor': 'admin: unbound user',
  'POST /app/account/second-factor/confirm': 'admin: unbound user',
  'POST /app/account/second-factor/remove': 'admin: unbound user',
  'GET /app/account/sessions': 'read: user',
  'POST /app/account/sessions/end-others': 'admin: user',
  'POST /app/account/sessions/:sessionId/end': 'admin: user',
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

  'POST /app/o/:organizationId/members/:userId/invitation': 'admin: admin of organization',
  'POST /app/o/:organizationId/members/:userId/invitation/withdraw': 'admin: admin of organization',

  'GET /app/o/:organizationId/invites': 'admin: admin of organization',
  'POST /app/o/:organizationId/invites': 'admin: admin of organization',
  'POST /app/o/:organizationId/invites/links': 'admin: admin of organization',
  'POST /app/o/:organizationId/invites/links/:inviteId/delete': 'admin: admin of organization',

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

  'GET /app/s/:spaceId/permissions': 'read: admin of space',
  'POST /app/s/:spaceId/permissions/default': 'admin: admin of space',
  'POST /app/s/:spaceId/permissions/users/:userId': 'admin: admin of space',
  'POST /app/s/:spaceId/permissions/users/:userId/remove': 'admin: admin of space',
  'POST /app/s/:spaceId/permissions/teams/:teamId': 'admin: admin of space',
  'POST /app/s/:spaceId/permissions/teams/:teamId/remove': 'admin: admin of space',
  'GET /app/c/:collectionId/permissions': 'read: admin of collection',
  'POST /app/c/:collectionId/permissions/default': 'admin: admin of collection',
  'POST /app/c/:collectionId/permissions/users/:userId': 'admin: admin of collection',
  'POST /app/c/:collectionId/permissions/users/:userId/remove': 'admin: admin of collection',
  'POST /app/c/:collectionId/permissions/teams/:teamId': 'admin: admin of collection',
  'POST /app/c/:collectionId/permissions/teams/:teamId/remove': 'admin: admin of collection',

  'GET /app/o/:organizationId/saml': 'admin: admin of organization',
  'POST /app/o/:organizationId/saml': 'admin: admin of organization',
  'GET /app/o/:organizationId/saml/:samlProviderId': 'admin: admin of organization',
  'POST /app/o/:organizationId/saml/:samlProviderId': 'admin: admin of organization',
  'POST /app/o/:organizationId/saml/:samlProviderId/delete': 'admin: admin of organization',

  'GET /app/o/:organizationId/audit': 'admin: admin of organization',
  'GET /app/o/:organizationId/audit/:auditEventId': 'admin: admin of organization',

  'GET /app/connect/:organizationId/:samlProviderId': 'read: user',
  'POST /app/connect/:organizationId/:samlProviderId': 'write: user',
};
