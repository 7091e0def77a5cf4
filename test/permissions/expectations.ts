import { ACCOUNT_EXPECTATIONS } from './account-expectations.ts';
import { ARCHIVE_EXPECTATIONS } from './archive-calls.ts';
import { CHANGE_REQUEST_EXPECTATIONS } from './change-request-calls.ts';
import { COMMENT_EXPECTATIONS } from './comment-calls.ts';
import { CONVERSATION_EXPECTATIONS } from './conversation-calls.ts';
import type { Expectation } from './expected-status.ts';
import { GIT_EXPECTATIONS } from './git-calls.ts';
import { IMPORT_EXPECTATIONS } from './import-calls.ts';
import { INSIGHTS_ANSWER_EXPECTATIONS } from './insights-answer-calls.ts';
import { INSIGHTS_EXPECTATIONS } from './insights-calls.ts';
import { INSTANCE_EXPECTATIONS } from './instance-calls.ts';
import { INVITE_EXPECTATIONS } from './invite-calls.ts';
import { OPENAPI_EXPECTATIONS } from './openapi-calls.ts';
import { PAGE_EXPECTATIONS } from './page-expectations.ts';
import { PERMISSION_EXPECTATIONS } from './permission-calls.ts';
import { PUBLISHED_CONTENT_EXPECTATIONS } from './published-content-calls.ts';
import { REDIRECT_EXPECTATIONS } from './redirect-calls.ts';
import { REVIEW_EXPECTATIONS } from './review-calls.ts';
import { SITE_EXPECTATIONS } from './site-calls.ts';
import { SITE_SETTINGS_EXPECTATIONS } from './site-settings-calls.ts';
import { SITE_VISITOR_EXPECTATIONS } from './site-visitor-calls.ts';
import { TRANSLATION_EXPECTATIONS } from './translation-calls.ts';
import { WEBHOOK_EXPECTATIONS } from './webhook-calls.ts';

/**
 * The permitted callers of each route: written by hand from what the product promises, never read back from the
 * rulebook, so that a weakened rule fails here. A missing route fails too.
 */
