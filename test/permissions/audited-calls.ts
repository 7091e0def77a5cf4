import { nameOfInvite } from '../../apps/server/domains/access/invites/link-invite-events.ts';
import type { AuditAction } from '../../apps/server/domains/core/audit/actions.ts';
import { issueTicket, ticketText } from '../../apps/server/domains/identity/users/tickets.queries.ts';
import { PASSWORD, setPassword, startSecondFactor, turnOnSecondFactor } from '../accounts.ts';
import type { TestApp } from '../app.ts';
import { addMember, addOrganization, addSite, addUser, grantRole } from '../factories.ts';
import { nameExport } from './archive-calls.ts';
import { ingestDeletable } from './conversation-calls.ts';
import { A_PICTURE, memberSession } from './fresh-resources.ts';
import {
  deletedOrganization,
  makeInstanceAdministrator,
  RESTORE_OF_INSTANCE,
  someUser,
  userWithSecondFactor,
} from './instance-calls.ts';
import { addDeletableSpec } from './openapi-calls.ts';
import { insertTeam, inviteMember, joinTeam } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';
import { RENDERER } from './site-settings-calls.ts';

/** The preparation for a call, so that it changes something. */
interface Prepared {
  named?: Named;
  body?: object;
  /** The caller, who is recorded as the actor: an administrator by default. */
  caller?: { userId: string; token: string | null };
  /** The id of what it changes; else what the answer makes, or what the URL names last. */
  target?: string;
}

export interface Audited {
  actions: AuditAction[];
  prepare?: (setup: Setup, administrator: { userId: string; token: string }) => Promise<Prepared>;
  /** The id of what the answer tells of, or of what the URL names last. */
  targetOf?: (told: { answer: unknown; named: Named }) => string;
  /** The network address is erased at once. */
  isForgotten?: true;
}

/** For calls that only administrators of the instance may make. */
const onInstance =
  (name: (setup: Setup) => Promise<Named>) =>
  async (setup: Setup, { userId }: { userId: string }): Promise<Prepared> => {
    await makeInstanceAdministrator(setup.app, userId);
    return { named: await name(setup) };
  };

const member = async ({ app }: Setup): Promise<Prepared> => ({
  named: { userId: (await addMember(app, { role: 'read' })).userId },
});

const signedInMember = async (setup: Setup): Promise<Prepared> => {
  const named = await memberSession(setup);
  return { named, target: named.userId as string };
};

const someSite = async ({ app, own }: Setup, isPublished = false): Promise<Prepared> => ({
  named: { siteId: await addSite(app, { spaceIds: [own.spaceId as string], isPublished }) },
});

const withBody = (body: object) => async (): Promise<Prepared> => ({ body });

const withPassword =
  (body: object) =>
  async ({ app }: Setup, { userId }: { userId: string }): Promise<Prepared> => {
    await setPassword(app, userId);
    return { body, target: userId };
  };

/** The holder of the link, which identifies them. */
async function withTicket(
  { context, organizationId }: TestApp,
  ticket: { purpose: 'invitation' | 'password' | 'email'; userId: string; email: string },
): Promise<Prepared> {
  const now = context.clock();
  const { purpose, userId, email } = ticket;
  const ticketId = await context.transact(({ trx }) =>
    issueTicket(trx, {
      userId,
      purpose,
      email,
      ...(purpose === 'invitation' ? { organizationId } : {}),
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    }),
  );
  const caller = { userId, token: null };
  return { named: { ticket: ticketText(context.keyRing, ticketId) }, caller, target: userId };
}

