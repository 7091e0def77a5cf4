import { newId } from '@lectern/std/ids';
import { PASSWORD } from '../accounts.ts';
import { addUser } from '../factories.ts';
import { ACCOUNT_CALLS } from './account-calls.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { ownToken, serviceToken, someMember } from './fresh-resources.ts';
import { giveRole, insertTeam, inviteMember, joinTeam } from './people.ts';
import { insertInvite, insertProvider, type Named } from './resources.ts';
import type { Setup } from './setup.ts';

const someTeam = async ({ app }: Setup): Promise<Named> => ({
  teamId: await insertTeam(app, app.organizationId),
});

const someInvited = async ({ app }: Setup): Promise<Named> => {
  const { userId } = await addUser(app);
  await inviteMember(app, { userId, role: 'read' });
  return { userId };
};

const someLink = async ({ app }: Setup): Promise<Named> => ({
  inviteId: await insertInvite(app, app.organizationId),
});

const someProvider = async ({ app }: Setup): Promise<Named> => ({
  samlProviderId: await insertProvider(app, app.organizationId),
});

const someTeamMember = async (setup: Setup): Promise<Named> => {
  const { organizationId } = setup.app;
  const named = { ...(await someTeam(setup)), ...(await someMember(setup)) } as {
    teamId: string;
    userId: string;
  };
  await joinTeam(setup.app, { organizationId, ...named, role: 'member' });
  return named;
};

/** Grants roles on the places in the URL, so that they can be removed. */
const withGrants = async (setup: Setup): Promise<Named> => {
  const { app, own } = setup;
  const { organizationId } = app;
  const named = { ...(await someTeam(setup)), ...(await someMember(setup)) } as {
    teamId: string;
    userId: string;
  };
  const { spaceId, collectionId } = own as { spaceId: string; collectionId: string };
  for (const whom of [{ teamId: named.teamId }, { userId: named.userId }]) {
    await giveRole(app, { organizationId, role: 'edit', ...whom, spaceId });
    await giveRole(app, { organizationId, role: 'edit', ...whom, collectionId });
  }
  return named;
};

/** A caller limited to one organization cannot change the name that other organizations see. */
const NAME_CALL = {
  body: () => ({ displayName: 'A name', photoURL: '' }),
  refusal: ({ isBound }: Caller): number | undefined => (isBound ? 403 : undefined),
};

const PERMISSION_CALLS: Record<string, Call> = Object.fromEntries(
  (['s/:spaceId', 'c/:collectionId'] as const).flatMap((place) => {
    const here = `/app/${place}/permissions`;
    return [
      [`GET ${here}`, { status: 200 }],
      [`POST ${here}/default`, { status: 303, body: () => ({ defaultLevel: 'inherit' }) }],
      ...['users/:userId', 'teams/:teamId'].flatMap((whom) => [
        [`POST ${here}/${whom}`, { status: 303, body: () => ({ role: 'read' }), name: someTeam }],
        [`POST ${here}/${whom}/remove`, { status: 303, name: withGrants }],
      ]),
    ];
  }),
);

