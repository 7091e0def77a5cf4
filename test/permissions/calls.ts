import { restoreOrganization } from '../../apps/server/domains/lifecycle/organization-deletion/delete-organization.service.ts';
import { findDeletedAt } from '../../apps/server/domains/lifecycle/organization-deletion/deleted-organizations.repository.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import { PASSWORD, setPassword } from '../accounts.ts';
import { addCollection, addMember, addOrganization, addSpace } from '../factories.ts';
import { ACCOUNT_CALLS } from './account-calls.ts';
import { ARCHIVE_CALLS } from './archive-calls.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { CHANGE_REQUEST_CALLS } from './change-request-calls.ts';
import { COMMENT_CALLS } from './comment-calls.ts';
import { CONVERSATION_CALLS } from './conversation-calls.ts';
import { A_PICTURE, memberSession, ownToken, serviceToken, someMember } from './fresh-resources.ts';
import { GIT_CALLS } from './git-calls.ts';
import { IMPORT_CALLS } from './import-calls.ts';
import { INSIGHTS_ANSWER_CALLS } from './insights-answer-calls.ts';
import { INSIGHTS_CALLS } from './insights-calls.ts';
import { INSTANCE_CALLS } from './instance-calls.ts';
import { INVITE_CALLS } from './invite-calls.ts';
import { OPENAPI_CALLS } from './openapi-calls.ts';
import { PAGE_CALLS } from './page-calls.ts';
import { insertTeam, joinTeam } from './people.ts';
import { PERMISSION_CALLS } from './permission-calls.ts';
import { PUBLISHED_CONTENT_CALLS } from './published-content-calls.ts';
import { REDIRECT_CALLS } from './redirect-calls.ts';
import { insertOidcProvider, type Named } from './resources.ts';
import { REVIEW_CALLS } from './review-calls.ts';
import { SCIM_CALLS } from './scim-calls.ts';
import type { Setup } from './setup.ts';
import { SITE_CALLS } from './site-calls.ts';
import { SITE_SETTINGS_CALLS } from './site-settings-calls.ts';
import { SITE_VISITOR_CALLS } from './site-visitor-calls.ts';
import { TRANSLATION_CALLS } from './translation-calls.ts';
import { WEBHOOK_CALLS } from './webhook-calls.ts';

const someSpace = async ({ app }: Setup): Promise<Named> => ({ spaceId: await addSpace(app) });

const someCollection = async ({ app }: Setup): Promise<Named> => ({
  collectionId: await addCollection(app),
});

/** At the top level the role in the organization counts, not a grant on a space or a collection. */
const refuseGuestAtTop = ({ role }: Caller): number | undefined => (role === null ? 403 : undefined);

const someTeamMember = async ({ app, own }: Setup): Promise<Named> => {
  const { organizationId } = app;
  const { userId } = await addMember(app, { role: 'read' });
  await joinTeam(app, { organizationId, teamId: own.teamId as string, userId, role: 'member' });
  return { userId };
};

const someProvider = async ({ app }: Setup): Promise<Named> => {
  const body = { label: 'A provider' };
  const { id } = (await app.request('POST', `/v1/orgs/${app.organizationId}/saml`, { body })).json();
  return { samlProviderId: id };
};

const READS_OF_CONTENT = [
  '',
  '/pages',
  '/tree',
  '/files',
  '/files/:fileId',
  '/page/:pageId',
  '/page/:pageId/meta-links',
  '/path/*',
  '/reusable-contents/:reusableContentId',
];

/**
 * Every route that needs somebody, and how to call it. HEAD is called as GET is. A route that is missing here
 * fails the suite: say how it is called, and the rest follows from the access that it declares.
 */