const onPlaces = (): Record<string, Audited> =>
  Object.fromEntries(
    (['space', 'collection', 'site'] as const).flatMap((kind): [string, Audited][] => {
      const url = `/v1/${kind === 'site' ? 'orgs/:organizationId/' : ''}${kind}s/:${kind}Id`;
      const placeOf = ({ own }: Setup) =>
        ({ [`${kind}Id`]: own[`${kind}Id`] as string }) as { spaceId: string };
      const on =
        (prepare: (setup: Setup) => Promise<Prepared>): Audited['prepare'] =>
        async (setup) => ({
          target: Object.values(placeOf(setup))[0] as string,
          ...(await prepare(setup)),
        });
      const team = async ({ app, own }: Setup) => ({
        teamId: await insertTeam(app, own.organizationId as string),
      });
      const user = async ({ app }: Setup) => ({ userId: (await addMember(app, { role: 'read' })).userId });
      const given = (someone: typeof team | typeof user) =>
        on(async (setup) => {
          const named = await someone(setup);
          await grantRole(setup.app, { ...named, ...placeOf(setup), role: 'read' });
          return { named };
        });
      const notGiven = (someone: typeof team | typeof user) =>
        on(async (setup) => ({ named: await someone(setup) }));
      return [
        [
          `POST ${url}/permissions`,
          {
            actions: ['permission.granted'],
            prepare: on(async (setup) => ({
              body: { role: 'read', users: [(await user(setup)).userId] },
            })),
          },
        ],
        [
          `PATCH ${url}/permissions/teams/:teamId`,
          { actions: ['permission.granted'], prepare: notGiven(team) },
        ],
        [
          `DELETE ${url}/permissions/teams/:teamId`,
          { actions: ['permission.removed'], prepare: given(team) },
        ],
        [
          `PATCH ${url}/permissions/users/:userId`,
          { actions: ['permission.granted'], prepare: notGiven(user) },
        ],
        [
          `DELETE ${url}/permissions/users/:userId`,
          { actions: ['permission.removed'], prepare: given(user) },
        ],
        ...(kind === 'site'
          ? []
          : [
              [
                `PATCH ${url}`,
                {
                  actions: ['permission.default-changed'],
                  prepare: withBody({ defaultLevel: 'comment' }),
                },
              ] as [string, Audited],
            ]),
      ];
    }),
  );

const ORGANIZATION = '/v1/orgs/:organizationId';
const SITE = `${ORGANIZATION}/sites/:siteId`;
const MEMBER = `${ORGANIZATION}/members/:userId`;
const PASSKEYS = 'apps/server/domains/identity/accounts/passkeys/passkeys.test.ts';
const SUSPENSION = 'apps/server/domains/instance/organizations/suspension.test.ts';
const TEAM = `${ORGANIZATION}/teams/:teamId`;