/** The pages of a signed-in browser, and their forms, which lead on to a page. */
export const PAGE_CALLS: Record<string, Call> = {
  'GET /app': { status: 200 },
  'GET /app/notifications': { status: 200 },
  'GET /app/*': { status: 404 },
  'GET /app/o/:organizationId': { status: 200 },
  'GET /app/o/:organizationId/change-requests': { status: 200 },
  // Without the ticket of a sign-in there is nothing to connect.
  'GET /app/connect/:organizationId/:samlProviderId': { status: 403 },
  'POST /app/connect/:organizationId/:samlProviderId': { status: 403 },
  'GET /app/o/:organizationId/sites': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/preview': { status: 303 },
  'GET /app/o/:organizationId/sites/:siteId/redirects': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/insights': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/insights/pages': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/insights/searches': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/insights/problems': { status: 200 },
  'GET /app/o/:organizationId/sites/:siteId/insights/agents': { status: 200 },
  'POST /app/o/:organizationId/sites/:siteId/insights/weekly-mail': {
    status: 303,
    body: () => ({ subscribed: 'on' }),
  },
  'POST /app/o/:organizationId/sites/:siteId/insights/problems/redirects': {
    status: 303,
    body: () => ({ source: `/old/${newId()}`, destination: 'https://example.com/new' }),
  },
  'GET /app/c/:collectionId': { status: 200 },
  'GET /app/s/:spaceId': { status: 200 },
  'GET /app/s/:spaceId/trash': { status: 200 },
  'GET /app/s/:spaceId/change-requests/:changeRequestId/:pageId': {
    status: 200,
    unread: ['changeRequestId', 'pageId'],
  },
  'GET /app/s/:spaceId/change-requests': { status: 200 },
  'GET /app/s/:spaceId/change-requests/:changeRequestId': { status: 200, unread: ['changeRequestId'] },
  'GET /app/s/:spaceId/:pageId': { status: 200, unread: ['pageId'] },
  'GET /app/s/:spaceId/revisions': { status: 200 },
  'GET /app/s/:spaceId/compare': { status: 200 },
  'GET /app/s/:spaceId/revisions/:revisionId': { status: 200 },
  'GET /app/s/:spaceId/revisions/:revisionId/:pageId': { status: 200, unread: ['pageId'] },

  'GET /app/account': { status: 200 },
  'POST /app/account': { ...NAME_CALL, status: 303 },
  'POST /app/account/password': {
    ...(ACCOUNT_CALLS['PUT /v1/user/password'] as Call),
    status: 303,
  },
  'POST /app/account/email': { ...(ACCOUNT_CALLS['PUT /v1/user/email'] as Call), status: 303 },
  // The test app sends no mail.
  'POST /app/account/email/proof': { status: 409 },
  // It is not confirmed, so that nobody of this suite goes.
  'POST /app/account/delete': { status: 400, body: () => ({ confirm: 'somebody', password: PASSWORD }) },
  'GET /app/account/second-factor': { status: 200 },
  'POST /app/account/second-factor': { ...(ACCOUNT_CALLS['POST /v1/user/totp'] as Call), status: 200 },
  'POST /app/account/second-factor/confirm': { status: 400, body: () => ({ code: 'no code' }) },
  'POST /app/account/second-factor/remove': {
    ...(ACCOUNT_CALLS['DELETE /v1/user/totp'] as Call),
    status: 303,
  },
  'GET /app/account/sessions': { status: 200 },
  'POST /app/account/sessions/end-others': { status: 303, endsSessions: true },
  'POST /app/account/sessions/:sessionId/end': {
    ...(ACCOUNT_CALLS['DELETE /v1/user/sessions/:sessionId'] as Call),
    status: 303,
  },
  'GET /app/account/tokens': { status: 200 },
  'POST /app/account/tokens': { status: 200, body: () => ({ title: 'A', scope: 'read', expiresAt: '7' }) },
  'POST /app/account/tokens/:tokenId/revoke': { status: 303, name: ownToken },
  'GET /app/o/:organizationId/tokens': { status: 200 },
  'POST /app/o/:organizationId/tokens': {
    status: 200,
    body: () => ({ title: 'A', role: 'guest', scope: 'read', expiresAt: 'never' }),
  },
  'POST /app/o/:organizationId/tokens/:tokenId/revoke': { status: 303, name: serviceToken },

  'GET /app/o/:organizationId/members': { status: 200 },
  'GET /app/o/:organizationId/members/:userId': { status: 200 },
  'POST /app/o/:organizationId/members/:userId/role': { status: 303, body: () => ({ role: 'read' }) },
  'POST /app/o/:organizationId/members/:userId/sso': { status: 303 },
  'POST /app/o/:organizationId/members/:userId/remove': { status: 303, name: someMember },

  'POST /app/o/:organizationId/members/:userId/invitation': { status: 200, name: someInvited },
  'POST /app/o/:organizationId/members/:userId/invitation/withdraw': { status: 303, name: someInvited },

  'GET /app/o/:organizationId/invites': { status: 200 },
  'POST /app/o/:organizationId/invites': {
    status: 200,
    body: () => ({ emails: `somebody-${newId()}@example.com`, role: 'read' }),
  },
  'POST /app/o/:organizationId/invites/links': {
    status: 303,
    body: () => ({ place: '', role: 'guest', expiresAt: '7' }),
  },
  'POST /app/o/:organizationId/invites/links/turn-on': { status: 303 },
  'POST /app/o/:organizationId/invites/pending/:userId/renew': { status: 200, name: someInvited },
  'POST /app/o/:organizationId/invites/pending/:userId/revoke': { status: 303, name: someInvited },
  'POST /app/o/:organizationId/invites/links/:inviteId/delete': { status: 303, name: someLink },

  'GET /app/o/:organizationId/teams': { status: 200 },
  'POST /app/o/:organizationId/teams': { status: 303, body: () => ({ title: 'A team' }) },
  'GET /app/o/:organizationId/teams/:teamId': { status: 200 },
  'POST /app/o/:organizationId/teams/:teamId': { status: 303, body: () => ({ title: 'A title' }) },
  'POST /app/o/:organizationId/teams/:teamId/delete': { status: 303, name: someTeam },
  'POST /app/o/:organizationId/teams/:teamId/members': {
    status: 303,
    body: ({ own }) => ({ memberships: own.userId, role: 'member' }),
  },
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/member': { status: 303 },
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/owner': { status: 303, name: someTeamMember },
  'POST /app/o/:organizationId/teams/:teamId/members/:userId/remove': { status: 303, name: someTeamMember },

  ...PERMISSION_CALLS,

  'GET /app/o/:organizationId/saml': { status: 200 },
  'POST /app/o/:organizationId/saml': { status: 303, body: () => ({ label: 'A provider' }) },
  'GET /app/o/:organizationId/saml/:samlProviderId': { status: 200 },
  'POST /app/o/:organizationId/saml/:samlProviderId': {
    status: 303,
    body: () => ({ label: 'A label', defaultRole: 'read' }),
  },
  'POST /app/o/:organizationId/saml/:samlProviderId/delete': { status: 303, name: someProvider },

  'GET /app/o/:organizationId/audit': { status: 200 },
  'GET /app/o/:organizationId/audit/:auditEventId': { status: 200 },
};