export const CALLS: Record<string, Call> = {
  'GET /v1/user': { status: 200, statusForService: 404 },
  'GET /v1/users/:userId': {
    status: 200,
    name: async ({ own, foreign }, { userId, role }) => ({
      userId: userId ?? ((role === undefined ? foreign : own).userId as string),
    }),
  },
  'PATCH /v1/users/:userId': {
    status: 200,
    // They belong to two organizations, and the name is shown in both.
    refusal: ({ isBound }) => (isBound ? 403 : undefined),
    body: () => ({ displayName: 'A name' }),
    name: async () => ({ userId: 'me' }),
  },
  'POST /v1/users/:userId/picture': {
    status: 200,
    refusal: ({ isBound }) => (isBound ? 403 : undefined),
    body: () => A_PICTURE,
    name: async () => ({ userId: 'me' }),
  },
  // Permitted callers are refused here, because each is the last administrator of an organization: no user of this
  // suite is deleted.
  'DELETE /v1/users/:userId': {
    status: 204,
    refusal: () => 409,
    body: () => ({ password: PASSWORD }),
    name: async ({ app }, { userId }) => {
      if (userId) {
        await addOrganization(app, { creatorId: userId });
        await setPassword(app, userId);
      }
      return { userId: 'me' };
    },
  },
  'GET /v1/user/tokens': { status: 200 },
  'POST /v1/user/tokens': { status: 201, body: () => ({ title: 'A token' }) },
  'GET /v1/user/tokens/:tokenId': { status: 200, name: ownToken },
  'PATCH /v1/user/tokens/:tokenId': { status: 200, body: () => ({ title: 'A title' }), name: ownToken },
  'DELETE /v1/user/tokens/:tokenId': { status: 204, name: ownToken },

  'GET /v1/orgs': { status: 200 },
  'POST /v1/orgs': { status: 201, body: () => ({ title: 'Another organization' }) },
  'GET /v1/orgs/:organizationId': { status: 200 },
  'PATCH /v1/orgs/:organizationId': { status: 200, body: () => ({ title: 'A title' }) },
  'POST /v1/orgs/:organizationId/logo': { status: 200, body: () => A_PICTURE },
  'DELETE /v1/orgs/:organizationId': {
    status: 204,
    undo: async ({ app: { context }, own: { organizationId = '' } }) => {
      if (await findDeletedAt(context.db, organizationId))
        await restoreOrganization(context, BY_OPERATOR, organizationId);
    },
  },
  'GET /v1/orgs/:organizationId/tokens': { status: 200 },
  'POST /v1/orgs/:organizationId/tokens': { status: 201, body: () => ({ title: 'A token', role: 'read' }) },
  'GET /v1/orgs/:organizationId/tokens/:tokenId': { status: 200 },
  'PATCH /v1/orgs/:organizationId/tokens/:tokenId': {
    status: 200,
    body: () => ({ title: 'A title' }),
    name: serviceToken,
  },
  'DELETE /v1/orgs/:organizationId/tokens/:tokenId': { status: 204, name: serviceToken },

  'GET /v1/orgs/:organizationId/audit-events': { status: 200 },
  'GET /v1/orgs/:organizationId/audit-events/:auditEventId': { status: 200 },
  'GET /v1/orgs/:organizationId/audit-event-actions': { status: 200 },
  'GET /v1/orgs/:organizationId/quotas': { status: 200 },
  'GET /v1/orgs/:organizationId/audit-events/export': { status: 200 },

  'GET /v1/orgs/:organizationId/members': { status: 200 },
  'GET /v1/orgs/:organizationId/members/:userId': { status: 200 },
  'PATCH /v1/orgs/:organizationId/members/:userId': { status: 200, body: () => ({ role: 'read' }) },
  'DELETE /v1/orgs/:organizationId/members/:userId': { status: 204, name: someMember },
  'POST /v1/orgs/:organizationId/members/:userId/sso': { status: 200 },
  'GET /v1/orgs/:organizationId/members/:userId/sessions': { status: 200 },
  'DELETE /v1/orgs/:organizationId/members/:userId/sessions': { status: 204, name: someMember },
  'DELETE /v1/orgs/:organizationId/members/:userId/sessions/:sessionId': { status: 204, name: memberSession },
  'GET /v1/orgs/:organizationId/members/:userId/spaces': { status: 200 },
  'GET /v1/orgs/:organizationId/members/:userId/teams': { status: 200 },
  'POST /v1/orgs/:organizationId/ping': { status: 200 },
  'GET /v1/orgs/:organizationId/visitor-claims': { status: 200 },
  'PUT /v1/orgs/:organizationId/visitor-claims': { status: 200, body: () => ({ claims: ['role'] }) },
  'DELETE /v1/orgs/:organizationId/visitor-claims': { status: 204 },

  'GET /v1/orgs/:organizationId/teams': { status: 200 },
  'PUT /v1/orgs/:organizationId/teams': { status: 201, body: () => ({ title: 'A team' }) },
  'GET /v1/orgs/:organizationId/teams/:teamId': { status: 200 },
  'GET /v1/orgs/:organizationId/teams/:teamId/permissions': { status: 200 },
  'PATCH /v1/orgs/:organizationId/teams/:teamId': { status: 200, body: () => ({ title: 'A title' }) },
  'DELETE /v1/orgs/:organizationId/teams/:teamId': {
    status: 204,
    name: async ({ app }) => ({ teamId: await insertTeam(app, app.organizationId) }),
  },
  'GET /v1/orgs/:organizationId/teams/:teamId/members': { status: 200 },
  'PUT /v1/orgs/:organizationId/teams/:teamId/members': {
    status: 204,
    body: ({ own }) => ({ add: [own.userId] }),
  },
  'PUT /v1/orgs/:organizationId/teams/:teamId/members/:userId': { status: 204 },
  'DELETE /v1/orgs/:organizationId/teams/:teamId/members/:userId': { status: 204, name: someTeamMember },

  'GET /v1/orgs/:organizationId/oidc': { status: 200 },
  'POST /v1/orgs/:organizationId/oidc': {
    status: 201,
    body: ({ forger }) => ({ label: 'A provider', issuer: forger.issuer, clientId: 'lectern' }),
  },
  'GET /v1/orgs/:organizationId/oidc/:oidcProviderId': { status: 200 },
  'PATCH /v1/orgs/:organizationId/oidc/:oidcProviderId': { status: 200, body: () => ({ label: 'A label' }) },
  'DELETE /v1/orgs/:organizationId/oidc/:oidcProviderId': {
    status: 204,
    name: async ({ app }) => ({ oidcProviderId: await insertOidcProvider(app, app.organizationId) }),
  },
  // Nobody answers at the issuer of the set-up.
  'POST /v1/orgs/:organizationId/oidc/:oidcProviderId/test': { status: 400 },
  'GET /v1/orgs/:organizationId/saml': { status: 200 },
  'POST /v1/orgs/:organizationId/saml': { status: 201, body: () => ({ label: 'A provider' }) },
  'GET /v1/orgs/:organizationId/saml/:samlProviderId': { status: 200 },
  'PATCH /v1/orgs/:organizationId/saml/:samlProviderId': { status: 200, body: () => ({ label: 'A label' }) },
  'DELETE /v1/orgs/:organizationId/saml/:samlProviderId': { status: 204, name: someProvider },
  ...SCIM_CALLS,

  'GET /v1/orgs/:organizationId/spaces': { status: 200 },
  'POST /v1/orgs/:organizationId/spaces': { status: 201, body: () => ({ title: 'A space' }) },
  'POST /v1/spaces/:spaceId/move': {
    status: 200,
    body: () => ({ parent: null }),
    name: someSpace,
    refusal: refuseGuestAtTop,
  },
  'POST /v1/spaces/:spaceId/duplicate': { status: 201, refusal: refuseGuestAtTop },

  'GET /v1/orgs/:organizationId/collections': { status: 200 },
  'POST /v1/orgs/:organizationId/collections': { status: 201, body: () => ({ title: 'A collection' }) },
  'GET /v1/collections/:collectionId': { status: 200 },
  'PATCH /v1/collections/:collectionId': {
    status: 200,
    body: () => ({ title: 'A title' }),
    name: someCollection,
  },
  'DELETE /v1/collections/:collectionId': { status: 205, name: someCollection },
  'GET /v1/collections/:collectionId/spaces': { status: 200 },
  'POST /v1/collections/:collectionId/move': {
    status: 200,
    body: () => ({ parent: null }),
    name: someCollection,
    refusal: refuseGuestAtTop,
  },

  'GET /v1/spaces/:spaceId': { status: 200 },
  'PATCH /v1/spaces/:spaceId': { status: 200, body: () => ({ title: 'A title' }), name: someSpace },
  'DELETE /v1/spaces/:spaceId': { status: 205, name: someSpace },
  // Into the organization that it is in: nobody here belongs to two.
  'POST /v1/spaces/:spaceId/transfer': {
    status: 409,
    body: ({ own }) => ({ organization: own.organizationId }),
    refusal: refuseGuestAtTop,
  },
  'POST /v1/spaces/:spaceId/restore': {
    status: 200,
    isDeleted: true,
    name: async ({ deletedSpace }) => ({ spaceId: await deletedSpace() }),
  },

  ...Object.fromEntries(
    ['content', 'revisions/:revisionId'].flatMap((prefix) =>
      READS_OF_CONTENT.map((path) => [`GET /v1/spaces/:spaceId/${prefix}${path}`, { status: 200 }]),
    ),
  ),
  'GET /v1/spaces/:spaceId/revisions/:revisionId/page/:pageId/document': { status: 200 },
  'GET /v1/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/document': {
    status: 200,
  },
  'GET /v1/spaces/:spaceId/documents/:documentId': { status: 200 },

  'GET /v1/spaces/:spaceId/links': { status: 200 },
  'GET /v1/spaces/:spaceId/content/page/:pageId/links': { status: 200 },
  'GET /v1/spaces/:spaceId/content/page/:pageId/backlinks': { status: 200 },
  'GET /v1/spaces/:spaceId/content/files/:fileId/backlinks': { status: 200 },

  'GET /v1/spaces/:spaceId/search': { status: 200, query: 'query=page' },
  'GET /v1/orgs/:organizationId/search': { status: 200, query: 'query=page' },

  ...GIT_CALLS,
  ...IMPORT_CALLS,
  ...CHANGE_REQUEST_CALLS,
  ...COMMENT_CALLS,
  ...CONVERSATION_CALLS,
  ...OPENAPI_CALLS,
  ...TRANSLATION_CALLS,
  ...REVIEW_CALLS,
  ...PERMISSION_CALLS,
  ...PUBLISHED_CONTENT_CALLS,
  ...SITE_CALLS,
  ...INSIGHTS_ANSWER_CALLS,
  ...REDIRECT_CALLS,
  ...SITE_VISITOR_CALLS,
  ...INSIGHTS_CALLS,
  ...SITE_SETTINGS_CALLS,
  ...WEBHOOK_CALLS,
  ...INSTANCE_CALLS,
  ...ARCHIVE_CALLS,
  ...INVITE_CALLS,
  ...ACCOUNT_CALLS,
  ...PAGE_CALLS,
};