/** For each route that declares audit actions: a call that records some of them, or the tests that make such a call. */
export const AUDITED: Record<string, Audited | string> = {
  'PATCH /v1/users/:userId': {
    actions: ['user.updated'],
    prepare: async (_ground, { userId }) => ({ body: { displayName: 'Another name' }, target: userId }),
  },
  'POST /v1/users/:userId/picture': {
    actions: ['user.updated'],
    prepare: async (_setup, { userId }) => ({ body: A_PICTURE, target: userId }),
  },
  'DELETE /v1/users/:userId': {
    actions: ['member.removed', 'user.deleted'],
    isForgotten: true,
    prepare: async ({ app }) => {
      const caller = await addMember(app, { role: 'read' });
      return { caller, named: { userId: 'me' }, body: {}, target: caller.userId };
    },
  },
  'POST /v1/user/tokens': { actions: ['token.created'] },
  'PATCH /v1/user/tokens/:tokenId': { actions: ['token.updated'] },
  'DELETE /v1/user/tokens/:tokenId': { actions: ['token.revoked'] },

  'PUT /v1/user/password': {
    actions: ['user.updated'],
    prepare: withPassword({ current: PASSWORD, password: 'another password of this test' }),
  },
  'PUT /v1/user/email': {
    actions: ['user.updated'],
    prepare: withPassword({ email: 'audited@example.com', password: PASSWORD }),
  },
  'PUT /v1/email-verifications/:ticket': {
    actions: ['user.updated'],
    prepare: async ({ app }) => {
      const { userId, email } = await addMember(app, { role: 'read' });
      return withTicket(app, { purpose: 'email', userId, email: `new-${email}` });
    },
  },
  'PUT /v1/password-resets/:ticket': {
    actions: ['user.updated'],
    prepare: async ({ app }) => {
      const { userId, email } = await addMember(app, { role: 'read' });
      const prepared = await withTicket(app, { purpose: 'password', userId, email });
      return { ...prepared, body: { password: 'a new password of this test' } };
    },
  },
  'PUT /v1/user/totp': {
    actions: ['user.updated'],
    prepare: async ({ app }, { userId, token }) => {
      await setPassword(app, userId);
      const { code } = await startSecondFactor(app, token);
      return { body: { code }, target: userId };
    },
  },
  'POST /v1/user/totp/recovery-codes': {
    actions: ['user.updated'],
    prepare: async ({ app }, { userId, token }) => {
      await setPassword(app, userId);
      await turnOnSecondFactor(app, token);
      return { body: { password: PASSWORD }, target: userId };
    },
  },
  'DELETE /v1/user/totp': {
    actions: ['user.updated'],
    prepare: async ({ app }, { userId, token }) => {
      await setPassword(app, userId);
      await turnOnSecondFactor(app, token);
      return { body: { password: PASSWORD }, target: userId };
    },
  },

  'POST /v1/orgs': { actions: ['organization.created'] },
  [`POST ${ORGANIZATION}/logo`]: { actions: ['organization.updated'], prepare: withBody(A_PICTURE) },
  [`PATCH ${ORGANIZATION}`]: {
    actions: ['organization.updated'],
    prepare: withBody({ title: 'A new title' }),
  },
  'PATCH /v1/instance/users/:userId': { actions: ['user.updated'], prepare: onInstance(someUser) },
  'POST /v1/instance/users/:userId/password-link': {
    actions: ['user.updated'],
    prepare: onInstance(someUser),
  },
  'DELETE /v1/instance/users/:userId/second-factor': {
    actions: ['user.updated'],
    prepare: onInstance(userWithSecondFactor),
  },
  'POST /v1/instance/organizations': {
    actions: ['organization.created'],
    prepare: onInstance(async () => ({})),
  },
  'DELETE /v1/instance/organizations/:organizationId': {
    actions: ['organization.deleted'],
    prepare: onInstance(async ({ app }) => ({ organizationId: (await addOrganization(app)).organizationId })),
  },
  'POST /v1/orgs/:organizationId/exports': {
    actions: ['organization.exported'],
    prepare: async ({ own }) => ({ target: own.organizationId as string }),
  },
  'DELETE /v1/orgs/:organizationId/exports/:exportId': {
    actions: ['organization.export-deleted'],
    prepare: async (setup) => ({
      named: await nameExport(setup),
      target: setup.own.organizationId as string,
    }),
  },
  'POST /v1/instance/organizations/:organizationId/exports': {
    actions: ['organization.exported'],
    prepare: async (setup, administrator) => {
      const { organizationId } = await addOrganization(setup.app);
      const named = onInstance(async () => ({ organizationId }));
      return { ...(await named(setup, administrator)), target: organizationId };
    },
  },
  'POST /v1/instance/organizations/:organizationId/suspend': SUSPENSION,
  'POST /v1/instance/organizations/:organizationId/resume': SUSPENSION,
  'PATCH /v1/instance/organizations/:organizationId/quotas':
    'apps/server/domains/instance/quotas/quotas.test.ts',
  'POST /v1/user/passkeys': PASSKEYS,
  'PATCH /v1/user/passkeys/:passkeyId': PASSKEYS,
  'DELETE /v1/user/passkeys/:passkeyId': PASSKEYS,
  [RESTORE_OF_INSTANCE]: { actions: ['organization.restored'], prepare: onInstance(deletedOrganization) },
  [`DELETE ${ORGANIZATION}`]: { actions: ['organization.deleted'] },
  [`POST ${ORGANIZATION}/tokens`]: { actions: ['token.created'] },
  [`PATCH ${ORGANIZATION}/tokens/:tokenId`]: { actions: ['token.updated'] },
  [`DELETE ${ORGANIZATION}/tokens/:tokenId`]: { actions: ['token.revoked'] },
  [`PUT ${ORGANIZATION}/visitor-claims`]: {
    actions: ['organization.updated'],
    prepare: async ({ own }) => ({ body: { claims: ['role'] }, target: own.organizationId as string }),
  },
  [`DELETE ${ORGANIZATION}/visitor-claims`]: {
    actions: ['organization.updated'],
    prepare: async ({ app, own }) => {
      const url = `/v1/orgs/${own.organizationId}/visitor-claims`;
      await app.request('PUT', url, { body: { claims: ['role'] } });
      return { target: own.organizationId as string };
    },
  },
  [`POST ${ORGANIZATION}/domains/:domain/verification`]:
    'apps/server/domains/identity/domains/domains.test.ts',

  [`POST ${ORGANIZATION}/invites`]: {
    actions: ['member.invited'],
    targetOf: ({ answer: response }) => (response as { users: [string] }).users[0],
  },
  [`POST ${MEMBER}/invitation`]: { actions: ['member.invited'] },
  // A user who became a member by the invitation is removed.
  [`DELETE ${MEMBER}/invitation`]: { actions: ['member.removed'] },
  'POST /v1/invitations/:ticket': {
    actions: ['member.accepted'],
    prepare: async ({ app }) => {
      const caller = await addUser(app);
      await inviteMember(app, { userId: caller.userId, role: 'read' });
      return { ...(await withTicket(app, { purpose: 'invitation', ...caller })), caller };
    },
  },
  // The id of a link is a secret: anyone who has it can join.
  [`POST ${ORGANIZATION}/link-invites`]: {
    actions: ['invite.created'],
    targetOf: ({ answer: response }) => nameOfInvite((response as { id: string }).id),
  },
  [`PATCH ${ORGANIZATION}/link-invites/:inviteId`]: {
    actions: ['invite.updated'],
    prepare: withBody({ role: 'edit' }),
    targetOf: ({ named }) => nameOfInvite(named.inviteId as string),
  },
  [`DELETE ${ORGANIZATION}/link-invites/:inviteId`]: {
    actions: ['invite.deleted'],
    targetOf: ({ named }) => nameOfInvite(named.inviteId as string),
  },
  [`POST ${ORGANIZATION}/invites/:inviteId`]: {
    actions: ['member.joined'],
    prepare: async ({ app }) => {
      await app.request('PATCH', `/v1/orgs/${app.organizationId}`, { body: { inviteLinks: true } });
      const url = `/v1/orgs/${app.organizationId}/link-invites`;
      const { id } = (await app.request('POST', url, { body: { role: 'read' } })).json();
      const caller = await addUser(app);
      return { caller, named: { inviteId: id }, target: caller.userId };
    },
  },
  [`POST ${ORGANIZATION}/join`]: 'apps/server/domains/access/invites/join-by-domain.test.ts',

  [`PATCH ${MEMBER}`]: {
    actions: ['member.updated'],
    prepare: async (setup) => ({ ...(await member(setup)), body: { role: 'edit' } }),
  },
  [`DELETE ${MEMBER}`]: { actions: ['member.removed'] },
  [`DELETE ${MEMBER}/sessions`]: { actions: ['member.signed-out'], prepare: signedInMember },
  [`DELETE ${MEMBER}/sessions/:sessionId`]: { actions: ['member.signed-out'], prepare: signedInMember },
  [`POST ${MEMBER}/sso`]: { actions: ['member.updated'], prepare: member },

  [`PUT ${ORGANIZATION}/teams`]: { actions: ['team.created'] },
  [`PATCH ${TEAM}`]: { actions: ['team.updated'], prepare: withBody({ title: 'Another team' }) },
  [`DELETE ${TEAM}`]: { actions: ['team.deleted'] },
  [`PUT ${TEAM}/members`]: {
    actions: ['team-member.added'],
    prepare: async (setup) => {
      const userId = (await member(setup)).named?.userId as string;
      return { body: { add: [userId] }, target: userId };
    },
  },
  [`PUT ${TEAM}/members/:userId`]: { actions: ['team-member.added'], prepare: member },
  [`DELETE ${TEAM}/members/:userId`]: {
    actions: ['team-member.removed'],
    prepare: async (setup) => {
      const { app, own } = setup;
      const userId = (await member(setup)).named?.userId as string;
      const team = { organizationId: own.organizationId as string, teamId: own.teamId as string };
      await joinTeam(app, { ...team, userId, role: 'member' });
      return { named: { userId } };
    },
  },

  [`POST ${ORGANIZATION}/oidc`]: { actions: ['oidc-provider.created'] },
  [`PATCH ${ORGANIZATION}/oidc/:oidcProviderId`]: {
    actions: ['oidc-provider.updated'],
    prepare: withBody({ label: 'Another label' }),
  },
  [`DELETE ${ORGANIZATION}/oidc/:oidcProviderId`]: { actions: ['oidc-provider.deleted'] },

  [`POST ${ORGANIZATION}/saml`]: { actions: ['saml-provider.created'] },
  [`PATCH ${ORGANIZATION}/saml/:samlProviderId`]: {
    actions: ['saml-provider.updated'],
    prepare: withBody({ label: 'Another label' }),
  },
  [`DELETE ${ORGANIZATION}/saml/:samlProviderId`]: { actions: ['saml-provider.deleted'] },

  [`POST ${ORGANIZATION}/scim/v2/Users`]: { actions: ['member.joined'] },
  [`PUT ${ORGANIZATION}/scim/v2/Users/:userId`]: {
    actions: ['member.removed'],
    prepare: async (setup) => ({
      ...(await member(setup)),
      body: { userName: 'left@directory.example', active: false },
    }),
  },
  [`PATCH ${ORGANIZATION}/scim/v2/Users/:userId`]: {
    actions: ['member.updated'],
    prepare: async (setup) => ({
      ...(await member(setup)),
      body: { Operations: [{ op: 'replace', path: 'roles', value: [{ value: 'comment' }] }] },
    }),
  },
  [`DELETE ${ORGANIZATION}/scim/v2/Users/:userId`]: { actions: ['member.removed'], prepare: member },
  [`POST ${ORGANIZATION}/scim/v2/Groups`]: { actions: ['team.created'] },
  [`PUT ${ORGANIZATION}/scim/v2/Groups/:teamId`]: {
    actions: ['team.updated'],
    prepare: async ({ app }) => ({
      named: { teamId: await insertTeam(app, app.organizationId) },
      body: { displayName: 'Another title' },
    }),
  },
  [`PATCH ${ORGANIZATION}/scim/v2/Groups/:teamId`]: {
    actions: ['team.updated'],
    prepare: withBody({ Operations: [{ op: 'replace', path: 'displayName', value: 'Yet another title' }] }),
  },
  [`DELETE ${ORGANIZATION}/scim/v2/Groups/:teamId`]: { actions: ['team.deleted'] },

  [`DELETE ${ORGANIZATION}/conversations`]: {
    actions: ['conversation.deleted'],
    prepare: async ({ app }) => ({ target: await ingestDeletable(app, app.organizationId) }),
  },
  [`PATCH ${ORGANIZATION}/conversations-settings`]: { actions: ['conversation-settings.updated'] },

  [`PATCH ${ORGANIZATION}/openapi/:specSlug`]: {
    actions: ['openapi-spec.updated'],
    prepare: async ({ app }) => ({
      target: await addDeletableSpec(app),
      named: { specSlug: 'some-spec' },
      body: { visibility: 'public' },
    }),
  },
  [`DELETE ${ORGANIZATION}/openapi/:specSlug`]: {
    actions: ['openapi-spec.deleted'],
    prepare: async ({ app }) => ({ target: await addDeletableSpec(app) }),
  },

  [`POST ${ORGANIZATION}/webhooks`]: { actions: ['webhook.created'] },
  [`PATCH ${ORGANIZATION}/webhooks/:webhookId`]: {
    actions: ['webhook.updated'],
    prepare: withBody({ title: 'Another title' }),
  },
  [`POST ${ORGANIZATION}/webhooks/:webhookId/secret`]: { actions: ['webhook.secret-rotated'] },
  [`DELETE ${ORGANIZATION}/webhooks/:webhookId`]: { actions: ['webhook.deleted'] },

  [`PATCH ${ORGANIZATION}/sites/:siteId`]: {
    actions: ['site.updated'],
    prepare: async (setup) => ({ ...(await someSite(setup)), body: { visibility: 'unlisted' } }),
  },
  [`DELETE ${ORGANIZATION}/sites/:siteId`]: { actions: ['site.deleted'] },
  [`POST ${ORGANIZATION}/sites/:siteId/publish`]: {
    actions: ['site.published'],
    prepare: (setup) => someSite(setup),
  },
  [`POST ${ORGANIZATION}/sites/:siteId/unpublish`]: {
    actions: ['site.unpublished'],
    prepare: (setup) => someSite(setup, true),
  },
  [`POST ${SITE}/withdraw-revisions`]: { actions: ['site.revisions-withdrawn'] },
  [`POST ${SITE}/share-links`]: { actions: ['share-link.created'] },
  [`PATCH ${SITE}/share-links/:shareLinkId`]: { actions: ['share-link.updated'] },
  [`DELETE ${SITE}/share-links/:shareLinkId`]: { actions: ['share-link.deleted'] },
  'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/preview-links': {
    actions: ['preview-link.created'],
  },
  'DELETE /v1/spaces/:spaceId/change-requests/:changeRequestId/preview-links/:previewLinkId': {
    actions: ['preview-link.deleted'],
  },
  [`PATCH ${SITE}/publishing/auth`]: { actions: ['site.visitor-auth-changed'] },
  [`POST ${SITE}/publishing/auth/regenerate`]: { actions: ['site.key-regenerated'] },

  ...onPlaces(),
  'PUT /v1/spaces/:spaceId/git': { actions: ['git-connection.created'] },
  'DELETE /v1/spaces/:spaceId/git': { actions: ['git-connection.deleted'] },
  'POST /v1/spaces/:spaceId/git/pause': { actions: ['git-connection.updated'] },
  'POST /v1/spaces/:spaceId/git/resume': {
    actions: ['git-connection.updated'],
    prepare: async ({ app, own }) => {
      await app.request('POST', `/v1/spaces/${own.spaceId}/git/pause`);
      return { named: { spaceId: own.spaceId as string } };
    },
  },
  [`PUT ${ORGANIZATION}/sites/:siteId/renderer`]: {
    actions: ['site.renderer-changed'],
    prepare: withBody(RENDERER),
  },
  [`PATCH ${ORGANIZATION}/sites/:siteId/insights`]: {
    actions: ['site.insights-changed'],
    prepare: withBody({ recording: false }),
  },
  [`POST ${ORGANIZATION}/sites/:siteId/insights/visitors/delete`]: {
    actions: ['site.visitor-deleted'],
    prepare: withBody({ visitorId: 'nobody' }),
  },
  [`PATCH ${ORGANIZATION}/insights`]: {
    actions: ['organization.insights-changed'],
    prepare: withBody({ retentionDays: 90 }),
  },
  [`DELETE ${ORGANIZATION}/sites/:siteId/renderer`]: { actions: ['site.renderer-changed'] },
  'PATCH /v1/custom-hostnames/:hostname':
    'apps/server/domains/publishing/site-settings/hostnames/hostnames.test.ts',
  'DELETE /v1/custom-hostnames/:hostname':
    'apps/server/domains/publishing/site-settings/hostnames/hostnames.test.ts',
  'DELETE /v1/collections/:collectionId': 'apps/server/domains/content/collections/inherited-access.test.ts',
  'POST /v1/collections/:collectionId/move':
    'apps/server/domains/content/collections/inherited-access.test.ts',
  'POST /v1/spaces/:spaceId/move': 'apps/server/domains/content/collections/inherited-access.test.ts',
  'POST /v1/spaces/:spaceId/transfer':
    'apps/server/domains/lifecycle/space-lifecycle/transfer/transfer.test.ts',
};