export const EXPECTATIONS: Record<string, Expectation> = {
  'GET /': 'everyone',
  'GET /healthz': 'everyone',
  'GET /metrics': 'everyone',
  'GET /readyz': 'everyone',
  'GET /reference': 'everyone',
  'GET /reference/*': 'everyone',
  'GET /reference/~/assets/:fileName': 'everyone',
  'GET /reference/~/search': 'everyone',
  'GET /reference/~/search.json': 'everyone',
  'GET /v1/': 'everyone',
  'GET /v1/maintenance': 'everyone',
  'GET /v1/openapi.json': 'everyone',

  'GET /v1/user': 'read: anyone',
  'GET /v1/users/:userId': 'read: anyone',
  'PATCH /v1/users/:userId': 'write: user',
  'POST /v1/users/:userId/picture': 'write: user',
  'GET /v1/users/:userId/picture/:pictureId': 'everyone',
  'DELETE /v1/users/:userId': 'admin: unbound user',
  'GET /v1/user/tokens': 'read: user',
  'POST /v1/user/tokens': 'admin: user',
  'GET /v1/user/tokens/:tokenId': 'read: user',
  'PATCH /v1/user/tokens/:tokenId': 'admin: user',
  'DELETE /v1/user/tokens/:tokenId': 'admin: user',

  'GET /v1/orgs': 'read: anyone',
  'POST /v1/orgs': 'write: unbound user',
  'GET /v1/orgs/:organizationId': 'read: guest of organization',
  'PATCH /v1/orgs/:organizationId': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/logo': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/logo/:pictureId': 'everyone',
  'DELETE /v1/orgs/:organizationId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/tokens': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/tokens': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/tokens/:tokenId': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/tokens/:tokenId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/tokens/:tokenId': 'admin: admin of organization',

  'GET /v1/orgs/:organizationId/audit-events': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/audit-events/:auditEventId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/audit-event-actions': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/quotas': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/audit-events/export': 'admin: admin of organization',

  'GET /v1/orgs/:organizationId/members': 'read: read of organization',
  'GET /v1/orgs/:organizationId/members/:userId': 'read: read of organization or self',
  'PATCH /v1/orgs/:organizationId/members/:userId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/members/:userId': 'admin: admin of organization or self',
  'POST /v1/orgs/:organizationId/members/:userId/sso': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/members/:userId/sessions': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/members/:userId/sessions': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/members/:userId/sessions/:sessionId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/members/:userId/spaces': 'read: read of organization or self',
  'GET /v1/orgs/:organizationId/members/:userId/teams': 'read: read of organization or self',
  'POST /v1/orgs/:organizationId/ping': 'read: guest of organization, user',
  'GET /v1/orgs/:organizationId/visitor-claims': 'admin: admin of organization',
  'PUT /v1/orgs/:organizationId/visitor-claims': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/visitor-claims': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/teams': 'read: read of organization',
  'PUT /v1/orgs/:organizationId/teams': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/teams/:teamId': 'read: read of organization or team owner',
  'GET /v1/orgs/:organizationId/teams/:teamId/permissions': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/teams/:teamId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/teams/:teamId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/teams/:teamId/members': 'read: read of organization or team owner',
  'PUT /v1/orgs/:organizationId/teams/:teamId/members': 'admin: admin of organization or team owner',
  'PUT /v1/orgs/:organizationId/teams/:teamId/members/:userId': 'admin: admin of organization or team owner',
  'DELETE /v1/orgs/:organizationId/teams/:teamId/members/:userId':
    'admin: admin of organization or team owner',

  'GET /v1/orgs/:organizationId/saml': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/saml': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/saml/:samlProviderId': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/saml/:samlProviderId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/saml/:samlProviderId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/ServiceProviderConfig': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/ResourceTypes': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/Schemas': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/Users': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/scim/v2/Users': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/Users/:userId': 'admin: admin of organization',
  'PUT /v1/orgs/:organizationId/scim/v2/Users/:userId': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/scim/v2/Users/:userId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/scim/v2/Users/:userId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/Groups': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/scim/v2/Groups': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/scim/v2/Groups/:teamId': 'admin: admin of organization',
  'PUT /v1/orgs/:organizationId/scim/v2/Groups/:teamId': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/scim/v2/Groups/:teamId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/scim/v2/Groups/:teamId': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/sso': 'everyone',

  'GET /v1/orgs/:organizationId/oidc': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/oidc': 'admin: admin of organization',
  'GET /v1/orgs/:organizationId/oidc/:oidcProviderId': 'admin: admin of organization',
  'PATCH /v1/orgs/:organizationId/oidc/:oidcProviderId': 'admin: admin of organization',
  'DELETE /v1/orgs/:organizationId/oidc/:oidcProviderId': 'admin: admin of organization',
  'POST /v1/orgs/:organizationId/oidc/:oidcProviderId/test': 'admin: admin of organization',

  'GET /v1/orgs/:organizationId/spaces': 'read: guest of organization',
  'POST /v1/orgs/:organizationId/spaces': 'write: admin of organization or in parent',
  'GET /v1/orgs/:organizationId/collections': 'read: guest of organization',
  'POST /v1/orgs/:organizationId/collections': 'write: admin of organization or in parent',
  'GET /v1/orgs/:organizationId/search': 'read: guest of organization',

  'GET /v1/collections/:collectionId': 'read: read of collection',
  'PATCH /v1/collections/:collectionId': 'write: admin of collection',
  'DELETE /v1/collections/:collectionId': 'write: admin of collection',
  'GET /v1/collections/:collectionId/spaces': 'read: read of collection',
  'POST /v1/collections/:collectionId/move': 'write: admin of collection',

  'GET /v1/spaces/:spaceId': 'read: read of space, also deleted',
  'PATCH /v1/spaces/:spaceId': 'write: admin of space',
  'DELETE /v1/spaces/:spaceId': 'write: admin of space',
  'POST /v1/spaces/:spaceId/duplicate': 'write: admin of space',
  'POST /v1/spaces/:spaceId/move': 'write: create of space',
  'POST /v1/spaces/:spaceId/restore': 'write: admin of space, also deleted',
  'POST /v1/spaces/:spaceId/transfer': 'write: admin of space',

  'GET /v1/spaces/:spaceId/content': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/files': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/files/:fileId': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/files/:fileId/backlinks': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/page/:pageId': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/page/:pageId/backlinks': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/page/:pageId/links': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/page/:pageId/meta-links': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/pages': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/tree': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/path/*': 'read: read of space',
  'GET /v1/spaces/:spaceId/content/reusable-contents/:reusableContentId': 'read: read of space',
  'GET /v1/spaces/:spaceId/documents/:documentId': 'read: read of space',
  'GET /v1/spaces/:spaceId/links': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/files': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/files/:fileId': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/meta-links': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/pages': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/tree': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/path/*': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId': 'read: read of space',
  'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document':
    'read: read of space',
  'GET /v1/spaces/:spaceId/search': 'read: read of space',

  ...GIT_EXPECTATIONS,
  ...IMPORT_EXPECTATIONS,
  ...CHANGE_REQUEST_EXPECTATIONS,
  ...COMMENT_EXPECTATIONS,
  ...CONVERSATION_EXPECTATIONS,
  ...OPENAPI_EXPECTATIONS,
  ...TRANSLATION_EXPECTATIONS,
  ...REVIEW_EXPECTATIONS,
  ...PERMISSION_EXPECTATIONS,
  ...PUBLISHED_CONTENT_EXPECTATIONS,
  ...SITE_EXPECTATIONS,
  ...INSIGHTS_ANSWER_EXPECTATIONS,
  ...REDIRECT_EXPECTATIONS,
  ...SITE_VISITOR_EXPECTATIONS,
  ...INSIGHTS_EXPECTATIONS,
  ...SITE_SETTINGS_EXPECTATIONS,
  ...WEBHOOK_EXPECTATIONS,
  ...INSTANCE_EXPECTATIONS,
  ...ARCHIVE_EXPECTATIONS,
  ...INVITE_EXPECTATIONS,
  ...ACCOUNT_EXPECTATIONS,
  'GET /app/sign-in/sso': 'everyone',
  'GET /app/enter/:siteId': 'everyone',
  'GET /sso/oidc/initiate': 'everyone',
  'GET /sso/oidc/instance/:name/start': 'everyone',
  'GET /sso/oidc/instance/:name/callback': 'everyone',
  'POST /sso/oidc/instance/:name/logout': 'everyone',
  'GET /sso/oidc/:organizationId/:oidcProviderId/start': 'everyone',
  'GET /sso/oidc/:organizationId/:oidcProviderId/callback': 'everyone',
  'GET /sso/oidc/:organizationId/:oidcProviderId/finish': 'everyone',
  'POST /sso/oidc/:organizationId/:oidcProviderId/logout': 'everyone',
  'GET /sso/saml/:organizationId/:samlProviderId': 'everyone',
  'GET /sso/saml/:organizationId/:samlProviderId/start': 'everyone',
  'POST /sso/saml/:organizationId/:samlProviderId/acs': 'everyone',
  'GET /sso/saml/:organizationId/:samlProviderId/finish': 'everyone',
  ...PAGE_EXPECTATIONS,
};
